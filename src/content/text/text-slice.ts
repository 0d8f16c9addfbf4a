// A piece of a text by its offsets, which cut no character.

/** The offset and limit of a piece, in UTF-16 code units. */
export interface Piece {
  offset: number
  limit: number
}

export interface TextSlice {
  text: string
  offset: number
  /** The offset of the next piece; null at the end. */
  nextOffset: number | null
  totalChars: number
}

/** `index`, moved back by one where it would split a surrogate pair. */
export function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return index > 0 && code >= 0xdc00 && code < 0xe000 ? index - 1 : index
}

/** At most `limit` UTF-16 code units of `text` from `offset` on, never half a character. */
export function sliceText(text: string, { offset, limit }: Piece): TextSlice {
  const start = wholeCharacter(text, Math.min(offset, text.length))
  const wanted = Math.min(start + Math.max(1, limit), text.length)
  const cut = wholeCharacter(text, wanted)
  const end = cut > start ? cut : Math.min(start + 2, text.length)
  return {
    text: text.slice(start, end),
    offset: start,
    nextOffset: end < text.length ? end : null,
    totalChars: text.length,
  }
}
