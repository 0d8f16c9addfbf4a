// Finding a passage of the documentation, in the browser and, where no script runs, on the server.

/** A passage: a page, or what stands below one of its headings. */
export interface SearchEntry {
  /** Below `/docs/`, with the heading behind `#`. */
  path: string
  page: string
  /** Empty for the beginning of a page. */
  heading: string
  text: string
}

const RESULTS = 12

/** Passages that hold every word, the best first: a word counts more in a title than in a heading, and least in the text. */
export function searchDocs(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_@-]+/gu) ?? []
  if (words.length === 0) return []
  return entries
    .map(entry => ({ entry, score: scoreOf(entry, words.slice(0, 12)) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, RESULTS)
    .map(({ entry }) => entry)
}

/** 0 where a word is missing. */
function scoreOf({ page, heading, text }: SearchEntry, words: readonly string[]): number {
  const places = [page, heading, text].map(place => place.toLowerCase())
  const scores = words.map(word =>
    places.reduce((sum, place, at) => sum + weigh(place, word, weights[at]!), 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, heading === '' ? 0.5 : 0)
}

const weights = [8, 5, 1]

/** The beginning of a word counts twice, a whole word four times. */
function weigh(place: string, word: string, weight: number): number {
  const at = place.indexOf(word)
  if (at < 0) return 0
  const inWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  if (inWord(place[at - 1])) return weight
  return inWord(place[at + word.length]) ? weight * 2 : weight * 4
}

/** Some words of the text around the first match. */
export function excerptOf({ text }: SearchEntry, query: string): string {
  const word = query.toLowerCase().match(/[\p{L}\p{N}_@-]+/u)?.[0] ?? ''
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 140)}`
}
