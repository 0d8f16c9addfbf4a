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
   * MathML of a formula in TeX, and over it its source, unseen, which is its text for who selects, copies or quotes it;
   * the source alone, marked as code, where it is wrong or too long.
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
      const classes = display ? 'math display' : 'math'
      return `<span class="${classes}">${mathml}<span class="tex" aria-hidden="true">${escapeHtml(source)}</span></span>`
    } catch {
      return asWritten(source)
    }
  }
}

const asWritten = (source: string): string =>
  `<code class="formula" title="This formula could not be set">${escapeHtml(source)}</code>`
