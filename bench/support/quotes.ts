// Quotes in real texts: how they are picked, how text around them is reworded, and how what was found for them is judged.
import { packageFiles } from '../../demo/material.ts'
import { pageHtml, readPageText } from '../../src/content/anchors/page-text.ts'
import type { Span } from '../../src/domain/anchor.ts'

export type Chance = () => number

/** The text of every README and CHANGELOG that the demonstration publishes, 3 to 60 KB, each once; its last paragraph ends like the others, so that none is glued to it. */
export async function corpus(): Promise<string[]> {
  const files = (await packageFiles()).filter(({ filename, bytes }) => {
    return /\.(md|markdown)$/i.test(filename) && bytes.length > 3000 && bytes.length < 60_000
  })
  const sources = [...new Set(files.map(({ bytes }) => bytes.toString('utf8')))]
  return Promise.all(
    sources.map(async source => `${readPageText(await pageHtml(source, 'markdown')).lines.trimEnd()}\n`),
  )
}

export const pick = <T>(all: readonly T[], chance: Chance): T => all[Math.floor(chance() * all.length)]!

export const paragraphsOf = (text: string): string[] => text.match(/[^\n]+\n*|\n+/g) ?? []

/** Some words of the text, from the beginning of one to the end of another. */
export function quoteIn(text: string, [least, most]: readonly [number, number], chance: Chance): Span | null {
  const wanted = least + chance() * (most - least)
  const words = [...text.matchAll(/\S+/g)]
  const first = Math.floor(chance() * words.length)
  const start = words[first]?.index ?? 0
  for (const word of words.slice(first, first + 200)) {
    const end = word.index + word[0].length
    if (end - start > most) return null
    if (end - start >= wanted) return { start, end }
  }
  return null
}

/** The text with this share of its words replaced by words from anywhere. */
export function reworded(text: string, share: number, other: () => string, chance: Chance): string {
  return text.replace(/\S+/g, word => {
    if (chance() >= share) return word
    const words = other().match(/\S+/g) ?? ['word']
    return pick(words, chance)
  })
}

/** A paragraph reworded, dropped, or with a foreign one behind it. */
export function edited(paragraph: string, texts: readonly string[], chance: Chance): string {
  const kind = chance()
  if (kind < 0.5) return reworded(paragraph, 0.1 + 0.6 * chance(), () => pick(texts, chance), chance)
  return kind < 0.75 ? '' : paragraph + pick(paragraphsOf(pick(texts, chance)), chance)
}

export type Verdict = 'right' | 'wrong' | 'detached'

/** Right where at least half of what is marked is what it should be, or one of the places that nobody can tell from it. */
export function judged(found: Span | null, truths: readonly Span[]): Verdict {
  if (!found) return 'detached'
  const isIt = (truth: Span) =>
    (Math.min(found.end, truth.end) - Math.max(found.start, truth.start)) * 2 >= found.end - found.start
  return truths.some(isIt) ? 'right' : 'wrong'
}

export const share = (verdicts: readonly Verdict[], wanted: Verdict): number =>
  verdicts.filter(verdict => verdict === wanted).length / verdicts.length

export const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
