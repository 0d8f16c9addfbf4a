// Text cut for titles and search: one line, or so many bytes, without breaking a character.
import { withoutInvisible } from '../domain/plain-text.ts'

/** A title is cut to so many characters. */
export const TITLE_CHARACTERS = 200

/** One line: white space collapsed, invisible characters removed, at most `limit` characters (code points). */
export function oneLine(text: string, limit: number): string {
  const line = withoutInvisible(text.slice(0, limit * 8).replace(/\s+/g, ' ')).trim()
  return line.length <= limit ? line : [...line].slice(0, limit).join('').trimEnd()
}

/** The longest beginning of `text` that takes at most `limit` bytes in UTF-8. */
export function cutToBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit) return text
  const bytes = Buffer.from(text.slice(0, limit))
  if (bytes.length <= limit) return text.slice(0, limit)
  let end = limit
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
