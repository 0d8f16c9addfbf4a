// Comments through rewrites: real files are edited at random, and each quote must be found where it went, or not at all.
import { pathToFileURL } from 'node:url'
import { textChanges } from '../src/content/diff/text-changes.ts'
import { carryPassage, type Span, type TextRange, toTextRange } from '../src/domain/anchor.ts'
import { chanceFrom } from './support/chance.ts'
import { rows as copiedRows } from './support/copied-paragraphs.ts'
import { rows as elementRows } from './support/elements.ts'
import {
  corpus,
  judged,
  paragraphsOf,
  percent,
  quoteIn,
  reworded,
  edited as rewrittenParagraph,
  share,
  type Verdict,
} from './support/quotes.ts'
import { isQuick, type Row } from './support/row.ts'

interface Case {
  what: string
  /** Length of the quote in characters. */
  quote: readonly [least: number, most: number]
  /** Share of the other paragraphs that are rewritten, dropped or get a new neighbour. */
  edited: number
  /** Share of the quote's own words that become others; `deleted` takes it away, with its paragraph or alone. */
  fate: number | 'deleted'
}

const cases: readonly Case[] = [
  { what: 'short quote untouched, 30 % of paragraphs edited', quote: [12, 30], edited: 0.3, fate: 0 },
  { what: 'medium quote, 15 % of its words changed, 80 % edited', quote: [60, 150], edited: 0.8, fate: 0.15 },
  { what: 'medium quote, 40 % of its words changed, 80 % edited', quote: [60, 150], edited: 0.8, fate: 0.4 },
  { what: 'long quote, 20 % of its words changed, 80 % edited', quote: [300, 600], edited: 0.8, fate: 0.2 },
  { what: 'short quote deleted, 50 % edited', quote: [12, 30], edited: 0.5, fate: 'deleted' },
  { what: 'medium quote deleted, 50 % edited', quote: [60, 150], edited: 0.5, fate: 'deleted' },
]

interface Round {
  before: string
  after: string
  place: TextRange
  /** The place of the quote now; null where it is gone. */
  truth: Span | null
}

/** One document, one quote in it, and what became of both. */
function round(texts: readonly string[], { quote, edited, fate }: Case, chance: () => number): Round | null {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  const before = pick(texts)
  const span = quoteIn(before, quote, chance)
  if (!span) return null
  const paragraphs = paragraphsOf(before)
  let [after, at] = ['', 0]
  const kept: Span[] = []
  const edit = (paragraph: string): string => rewrittenParagraph(paragraph, texts, chance)
  const withParagraph = fate === 'deleted' && chance() < 0.5
  for (const paragraph of paragraphs) {
    const [from, to] = [Math.max(span.start - at, 0), Math.min(span.end - at, paragraph.length)]
    at += paragraph.length
    if (from >= to) {
      after += chance() < edited ? edit(paragraph) : paragraph
      continue
    }
    if (withParagraph) continue
    const words =
      fate === 'deleted' ? '' : reworded(paragraph.slice(from, to), fate, () => pick(texts), chance)
    const outside = (part: string) =>
      chance() < edited ? reworded(part, 0.2, () => pick(texts), chance) : part
    const head = outside(paragraph.slice(0, from))
    const start = after.length + head.length
    if (words !== '') kept.push({ start, end: start + words.length })
    after += head + words + outside(paragraph.slice(to))
  }
  const [first, last] = [kept[0], kept.at(-1)]
  const truth = first && last ? { start: first.start, end: last.end } : null
  return { before, after, place: { ...toTextRange(before, span), source: null }, truth }
}

/** The next place where the same words stand: what a search for the quote would answer. */
function naive({ after, place }: Round): Span | null {
  const start = after.indexOf(place.text)
  return start < 0 ? null : { start, end: start + place.text.length }
}

const carried = ({ before, after, place }: Round): Span | null =>
  carryPassage({ before, after, changes: textChanges(before, after) }, place)

/** One row for each case, of passages and of elements. */
export async function rows(): Promise<Row[]> {
  const texts = await corpus()
  const rounds = isQuick ? 200 : 1200
  const passages = cases.map((each, index) => measured(texts, each, rounds, chanceFrom(1000 + index)))
  return [...passages, ...copiedRows(texts), ...(await elementRows())]
}

function measured(texts: readonly string[], each: Case, rounds: number, chance: () => number): Row {
  const ours: Verdict[] = []
  const peer: Verdict[] = []
  while (ours.length < rounds) {
    const made = round(texts, each, chance)
    if (!made) continue
    const truths = made.truth ? [made.truth] : []
    ours.push(judged(carried(made), truths))
    peer.push(judged(naive(made), truths))
  }
  const most = each.fate === 'deleted' ? 0.02 : 0.005
  const wrong = share(ours, 'wrong')
  return {
    what: `Comments, ${each.what}`,
    ours: told(ours, each),
    peer: `${told(peer, each)} for the first equal words`,
    ratio: `${rounds} quotes in ${texts.length} files`,
    goal: `under ${percent(most)} wrong`,
    met: wrong < most,
  }
}

const told = (verdicts: readonly Verdict[], { fate }: Case): string =>
  `${fate === 'deleted' ? '' : `${percent(share(verdicts, 'right'))} right, `}${percent(share(verdicts, 'wrong'))} wrong, ${percent(share(verdicts, 'detached'))} detached`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
