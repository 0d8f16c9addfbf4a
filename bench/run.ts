// Runs the benchmarks named, or all of them, prints a table, and writes docs/reference/figures.md after each.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { fromRoot } from '../test/support/project-root.ts'
import { writeFigures } from './support/figures.ts'
import type { Row } from './support/row.ts'

// Refuses a flag that there is none of: a slip must not begin twenty minutes of measuring. The benchmarks read their own flags.
const { positionals: named, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    print: { type: 'boolean' },
    quick: { type: 'boolean' },
    minutes: { type: 'string' },
    mix: { type: 'string' },
  },
})
const files = globSync('bench/*.ts', { cwd: fromRoot() })
  .map(path => basename(path, '.ts'))
  .filter(name => name !== 'run' && (named.length === 0 || named.includes(name)))
  .sort()
const unknown = named.filter(name => !files.includes(name))
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`)

for (const name of files) {
  process.stderr.write(`measuring ${name}\n`)
  const { rows } = (await import(fromRoot('bench', `${name}.ts`))) as { rows(): Promise<Row[]> }
  const measured = await rows()
  for (const row of measured) print(row)
  if (!flags.print) await writeFigures(name, measured)
}

function print({ what, ours, peer, ratio, goal, met }: Row): void {
  process.stdout.write(
    `${met ? 'met  ' : 'SHORT'} ${what}\n      ${ours}; beside ${peer}; ${ratio}; goal ${goal}\n`,
  )
}
