// What a page's script says where the server did not do what it was asked.

export const callWords = {
  silent: 'The server did not answer.',
  signedOut: 'You are signed out. Sign in and try again.',
  notDone: 'That did not work. Try again.',
  answered: (status: number) => `The server answered ${status}.`,
  threadGone: 'This thread was deleted. Copy your text and start a new thread.',
  /** What people call a field of an operation. */
  fields: new Map([
    ['body', 'A comment'],
    ['reply', 'A reply'],
    ['note', 'A note'],
  ]),
} as const
