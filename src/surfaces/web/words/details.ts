// The words of a page's details: its facts, who can open it, its settings, its owner, and how it goes.

export const detailWords = {
  edit: 'Edit',
  open: 'Open',
  facts: 'About this page',
  link: 'Link',
  who: 'Who can open',
  version: 'Version',
  owner: 'Owner',
  file: 'File',
  download: 'Download',
  published: 'Published',
  save: 'Save',
  cancel: 'Cancel',
} as const

export const accessWords = {
  title: 'Who can open this page',
  share: 'Share',
  check: 'Check someone’s access',
  checkHint: 'Enter an email address to see if they can open this page, and why.',
  submit: 'Check',
  can: 'can open this page',
  cannot: 'cannot open this page',
} as const

export const settingWords = {
  title: 'Details',
  name: 'Name',
  nameHint: 'The link stays the same.',
  labels: 'Labels',
  labelsHint: 'Separated by commas, up to 20.',
  theme: 'Theme',
  expires: 'Expires',
  expiresHint: 'Optional. After this day the page moves to the trash.',
  history: 'Everyone with access can see earlier versions',
  comments: 'People outside with access can read the comments',
  saved: 'Saved',
} as const

export const transferWords = {
  title: 'Owner',
  owns: 'owns this page and decides who can open it.',
  newOwner: 'New owner',
  newOwnerHint: 'Email address of a member.',
  transfer: 'Transfer',
  confirm: 'Transfer page',
  effects: 'When you transfer the page:',
} as const

export const deletionWords = {
  title: 'Delete',
  hint: (versions: string) =>
    `The page moves to the trash with its ${versions}. No one can open the page there, and you can restore it for 30 days.`,
  delete: 'Delete',
  ask: 'Delete this page?',
  effect: 'stops opening for everyone at once.',
  until: (day: string) => `You can restore it from the trash until ${day}.`,
  confirm: 'Delete page',
} as const

/** What the editor's form has done, said where one stands afterwards. */
export const editedWords = {} as const

/** The themes of a page of Markdown. */
export const themeNames = { github: 'GitHub', paper: 'Paper', terminal: 'Terminal', plain: 'Plain' } as const
