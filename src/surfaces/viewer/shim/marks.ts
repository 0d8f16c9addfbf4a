// Changes marked in a page that stands beside its other version, and the scrolling that keeps the two abreast.

import type { Channel } from './channel.ts'
import { markFormulas, takeWholeFormulas } from './formulas.ts'
import { article, indexText, rangeOf } from './text-nodes.ts'

/** Milliseconds between two words about scrolling. */
const pause = 60

/** Colours of marked words, and the line below them. The mark that is shown now is deeper. Yellow is for comments. */
const markStyles = {
  removed: {
    'recto-marks': { colours: 'background-color:#ffd0c9;color:#5c0f0a', line: '2px #b3261e' },
    'recto-current': { colours: 'background-color:#ff9f92;color:#3d0500', line: '3px #8c1d18' },
  },
  added: {
    'recto-marks': { colours: 'background-color:#c6ecd0;color:#06381a', line: '2px #1b7f3b' },
    'recto-current': { colours: 'background-color:#86d69f;color:#03240f', line: '3px #0f5c2b' },
  },
} as const

/** Marks what the shell names, once the page is there. Scripts of the page do not run in such a frame. */
export function followMarks(channel: Channel): void {
  let ranges: (Range | null)[] = []
  let isArticle = false
  const paint = (mark: string, words: readonly Range[]) =>
    CSS.highlights.set(mark, new Highlight(...(isArticle ? markFormulas(mark, words) : words)))
  channel.on('marks', ({ root, kind, length, marks }) => {
    isArticle = root === 'article'
    const index = indexText(isArticle ? article : 'body')
    const fits = index.text.length === length
    ranges = fits ? marks.map(([start, end]) => rangeOf(index, start, end)) : []
    if (isArticle) for (const range of ranges) if (range) takeWholeFormulas(range)
    applyMarkStyles(kind)
    paint(
      'recto-marks',
      ranges.filter((range): range is Range => range?.collapsed === false),
    )
    paint('recto-current', [])
    channel.send({ type: 'marked', count: ranges.filter(Boolean).length })
    if (fits) reportScrolling(channel, () => ranges)
  })
  channel.on('mark', ({ index }) => {
    const range = ranges[index]
    if (!range) return
    // The mark painted last lies on top.
    paint('recto-current', [range])
    goTo(topOf(range) - innerHeight / 3)
  })
  channel.on('abreast', ({ index, share }) => {
    const from = placeOf(ranges, index)
    goTo(from + (placeOf(ranges, index + 1) - from) * share)
  })
}

function applyMarkStyles(kind: keyof typeof markStyles): void {
  const sheet = new CSSStyleSheet()
  const rules = Object.entries(markStyles[kind]).map(
    ([mark, { colours, line }]) =>
      `::highlight(${mark}){${colours};text-decoration:underline ${line}}[${mark}]>math>*{${colours};box-shadow:0 ${line}}`,
  )
  sheet.replaceSync(rules.join(''))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Words that are not shown stand where what is around them does. */
const topOf = (range: Range): number => {
  let around = range.startContainer.parentElement
  while (around && around.getClientRects().length === 0) around = around.parentElement
  const box = range.getClientRects()[0] ?? around?.getBoundingClientRect()
  return (box?.top ?? 0) + scrollY
}

/** The page's own top before the first mark, and its end behind the last. */
function placeOf(ranges: readonly (Range | null)[], index: number): number {
  if (index < 0) return 0
  const range = ranges[index]
  return range ? topOf(range) - innerHeight / 3 : document.documentElement.scrollHeight - innerHeight
}

/** Where the shell scrolled to: what the browser says of it is no news. */
let sent = -1

function goTo(top: number): void {
  scrollTo(0, top)
  sent = scrollY
}

/** Reports between which marks the reader is, and how far from one to the next. */
function reportScrolling(channel: Channel, ranges: () => readonly (Range | null)[]): void {
  let waiting = false
  const report = () => {
    waiting = false
    if (Math.abs(scrollY - sent) < 2) return
    sent = -1
    const places = ranges().map((_, index) => placeOf(ranges(), index))
    const index = places.findLastIndex(place => place <= scrollY)
    const from = placeOf(ranges(), index)
    const step = placeOf(ranges(), index + 1) - from
    const share = step > 0 ? Math.max(0, Math.min(1, (scrollY - from) / step)) : 0
    channel.send({ type: 'scrolled', index, share })
  }
  addEventListener('scroll', () => {
    if (!waiting) setTimeout(report, pause)
    waiting = true
  })
}
