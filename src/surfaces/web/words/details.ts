// The words of a page's settings: who sees what, its file, its owner, and how it goes.

export const detailWords = {
  owner: 'Owner',
  ownerOrDelete: 'Transfer or delete',
  cancel: 'Cancel',
} as const

export const accessWords = {
  check: 'Check someone’s access',
  address: 'Email address',
  checkHint: 'You see whether they can open this page, and why.',
  submit: 'Check',
  can: 'can open this page',
  cannot: 'cannot open this page',
} as const

export const settingWords = {
  title: 'Settings',
  about: 'About this page',
  atOnce: 'Changes save at once.',
  needsScript: 'Settings need JavaScript, which is off in this browser.',
  saved: {
    name: 'Name saved',
    labels: 'Labels saved',
    theme: 'Theme saved',
    expiresAt: 'Expiry saved',
    historyVisible: 'Access saved',
    comments: 'Access saved',
  },
  open: 'Open page',
  page: 'Page',
  name: 'Name',
  nameHint: 'The link stays the same.',
  labels: 'Labels',
  addLabel: 'Add a label',
  removeLabel: (label: string) => `Remove ${label}`,
  theme: 'Theme',
  themeHint: 'The fonts and colors of the page.',
  access: 'Access',
  who: 'Who can open this page',
  share: 'Share',
  history: 'Readers can see earlier versions',
  historyHint: 'Otherwise only people who can edit.',
  comments: 'Who sees comments',
  commentsHint: 'People outside the organization never see comments for members.',
  membersOnly: 'Members only',
  everyone: 'Everyone with access',
  expires: 'Expires',
  expiresHint: 'The page closes at the end of this day (UTC) and moves to the trash.',
  noSuchDay: 'Choose a day from today on.',
} as const

export const fileWords = {
  title: 'File',
  link: 'Link',
  format: 'Format',
  html: 'HTML',
  markdown: 'Markdown',
  formatHint: (format: string, size: string, published: string) =>
    `${format}, ${size}. Published ${published}.`,
  edit: 'Edit',
  download: 'Download',
  version: (version: number) => `Version ${version}`,
  history: 'Version history',
  terminal: 'Update from the terminal',
  fileOf: (format: 'html' | 'markdown') => (format === 'html' ? 'page.html' : 'page.md'),
} as const

export const transferWords = {
  title: 'Owner',
  newOwner: 'New owner',
  newOwnerHint: 'Email address of a member.',
  transfer: 'Transfer',
  confirm: 'Transfer page',
  effects: 'When you transfer the page:',
} as const

export const deletionWords = {
  title: 'Delete this page',
  hint: (versions: string) =>
    `The page moves to the trash with its ${versions}. No one can open the page there, and you can restore it for 30 days.`,
  delete: 'Delete',
  ask: 'Delete this page?',
  effect: 'stops opening for everyone at once.',
  until: (day: string) => `You can restore it from the trash until ${day}.`,
  confirm: 'Delete page',
} as const

/** The themes of a page of Markdown. */
export const themeNames = { github: 'GitHub', paper: 'Paper', terminal: 'Terminal', plain: 'Plain' } as const
