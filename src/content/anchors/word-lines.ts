// The words of a page, also with each block on a line of its own.

import { PageWords, type TextMode } from '../../domain/page-words.ts'

export class WordLines extends PageWords {
  /** The blanks of the text where an element separates words. */
  readonly #seams: number[] = []
  #isSeam = false

  override separate(): void {
    super.separate()
    this.#isSeam = true
  }

  override add(data: string, mode: TextMode): number | null {
    const end = this.text.length
    const start = super.add(data, mode)
    if (start === null) return null
    if (this.#isSeam && end > 0) this.#seams.push(end)
    this.#isSeam = false
    return start
  }

  /** The same text with a line break for a blank where an element separates words. */
  get lines(): string {
    const { text } = this
    let [lines, at] = ['', 0]
    for (const seam of this.#seams) {
      lines += `${text.slice(at, seam)}\n`
      at = seam + 1
    }
    return lines + text.slice(at)
  }
}
