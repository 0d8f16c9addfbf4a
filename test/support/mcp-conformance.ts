// Runs the official MCP conformance suite against an address and tells what each scenario found.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** What is wrong in each scenario that ran; an empty list is a scenario that passed. */
export type Findings = ReadonlyMap<string, readonly Check[]>

/** Every scenario that the revision requires of a server. */
export const conformance = (url: string, revision: string): Promise<Findings> =>
  findings(url, ['--requirements', revision])

/** One scenario by its name, which may belong to an extension. */
export const conformanceOf = (url: string, scenario: string): Promise<Findings> =>
  findings(url, ['--scenario', scenario])

async function findings(url: string, wanted: readonly string[]): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-conformance-'))
  const given = ['server', '--url', url, ...wanted, '-o', folder]
  const program = spawn(process.execPath, [suite, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  const found = new Map<string, Check[]>()
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1]
    if (!scenario) continue
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
    found.set(
      scenario,
      checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
    )
  }
  await rm(folder, { recursive: true })
  if (found.size === 0) throw new Error(`the suite told nothing: ${said}`)
  return found
}
