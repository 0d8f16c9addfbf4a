// A thousand elements followed through a new version of a page of many megabytes: the time grows as the page does.
import { pathToFileURL } from 'node:url'
import { placeOfElement, readElements } from '../src/content/anchors/elements.ts'
import { carryPassages } from '../src/content/anchors/reanchor.ts'
import { chanceFrom } from './support/chance.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

/** Elements that are asked for. */
const ASKED = 1000

/** The larger page is so many times as long as the smaller one. */
const TIMES = 4

/** A page of so many characters, with sections that repeat themselves; in the second version some are gone, others reworded. */
function pageOf(size: number, isSecond: boolean): string {
  const chance = chanceFrom(7)
  const parts = ['<!doctype html><title>T</title><body>']
  for (let length = 0, number = 1; length < size; number++) {
    const words = Array.from({ length: 40 }, () => Math.floor(chance() * 5000).toString(36)).join(' ')
    const said = isSecond && number % 5 === 0 ? `${words} and more` : words
    const rows = `<tr><td>Sum</td><td>${number % 17}</td></tr>`.repeat(2)
    const section = `<section><h2>Part ${number % 50}</h2><p>${said}</p><ul><li data-key="k${number}">One</li><li>${words.slice(0, 40)}</li></ul><table>${rows}</table></section>\n`
    if (!(isSecond && number % 97 === 0)) parts.push(section)
    length += section.length
  }
  return parts.join('')
}

interface Measured {
  /** Milliseconds to read both versions, and to follow with all that takes. */
  reading: number
  following: number
  elements: number
}

async function measured(size: number): Promise<Measured> {
  const [before, after] = [pageOf(size, false), pageOf(size, true)]
  const began = performance.now()
  const page = readElements(before, null)
  readElements(after, null)
  const reading = performance.now() - began
  const hanging = Array.from({ length: ASKED }, (_, index) => {
    const range = placeOfElement(page, page.all[Math.floor((index * page.all.length) / ASKED)]!)
    return { anchor: { cssPath: range.suffix }, range, state: 'anchored' as const }
  })
  const started = performance.now()
  const file = (source: string) => ({ source, format: 'html' as const })
  await carryPassages(file(before), file(after), hanging)
  return { reading, following: performance.now() - started, elements: page.all.length }
}

/** One row: the larger page beside the smaller one, and beside what reading both versions alone takes. */
export async function rows(): Promise<Row[]> {
  const size = isQuick ? 2_000_000 : 10_000_000
  await measured(size / 20)
  const small = await measured(size / TIMES)
  const large = await measured(size)
  const ratio = large.following / small.following
  return [
    {
      what: `${count(ASKED)} elements of a page of ${size / 1e6} MB (${count(large.elements)} elements) followed to its next version`,
      ours: `${count(large.following)} ms`,
      peer: `${count(small.following)} ms for a page of ${size / TIMES / 1e6} MB; ${count(large.reading)} ms to read both versions alone`,
      ratio: `${times(ratio)} times for ${TIMES} times the page`,
      goal: `at most ${2 * TIMES} times`,
      met: ratio <= 2 * TIMES,
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
