// Notices in a page's place or above it: without a script, on a page nobody claimed, before a page from an unknown sender.

export const withoutScript = {
  title: 'This page needs JavaScript',
  lead: 'A script of ours shows the page in a closed frame. Without JavaScript you can still save',
  file: 'the file of',
} as const

export const previewNotice = {
  label: 'About this preview',
  unclaimed: 'Unclaimed page by an anonymous author.',
  never: 'Never enter a password here.',
  goes: (days: string, isAuthor: boolean) =>
    `It is deleted in ${days}${isAuthor ? '.' : ' unless its author claims it.'}`,
  keep: 'Keep this page',
  report: 'Report abuse',
} as const

export const unknownSender = {
  title: 'An anonymous author sends you a page',
  called: 'The page is called',
  published: 'and was published',
  warning: 'Nobody has checked it: do not type a password or a card number into it.',
  open: 'Open the page',
  report: 'Report abuse',
} as const
