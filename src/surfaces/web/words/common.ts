// The words around every page of ours: the ways about, who is signed in, and what belongs to no room alone.

export const common = {
  skip: 'Skip to content',
  menu: 'Open navigation',
  search: 'Search',
  pages: 'Pages',
  sharedWithYou: 'Shared with you',
  trash: 'Trash',
  publishFrom: 'Publish from',
  keys: 'API keys',
  docs: 'Docs',
  settings: 'Settings',
  back: 'Back to Pages',
  you: 'You',
  account: 'Account',
  security: 'Security',
  apps: 'Connected apps',
  general: 'General',
  members: 'Members',
  domains: 'Domains',
  builds: 'CI builds',
  webhooks: 'Webhooks',
  rules: 'Rules',
  usage: 'Plan and usage',
  audit: 'Audit log',
  status: 'Server status',
  noOrganization: 'No organization',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Same as system',
  whatIsRecto: 'What is Recto?',
  howItWorks: 'How it works',
  navigation: 'Recto',
  brand: 'Recto',
  readerMenu: ': account, theme and signing out',
  changeOrganization: (name: string) => `${name}: change organization`,
  youAreIn: (name: string) => `You are in ${name}. Go to`,
  waiting: (count: number) =>
    count === 1
      ? 'One of your organizations is about to be deleted.'
      : `${count} of your organizations are about to be deleted.`,
  restore: 'Restore',
} as const

/** The script that publishes files says it where it could not be loaded. */
export const uploadsNotLoaded = 'Nothing was published. Try again when you are connected.'

/** The words of a copy button once it was pressed. */
export const copying = {
  done: 'Copied',
  byHand: 'Press Ctrl+C to copy',
} as const

/** Name of the links that lead back to the pages above. */
export const trail = 'Breadcrumb'

export const times = { justNow: 'just now' } as const

/** Words that several pages share. */
export const parts = {
  copy: 'Copy',
  by: 'by',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  saved: 'Saved',
  firstPage: 'First page',
  nextPage: 'Next page',
  listPages: 'Pages of the list',
  agent: 'Agent',
  loading: 'Loading',
} as const
