// Changes marked in a page: words that came are painted, and those that went are put back, struck through.

import type { WordChange } from '../../../domain/anchor.ts'
import type { Channel } from './channel.ts'
import { markFormulas, takeWholeFormulas } from './formulas.ts'
import { applyFrameStyles } from './frame-styles.ts'
import { apply, closest, listen, make, scrollIntoView } from './natives.ts'
import { openAround, parentAcross } from './shadow-roots.ts'
import { article, indexText, rangeOf } from './text-nodes.ts'

/** A highlight of words that came, and the attribute of a formula among them. */
type Mark = 'recto-marks' | 'recto-current'

/** The attribute of words that went; `recto-current` beside it. */
const gone = 'recto-removed'

/** Colours of marked words, and the line below those that came. The change that is shown now is deeper. Yellow is for comments. */
const looks = {
  'recto-marks': {
    came: 'background-color:#c6ecd0;color:#06381a',
    line: '2px #1b7f3b',
    went: 'background-color:#ffd0c9!important;color:#5c0f0a!important',
  },
  'recto-current': {
    came: 'background-color:#86d69f;color:#03240f',
    line: '3px #0f5c2b',
    went: 'background-color:#ff9f92!important;color:#3d0500!important',
  },
}

/** However the author styles deletions, or fills letters, the words stand struck through in their line, and break where it ends. */
const inLine =
  'all:revert!important;display:inline!important;position:static!important;unicode-bidi:isolate!important;overflow-wrap:anywhere!important;-webkit-text-fill-color:currentcolor!important'

interface Marked {
  came: Range
  went: HTMLElement | null
}

/** Marks what the shell names, once the page is there. Scripts of the page do not run in such a frame. */
export function followMarks(channel: Channel): void {
  let changes: (Marked | null)[] = []
  let isArticle = false
  const paint = (mark: Mark, shown: readonly (Marked | null)[]) => {
    const words = shown.flatMap(change => (change?.came.collapsed === false ? change.came : []))
    CSS.highlights.set(mark, new Highlight(...(isArticle ? markFormulas(mark, words) : words)))
  }
  applyMarkStyles()
  passSteps(channel)
  channel.on('marks', ({ root, length, marks }) => {
    isArticle = root === 'article'
    const index = indexText(isArticle ? article : 'body')
    const ranges = index.text.length === length ? marks.map(([start, end]) => rangeOf(index, start, end)) : []
    if (isArticle) for (const range of ranges) if (range) takeWholeFormulas(range)
    changes = ranges.map((came, at) => came && { came, went: putBack(came, marks[at]!) })
    paint('recto-marks', changes)
    channel.send({ type: 'marked', count: changes.filter(Boolean).length })
  })
  channel.on('mark', ({ index }) => {
    const change = changes[index]
    if (!change) return
    // The highlight painted last lies on top.
    paint('recto-current', [change])
    for (const each of changes) each?.went?.toggleAttribute('recto-current', each === change)
    bring(change)
  })
}

/** N and P go from change to change, also from within the page. */
function passSteps(channel: Channel): void {
  listen('keydown', ({ key, altKey, ctrlKey, metaKey, target }) => {
    const isStep = (key === 'n' || key === 'p') && !altKey && !ctrlKey && !metaKey
    if (isStep && !(target as Partial<Element>).closest?.('input,textarea,select,[contenteditable]'))
      channel.send({ type: 'key', key })
  })
}

/** Puts the words that went before those that came; null where the page could not show them. */
function putBack(came: Range, [, , removed]: WordChange): HTMLElement | null {
  const { startContainer: node } = came
  const around = node instanceof Element ? node : node.parentElement
  if (removed === '' || !(around instanceof HTMLElement) || apply(closest, around, ['select,textarea']))
    return null
  const went = make('del')
  went.setAttribute(gone, '')
  went.textContent = removed
  came.insertNode(went)
  came.setStartAfter(went)
  return went
}

function applyMarkStyles(): void {
  const sheet = new CSSStyleSheet()
  const rules = Object.entries(looks).map(([mark, { came, line, went }]) => {
    const formula = `[${mark}]>math>*{${came};box-shadow:0 ${line}}`
    const removed = `del[${gone}]${mark === 'recto-marks' ? '' : `[${mark}]`}{${inLine};${went}}`
    return `::highlight(${mark}){${came};text-decoration:underline ${line}}${formula}${removed}`
  })
  sheet.replaceSync(rules.join(''))
  applyFrameStyles(sheet)
}

/** Opens what it is folded in, and scrolls whatever it stands in at once; in the window it comes into the upper half. */
function bring(change: Marked): void {
  const { came, went } = change
  openAround(came.startContainer)
  const near = { block: 'nearest', inline: 'nearest', behavior: 'instant' }
  apply(scrollIntoView, went ?? parentAcross(came.startContainer)!, [near])
  scrollTo({ top: topOf(change) - innerHeight / 3, behavior: 'instant' })
}

/** Words that are not shown stand where what is around them does. */
function topOf({ came, went }: Marked): number {
  let around = went ?? parentAcross(came.startContainer)
  while (around && around.getClientRects().length === 0) around = parentAcross(around)
  const box = (went ? undefined : came.getClientRects()[0]) ?? around?.getBoundingClientRect()
  return (box?.top ?? 0) + scrollY
}
