// Turns at the worker processes over HTTP: what is cut off answers clearly, and no tenant's expensive files keep another waiting.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Task } from '../../src/content/worker.ts'
import { multipart, type Received, type Sent, send } from '../support/http.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

/** Takes many seconds to render. */
const expensive = (page: number): string => `# ${page} <b>\n\n${'*a **b '.repeat(300_000)}`

async function open(t: TestContext): Promise<Running> {
  const service = await startService()
  assert.ok(!isSkip(service))
  t.after(() => {
    // A service that stops finishes what was asked of it: six expensive pages, which nobody waits for any more.
    service.context.workers.close()
    return service.stop()
  })
  return service
}

/** Grants each task at most so many milliseconds, and writes down which tasks are asked for. */
function limitTasks({ context: { workers } }: Running, most: Partial<Record<Task, number>>): Task[] {
  const asked: Task[] = []
  const turn = workers.turn.bind(workers)
  workers.turn = tenant => {
    const { run } = turn(tenant)
    return {
      run: (task, input, milliseconds, secured) => {
        asked.push(task)
        return run(task, input, Math.min(milliseconds, most[task] ?? milliseconds), secured)
      },
    }
  }
  return asked
}

interface Publication {
  key?: string
  from?: string
}

async function publish({ url }: Running, text: string, { key, from }: Publication): Promise<string> {
  const { headers, body } = multipart([
    { name: 'file', value: text, filename: 'a.md' },
    ...(key ? [{ name: 'visibility', value: 'public' }] : []),
  ])
  const own = key ? { authorization: `Bearer ${key}` } : {}
  const sent: Sent = { method: 'POST', headers: { ...headers, ...own }, body, ...(from && { from }) }
  const answer = await send(`${url}/v1${key ? '' : '/public'}/artifacts`, sent)
  assert.equal(answer.status, 201, answer.text)
  return answer.json.shortId
}

const view = ({ url }: Running, shortId: string): Promise<Received> =>
  send(`${url}/${shortId}/content?as=page`)

test('a page that was cut off opens as its escaped source with a note, and is remembered by its content', async t => {
  const service = await open(t)
  const asked = limitTasks(service, { renderPage: 300 })
  const { owner } = await service.organization()
  const first = await publish(service, expensive(1), owner)
  const { status, text } = await view(service, first)
  assert.equal(status, 200)
  assert.match(text, /<p class="notice" role="note">This file is too large or too deeply nested/)
  assert.match(text, /<pre class="written"># 1 &lt;b&gt;\n/)
  assert.ok(asked.includes('renderPage'))
  asked.length = 0
  assert.equal((await view(service, first)).text, text)
  const same = await publish(service, expensive(1), owner)
  assert.equal((await view(service, same)).text, text)
  assert.deepEqual(
    asked.filter(task => task === 'renderPage'),
    [],
  )
})

/** Lines of random order: two such texts take long to compare. */
function shuffled(seed: number): string {
  let state = seed
  const line = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return `${state % 26}\n`
  }
  return Array.from({ length: 20_000 }, line).join('')
}

test('a merge or a comparison that is cut off is a problem that says what to do, and changes nothing', async t => {
  const service = await open(t)
  limitTasks(service, { mergedFile: 100, unified: 100 })
  const { owner } = await service.organization()
  const id = await publish(service, shuffled(1), owner)
  const at = `${service.url}/v1/artifacts/${id}`
  const headers = { authorization: `Bearer ${owner.key}`, 'if-match': '"v1"' }
  const update = (text: string, query = '') => {
    const form = multipart([{ name: 'file', value: text, filename: 'a.md' }])
    return send(at + query, { method: 'PUT', headers: { ...headers, ...form.headers }, body: form.body })
  }
  assert.equal((await update(shuffled(2))).status, 200)
  const cut = [await update(shuffled(3), '?merge=true'), await send(`${at}/diff?from=1&to=2`, { headers })]
  for (const { status, json, headers } of cut) {
    assert.deepEqual([status, json.code, headers['retry-after']], [503, 'overloaded', '5'])
    assert.match(json.detail, /too much time or memory.*Try again/)
  }
  assert.equal((await send(at, { headers })).json.version, 2)
})

/** Opens the pages all at once; the names of those that were answered, in their order. */
function openAll(service: Running, shortIds: readonly string[]): string[] {
  const answered: string[] = []
  for (const id of shortIds)
    view(service, id).then(
      () => answered.push(id),
      () => undefined,
    )
  return answered
}

interface Neighbours {
  hostile: Publication
  other: Publication
}

const neighbours: [what: string, make: (service: Running) => Promise<Neighbours>][] = [
  [
    'another organization',
    async service => ({
      hostile: (await service.organization()).owner,
      other: (await service.organization()).owner,
    }),
  ],
  [
    'the same organization',
    async service => {
      const { owner } = await service.organization()
      return { hostile: owner, other: owner }
    },
  ],
  [
    'a preview from another network',
    async () => ({ hostile: { from: '127.0.0.2' }, other: { from: '127.0.0.3' } }),
  ],
]

for (const [what, make] of neighbours)
  test(`a small page of ${what} opens before any of six expensive pages`, async t => {
    const service = await open(t)
    const { hostile, other } = await make(service)
    const small = await publish(service, '# Small\n\nwith **bold**', other)
    const large: string[] = []
    for (let page = 0; page < 6; page++) large.push(await publish(service, expensive(page), hostile))
    const answered = openAll(service, large)
    const { status, text } = await view(service, small)
    assert.deepEqual([status, answered], [200, []])
    assert.match(text, /<strong>bold<\/strong>/)
    assert.doesNotMatch(text, /class="notice"/)
  })
