// recto events: one JSON line for each event, to the end or for as long as somebody reads.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { send } from '../../support/http.ts'
import { fromRoot, typescript } from '../../support/project-root.ts'
import { until } from '../../support/until.ts'
import { proof } from '../../support/world-rest.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk

const program = fromRoot('src', 'surfaces', 'cli', 'recto.ts')
const keyed = () => ({ RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key })

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
  const child = spawn(process.execPath, [...typescript, program, 'events'], {
    cwd: fromRoot(),
    env: {
      ...process.env,
      RECTO_URL: desk.service.url,
      RECTO_API_KEY: key,
      RECTO_CONFIG_DIR: join(desk.folder, 'revoked'),
    },
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
  const [last] = lines((await desk.run(['events', '--no-follow', '--after', 'start'])).stdout).slice(-1)
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

describe('a command that follows keeps its place by itself', () => {
  const typesOf = async (...words: string[]) =>
    lines((await desk.run([...words, '--no-follow'])).stdout).map(event => event.type)

  test('events goes on where it stopped, at first with the first', async () => {
    const id = await published('resumed.md')
    assert.deepEqual(await typesOf('events', '--artifact', id), ['artifact.published'])
    await desk.write('resumed.md', '# Anew')
    await desk.run(['publish', 'resumed.md', '--update'])
    assert.deepEqual(await typesOf('events', '--artifact', `${desk.service.url}/${id}`), ['artifact.updated'])
    assert.deepEqual(await typesOf('events', '--artifact', id), [])
    const all = ['artifact.published', 'artifact.updated']
    assert.deepEqual(await typesOf('events', '--artifact', id, '--follower', 'another'), all)
    assert.deepEqual(await typesOf('events', '--artifact', id, '--after', 'start'), all)
    assert.deepEqual(await typesOf('events', '--artifact', id), [], 'and goes on from where --after led')
  })

  test('comments watch goes on where it stopped, at first from then on', async () => {
    const id = await published('followed.md')
    await desk.run(['comments', 'add', id, 'Before'])
    assert.deepEqual(await typesOf('comments', 'watch', id), [])
    await desk.run(['comments', 'add', id, 'While nobody watched'])
    assert.deepEqual(await typesOf('comments', 'watch', id), ['thread.opened'])
    assert.deepEqual(await typesOf('comments', 'watch', id), [])
    const all = ['thread.opened', 'thread.opened']
    assert.deepEqual(await typesOf('comments', 'watch', id, '--after', 'start'), all)
  })

  test('another key of the same person goes on there, another person begins anew', async () => {
    const id = await published('shared.md')
    await desk.run(['share', id, '--company'])
    const seen = async (key: string) => {
      const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: key, HOME: desk.folder }
      return lines((await desk.run(['events', '--no-follow', '--artifact', id], { env })).stdout).length
    }
    assert.equal(await seen(desk.company.owner.key), 2)
    assert.equal(await seen((await desk.company.newKey('user')).key), 0)
    assert.equal(await seen((await desk.company.join('member')).key), 2)
    assert.equal(await seen((await desk.company.newKey('service')).key), 2)
  })

  test('a terminal is told so, and a place that the server does not know is not passed over in silence', async () => {
    const id = await published('lost.md')
    const env = { ...keyed(), RECTO_CONFIG_DIR: join(desk.folder, 'lost') }
    const run = (...words: string[]) =>
      desk.run(['events', '--no-follow', '--artifact', id, ...words], { env, terminal: true })
    assert.equal((await run()).stderr, '')
    assert.match((await run()).stderr, /^Going on where this stopped last time/)
    const [file] = await readdir(join(desk.folder, 'lost', 'positions'))
    await writeFile(join(desk.folder, 'lost', 'positions', file!), '0198c0de-0000-7000-8000-000000000000\n')
    const lost = await run('--json')
    assert.deepEqual([lost.code, JSON.parse(lost.stderr).code], [1, 'position_unknown'])
    assert.equal((await run('--after', 'now')).code, 0)
    assert.equal((await run()).code, 0)
  })

  test('where it cannot be kept, events come all the same, with a warning', async () => {
    const id = await published('unkept.md')
    await desk.write('positions', 'a file in the way')
    const env = { ...keyed(), RECTO_CONFIG_DIR: desk.folder }
    const { code, stdout, stderr } = await desk.run(['events', '--no-follow', '--artifact', id], { env })
    assert.deepEqual([code, lines(stdout).length], [0, 1])
    assert.match(stderr, /cannot be kept/)
  })

  for (const words of [
    ['events', '--artifact'],
    ['comments', 'watch'],
  ])
    test(`${words.join(' ')}, killed again and again while things happen, misses nothing and repeats at most its last line`, async t => {
      const id = await published('killed.md')
      const kept = { ...keyed(), RECTO_CONFIG_DIR: join(desk.folder, 'killed') }
      const heard: string[] = []
      const said: string[] = []
      const add = async () => said.push((await desk.run(['comments', 'add', id, 'Anything?'])).json.id)
      /** It may be killed when a line is out, and its place behind that line not yet kept. */
      const hear = (id: string) => id === heard.at(-1) || heard.push(id)
      const threads = () => heard.filter(each => said.includes(each))
      await desk.run([...words, id, '--no-follow', '--after', 'now'], { env: kept })
      for (let round = 0; round < 3; round++) {
        await add()
        const child = spawn(process.execPath, [...typescript, program, ...words, id], {
          cwd: desk.folder,
          env: { ...process.env, ...kept },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        t.after(() => child.kill('SIGKILL'))
        const ended = once(child, 'close')
        createInterface({ input: child.stdout }).on('line', line => hear(JSON.parse(line).data.threadId))
        await until('what happened before the start is heard', () => threads().length === said.length)
        await add()
        await until('what happens now is heard', () => threads().length === said.length)
        child.kill('SIGKILL')
        await ended
        await add()
      }
      await add()
      const rest = await desk.run([...words, id, '--no-follow'], { env: kept })
      for (const event of lines(rest.stdout)) hear(event.data.threadId)
      assert.deepEqual(heard, said)
    })

  test('one that starts while the server is away waits for it and says so', async () => {
    const id = await published('away.md')
    const gate = createServer()
    await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
    const { port } = gate.address() as AddressInfo
    await new Promise(resolve => gate.close(resolve))
    const env = {
      ...process.env,
      ...keyed(),
      RECTO_URL: `http://127.0.0.1:${port}`,
      RECTO_CONFIG_DIR: join(desk.folder, 'away'),
    }
    const child = spawn(process.execPath, [...typescript, program, 'events', '--artifact', id], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      const [words] = await once(child.stderr.setEncoding('utf8'), 'data')
      assert.match(words, /^Nothing answers at .* Trying again in 1 s\.\n$/)
      gate.on('connection', near => {
        const far = connect(Number(new URL(desk.service.url).port), '127.0.0.1')
        for (const each of [near, far]) each.on('error', () => undefined)
        near.on('data', chunk =>
          far.write(
            chunk.toString('latin1').replace(/^host: .*$/im, `Host: ${new URL(desk.service.url).host}`),
            'latin1',
          ),
        )
        far.pipe(near)
      })
      await new Promise<void>(resolve => gate.listen(port, '127.0.0.1', resolve))
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      assert.equal(JSON.parse(line).type, 'artifact.published')
    } finally {
      child.kill()
      gate.close()
    }
    const asked = await desk.run(['events', '--no-follow', '--url', 'http://127.0.0.1:1'])
    assert.deepEqual([asked.code, asked.json.code], [1, 'unreachable'])
  })
})
