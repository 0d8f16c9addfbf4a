// Two versions of a file side by side for people to read: lines that went and came, changed words marked, the rest folded.
import { type Change, changes } from './changes.ts'
import { linesOf } from './diff.ts'
import { textChanges } from './text-changes.ts'

/** A part of a line. */
export interface Piece {
  text: string
  /** True if it is not in the other line. */
  changed?: true
  /** Characters left out in its place. */
  left?: number
}

export interface ComparedLine {
  /** Number of the line in its own version, from 1. */
  number: number
  pieces: Piece[]
  /** How it ends, where nothing else of the line differs. */
  end?: 'line feed' | 'carriage return and line feed' | 'no line break'
}

export type ComparedBlock =
  /** Lines that are the same in both; `lines` are missing if there are too many of them. */
  | { kind: 'same'; from: number; to: number; count: number; folded: boolean; lines?: ComparedLine[] }
  /** `left` counts the lines that are left out because there are too many of them. */
  | { kind: 'changed'; removed: ComparedLine[]; added: ComparedLine[]; left: number }

export interface Comparison {
  blocks: ComparedBlock[]
  /** Places where the two differ. */
  changes: number
  /** Lines that went and that came, in all. */
  removed: number
  added: number
  /** Changes that are not among the blocks, because there are too many. */
  unshown: number
}

/** Lines around a change that are not folded. */
const CONTEXT = 3

/** Lines and characters that a page shows. */
const MOST_LINES = 1500
const MOST_CHARACTERS = 300_000

/** Longer runs of equal lines are counted, not shown. */
const LONGEST_FOLD = 200

/** Characters of a change whose words are compared. */
const LONGEST_WORDS = 1_000_000

/** Longer pieces are shortened: equal ones to what stands beside a change, changed ones to their beginning. */
const LONGEST_EQUAL = 400
const LONGEST_CHANGED = 4000
const BESIDE = 120

/** Pieces of one line. */
const MOST_PIECES = 400

/**
 * Returns the differences as a page shows them. The result is bounded whatever the files hold.
 * @param budget milliseconds after which a coarser answer is given instead of the finest
 */
export function comparison(from: string, to: string, budget = 1000): Comparison {
  const [a, b] = [linesOf(from), linesOf(to)]
  const found = changes(a, b, budget)
  const deadline = performance.now() + budget
  const room = { lines: MOST_LINES, characters: MOST_CHARACTERS }
  const blocks: ComparedBlock[] = []
  let [at, shown] = [0, 0]
  for (const change of found) {
    const whole = changedBlock(a, b, change, deadline)
    if (shown > 0 && !fits(whole, room)) break
    const block = shown > 0 ? whole : cut(whole, room)
    const shift = change.bStart - change.aStart
    const run = { start: at, end: change.aStart, shift, after: shown > 0, before: true }
    blocks.push(...sameBlocks(a, run, room), block)
    at = change.aEnd
    shown += 1
  }
  const last = found[shown - 1]
  const shift = last ? last.bEnd - last.aEnd : 0
  const end = shown < found.length ? at : a.length
  blocks.push(...sameBlocks(a, { start: at, end, shift, after: shown > 0, before: false }, room))
  return {
    blocks,
    changes: found.length,
    removed: found.reduce((sum, { aStart, aEnd }) => sum + aEnd - aStart, 0),
    added: found.reduce((sum, { bStart, bEnd }) => sum + bEnd - bStart, 0),
    unshown: found.length - shown,
  }
}

interface Room {
  lines: number
  characters: number
}

/** The cost of a piece besides its characters. */
const PIECE = 20

const cost = ({ pieces }: ComparedLine): number =>
  pieces.reduce((sum, { text }) => sum + text.length + PIECE, 0)

/** Takes the lines out of the room, unless there is too little of it. */
function take(lines: readonly ComparedLine[], room: Room): boolean {
  const characters = lines.reduce((sum, line) => sum + cost(line), 0)
  if (lines.length > room.lines || characters > room.characters) return false
  room.lines -= lines.length
  room.characters -= characters
  return true
}

type ChangedBlock = ComparedBlock & { kind: 'changed' }

const fits = (block: ChangedBlock, room: Room): boolean => take([...block.removed, ...block.added], room)

/** As many lines of both sides as fit: a change that is larger than a page is shown by its beginning. */
function cut(block: ChangedBlock, room: Room): ChangedBlock {
  if (fits(block, room)) return block
  const half = { lines: room.lines / 2, characters: room.characters / 2 }
  const kept = (lines: ComparedLine[]) => beginning(lines, { ...half })
  const [removed, added] = [kept(block.removed), kept(block.added)]
  Object.assign(room, { lines: 0, characters: 0 })
  const left = block.removed.length + block.added.length - removed.length - added.length
  return { ...block, removed, added, left: block.left + left }
}

function beginning(lines: readonly ComparedLine[], room: Room): ComparedLine[] {
  const end = lines.findIndex(line => !take([line], room))
  return lines.slice(0, end < 0 ? lines.length : end)
}

interface Run {
  /** Lines of the version before, from 0, the end not included. */
  start: number
  end: number
  /** The number to add for their place in the version after. */
  shift: number
  /** True if a change stands right before them, and right behind them. */
  after: boolean
  before: boolean
}

/** Equal lines: shown beside a change, folded away from it. */
function sameBlocks(lines: readonly string[], run: Run, room: Room): ComparedBlock[] {
  const head = !run.after ? run.start : Math.min(run.end, run.start + CONTEXT)
  const tail = !run.before ? run.end : Math.max(head, run.end - CONTEXT)
  const whole = tail - head <= 2
  const parts = whole
    ? [{ ...run, folded: false }]
    : [
        { start: run.start, end: head, folded: false },
        { start: head, end: tail, folded: true },
        { start: tail, end: run.end, folded: false },
      ]
  return parts.flatMap(({ start, end, folded }) =>
    sameBlock(lines, { start, end, shift: run.shift }, folded, room),
  )
}

function sameBlock(
  all: readonly string[],
  { start, end, shift }: Omit<Run, 'after' | 'before'>,
  folded: boolean,
  room: Room,
): ComparedBlock[] {
  if (start === end) return []
  const block = { kind: 'same' as const, from: start + 1, to: start + shift + 1, count: end - start, folded }
  if (end - start > LONGEST_FOLD) return [block]
  const lines = all.slice(start, end).map((text, index) => ({
    number: start + index + 1,
    pieces: shortened([{ text: withoutEnd(text) }]),
  }))
  return [take(lines, room) ? { ...block, lines } : { ...block, folded: true }]
}

function changedBlock(
  a: readonly string[],
  b: readonly string[],
  { aStart, aEnd, bStart, bEnd }: Change,
  deadline: number,
): ChangedBlock {
  const [before, after] = [a.slice(aStart, aEnd), b.slice(bStart, bEnd)]
  const byEnds = before.map(withoutEnd).join('\n') === after.map(withoutEnd).join('\n')
  const [gone, came] = byEnds ? [[], []] : changedWords(before.join(''), after.join(''), deadline)
  const removed = marked(before, aStart, gone, byEnds)
  const added = marked(after, bStart, came, byEnds)
  const left = before.length + after.length - removed.length - added.length
  return { kind: 'changed', removed, added, left }
}

/** A range of UTF-16 offsets. */
type Range = readonly [start: number, end: number]

/** Which characters of the two differ; none where everything does, so that nothing in them stands out. */
function changedWords(before: string, after: string, deadline: number): [Range[], Range[]] {
  const left = deadline - performance.now()
  if (before === '' || after === '' || before.length + after.length > LONGEST_WORDS || left < 1)
    return [[], []]
  const found = textChanges(before, after, Math.min(left, 100), 'numbers')
  const gone = found.map(({ aStart, aEnd }): Range => [aStart, aEnd])
  const came = found.map(({ bStart, bEnd }): Range => [bStart, bEnd])
  return covers(gone, before) && covers(came, after) ? [[], []] : [gone, came]
}

const covers = (ranges: readonly Range[], text: string): boolean =>
  ranges.reduce((sum, [start, end]) => sum + end - start, 0) >= text.trimEnd().length

/** The lines with the ranges of their joined text marked; no more of them than a page may show. */
function marked(
  lines: readonly string[],
  first: number,
  ranges: readonly Range[],
  byEnds: boolean,
): ComparedLine[] {
  const out: ComparedLine[] = []
  let [offset, next] = [0, 0]
  for (const [index, line] of lines.slice(0, MOST_LINES + 1).entries()) {
    const text = withoutEnd(line)
    while (next < ranges.length && ranges[next]![1] <= offset) next++
    const cut = shortened(pieces(text, offset, ranges, next))
    out.push({ number: first + index + 1, pieces: cut, ...(byEnds && { end: endOf(line) }) })
    offset += line.length
  }
  return out
}

function pieces(text: string, offset: number, ranges: readonly Range[], first: number): Piece[] {
  const out: Piece[] = []
  let at = 0
  for (let n = first; n < ranges.length && ranges[n]![0] < offset + text.length; n++) {
    const start = Math.max(at, ranges[n]![0] - offset)
    const end = Math.min(text.length, ranges[n]![1] - offset)
    if (end <= start) continue
    if (start > at) out.push({ text: text.slice(at, start) })
    out.push({ text: text.slice(start, end), changed: true })
    at = end
  }
  if (at < text.length) out.push({ text: text.slice(at) })
  return out
}

/** Long pieces without their middle, and very many without those behind. A whole line that nothing marks is no equal one. */
function shortened(list: Piece[]): Piece[] {
  const rest = list.slice(MOST_PIECES).reduce((sum, { text }) => sum + text.length, 0)
  const kept = list.slice(0, MOST_PIECES).flatMap(piece => withoutMiddle(piece, list.length === 1))
  return rest > 0 ? [...kept, { text: '', left: rest }] : kept
}

function withoutMiddle(piece: Piece, alone: boolean): Piece[] {
  const { text, changed } = piece
  const counts = changed || alone
  if (text.length <= (counts ? LONGEST_CHANGED : LONGEST_EQUAL)) return [piece]
  const kept = counts ? LONGEST_CHANGED / 2 : BESIDE
  const mark = changed && { changed }
  return [
    { ...mark, text: text.slice(0, kept).toWellFormed(), left: text.length - 2 * kept },
    { ...mark, text: text.slice(-kept).toWellFormed() },
  ]
}

function endOf(line: string): NonNullable<ComparedLine['end']> {
  if (!line.endsWith('\n')) return 'no line break'
  return line.endsWith('\r\n') ? 'carriage return and line feed' : 'line feed'
}

const withoutEnd = (line: string): string => line.replace(/\r?\n$/, '')
