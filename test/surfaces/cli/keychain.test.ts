// recto login with a real keychain: the Secret Service of GNOME on a D-Bus session of its own.
import assert from 'node:assert/strict'
import { readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ensureBinary } from '../../support/binary.ts'
import { browserOf } from '../../support/oauth-client.ts'
import { isSkip } from '../../support/skip.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let shell: Shell
let skip: string | undefined
const session: Record<string, string> = {}

before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, { RECTO_URL: desk.service.url })
  for (const [name, from] of [
    ['dbus-daemon', 'dbus-daemon'],
    ['gnome-keyring-daemon', 'gnome-keyring'],
  ] as const) {
    const found = process.platform === 'linux' ? await ensureBinary([name], from) : { skip: 'needs Linux' }
    if (isSkip(found)) skip = found.skip
  }
  if (skip === undefined) await startKeychain()
})
after(async () => {
  if (session.DBUS_PID) process.kill(Number(session.DBUS_PID))
  await desk.leave()
})

async function startKeychain(): Promise<void> {
  const bus = await shell.run('dbus-daemon --session --fork --print-address=1 --print-pid=1')
  const [address, pid] = bus.stdout.trim().split('\n')
  Object.assign(session, { DBUS_SESSION_BUS_ADDRESS: address, DBUS_PID: pid })
  const { code, stderr } = await shell.run(
    'printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
    session,
  )
  assert.equal(code, 0, stderr)
}

/** Signs in with a code, as the owner. */
async function login(words: string, env: Record<string, string>): Promise<string> {
  await rm(join(desk.folder, 'said.txt'), { force: true })
  const line = shell.run(`recto login --device ${words} 2>said.txt`, env)
  const page = `${desk.service.url}/auth/device`
  let code: string | undefined
  while (code === undefined) {
    code = /type the code ([A-Z-]{9})/.exec(await desk.read('said.txt').catch(() => ''))?.[1]
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const visitor = browserOf(desk.service, desk.company.owner)
  const asked = await visitor.post(page, { code }, page)
  const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  await visitor.post(`${page}/consent`, { ticket, answer: 'allow', days: '30', 'artifacts:read': 'on' }, page)
  const said = await line
  assert.equal(said.code, 0, await desk.read('said.txt'))
  return desk.read('said.txt')
}

/** Reads the keychain itself, without our program. */
async function inKeychain(name: string): Promise<string | null> {
  const library = createRequire(import.meta.url).resolve('@napi-rs/keyring')
  const script = `new (require('${library}').Entry)('recto', process.env.NAME, { linux: { store: 'secret-service' } }).getPassword()`
  const { stdout, stderr } = await shell.run(`'${process.execPath}' -p "JSON.stringify(${script})"`, {
    ...session,
    NAME: name,
  })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

const kept = () => readFile(join(desk.folder, '.config/recto/credentials.json'), 'utf8')
const whoami = (env: Record<string, string>) => shell.run('recto whoami --no-json', env)

test('the keychain holds the tokens, the file only names them, and logout empties both', async t => {
  if (skip !== undefined) return t.skip(skip)
  await login('', session)
  const [row] = JSON.parse(await kept()).signIns
  assert.deepEqual(Object.keys(row).sort(), ['keychain', 'person', 'profile', 'scope', 'server'])
  assert.match((await inKeychain(row.keychain)) ?? '', /refreshToken/)
  const who = await whoami(session)
  assert.equal(who.code, 0, who.stderr)
  assert.match(who.stderr, /kept in the keychain of this system/)
  const away = await whoami({})
  assert.equal(away.code, 3)
  assert.match(away.stderr, /--insecure-storage/)
  assert.equal((await shell.run('recto logout', session)).code, 0)
  assert.deepEqual(JSON.parse(await kept()).signIns, [])
  assert.equal(await inKeychain(row.keychain), null)
  const again = await shell.run('recto whoami', session)
  assert.equal(again.code, 3)
})

for (const [name, words, env] of [
  ['--insecure-storage', '--insecure-storage', {}],
  ['a build', '', { CI: 'true' }],
  ['a session bus that does not answer', '', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }],
] as const)
  test(`${name} means the file, without an error`, async t => {
    if ('DBUS_SESSION_BUS_ADDRESS' in env && process.platform !== 'linux')
      return t.skip('only Linux reaches its keychain over a bus')
    const both = { ...session, ...env }
    await login(words, both)
    const path = join(desk.folder, '.config/recto/credentials.json')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal(typeof JSON.parse(await kept()).signIns[0].refreshToken, 'string')
    const who = await whoami(both)
    assert.equal(who.code, 0, who.stderr)
    assert.ok(who.stderr.includes(`kept in ${path}`), who.stderr)
    await rm(path)
  })
