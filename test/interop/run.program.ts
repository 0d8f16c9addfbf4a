// Connects the vendors' own programs to a server of its own, each with a home of its own, and says which of them are.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startProduct } from '../support/product.ts'
import { fromRoot } from '../support/project-root.ts'
import { signClaudeIn } from './claude-login.ts'

const run = promisify(execFile)

/** Longest time that one command of a program may take, in milliseconds. */
const PATIENCE = 90_000
const TOOLS = 21

interface Place {
  /** The MCP endpoint. */
  url: string
  key: string
  /** A session of the key's person, as a Cookie header. */
  cookie: string
  /** The program's home. */
  home: string
  /** The folder that it works in. */
  work: string
  env: Record<string, string>
}

const installed = (...parts: string[]): string => fromRoot('.cache', 'interop', 'node_modules', ...parts)
const platform = `${process.platform}-${process.arch}`

async function say({ work, env }: Place, program: string, words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, words, { cwd: work, env, timeout: PATIENCE })
  return stdout + stderr
}

function requireIn(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(text.trim())
}

async function claude(place: Place): Promise<void> {
  const program = installed('@anthropic-ai', `claude-code-${platform}`, 'claude')
  const header = ['--header', `Authorization: Bearer ${place.key}`]
  await say(place, program, ['mcp', 'add', '--transport', 'http', 'keyed', place.url, ...header])
  await say(place, program, ['mcp', 'add', '--transport', 'http', 'recto', place.url])
  const before = await say(place, program, ['mcp', 'list'])
  requireIn(before, /^keyed: .* Connected$/m)
  requireIn(before, /^recto: .* Needs authentication$/m)
  const login = { ...place, program, server: 'recto', patience: PATIENCE }
  // Behind a firewall its document cannot be fetched. Then documents are offered no more, and it registers once it has forgotten its own.
  await signClaudeIn(login).catch(async () => {
    await say(place, program, ['mcp', 'logout', 'recto'])
    await signClaudeIn(login)
  })
  requireIn(await say(place, program, ['mcp', 'list']), /^recto: .* Connected$/m)
  await installPlugin(place, 'claude')
  const plugin = join(place.home, '.claude/skills/recto')
  requireIn(await say(place, program, ['plugin', 'validate', plugin]), /Validation passed/)
  requireIn(await say(place, program, ['plugin', 'list']), /recto@skills-dir[\s\S]*Status: \S+ loaded/)
}

/** By the command line, as a person does. */
async function installPlugin(place: Place, agent: string): Promise<void> {
  const program = fromRoot('dist', 'cli', 'recto.js')
  const url = new URL(place.url).origin
  await say(place, process.execPath, [program, 'skill', 'install', agent, '--plugin', '--url', url])
}

async function gemini(place: Place): Promise<void> {
  const program = installed('.bin', 'gemini')
  const settings = join(place.home, '.gemini')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'trustedFolders.json'), JSON.stringify({ [place.work]: 'TRUST_FOLDER' }))
  const header = ['-H', `Authorization: Bearer ${place.key}`]
  await say(place, program, ['mcp', 'add', '-t', 'http', ...header, 'recto', place.url])
  requireIn(await say(place, program, ['mcp', 'list']), /recto: .* Connected$/m)
  await installPlugin(place, 'gemini')
  const extensions = await say(place, program, ['extensions', 'list'])
  requireIn(extensions, /recto \([\s\S]*MCP servers:\s+recto\s+Agent skills:\s+recto: /)
}

async function codex(place: Place): Promise<void> {
  const program = installed('.bin', 'codex')
  const bearer = ['--bearer-token-env-var', 'RECTO_API_KEY']
  await say(place, program, ['mcp', 'add', 'recto', '--url', place.url, ...bearer])
  const server = spawn(program, ['app-server'], {
    cwd: place.work,
    env: place.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const late = setTimeout(() => server.kill(), PATIENCE)
  const tools = await codexTools(server)
  clearTimeout(late)
  server.kill()
  await once(server, 'close')
  if (tools.length !== TOOLS) throw new Error(`it sees ${tools.length} tools`)
  await installPlugin(place, 'codex')
  await say(place, program, ['plugin', 'add', 'recto@personal'])
  requireIn(await say(place, program, ['plugin', 'list']), /^recto@personal +installed/m)
}

/** The names of the tools that Codex sees, asked of its server for editors. */
async function codexTools({ stdin, stdout }: ChildProcess): Promise<string[]> {
  const ask = (message: object) => stdin!.write(`${JSON.stringify(message)}\n`)
  const clientInfo = { name: 'recto', title: 'Recto', version: '1' }
  ask({ id: 1, method: 'initialize', params: { clientInfo } })
  for await (const line of createInterface({ input: stdout! })) {
    const { id, result } = JSON.parse(line)
    if (id === 1) {
      ask({ method: 'initialized' })
      ask({ id: 2, method: 'mcpServerStatus/list', params: {} })
    }
    if (id === 2) return Object.keys(result?.data?.[0]?.tools ?? {})
  }
  throw new Error('it ended before it answered')
}

const clients: Record<string, (place: Place) => Promise<void>> = { claude, codex, gemini }

/** The names are checked by `bin/interop`, before it downloads anything. */
const named = process.argv.slice(2)
const product = await startProduct({ host: 'localhost', env: { RECTO_CIMD: 'auto' } })
for (const [name, connect] of Object.entries(clients)) {
  if (named.length > 0 && !named.includes(name)) continue
  const home = await mkdtemp(join(tmpdir(), `recto-${name}-`))
  const work = join(home, 'work')
  await mkdir(work)
  const env = {
    ...{ HOME: home, PATH: process.env.PATH ?? '', RECTO_API_KEY: product.key, NO_COLOR: '1' },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  }
  try {
    await connect({ url: `${product.url}/v1/mcp`, key: product.key, cookie: product.cookie, home, work, env })
    process.stdout.write(`ok      ${name}\n`)
  } catch (error) {
    process.stdout.write(`FAILED  ${name}: ${(error as Error).message.replaceAll(product.key, '…')}\n`)
    process.exitCode = 1
  }
  await rm(home, { recursive: true, force: true })
}
await product.stop()
