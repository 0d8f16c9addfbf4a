// Quotes whose whole paragraph was copied: the thread stays with the original, or is lost where nobody can tell which that is.
import { textChanges } from '../../src/content/diff/text-changes.ts'
import { carryPassage, type Span, type TextRange, toTextRange } from '../../src/domain/anchor.ts'
import { chanceFrom } from './chance.ts'
import {
  type Chance,
  edited,
  judged,
  paragraphsOf,
  percent,
  pick,
  quoteIn,
  reworded,
  share,
  type Verdict,
} from './quotes.ts'
import { isQuick, type Row } from './row.ts'

type Where = 'above' | 'below' | 'elsewhere' | 'several'
type Fate = 'nothing' | 'copyEdited' | 'originalEdited' | 'quoteDeleted' | 'originalDeleted'

interface Case {
  what: string
  /** The places of copies, one of these at random; `several` are two to four of them, beside the original or anywhere. */
  where: readonly Where[]
  /** The fate of the original or of its copies; `quoteDeleted` leaves the rest of the paragraph. */
  fate: Fate
}

const beside = ['above', 'below'] as const

const cases: readonly Case[] = [
  { what: 'copied beside it', where: beside, fate: 'nothing' },
  { what: 'copied below it, the copy edited', where: ['below'], fate: 'copyEdited' },
  { what: 'copied beside it, the original edited', where: beside, fate: 'originalEdited' },
  { what: 'copied elsewhere', where: ['elsewhere'], fate: 'nothing' },
  { what: 'copied elsewhere, the original edited', where: ['elsewhere'], fate: 'originalEdited' },
  { what: 'copied several times', where: ['several'], fate: 'nothing' },
  { what: 'copied several times, the original edited', where: ['several'], fate: 'originalEdited' },
  { what: 'copied beside it, the quote deleted', where: beside, fate: 'quoteDeleted' },
  { what: 'copied elsewhere, the quote deleted', where: ['elsewhere'], fate: 'quoteDeleted' },
  {
    what: 'copied anywhere, the original deleted',
    where: ['above', 'below', 'elsewhere', 'several'],
    fate: 'originalDeleted',
  },
]

/** Share of the other paragraphs that are rewritten, dropped or get a new neighbour. */
const EDITED = 0.3

const quotes = [
  [12, 30],
  [60, 150],
] as const

interface Round {
  before: string
  after: string
  place: TextRange
  /** The place of the quote now, and of the copies that nobody can tell from it. */
  truths: Span[]
}

/** A paragraph of the second version, with the quote in it. */
interface Part {
  text: string
  kind: 'other' | 'original' | 'copy'
  quote?: Span
}

/** One document, a quote in it whose paragraph it has once, and what became of both. */
function round(texts: readonly string[], { where, fate }: Case, chance: Chance): Round | null {
  const before = pick(texts, chance)
  const span = quoteIn(before, pick(quotes, chance), chance)
  const paragraphs = paragraphsOf(before)
  const at = span && holding(paragraphs, span)
  if (!span || !at || before.split(at.text.trim()).length > 2) return null
  const quote = { start: span.start - at.start, end: span.end - at.start }
  const parts = paragraphs.map((text, index): Part => {
    if (index === at.index) return { text, kind: 'original', quote }
    return { text: chance() < EDITED ? edited(text, texts, chance) : text, kind: 'other' }
  })
  addCopies(parts, { text: at.text, kind: 'copy', quote }, pick(where, chance), fate, texts, chance)
  const here = parts.findIndex(({ kind }) => kind === 'original')
  parts[here] = fateOf(parts[here]!, fate, texts, chance)
  const after = parts.map(({ text }) => text).join('')
  return {
    before,
    after,
    place: { ...toTextRange(before, span), source: null },
    truths: truthsOf(parts, at.text),
  }
}

/** The paragraph that holds the quote wholly. */
function holding(paragraphs: readonly string[], { start, end }: Span) {
  let at = 0
  for (const [index, text] of paragraphs.entries()) {
    if (start >= at && end <= at + text.trimEnd().length) return { index, start: at, text }
    at += text.length
  }
  return null
}

function addCopies(
  parts: Part[],
  copy: Part,
  where: Where,
  fate: Fate,
  texts: readonly string[],
  chance: Chance,
): void {
  const count = where === 'several' ? 2 + Math.floor(3 * chance()) : 1
  for (let made = 0; made < count; made++) {
    const here = parts.findIndex(({ kind }) => kind === 'original')
    const next = fate === 'copyEdited' ? rewritten(copy, texts, chance) : copy
    parts.splice(placeFor(where, here, parts.length, chance), 0, next)
  }
}

function placeFor(where: Where, here: number, length: number, chance: Chance): number {
  if (where === 'above') return here
  if (where === 'below') return here + 1
  if (where === 'several' && chance() < 0.4) return here + Math.floor(2 * chance())
  for (;;) {
    const to = Math.floor(chance() * (length + 1))
    if (Math.abs(to - here) > 2 || length < 8) return to
  }
}

function fateOf(original: Part, fate: Fate, texts: readonly string[], chance: Chance): Part {
  const { text, quote } = original
  if (fate === 'originalEdited') return rewritten(original, texts, chance)
  if (fate === 'originalDeleted') return { kind: 'original', text: '' }
  if (fate !== 'quoteDeleted') return original
  return { kind: 'original', text: text.slice(0, quote!.start) + text.slice(quote!.end) }
}

/** Rewrites 15 to 40 % of the words of the quote and, half of the time, a fifth of those around it. */
function rewritten(part: Part, texts: readonly string[], chance: Chance): Part {
  const { start, end } = part.quote!
  const change = (text: string, much: number) => reworded(text, much, () => pick(texts, chance), chance)
  const around = (text: string) => (chance() < 0.5 ? change(text, 0.2) : text)
  const [head, tail] = [around(part.text.slice(0, start)), around(part.text.slice(end))]
  const words = change(part.text.slice(start, end), 0.15 + 0.25 * chance())
  const quote = { start: head.length, end: head.length + words.length }
  return { ...part, text: head + words + tail, quote }
}

/** The quote in the original, and in copies that nobody can tell from it. */
function truthsOf(parts: readonly Part[], text: string): Span[] {
  const here = parts.findIndex(({ kind }) => kind === 'original')
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.text.length, 0),
  )
  return [here, ...twins(parts, here, text)].flatMap(index => {
    const { quote } = parts[index]!
    return quote ? [{ start: starts[index]! + quote.start, end: starts[index]! + quote.end }] : []
  })
}

/**
 * Copies as it was that nobody can tell from the original: right beside one that says the same; right above one that says
 * something else, where the lower one may as well be the copy; where it is gone the only one, or one in its place.
 */
function twins(parts: readonly Part[], here: number, text: string): number[] {
  const equal = parts.flatMap((part, at) => (part.kind === 'copy' && part.text === text ? [at] : []))
  const near = equal.filter(index =>
    parts
      .slice(Math.min(index, here), Math.max(index, here) + 1)
      .every(part => part.text === '' || part.kind !== 'other'),
  )
  const { text: now, quote } = parts[here]!
  if (now.trim() === '') return equal.length === 1 ? equal : near
  if (now === text) return near
  return quote ? near.filter(index => index < here) : []
}

const carried = ({ before, after, place }: Round): Span | null =>
  carryPassage({ before, after, changes: textChanges(before, after) }, place)

/** The place of the first equal words: what a search for the quote would answer. */
function first({ after, place }: Round): Span | null {
  const start = after.indexOf(place.text)
  return start < 0 ? null : { start, end: start + place.text.length }
}

/** One row for each case. */
export function rows(texts: readonly string[]): Row[] {
  const rounds = isQuick ? 200 : 1200
  return cases.map((each, index) => measured(texts, each, rounds, chanceFrom(3000 + index)))
}

function measured(texts: readonly string[], each: Case, rounds: number, chance: Chance): Row {
  const ours: Verdict[] = []
  const peer: Verdict[] = []
  while (ours.length < rounds) {
    const made = round(texts, each, chance)
    if (!made) continue
    ours.push(judged(carried(made), made.truths))
    peer.push(judged(first(made), made.truths))
  }
  const most = /Deleted$/.test(each.fate) ? 0.02 : 0.005
  const wrong = share(ours, 'wrong')
  return {
    what: `Comments, whole paragraph ${each.what}, 30 % edited`,
    ours: told(ours),
    peer: `${told(peer)} for the first equal words`,
    ratio: `${rounds} quotes in ${texts.length} files`,
    goal: `under ${percent(most)} wrong`,
    met: wrong < most,
  }
}

const told = (verdicts: readonly Verdict[]): string =>
  `${percent(share(verdicts, 'right'))} right, ${percent(share(verdicts, 'wrong'))} wrong, ${percent(share(verdicts, 'detached'))} detached`
