// A file as the editor shows it and back again: line breaks and the byte order mark stay what they were.

/** The form of a file's text besides its lines. */
export interface Form {
  /** A byte order mark stands first. */
  bom: boolean
  /** The one kind of line break that the file has; a file that mixes kinds keeps all but `\n` as characters of its lines. */
  end: '\n' | '\r\n' | '\r'
}

export interface Written {
  /** Lines divided by `\n`. */
  text: string
  form: Form
}

/** The file's own text: UTF-8, the byte order mark included. */
export const decoded = (bytes: ArrayBuffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Parts a file's text into its lines and its form. */
export function takenApart(whole: string): Written {
  const bom = whole.startsWith('\ufeff')
  const text = bom ? whole.slice(1) : whole
  const end = endOf(text)
  return { text: end === '\n' ? text : text.replaceAll(end, '\n'), form: { bom, end } }
}

function endOf(text: string): Form['end'] {
  if (!text.includes('\r')) return '\n'
  if (!text.includes('\n')) return '\r'
  return /(^|[^\r])\n|\r(?!\n)/.test(text) ? '\n' : '\r\n'
}

/** The file's text again: without a change of a line it is letter by letter what it was. */
export const putTogether = ({ text, form: { bom, end } }: Written): string =>
  (bom ? '\ufeff' : '') + (end === '\n' ? text : text.replaceAll('\n', end))

/** An HTML file with words at its end, in a comment, that could not be put into their places. */
export function withWords(whole: string, texts: readonly { was: string; text: string }[]): string {
  if (texts.length === 0) return whole
  const words = texts.map(({ was, text }) => `\nInstead of: ${was.trim()}\n${text.trim()}\n`).join('')
  return `${whole}\n<!-- Words that are not in their places yet:\n${words.replace(/-(?=-)/g, '- ')}-->\n`
}

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}
