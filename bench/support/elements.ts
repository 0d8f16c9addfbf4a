// Comments on elements through rewrites: real pages are edited at random, and each element must be found again, or not at all.
import { pathToFileURL } from 'node:url'
import { parse } from 'parse5'
import { packageFiles } from '../../demo/material.ts'
import {
  type ElementPage,
  elementAt,
  placeOfElement,
  readElements,
} from '../../src/content/anchors/elements.ts'
import { pageHtml } from '../../src/content/anchors/page-text.ts'
import { carryPassages } from '../../src/content/anchors/reanchor.ts'
import { chanceFrom } from './chance.ts'
import { type Chance, type Edits, edited, elementsOf, pick } from './element-rounds.ts'
import { isQuick, type Row } from './row.ts'

/** The pages of every README and CHANGELOG that the demonstration publishes, 3 to 60 KB, each once. */
async function corpus(): Promise<string[]> {
  const files = (await packageFiles()).filter(({ filename, bytes }) => {
    return /\.(md|markdown)$/i.test(filename) && bytes.length > 3000 && bytes.length < 60_000
  })
  const sources = [...new Set(files.map(({ bytes }) => bytes.toString('utf8')))]
  const pages = await Promise.all(sources.map(source => pageHtml(source, 'markdown')))
  return pages.map(html => `<!doctype html><html><head><title>T</title></head><body>${html}</body></html>`)
}

interface Case {
  what: string
  edits: Edits
}

const cases: readonly Case[] = [
  { what: '30 % of the elements reworded', edits: { words: 0.3 } },
  { what: '30 % with a new neighbour', edits: { inserted: 0.3 } },
  { what: '30 % of the others deleted', edits: { deleted: 0.3 } },
  { what: '15 % moved', edits: { moved: 0.15 } },
  { what: '50 % with other attributes', edits: { attributes: 0.5 } },
  {
    what: '30 % reworded, 15 % each inserted, deleted, with other attributes, 5 % moved',
    edits: { words: 0.3, inserted: 0.15, deleted: 0.15, attributes: 0.15, moved: 0.05 },
  },
  {
    what: 'deleted, 30 % of the others reworded, 10 % each inserted and deleted',
    edits: { words: 0.3, inserted: 0.1, deleted: 0.1, gone: true },
  },
]

/** The kinds of elements that people point at and that stand in these pages. */
const kinds = [/^p$/, /^h[1-6]$/, /^li$/, /^table$/, /^img$/, /^pre$/]

/** Elements of one page that are asked for. */
const ASKED = 6

function asked(page: ElementPage, chance: Chance): number[] {
  const found = new Set<number>()
  for (let tries = 0; tries < 40 && found.size < ASKED; tries++) {
    const kind = pick(kinds, chance)
    const fitting = page.all.flatMap(({ tagName }, number) => (kind.test(tagName) ? [number] : []))
    if (fitting.length > 0) found.add(pick(fitting, chance))
  }
  return [...found]
}

type Verdict = 'right' | 'wrong' | 'detached'

const judged = (found: number, truth: number | null): Verdict =>
  found < 0 ? 'detached' : found === truth ? 'right' : 'wrong'

interface Told {
  ours: Verdict[]
  path: Verdict[]
  id: Verdict[]
}

/** One page, its next version, and what each way of following says of some of its elements. */
async function round(pages: readonly string[], { edits }: Case, chance: Chance, told: Told): Promise<void> {
  const html = pick(pages, chance)
  const before = readElements(html, null)
  const numbers = asked(before, chance)
  const next = edited(html, numbers, edits, pages, chance)
  // A tree that a parser reads as another one tells nothing.
  if (elementsOf(parse(next.html)).length !== next.count) return
  const after = readElements(next.html, null)
  const at = (path: string) => after.all.indexOf(elementAt(after, path)!)
  const hanging = numbers.map(number => {
    const range = placeOfElement(before, before.all[number]!)
    return { anchor: { cssPath: range.suffix }, range, state: 'anchored' as const }
  })
  const file = (source: string) => ({ source, format: 'html' as const })
  const found = await carryPassages(file(html), file(next.html), hanging)
  for (const [index, { state, range }] of found.entries()) {
    const truth = next.truth[index]!
    told.ours.push(judged(state === 'orphaned' ? -1 : at(range!.suffix), truth))
    told.id.push(judged(at(hanging[index]!.range.suffix), truth))
    told.path.push(judged(at(barePath(before, numbers[index]!)), truth))
  }
}

/** Step by step from the body, whatever ids there are. */
function barePath({ all, numbers }: ElementPage, number: number): string {
  const steps: string[] = []
  for (let at = all[number]!; at.tagName !== 'body'; at = at.parentNode as typeof at)
    steps.unshift(`${at.tagName}:nth-of-type(${numbers.get(at)!.type})`)
  return ['body', ...steps].join(' > ')
}

/** One row for each case. */
export async function rows(): Promise<Row[]> {
  const pages = await corpus()
  const wanted = isQuick ? 200 : 1200
  const told: Row[] = []
  for (const [index, each] of cases.entries())
    told.push(await measured(pages, each, wanted, chanceFrom(2000 + index)))
  return told
}

async function measured(pages: readonly string[], each: Case, wanted: number, chance: Chance): Promise<Row> {
  const told: Told = { ours: [], path: [], id: [] }
  while (told.ours.length < wanted) await round(pages, each, chance, told)
  const most = each.edits.gone ? 0.02 : 0.005
  const wrong = share(told.ours, 'wrong')
  return {
    what: `Elements, ${each.what}`,
    ours: words(told.ours, each),
    peer: `${words(told.path, each)} for the same path; ${words(told.id, each)} for the id or the path`,
    ratio: `${told.ours.length} elements in ${pages.length} files`,
    goal: `under ${percent(most)} wrong`,
    met: wrong < most,
  }
}

const share = (verdicts: readonly Verdict[], wanted: Verdict): number =>
  verdicts.filter(verdict => verdict === wanted).length / verdicts.length

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

const words = (verdicts: readonly Verdict[], { edits }: Case): string =>
  `${edits.gone ? '' : `${percent(share(verdicts, 'right'))} right, `}${percent(share(verdicts, 'wrong'))} wrong, ${percent(share(verdicts, 'detached'))} detached`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
