// The single executable: it needs no Node and no file beside it and does what the package does.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fromRoot, projectRoot } from '../../support/project-root.ts'
import { ends } from './installed.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let folder: string
let program: string

before(async () => {
  desk = await openDesk()
  folder = await mkdtemp(join(tmpdir(), 'recto-executable-'))
  const { stdout } = await promisify(execFile)(fromRoot('bin/executable'), { cwd: projectRoot })
  program = fromRoot(stdout.split('  ')[1]!)
})
after(async () => {
  await desk.leave()
  await rm(folder, { recursive: true, force: true })
})

/** There is nothing on its path. */
const env = () => ({
  ...{ PATH: '', HOME: folder, RECTO_CONFIG_DIR: join(folder, 'config') },
  ...{ RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key },
})

const run = (...words: string[]) => ends(program, words, { cwd: folder, env: env() })

test('it publishes, updates, filters with jq and installs the skill', async () => {
  await writeFile(join(folder, 'page.md'), '# One file\n')
  const published = await run('publish', 'page.md')
  assert.deepEqual([published.code, published.stderr], [0, ''])
  await writeFile(join(folder, 'page.md'), '# One file\n\nTwo\n')
  const updated = await run('publish', 'page.md', '--update', '--jq', '.name, .version')
  assert.equal(updated.stdout, 'One file\n2\n')
  assert.equal((await run('skill', 'install', 'claude')).code, 0)
  const skill = await readFile(join(folder, '.claude/skills/recto/SKILL.md'), 'utf8')
  assert.ok(skill.includes(`The server is ${desk.service.url}.`))
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
  assert.equal((await run('--version')).stdout, `${version}\n`)
})

test('it bridges MCP over stdio', async () => {
  const client = new Client({ name: 'recto-test', version: '1.0.0' })
  const transport = { command: program, args: ['mcp', '--root', folder], cwd: folder, env: env() }
  await client.connect(new StdioClientTransport(transport))
  const { tools } = await client.listTools()
  assert.equal(tools.length, 21)
  await client.close()
})

test('it signs in with OAuth, and proves the contract as anybody sees it', async () => {
  const device = await ends(program, ['login', '--device'], {
    cwd: folder,
    env: { ...env(), RECTO_API_KEY: '', RECTO_URL: 'http://localhost:1' },
  })
  assert.equal(device.code, 1)
  assert.match(device.stderr, /http:\/\/localhost:1/)
  const { code, stdout } = await ends(program, ['conformance', desk.service.url], {
    cwd: folder,
    env: { ...env(), RECTO_API_KEY: '' },
  })
  assert.equal(code, 0, stdout)
})

test('the server is not in it, and it says where that runs', async () => {
  for (const words of [['serve'], ['admin', 'verify']]) {
    const { code, stderr } = await run(...words)
    assert.equal(code, 2)
    assert.match(stderr, /holds the command line alone/)
  }
})

test('it is a little larger than Node', async () => {
  const [whole, node] = await Promise.all([stat(program), stat(process.execPath)])
  assert.ok(whole.size - node.size < 5_000_000, `${whole.size - node.size} bytes more`)
})
