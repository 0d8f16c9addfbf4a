// Says how far a page has come: nothing for 200 ms, then a line, after a second words, after ten a way to leave.

import { element } from '../layout/element.ts'
import { viewerWords } from '../words/viewer.ts'

const lineAfter = 200
const wordsAfter = 1000
const leaveAfter = 10_000

export interface ShownProgress {
  update(share: number | null, received: number): void
  done(): void
}

/** `size` in bytes stands in where the answer does not name its length. */
export function showProgress(sheet: HTMLElement, size: number, signal: AbortSignal): ShownProgress {
  const line = element('progress', { className: 'opening', max: 1, hidden: true })
  line.setAttribute('aria-label', viewerWords.opening)
  const words = element('p', { className: 'opening-words', hidden: true })
  sheet.append(line, words)
  const timers = [
    setTimeout(() => show(line), lineAfter),
    setTimeout(() => show(words), wordsAfter),
    setTimeout(() => words.append(viewerWords.openingLong), leaveAfter),
  ]
  const text = words.appendChild(element('span', { textContent: viewerWords.openingNow }))
  const done = () => {
    timers.forEach(clearTimeout)
    line.remove()
    words.remove()
  }
  signal.addEventListener('abort', done, { once: true })
  return {
    done,
    update: (share, received) => {
      const known = share ?? (size ? Math.min(1, received / size) : null)
      if (known !== null) line.value = known
      text.textContent = `Opening… ${megabytes(received)} of ${megabytes(Math.max(size, received))} MB`
    },
  }
}

const show = (part: HTMLElement) => {
  part.hidden = false
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)
