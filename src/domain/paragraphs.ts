// The paragraphs of two versions of a text, and where each stands in both.

/** `[start, end)` of a text, in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** Two versions of a text. */
export interface Texts {
  before: string
  after: string
}

/** Paragraphs in a row, `[first, last]`. */
export interface Run {
  first: number
  last: number
}

/** Those that say anything, in order, without the white space around them. */
export interface Paragraphs {
  starts: readonly number[]
  ends: readonly number[]
  /** Equal numbers are equal words, in both texts. */
  ids: readonly number[]
}

export interface ParagraphIndex {
  before: Paragraphs
  after: Paragraphs
  /** Positions of each paragraph, by its number. */
  inBefore: ReadonlyMap<number, readonly number[]>
  inAfter: ReadonlyMap<number, readonly number[]>
  /** 1 for a word that the first text has once, less for others. */
  rarity(word: string): number
}

const indexes = new WeakMap<Texts, ParagraphIndex>()

/** Made once for each pair of texts. */
export function paragraphIndexOf(texts: Texts): ParagraphIndex {
  const known = indexes.get(texts)
  if (known) return known
  const numbers = new Map<string, number>()
  const [before, after] = [paragraphsOf(texts.before, numbers), paragraphsOf(texts.after, numbers)]
  const made = {
    ...{ before, after, inBefore: placesOf(before), inAfter: placesOf(after) },
    rarity: rarityIn(texts.before),
  }
  indexes.set(texts, made)
  return made
}

function paragraphsOf(text: string, numbers: Map<string, number>): Paragraphs {
  const [starts, ends, ids]: [number[], number[], number[]] = [[], [], []]
  for (const match of text.matchAll(/[^\n]+/g)) {
    const words = match[0].trim()
    if (!/[\p{L}\p{N}]/u.test(words)) continue
    const start = match.index + match[0].indexOf(words)
    const id = numbers.get(words) ?? numbers.size
    numbers.set(words, id)
    starts.push(start)
    ends.push(start + words.length)
    ids.push(id)
  }
  return { starts, ends, ids }
}

function placesOf({ ids }: Paragraphs): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const [at, id] of ids.entries()) {
    const known = places.get(id)
    if (known) known.push(at)
    else places.set(id, [at])
  }
  return places
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []

/** The words of a text are counted when the first is asked for. */
function rarityIn(text: string): (word: string) => number {
  let counts: Map<string, number> | undefined
  return word => {
    counts ??= countWords(text)
    return 1 / Math.sqrt(counts.get(word) ?? 1)
  }
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The paragraphs that hold the span; null if it holds nothing but signs and white space. */
export function paragraphsAt({ starts, ends }: Paragraphs, span: Span): Run | null {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! <= span.start) low = middle + 1
    else high = middle
  }
  let last = low
  while (last + 1 < starts.length && starts[last + 1]! < span.end) last++
  return low < starts.length && starts[low]! < span.end ? { first: low, last } : null
}
