// Keeps the figures: one JSON file of what was last measured, and the page made from it.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { fromRoot } from '../../test/support/project-root.ts'
import type { Row } from './row.ts'

interface Group {
  name: string
  /** Day it was measured. */
  day: string
  machine: string
  rows: Row[]
}

const kept = fromRoot('bench', 'figures.json')
const page = fromRoot('docs', 'reference', 'figures.md')

/** Puts the rows measured now in the place of earlier ones of the same name, and writes the page. */
export async function writeFigures(name: string, rows: Row[]): Promise<void> {
  const earlier = JSON.parse(await readFile(kept, 'utf8').catch(() => '[]')) as Group[]
  const day = new Date().toISOString().slice(0, 10)
  const groups = new Map(earlier.map(group => [group.name, group]))
  groups.set(name, { name, day, machine: machine(), rows })
  const all = order
    .flatMap(name => groups.get(name) ?? [])
    .concat([...groups.values()].filter(g => !order.includes(g.name)))
  await writeFile(kept, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(page, pageOf(all))
}

const order = [
  'reads',
  'publish',
  'race',
  'nodes',
  'memory',
  'steady',
  'growth',
  'growth-postgres',
  'verify',
  'markdown',
  'turns',
  'anchors',
  'following',
  'first-content',
  'threads',
  'clone',
  'start',
  'size',
]

function machine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${processors.length} cores (${processors[0]?.model ?? 'unknown'}), ${memory} GB, ${process.platform}, Node ${process.versions.node}`
}

const titles: Record<string, string> = {
  reads: 'Reading',
  publish: 'Publishing',
  race: 'Racing updates',
  nodes: 'Server processes and nodes',
  memory: 'Memory',
  steady: 'Minutes of mixed load',
  growth: 'Growth',
  'growth-postgres': 'Growth on Postgres',
  verify: 'Checking every version',
  markdown: 'Markdown',
  turns: 'Turns at the worker processes',
  anchors: 'Comments through rewrites',
  following: 'Elements of large pages',
  'first-content': 'First content of a page',
  threads: 'Pages with a thousand threads',
  clone: 'From a clone to an address',
  start: 'Starting',
  size: 'Size of a first view',
}

function pageOf(groups: readonly Group[]): string {
  const rows = groups.flatMap(group => group.rows)
  const short = rows.filter(row => !row.met).length
  return `# Figures

Made by \`bin/bench\`; every figure stands beside what was measured in the same run on the same machine, so read the ratios, not the numbers.
Runs are repeated in turn with their peer and the best of each counts. ${rows.length - short} of ${rows.length} goals are met${short > 0 ? '; the others are marked' : ''}.

${groups.map(sectionOf).join('\n')}`
}

const sectionOf = ({ name, day, machine: on, rows }: Group): string => `## ${titles[name] ?? name}

| What | Figure | Beside | Ratio | Goal | |
|---|---|---|---|---|---|
${rows.map(row => `| ${[row.what, row.ours, row.peer, row.ratio, row.goal, row.met ? 'met' : '**short**'].map(cell).join(' | ')} |`).join('\n')}

Measured ${day} on ${on}.
`

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
