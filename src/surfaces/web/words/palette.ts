// The words of the palette.

export const palette = {
  title: 'Search and commands',
  field: 'Search pages, people and commands',
  results: 'Results',
  comments: 'Comments',
  people: 'People',
  pagesOf: (name: string) => `Pages of ${name}`,
  commands: 'Commands',
  open: 'Open',
  publish: 'Publish a file',
  invite: 'Invite a member',
  none: 'Nothing found. Press Enter to search the text of all pages.',
  notOpened: 'The search could not be opened. Try again.',
} as const
