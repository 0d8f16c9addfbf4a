// The source of a file as lines of HTML with numbers and colours: the task that runs in a worker process.
import type { Format } from '../../domain/artifact.ts'
import { escapeHtml } from '../escape.ts'
import { Highlighting } from '../markdown/highlight.ts'
import { beginning } from './beginning.ts'

/**
 * Returns the source page's view of a file: a line with the number of bytes shown, where the file is longer; then
 * `sourceLines`.
 */
export async function sourceView(
  file: AsyncIterable<Uint8Array>,
  format: Format,
  colours: boolean,
): Promise<string> {
  const { text, isWhole } = await beginning(file)
  return `${isWhole ? '' : Buffer.byteLength(text)}\n${await sourceLines(text, format, colours)}`
}

/** Items of a list, each with the id `L` and its number; every character of the file is escaped. */
export async function sourceLines(source: string, format: Format, colours: boolean): Promise<string> {
  const text = source.replace(/\r\n?/g, '\n')
  const highlighting = colours ? await Highlighting.for(new Set([format])) : null
  return numbered(highlighting?.html(text, format) ?? escapeHtml(text))
}

/** Neither a colour nor an escape reaches over the end of a line. */
const numbered = (html: string): string =>
  html
    .split('\n')
    .map((line, index) => item(line, index + 1))
    .join('')

const item = (line: string, number: number): string =>
  `<li id="L${number}"><a href="#L${number}" data-line="${number}" aria-label="Line ${number}" tabindex="-1"></a><code>${line || '\n'}</code></li>`
