// The beginning of a file: as much as a page shows of its source.

/** Bytes and lines of a file that are shown as source. */
export const SHOWN = { bytes: 524_288, lines: 10_000 } as const

/** Whole lines from the beginning of a file, within the limits; a line that is longer than all of them is cut between characters. */
export async function beginning(
  file: AsyncIterable<Uint8Array> | Uint8Array,
  { bytes, lines } = SHOWN as { bytes: number; lines: number },
): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let room = bytes
  let isWhole = true
  for await (const chunk of file instanceof Uint8Array ? [file] : file) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true })
    isWhole = chunk.length <= room
    room -= chunk.length
    if (!isWhole) break
  }
  const found = isWhole ? text : upToLastLine(text)
  const end = endOfLine(found, lines)
  return { text: found.slice(0, end), isWhole: isWhole && end === found.length }
}

const upToLastLine = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1 || text.length)

/** Returns the end of the line of that number, or of the text. */
function endOfLine(text: string, lines: number): number {
  let end = 0
  for (let line = 0; line < lines; line += 1) {
    const at = text.indexOf('\n', end)
    if (at < 0) return text.length
    end = at + 1
  }
  return end
}
