// The words around a problem that is shown as a page.

export const problemWords = {
  home: 'Go to the front page',
  status: (status: number) => `Status ${status}`,
  request: 'request',
  cannotConnect: 'The app cannot be connected',
} as const
