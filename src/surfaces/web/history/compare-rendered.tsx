// Two versions as pages beside each other; the script `compare-island.ts` brings them and marks what changed.

import type { JSX } from 'preact'
import { counted } from '../layout/text.ts'
import type { RenderedCompare } from './compare-marks.ts'

export interface ComparedPagesProps {
  page: RenderedCompare
  from: number
  to: number
  /** Changes that are not marked, because there are too many. */
  unshown: number
  /** Path of the same comparison of the source. */
  source: string
}

export const ComparedPages = ({ page, from, to, unshown, source }: ComparedPagesProps): JSX.Element => {
  const total = page.sides[0].marks.marks.length
  return (
    <div class="compared" data-compare={JSON.stringify(page)} data-state="opening" data-side="to">
      <noscript>
        <p>
          Pages are brought into closed frames by a script of ours. Without one{' '}
          <a href={source}>the source shows what changed</a>.
        </p>
      </noscript>
      <div class="compared-tools">
        <p>
          <strong>{total === 0 ? 'No change in the words' : counted(total, 'change')}</strong>
          {unshown > 0 && `, and ${unshown} more further down that are not marked`}
        </p>
        <p class="actions">
          <button type="button" class="button" data-step="previous" title="Previous change (P)" disabled>
            Previous
          </button>
          <button type="button" class="button" data-step="next" title="Next change (N)" disabled>
            Next
          </button>
        </p>
        <p class="compared-sides">
          <button type="button" class="button" data-side-button="from" aria-pressed="false">
            v{from}
          </button>
          <button type="button" class="button" data-side-button="to" aria-pressed="true">
            v{to}
          </button>
        </p>
        <p data-compare-status role="status" class="hint" />
      </div>
      <div class="compared-pages">
        <section class="compared-from" aria-label={`Version ${from}, gone words marked`} data-place>
          <h3>v{from}, gone words marked</h3>
        </section>
        <section class="compared-to" aria-label={`Version ${to}, new words marked`} data-place>
          <h3>v{to}, new words marked</h3>
        </section>
      </div>
    </div>
  )
}
