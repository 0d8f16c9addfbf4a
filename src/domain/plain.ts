// What somebody typed, made fit for one line that others read.

/** Marks that turn the reading order or cannot be seen, with which one name could be dressed as another. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]|\p{Cc}/gu

/** One line: no controls, no bidirectional marks, no half characters. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(invisible, '')

/** Many lines, each as `plain` makes it; tabs stay tabs. */
export const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, mark => (mark === '\n' || mark === '\t' ? mark : ''))

const blank = /^[\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Nothing to see whatever the font: joiners and marks without a letter, spaces, and the letters that Unicode calls fillers. */
export const isBlank = (text: string): boolean => blank.test(text)
