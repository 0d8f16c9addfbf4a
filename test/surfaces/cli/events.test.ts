// recto events: one JSON line for each event, to the end or for as long as somebody reads.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { send } from '../../support/http.ts'
import { fromRoot, typescript } from '../../support/project-root.ts'
import { proof } from '../../support/world-rest.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk

before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())

async function published(name: string): Promise<string> {
  await desk.write(name, `# ${name}`)
  return (await desk.run(['publish', name])).json.shortId
}

const lines = (text: string) =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

test('prints what there is, one line each, also on a terminal', async () => {
  const id = await published('one.md')
  const other = await published('other.md')
  await desk.write('one.md', '# Two')
  await desk.run(['publish', 'one.md', '--id', id, '--reload'])
  const whole = await desk.run(['events', '--no-follow'], { terminal: true })
  assert.equal(whole.code, 0)
  const found = lines(whole.stdout).filter(event => event.artifact)
  assert.deepEqual(
    found.map(event => [event.type, event.artifact]),
    [
      ['artifact.published', id],
      ['artifact.published', other],
      ['artifact.updated', id],
    ],
  )
  assert.deepEqual(found[2].data, { version: 2, reload: true })
  const one = await desk.run(['events', '--no-follow', '--artifact', `${desk.service.url}/${id}`])
  assert.deepEqual(lines(one.stdout), [found[0], found[2]])
  const rest = await desk.run(['events', '--no-follow', '--after', found[1].id])
  assert.deepEqual(lines(rest.stdout), [found[2]])
  assert.equal((await desk.run(['events', '--no-follow', '--after', 'now'])).stdout, '')
})

test('says what is wrong and with which exit code', async () => {
  assert.equal((await desk.run(['events', '--after', 'nonsense'])).code, 1)
  assert.equal((await desk.run(['events', '--artifact', 'zzzzzzzzzz'])).code, 4)
  assert.equal((await desk.run(['events'], { env: { RECTO_URL: desk.service.url } })).code, 3)
})

test('goes on with what comes, until its key is revoked', async () => {
  const { id: keyId, key } = await desk.company.newKey('user')
  const program = fromRoot('src', 'surfaces', 'cli', 'recto.ts')
  const child = spawn(process.execPath, [...typescript, program, 'events'], {
    cwd: fromRoot(),
    env: { ...process.env, RECTO_URL: desk.service.url, RECTO_API_KEY: key },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const heard = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await heard.next()).value!)
    while ((await next()).data.id !== keyId);
    const id = await published('later.md')
    assert.equal((await next()).artifact, id)
    const headers = proof(desk.service.url, desk.company.owner.session)
    await send(`${desk.service.url}/v1/keys/${keyId}`, { method: 'DELETE', headers })
    const [code] = await once(child, 'exit')
    assert.equal(code, 3)
  } finally {
    child.kill()
  }
})

test('comments watch prints what happens to threads, each with its thread as it stands', async () => {
  const id = await published('watched.md')
  const [last] = lines((await desk.run(['events', '--no-follow'])).stdout).slice(-1)
  const watch = async (...more: string[]) =>
    lines((await desk.run(['comments', 'watch', id, '--no-follow', ...more])).stdout)
  const root = (await desk.run(['comments', 'add', id, 'Is it so?', '--quote', 'watched.md'])).json
  await desk.run(['comments', 'reply', id, root.id, 'It is.'])
  await desk.run(['rename', id, 'Seen'])
  await desk.run(['comments', 'resolve', root.id])
  const seen = await watch('--after', last.id)
  assert.deepEqual(
    seen.map(({ type, thread }) => [type, thread.id, thread.status, thread.replies.length]),
    ['opened', 'replied', 'resolved'].map(verb => [`thread.${verb}`, root.id, 'resolved', 1]),
  )
  assert.deepEqual([seen[0].thread.current.text, seen[0].thread.current.line], ['watched.md', 1])
  assert.deepEqual(await watch(), [], 'from now on, unless it is told otherwise')
  assert.equal((await desk.run(['comments', 'watch', 'zzzzzzzzzz', '--no-follow'])).code, 4)
})

test('--resume goes on where the command stopped, also while the server is away at its start', async () => {
  const id = await published('resumed.md')
  const resumed = async () =>
    lines((await desk.run(['events', '--no-follow', '--resume', '--artifact', id])).stdout)
  assert.deepEqual(
    (await resumed()).map(event => event.type),
    ['artifact.published'],
  )
  await desk.write('resumed.md', '# Anew')
  await desk.run(['publish', 'resumed.md', '--update'])
  assert.deepEqual(
    (await resumed()).map(event => event.type),
    ['artifact.updated'],
  )
  assert.deepEqual(await resumed(), [])
  const all = lines((await desk.run(['events', '--no-follow', '--artifact', id])).stdout)
  assert.equal(all.length, 2, 'without --resume nothing is left out')
  const watched = async () =>
    lines((await desk.run(['comments', 'watch', id, '--no-follow', '--resume'])).stdout)
  assert.deepEqual(await watched(), [])
  await desk.run(['comments', 'add', id, 'While nobody watched'])
  assert.deepEqual(
    (await watched()).map(event => event.type),
    ['thread.opened'],
  )
  assert.deepEqual(await watched(), [])
})
