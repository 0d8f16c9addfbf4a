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
export async function conformance(url: string, revision: string): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-conformance-'))
  const given = ['server', '--url', url, '--requirements', revision, '-o', folder]
  const program = spawn(process.execPath, [suite, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  const findings = new Map<string, Check[]>()
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1]
    if (!scenario) continue
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
    findings.set(
      scenario,
      checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
    )
  }
  await rm(folder, { recursive: true })
  if (findings.size === 0) throw new Error(`the suite told nothing: ${said}`)
  return findings
}
