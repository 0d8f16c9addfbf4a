// The words around the source: why the page beside it cannot be shown, the bar above it, and the search in it.

const shownAgain = 'It is shown again after your next change.'

export const previewWords = {
  title: (name: string) => `Preview of ${name}`,
  textsOf: (name: string) => `Words of ${name}`,
  tooLoud: `The page kept the window too busy. ${shownAgain}`,
  left: `The page replaced itself with something else. ${shownAgain}`,
  tookKeyboard: `The page took the keyboard while you were writing. ${shownAgain}`,
  tooLong: 'This text is too long for a preview while you write.',
  signedOut: 'You were signed out. Sign in, and the preview comes back with your next change.',
  failed: 'The preview couldn’t be loaded. We try again with your next change.',
} as const

/** Names of the marks that the bar above the source inserts. */
export const markWords = {
  bold: 'Bold',
  italic: 'Italic',
  code: 'Code',
  link: 'Link',
  heading: 'Heading',
  list: 'List',
  numbers: 'Numbers',
  quote: 'Quote',
} as const

/** Phrases by the names that the search gives its parts. */
export const searchPhrases: Record<string, string> = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
}
