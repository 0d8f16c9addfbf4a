// Writes a word of a suggested command so that a POSIX shell reads exactly that word.

/** Characters that mean themselves in every shell; `~` and `#` at the beginning do not. */
const PLAIN = /^[\w@%+:,./][\w@%+=:,./-]*$/

/** The word itself where it is safe, else in single quotes. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The path of a file; one that begins with a dash is no flag behind `./`. No line of a terminal holds a control character. */
export function shellFile(path: string): string {
  if (/\p{C}/u.test(path)) return '<file>'
  return shellWord(path.startsWith('-') ? `./${path}` : path)
}
