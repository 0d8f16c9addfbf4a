// Formulas as MathML, within limits.
import temml from 'temml'
import { escapeHtml } from '../escape.ts'

/** A longer formula, and everything after so much source on one page, is shown as it was written. Characters. */
const LONGEST = 10_000
const MOST_PER_PAGE = 200_000

/** Turns the formulas of one page into MathML. */
export class Formulas {
  private characters = 0

  /**
   * MathML of a formula in TeX, with its source, unseen, as its text for quotes and comments; the source alone, marked as
   * code, where it is wrong or too long.
   */
  html(source: string, display: boolean): string {
    this.characters += source.length
    if (source.length > LONGEST || this.characters > MOST_PER_PAGE) return asWritten(source)
    try {
      const mathml = temml.renderToString(source, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        maxExpand: 1000,
        maxSize: [50, 50],
      })
      return withSource(mathml, source)
    } catch {
      return asWritten(source)
    }
  }
}

/** The first character stands before the formula and the rest behind it, so that a mark of the source marks the formula. */
function withSource(mathml: string, source: string): string {
  const [first = ''] = source
  const hidden = (text: string) => `<span class="tex" aria-hidden="true">${escapeHtml(text)}</span>`
  return `<span class="math">${hidden(first)}${mathml}${hidden(source.slice(first.length))}</span>`
}

const asWritten = (source: string): string =>
  `<code class="formula" title="This formula could not be set">${escapeHtml(source)}</code>`
