// A version as its page with what changed marked, and the one before to switch to; the script `compare-island.ts` brings both.

import type { JSX } from 'preact'
import { Icon } from '../layout/icon.tsx'
import { historyWords as words } from '../words/history.ts'
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

export const ComparedPages = (props: ComparedPagesProps): JSX.Element => {
  const { page, from, to, source } = props
  return (
    <div class="compared" data-compare={JSON.stringify(page)} data-state="opening" data-side="to">
      <noscript>
        <p class="source-note">
          {words.withoutScript} <a href={source}>{words.sourceInstead}</a>.
        </p>
      </noscript>
      <section class="compared-from" aria-label={words.removedWords(from)} data-place />
      <section class="compared-to" aria-label={words.addedWords(to)} data-place />
      <Jump {...props} />
    </div>
  )
}

/** From change to change, and between the two versions. */
const Jump = ({ page, from, to, unshown }: ComparedPagesProps): JSX.Element => {
  const total = page.sides[0].marks.marks.length
  return (
    <div class="change-walk">
      {total > 0 && (
        <button
          type="button"
          class="tool"
          data-step="previous"
          aria-label={words.previous}
          title={words.previous}
          disabled
        >
          <Icon name="previous" />
        </button>
      )}
      <p data-compare-status role="status">
        {total === 0 ? (from === to ? words.first : words.noChange) : ''}
      </p>
      {from !== to && <span class="muted">{words.changesSince(from)}</span>}
      {total > 0 && (
        <button
          type="button"
          class="tool"
          data-step="next"
          aria-label={words.next}
          title={words.next}
          disabled
        >
          <Icon name="next" />
        </button>
      )}
      {from !== to && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line everywhere
        <span class="segmented" role="group" aria-label={words.which}>
          <button type="button" data-side-button="from" aria-pressed="false">
            v{from}
          </button>
          <button type="button" data-side-button="to" aria-pressed="true">
            v{to}
          </button>
        </span>
      )}
      {unshown > 0 && <p class="small muted">{words.unshown(unshown)}</p>}
    </div>
  )
}
