// Following over HTTP: waiting, streams, nothing lost between racing writers, nothing kept for readers who left.
import assert from 'node:assert/strict'
import { operations } from '../../src/operations/index.ts'
import { perform } from '../../src/operations/kernel/perform.ts'
import { Watch } from '../../src/operations/kernel/watch.ts'
import { readEvents } from '../support/event-stream.ts'
import { multipart, send } from '../support/http.ts'
import type { Company, Credential } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { until } from '../support/until.ts'
import { onBothStores } from '../support/world.ts'
import { actorOf } from '../support/world-core.ts'
import { proof } from '../support/world-rest.ts'

async function publish(service: Running, as: Credential, visibility = 'company'): Promise<string> {
  const form = multipart([
    { name: 'file', value: 'x', filename: 'x.md' },
    { name: 'visibility', value: visibility },
  ])
  const headers = { ...form.headers, ...proof(service.url, as) }
  const made = await send(`${service.url}/v1/artifacts`, { method: 'POST', headers, body: form.body })
  assert.equal(made.status, 201, made.text)
  return made.json.shortId
}

const events = (service: Running, query: string, as: Credential) =>
  send(`${service.url}/v1/events?${query}`, { headers: proof(service.url, as) })

const stream = (service: Running, as: Credential, headers = {}, query = '') =>
  readEvents(`${service.url}/v1/events/stream${query}`, { ...proof(service.url, as), ...headers })

/** Everything in the feed of the company, from the store itself. */
const whole = ({ context }: Running, { id }: Company) =>
  context.records.transaction(rows => rows.journal.events(id, 0, 100_000))

onBothStores('followers of racing writers lose nothing and see everything in one order', async service => {
  const company = await service.organization()
  const { owner } = company
  const writers = await Promise.all(Array.from({ length: 8 }, () => company.join('member')))
  const [start] = [(await events(service, 'after=now', owner)).json.nextCursor]
  const before = (await whole(service, company)).length
  const expected = writers.length * 12
  const follow = async (as: Credential) => {
    const seen: string[] = []
    for (let after = start; seen.length < expected; ) {
      const { json } = await events(service, `after=${after}&wait=20&limit=7`, as)
      seen.push(...json.data.map((event: { id: string }) => event.id))
      after = json.nextCursor
    }
    return seen
  }
  const streamed = async () => {
    const reader = await stream(service, owner, { 'Last-Event-ID': start })
    const seen: string[] = []
    while (seen.length < expected) seen.push((await reader.next())!.id)
    reader.close()
    return seen
  }
  const write = async (as: Credential) => {
    for (let n = 0; n < 12; n++) await publish(service, as)
  }
  const [one, two, three] = await Promise.all([
    follow(owner),
    follow(writers[0]!),
    streamed(),
    ...writers.map(write),
  ])
  const order = (await whole(service, company)).slice(before).map(event => event.id)
  assert.equal(order.length, expected)
  for (const seen of [one, two, three]) assert.deepEqual(seen, order)
})

onBothStores(
  'a reader in another process is told too, with no word from the one that writes',
  async service => {
    const company = await service.organization()
    const context = { ...service.context, watch: new Watch(service.context.records.feed) }
    const actor = await actorOf(context, company.owner, undefined, 'test')
    const call = {
      ...{ actor, surface: 'core' as const, requestId: 'test', network: 'test', client: null },
      claim: { actorType: null, actorName: null },
      input: { after: 'now', wait: 60 },
    }
    const waiting = perform(context, operations.events, call)
    await until('one waits', () => context.watch.size === 1)
    const artifact = await publish(service, company.owner)
    const { data } = (await waiting).value as { data: { artifact: string }[] }
    assert.deepEqual(
      data.map(event => event.artifact),
      [artifact],
    )
  },
)

onBothStores('a stream tells what comes, and goes on after Last-Event-ID', async service => {
  const { owner } = await service.organization()
  await publish(service, owner)
  const reader = await stream(service, owner)
  assert.equal(reader.status, 200)
  assert.equal(reader.headers.get('content-type'), 'text/event-stream')
  assert.equal(reader.headers.get('x-accel-buffering'), 'no')
  assert.equal(reader.headers.get('cache-control'), 'no-store')
  const first = await publish(service, owner)
  const event = (await reader.next())!
  assert.deepEqual(
    [event.event, event.data.type, event.data.artifact],
    ['message', 'artifact.published', first],
  )
  assert.equal(event.id, event.data.id)
  reader.close()
  const missed = [await publish(service, owner), await publish(service, owner)]
  const again = await stream(service, owner, { 'Last-Event-ID': event.id })
  assert.deepEqual([(await again.next())!.data.artifact, (await again.next())!.data.artifact], missed)
  again.close()
  const one = await stream(service, owner, {}, `?artifact=${first}&after=`)
  await publish(service, owner)
  await send(`${service.url}/v1/artifacts/${first}`, {
    method: 'DELETE',
    headers: proof(service.url, owner),
  })
  assert.equal((await one.next())!.data.type, 'artifact.deleted')
  one.close()
})

onBothStores('a stream is refused as the feed is, and with wrong words', async service => {
  const { owner } = await service.organization()
  const refused = async (as: Credential, query = '', headers = {}) => {
    const { status, close } = await stream(service, as, headers, query)
    close()
    return status
  }
  assert.equal(await refused('nobody'), 401)
  assert.equal(await refused({ key: 'recto_u_wrong' }), 401)
  assert.equal(await refused(owner, '?artifact=zzzzzzzzzz'), 404)
  assert.equal(await refused(owner, '?after=nonsense'), 422)
  assert.equal(await refused(owner, '', { 'Last-Event-ID': 'nonsense' }), 422)
})

onBothStores('a credential that ends takes its stream and its waiting with it', async service => {
  const company = await service.organization()
  const ana = await company.join('member')
  const made = await company.newKey('user', { by: ana })
  const [byKey, bySession] = [await stream(service, made), await stream(service, ana.session)]
  const waiting = events(service, 'after=now&wait=60', made)
  await until('three wait', () => service.context.watch.size >= 3)
  await send(`${service.url}/v1/keys/${made.id}`, {
    method: 'DELETE',
    headers: { ...proof(service.url, ana.session) },
  })
  assert.equal((await waiting).status, 401)
  const end = (await byKey.next())!
  assert.deepEqual([end.event, end.data.code, end.data.status], ['problem', 'unauthorized', 401])
  assert.equal(await byKey.next(), null)
  await service.leave(ana.id, company.id)
  await service.context.records.transaction(rows => rows.credentials.endMembership(ana.id, company.id, 1))
  let last = await bySession.next()
  while (last && last.event === 'message') last = await bySession.next()
  assert.equal(last?.data.code, 'unauthorized')
  assert.equal(await bySession.next(), null)
})

onBothStores(
  'readers who leave leave nothing behind, and one caller holds only so many places',
  async service => {
    const { owner } = await service.organization()
    await until('nobody waits', () => service.context.watch.size === 0)
    const readers = await Promise.all(Array.from({ length: 50 }, () => stream(service, owner)))
    assert.ok(readers.every(({ status }) => status === 200))
    const late = await events(service, 'after=now&wait=1', owner)
    assert.deepEqual([late.status, late.json.code], [429, 'rate_limited'])
    assert.ok(Number(late.headers['retry-after']) > 0)
    assert.equal((await events(service, 'after=now', owner)).status, 200)
    for (const { close } of readers) close()
    await until(
      'a place is free again',
      async () => (await events(service, 'after=now&wait=1', owner)).status !== 429,
    )
    await until('nobody waits', () => service.context.watch.size === 0)
  },
)
