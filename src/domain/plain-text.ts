// Text that somebody typed, made fit for one line that others read.

/** Marks that turn the reading order or cannot be seen, with which one name could be dressed as another. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]|\p{Cc}/gu

/** Makes one line: no controls, no bidirectional marks, no half characters. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, ' ')
    .replace(invisible, '')

/** Makes many lines, each as `plain` does; tabs stay tabs. */
export const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(invisible, mark => (mark === '\n' || mark === '\t' ? mark : ''))

/**
 * Control characters except tab and line feed, soft hyphens, marks that turn the direction of text, and
 * characters without a width that can carry a hidden message. Joiners (U+200C, U+200D) and the emoji
 * variation selectors stay: scripts and emoji need them.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]+/gu

/** Leaves out the characters that nobody sees (CR LF becomes LF). */
export const withoutInvisible = (text: string): string => text.replace(hidden, '')

/** Finds the runs of characters that `withoutInvisible` leaves out, in their order, none beside another. */
export function* invisibleRuns(text: string): Generator<{ start: number; end: number }> {
  for (const { 0: run, index } of text.matchAll(hidden)) yield { start: index, end: index + run.length }
}

const blank = /^[\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** True for text without anything to see in any font: joiners and marks without a letter, spaces, and letters called fillers. */
export const isBlank = (text: string): boolean => blank.test(text)

/** True where a character of the text can be seen: marks by themselves and the icons of fonts can. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u.test(text)
