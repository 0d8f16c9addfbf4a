// Plain mail that goes out with the change that caused it.
import type { Rows } from '../../storage/records.ts'
import { uuid } from '../kernel/uuid.ts'

/** Longest line, in characters: what is longer would be encoded, and a link in it broken for simple programs. */
export const LINE_WIDTH = 72

/**
 * Marks a mention in the lines of a mail, by the isolates of Unicode, which nobody's own words keep (`plainLines`): the
 * HTML paints what is between them, and the text goes without them.
 */
export const markedMention = (words: string): string => `\u2068${words}\u2069`

/** The text of a mail as it is read. */
export const withoutMarks = (text: string): string => text.replace(/[\u2068\u2069]/g, '')

/** Writes a mail into the transaction's outbox; paragraphs are wrapped, links never. */
export const postMail = (
  { rows, now }: { rows: Rows; now: number },
  to: string,
  { subject, lines, stopUrl }: { subject: string; lines: readonly string[]; stopUrl?: string },
): Promise<void> =>
  rows.outbox.post({
    id: uuid(now),
    to,
    subject,
    ...(stopUrl !== undefined && { stopUrl }),
    text: [...lines.map(wrapped), ''].join('\n'),
    createdAt: now,
  })

/** Spaces at its beginning stay: they are the places of a list or of code. Every line of a quotation is marked as one. */
function wrapped(paragraph: string): string {
  const mark = paragraph.startsWith('> ') ? '> ' : ''
  const rows = ['']
  const indent = paragraph.slice(mark.length).search(/[^ ]|$/)
  for (const word of paragraph.slice(mark.length + indent).split(' ')) {
    const row = rows.at(-1)!
    if (row !== '' && mark.length + row.length + 1 + word.length > LINE_WIDTH) rows.push(word)
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`
  }
  return mark + ' '.repeat(indent) + rows.join(`\n${mark}`)
}
