// The package that the server hands out at /cli.tgz: run by npx in a folder of its own, it publishes on the server it came from.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoot } from '../../support/project-root.ts'
import { ends } from './installed.ts'
import { type Desk, openDesk } from './world.ts'

const run = promisify(execFile)

let desk: Desk
let folder: string

before(async () => {
  desk = await openDesk()
  folder = await mkdtemp(join(tmpdir(), 'recto-served-'))
})
after(async () => {
  await desk.leave()
  await rm(folder, { recursive: true, force: true })
})

const address = () => `${desk.service.url}/cli.tgz`

/** Nothing here names the server, and nothing of this machine's configuration is read. */
const npx = (words: string[], env: Record<string, string> = {}) =>
  ends('npx', ['--yes', address(), ...words], {
    cwd: folder,
    env: {
      HOME: folder,
      npm_config_cache: join(folder, '.npm'),
      npm_config_update_notifier: 'false',
      ...env,
    },
  })

test('npx runs it and publishes on the server it came from', async () => {
  await writeFile(join(folder, 'x.md'), '# From npx\n')
  const published = await npx(['publish', 'x.md'], { RECTO_API_KEY: desk.company.owner.key })
  assert.equal(published.code, 0, published.stderr)
  const { url, name } = JSON.parse(published.stdout)
  assert.equal(name, 'From npx')
  assert.ok(url.startsWith(`${desk.service.url}/`))
  const nobody = await npx(['publish', 'x.md'])
  assert.equal(nobody.code, 3, nobody.stderr)
})

test('installed for everybody on a machine, it brings the command and its manual page', async () => {
  const prefix = join(folder, 'prefix')
  const words = ['install', '--global', '--prefix', prefix, address()]
  const env = { HOME: folder, npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' }
  const { code, stderr } = await ends('npm', words, { cwd: folder, env })
  assert.equal(code, 0, stderr)
  assert.match(await readFile(join(prefix, 'share/man/man1/recto.1'), 'utf8'), /^\.TH RECTO 1/m)
  const version = await ends(join(prefix, 'bin/recto'), ['--version'], { cwd: folder, env })
  assert.equal(version.code, 0, version.stderr)
})

test('the skill that it installs names the server, and the server is not in it', async () => {
  assert.equal((await npx(['skill', 'install', 'claude'])).code, 0)
  const skill = await readFile(join(folder, '.claude/skills/recto/SKILL.md'), 'utf8')
  assert.ok(skill.includes(`npx --yes ${address()}`))
  for (const words of [['serve'], ['admin', 'verify']]) {
    const { code, stderr } = await npx(words)
    assert.equal(code, 2, stderr)
    assert.match(stderr, /holds the command line alone/)
  }
})

test('tar reads it to the byte, and it holds the command line alone, below 1 MB', async () => {
  const answer = await fetch(address())
  assert.equal(answer.headers.get('content-type'), 'application/gzip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.ok(bytes.length < 1_048_576, `${bytes.length} bytes`)
  await writeFile(join(folder, 'cli.tgz'), bytes)
  await run('tar', ['-xzf', 'cli.tgz'], { cwd: folder })
  const names = await readdir(join(folder, 'package/dist/cli'))
  assert.deepEqual(names.sort(), (await readdir(fromRoot('dist/cli'))).sort())
  for (const name of names)
    assert.deepEqual(
      await readFile(join(folder, 'package/dist/cli', name)),
      await readFile(fromRoot('dist/cli', name)),
    )
  const { dependencies, recto } = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8'))
  assert.deepEqual([dependencies, recto], [undefined, { url: desk.service.url }])
})

test('a copy is asked for again by its ETag', async () => {
  const first = await fetch(address(), { method: 'HEAD' })
  assert.equal(first.headers.get('cache-control'), 'public, max-age=3600')
  const again = await fetch(address(), { headers: { 'If-None-Match': first.headers.get('etag')! } })
  assert.equal(again.status, 304)
  assert.equal((await fetch(address(), { method: 'POST' })).status, 405)
})
