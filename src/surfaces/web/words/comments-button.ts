// The words of the ways to the comments, which stand there before the panel is fetched.

export const commentsButton = {
  title: 'Comments',
  tip: 'Comments (C)',
  withOpen: (open: number | string) => `Comments, ${open} open`,
  notLoaded: 'Comments couldn’t be loaded. Try again.',
  actions: 'Actions',
  comment: 'Comment',
  area: 'Area',
  contents: 'Contents',
} as const
