// The words of a page's script for a request that the server did not carry out.

export const callWords = {
  silent: 'The server did not answer.',
  signedOut: 'You are signed out. Sign in and try again.',
  notDone: 'That did not work. Try again.',
  answered: (status: number) => `The server answered ${status}.`,
  threadGone: 'This thread was deleted. Copy your text and start a new thread.',
  /** Names that people use for the fields of an operation. */
  fields: new Map([
    ['body', 'A comment'],
    ['reply', 'A reply'],
    ['note', 'A note'],
  ]),
} as const
