// Runs the official MCP conformance suite against an address and tells what each scenario found.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** Checks of each scenario that ran. */
export type Findings = ReadonlyMap<string, readonly Check[]>

/** Finds what is wrong in every scenario that the revision requires of a server. */
export const conformance = (url: string, revision: string): Promise<Findings> =>
  findings(url, ['--requirements', revision])

/** One scenario by its name, which may belong to an extension. */
export const conformanceOf = (url: string, scenario: string): Promise<Findings> =>
  findings(url, ['--scenario', scenario])

async function findings(url: string, wanted: readonly string[]): Promise<Findings> {
  const ran = await checksOf('server', ['--url', url, ...wanted])
  const wrong = (checks: readonly Check[]) =>
    checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  return new Map([...ran].map(([scenario, checks]) => [scenario, wrong(checks)]))
}

interface Authorization {
  issuer: string
  clientId: string
  resource: string
  /** The port on which the suite waits for the browser, at /callback of 127.0.0.1. */
  port: number
  /** The person opens the address that the suite prints, and agrees. */
  agree(address: string): Promise<unknown>
}

/** Every check of every scenario that the suite has for an authorization server. */
export function conformanceOfIssuer(asked: Authorization): Promise<Findings> {
  const { issuer, clientId, resource, port, agree } = asked
  const client = ['--client-id', clientId, '--resource', resource, '--port', String(port)]
  return checksOf('authorization', ['--url', issuer, ...client], async output => {
    for await (const line of createInterface(output))
      if (line.includes('code_challenge=')) await agree(line.trim())
  })
}

async function checksOf(
  command: 'server' | 'authorization',
  wanted: readonly string[],
  follow: (output: Readable) => Promise<unknown> = text,
): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-conformance-'))
  const given = [command, ...wanted, '-o', folder]
  const program = spawn(process.execPath, [suite, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said] = await Promise.all([follow(program.stdout), text(program.stderr), once(program, 'close')])
  const kind = command === 'server' ? 'server' : 'authorization-server'
  const found = new Map<string, Check[]>()
  for (const name of await readdir(folder)) {
    const scenario = new RegExp(`^${kind}-(.+)-\\d{4}-\\d\\d-\\d\\dT`).exec(name)?.[1]
    if (scenario) found.set(scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')))
  }
  await rm(folder, { recursive: true })
  if (found.size === 0) throw new Error(`the suite told nothing: ${said}`)
  return found
}
