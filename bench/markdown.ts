// Markdown beside a plain render by the same library: a usual file, a large one, raw HTML, and hostile nests.
import { pathToFileURL } from 'node:url'
import MarkdownIt from 'markdown-it'
import { renderMarkdown } from '../src/content/markdown/markdown.ts'
import { isQuick, median, type Row, times } from './support/row.ts'

const options = { linkRel: 'noopener', colours: false }

/** About `size` characters of what people write: headings, tables, lists, links, code, footnote marks. */
export function usual(size: number, raw = ''): string {
  const part = (n: number): string => `## Part ${n} of *many* with \`code\`

Some paragraph with **bold**, [a link](https://example.com/x), a note[^1] and text that goes on for a while, as people write.

| a | b | c |
|---|:-:|--:|
| 1 | two | [three](http://x.y) |
| 4 | five | six |

- item one
- item two
  - nested item, ~~gone~~
${raw}
\`\`\`js
const x = ${n}
function f(a) { return a + 1 }
\`\`\`

`
  let text = ''
  for (let n = 1; text.length < size; n++) text += part(n)
  return `${text}\n[^1]: A note.\n`
}

const inputs: [what: string, source: string][] = [
  ['200 KB', usual(200_000)],
  ['5 MB', usual(5_000_000)],
  ['50,000 quotes in each other', '> '.repeat(50_000)],
  ['50,000 open brackets', '['.repeat(50_000)],
  ['100,000 alternating emphases', '*a_ '.repeat(100_000)],
]

async function milliseconds(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Measures both in turn, so that what disturbs the machine disturbs both; the middle of several runs, after one to warm up. */
async function compared(source: string): Promise<{ ours: number; peer: number }> {
  const plain = new MarkdownIt({ html: true, linkify: true })
  const rounds = source.length > 1_000_000 || isQuick ? 3 : 9
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const peerTime = await milliseconds(() => plain.render(source))
    const ourTime = await milliseconds(() => renderMarkdown(source, options))
    if (round > 0) {
      ours.push(ourTime)
      peer.push(peerTime)
    }
  }
  return { ours: median(ours), peer: median(peer) }
}

const shown = (time: number): string => `${time.toFixed(1)} ms`

/** One row for each kind of file, and one for what colours cost. */
export async function rows(): Promise<Row[]> {
  const found: Row[] = []
  for (const [what, source] of inputs) found.push(row(what, await compared(source)))
  return [...found, await rawHtml(), await colours()]
}

/** Measures the cost of the sanitiser's tree. It has no goal, since the plain render beside it sanitises nothing. */
async function rawHtml(): Promise<Row> {
  const source = usual(200_000, '\n<kbd>Ctrl</kbd> and <br> <sub>2</sub>\n')
  return {
    ...row('200 KB with raw HTML in every part, sanitised', await compared(source)),
    goal: 'for information',
    met: true,
  }
}

const row = (what: string, { ours, peer }: { ours: number; peer: number }): Row => ({
  what: `Markdown, ${what}`,
  ours: shown(ours),
  peer: `${shown(peer)} for a plain render by markdown-it`,
  ratio: times(ours / peer),
  goal: 'within 1.5 times',
  met: ours <= 1.5 * peer,
})

async function colours(): Promise<Row> {
  const source = usual(200_000)
  const coloured = { ...options, colours: true }
  await renderMarkdown(source, coloured)
  const ours = await milliseconds(() => renderMarkdown(source, coloured))
  const peer = await milliseconds(() => renderMarkdown(source, options))
  return {
    what: 'Markdown, 200 KB, its code coloured',
    ours: shown(ours),
    peer: `${shown(peer)} without colours`,
    ratio: times(ours / peer),
    goal: 'for information',
    met: true,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
