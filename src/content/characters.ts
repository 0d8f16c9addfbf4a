// Characters that must not reach a reader unseen, and cutting text without breaking a character.

/**
 * Control characters except tab and line feed, soft hyphens, marks that turn the direction of text, and
 * characters without a width that can carry a hidden message. Joiners (U+200C, U+200D) and the emoji
 * variation selectors stay: scripts and emoji need them.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]+/gu

/** The same text without characters that nobody sees (CR LF becomes LF). */
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

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

/** `index`, moved back by one where it would split a surrogate pair. */
export function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return index > 0 && code >= 0xdc00 && code < 0xe000 ? index - 1 : index
}
