// Webhooks get signed events, in order, again after failures, and nowhere but on the internet.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { WebhookDeliveries } from '../../src/jobs/webhook-deliveries.ts'
import { outboundBy } from '../../src/outbound.ts'
import { startDns } from '../support/dns.ts'
import { type Store, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { Ground } from '../support/webhook-ground.ts'
import { signed, startWebhookReceiver, verified } from '../support/webhook-receiver.ts'
import type { Value } from '../support/world-surface.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const dns = await startDns()
const receiver = await startWebhookReceiver(outboundBy([dns.address]))
const stores = ['sqlite', 'postgres'] satisfies Store[]
const services = new Map(stores.map(store => [store, startService({ store, reach: receiver.reach })]))
after(async () => {
  for (const starting of services.values()) {
    const service = await starting.catch(() => null)
    if (service && !isSkip(service)) await service.stop()
  }
  await receiver.stop()
  await dns.stop()
})

const behaviours = new Map<string, (ground: Ground) => Promise<void>>()

function onBothStores(title: string, body: (ground: Ground) => Promise<void>): void {
  behaviours.set(title, body)
}

const came = (path: string, count: number) =>
  until(`${count} messages came to ${path}`, () => receiver.at(path).length >= count)

const types = (path: string): string[] => receiver.at(path).map(({ body }) => JSON.parse(body).type)

/** Looks for what is due as each process of a deployment does, after one that turned the clock: for many tries, each of which would wait half a second. */
const looksAt = ({ context }: Ground['service']) => {
  const deliveries = new WebhookDeliveries(context, error => assert.fail(error as Error))
  return () => deliveries.start()
}

onBothStores('what happens is told in order, signed, as the feed answers it', async ground => {
  const { id, secret, path } = await ground.hook()
  const page = await ground.publish()
  await ground.done('POST', `/v1/artifacts/${page}/comments`, { body: 'Really?' })
  await came(path, 2)
  const events = (await ground.events()).slice(-2)
  const messages = receiver.at(path)
  assert.deepEqual(
    messages.map(message => verified(message, secret)),
    events.map(event => ({ ...event, timestamp: event.createdAt })),
  )
  assert.deepEqual(types(path), ['artifact.published', 'thread.opened'])
  await ground.newest(id, { state: 'delivered' })
  const deliveries = (await ground.deliveries(id)).toReversed()
  assert.deepEqual(
    deliveries.map(({ id: messageId, type, eventId, state, attempts, status, error }) => ({
      ...{ messageId, type, eventId, state, attempts, status, error },
    })),
    events.map((event, index) => ({
      ...{ messageId: messages[index]!.headers['webhook-id'], type: event.type, eventId: event.id },
      ...{ state: 'delivered', attempts: 1, status: 200, error: null },
    })),
  )
  assert.equal(messages[0]!.headers['content-type'], 'application/json')
  const other = await ground.hook()
  assert.throws(() => verified(messages[0]!, other.secret))
  const { lastSuccessAt } = await ground.done('GET', `/v1/webhooks/${id}`)
  assert.match(lastSuccessAt, /Z$/)
})

onBothStores(
  'it hears what a service key reads and what concerns the organization, of its types',
  async ground => {
    const { company } = ground
    const before = await ground.publish()
    const [all, some] = [
      await ground.hook(),
      await ground.hook({ types: ['artifact.deleted', 'key.created'] }),
    ]
    const secret = await ground.publish('private')
    await ground.done('POST', `/v1/artifacts/${secret}/comments`, { body: 'Unheard' })
    await ground.publish('public')
    await ground.done('PATCH', `/v1/artifacts/${before}`, { visibility: 'private' })
    await ground.done('PATCH', '/v1/organization', { policy: { allowPreviewClaims: false } })
    await company.newKey('service')
    await ground.done('DELETE', `/v1/artifacts/${await ground.publish()}`)
    await came(some.path, 2)
    await came(all.path, 5)
    assert.deepEqual(types(some.path), ['key.created', 'artifact.deleted'])
    assert.deepEqual(types(all.path), [
      ...['artifact.published', 'policy.changed', 'key.created', 'artifact.published', 'artifact.deleted'],
    ])
    for (const { body } of receiver.at(all.path)) assert.ok(!body.includes(secret) && !body.includes(before))
  },
)

onBothStores('what was closed before a message arrived is not told any more', async ground => {
  const { id, path } = await ground.hook()
  receiver.answer(path, response => void response.writeHead(500).end())
  const page = await ground.publish()
  await ground.newest(id, { state: 'waiting', attempts: 1, status: 500, error: 'the receiver answered 500' })
  await ground.done('PATCH', `/v1/artifacts/${page}`, { visibility: 'private' })
  ground.service.advance(MINUTE)
  const error = 'the event is not open to webhooks any more'
  await ground.newest(id, { state: 'failed', attempts: 2, error })
  assert.equal(receiver.at(path).length, 1)
  assert.equal((await ground.done('GET', `/v1/webhooks/${id}`)).enabled, true)
})

onBothStores('a message that was answered with 500 comes again under the same id', async ground => {
  const { id, secret, path } = await ground.hook()
  let answers = 0
  receiver.answer(path, response => void response.writeHead(++answers === 1 ? 500 : 204).end())
  await ground.publish()
  const waiting = await ground.newest(id, { state: 'waiting', attempts: 1, status: 500 })
  const wait = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.createdAt)
  assert.ok(wait > 0 && wait < MINUTE, `${wait} ms`)
  ground.service.advance(MINUTE)
  await came(path, 2)
  const [first, second] = receiver.at(path)
  assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
  assert.equal(second!.body, first!.body)
  signed(second!, secret)
  await ground.newest(id, { state: 'delivered', attempts: 2, status: 204, error: null })
})

onBothStores('a receiver that says when it wants to be asked again is asked then', async ground => {
  for (const [retryAfter, earliest, latest] of [
    ['3600', HOUR, HOUR + MINUTE],
    [String(2 * 24 * 3600), 0, MINUTE],
    ['soon', 0, MINUTE],
  ] as const) {
    const { id, path } = await ground.hook()
    receiver.answer(path, response => void response.writeHead(503, { 'retry-after': retryAfter }).end())
    await ground.publish()
    const waiting = await ground.newest(id, { state: 'waiting', attempts: 1, status: 503 })
    const wait = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.createdAt)
    assert.ok(wait >= earliest && wait < latest, `${wait} ms for Retry-After: ${retryAfter}`)
    await ground.done('PATCH', `/v1/webhooks/${id}`, { enabled: false })
  }
})

onBothStores('a connection that is refused is tried again until somebody listens', async ground => {
  const { id } = await ground.hook({ url: `https://gone.example/${ground.company.id}` })
  await ground.publish()
  await ground.newest(id, { state: 'waiting', attempts: 1, status: null, error: 'the connection failed' })
  receiver.comeBack(`/${ground.company.id}`)
  ground.service.advance(MINUTE)
  await ground.newest(id, { state: 'delivered', attempts: 2 })
  assert.equal(receiver.at(`/${ground.company.id}`).length, 1)
})

onBothStores(
  'after a day of failures a webhook is switched off, its owners are told, and all can be mended',
  async ground => {
    const { service, company } = ground
    const look = looksAt(service)
    const { id, path } = await ground.hook()
    receiver.answer(path, response => void response.writeHead(503).end())
    await ground.publish()
    const { createdAt } = await ground.newest(id, { attempts: 1 })
    const tries = [
      5000,
      30_000,
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      HOUR,
      2 * HOUR,
      4 * HOUR,
      6 * HOUR,
      10 * HOUR,
    ]
    for (const [index, wait] of tries.entries()) {
      let left = 0
      await until(`try ${index + 1} failed, and the next comes in ${wait} ms`, async () => {
        const [{ attempts, nextAttemptAt }] = await ground.deliveries(id)
        left = Date.parse(nextAttemptAt) - service.context.clock()
        // While a try is under way, a lease of a minute stands in place of the next time.
        return attempts === index + 1 && left <= wait && (left > wait * 0.8 || wait < MINUTE)
      })
      service.advance(left)
      await look()
    }
    await ground.newest(id, { state: 'failed', attempts: 11, status: 503 })
    assert.equal(receiver.at(path).length, 11)
    await until('it is switched off', async () => !(await ground.done('GET', `/v1/webhooks/${id}`)).enabled)
    assert.equal((await ground.done('GET', `/v1/webhooks/${id}`)).disabledReason, 'failing')
    const [letter] = await service.mail.wait(company.owner.email, 1)
    assert.match(letter!.subject, /webhook .*switched off/)
    assert.ok(letter!.text.includes('receiver.example') && letter!.text.includes(`/app/webhooks/${id}`))
    const audits = await service.context.records.journal.audits({ organizationId: company.id, limit: 1 })
    assert.deepEqual([audits[0]!.action, audits[0]!.actorType], ['disableWebhook', 'system'])
    const sent = receiver.at(path).length
    await ground.publish()
    const failed = await ground.deliveries(id, '?state=failed')
    assert.deepEqual([failed.length, failed[0].createdAt], [1, createdAt])
    receiver.answer(path, response => void response.writeHead(200).end())
    await ground.done('PATCH', `/v1/webhooks/${id}`, { enabled: true })
    const replayed = await ground.done('POST', `/v1/webhooks/deliveries/${failed[0].id}/replay`, {})
    assert.deepEqual([replayed.state, replayed.attempts], ['waiting', 0])
    await ground.newest(id, { id: failed[0].id, state: 'delivered', attempts: 1 })
    await ground.publish('company', 'Heard again')
    await came(path, sent + 2)
    assert.equal((await ground.deliveries(id)).length, 2)
  },
)

onBothStores('a webhook that succeeds beside one failing event stays switched on', async ground => {
  const { id, path } = await ground.hook()
  receiver.answer(path, response => {
    const poisoned = receiver.at(path).at(-1)!.body.includes('artifact.deleted')
    response.writeHead(poisoned ? 500 : 200).end()
  })
  await ground.done('DELETE', `/v1/artifacts/${await ground.publish()}`)
  await ground.newest(id, { type: 'artifact.deleted', attempts: 1, status: 500 })
  ground.service.advance(HOUR)
  await ground.publish()
  await until('the other arrived', async () => (await ground.deliveries(id, '?state=delivered')).length === 2)
  const look = looksAt(ground.service)
  await until('the tries are over', async () => {
    ground.service.advance(11 * HOUR)
    await look()
    return (await ground.deliveries(id, '?state=failed')).length === 1
  })
  assert.equal((await ground.done('GET', `/v1/webhooks/${id}`)).enabled, true)
})

onBothStores('a receiver that answers 410 is asked no more', async ground => {
  const { id, path } = await ground.hook()
  receiver.answer(path, response => void response.writeHead(410).end())
  await ground.publish()
  await ground.newest(id, { state: 'failed', attempts: 1, status: 410 })
  const { enabled, disabledReason } = await ground.done('GET', `/v1/webhooks/${id}`)
  assert.deepEqual([enabled, disabledReason], [false, 'gone'])
})

onBothStores('redirects are not followed, and an answer is read so far', async ground => {
  const { id, path } = await ground.hook()
  receiver.answer(path, response => void response.writeHead(302, { location: `${path}/secret` }).end())
  const moved = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
  assert.deepEqual(
    [moved.status, moved.error],
    [302, 'the receiver answered 302, and redirects are not followed'],
  )
  assert.equal(receiver.at(`${path}/secret`).length, 0)
  receiver.answer(path, response => void response.writeHead(200).end('x'.repeat(1_000_000)))
  const long = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
  assert.deepEqual([long.state, long.error], ['failed', 'the answer is too long'])
})

onBothStores('a name that leads to a private network is never asked', async ground => {
  const names = { 'local.example': ['127.0.0.1'], 'mixed.example': ['1.1.1.1', '10.0.0.1'] }
  for (const [name, addresses] of Object.entries(names)) {
    dns.lead(name, addresses)
    const { id } = await ground.hook({ url: `https://${name}/` })
    await ground.publish()
    await ground.newest(id, { state: 'waiting', attempts: 1, error: 'the address is not public' })
    const { state, error } = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
    assert.deepEqual([state, error], ['failed', 'the address is not public'])
    await ground.done('DELETE', `/v1/webhooks/${id}`)
  }
})

onBothStores('a receiver that never answers holds up no other', async ground => {
  /** True if the quick receiver heard of all while the slow one was being asked, which ends after ten seconds of its own. */
  const isHeardBeside = async (): Promise<boolean> => {
    const slow = await ground.hook()
    let isAsked = true
    receiver.answer(slow.path, response => {
      response.once('close', () => {
        isAsked = false
      })
    })
    await ground.publish()
    await came(slow.path, 1)
    const quick = await ground.hook()
    for (let n = 0; n < 5; n++) await ground.publish()
    await came(quick.path, 5)
    const first = (await ground.deliveries(slow.id)).at(-1)
    const asked = [first.attempts, receiver.at(slow.path).length]
    const isBeside = isAsked
    for (const { id } of [slow, quick]) await ground.done('DELETE', `/v1/webhooks/${id}`)
    if (isBeside) assert.deepEqual(asked, [1, 1])
    return isBeside
  }
  // A machine that needs the ten seconds for the five pages has proved nothing yet.
  await until('a quick receiver hears while a slow one is asked', isHeardBeside)
})

onBothStores('a test says at once what the receiver answered, and is not tried again', async ground => {
  const { id, secret, path } = await ground.hook()
  const well = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
  assert.deepEqual(
    [well.type, well.state, well.status, well.eventId],
    ['webhook.test', 'delivered', 200, null],
  )
  const message = signed(receiver.at(path)[0]!, secret) as Value
  assert.deepEqual([message.type, message.id, message.data], ['webhook.test', well.id, {}])
  receiver.answer(path, response => void response.writeHead(404).end())
  const badly = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
  assert.deepEqual([badly.state, badly.status, badly.nextAttemptAt], ['failed', 404, null])
  assert.deepEqual(
    (await ground.deliveries(id)).map(({ id: each }) => each),
    [badly.id, well.id],
  )
})

onBothStores('a new secret signs at once, the one before signs beside it for a day', async ground => {
  const { id, secret, path } = await ground.hook()
  const { secret: next } = await ground.done('PATCH', `/v1/webhooks/${id}`, { newSecret: true })
  const tell = async () => {
    await ground.done('POST', `/v1/webhooks/${id}/test`, {})
    return receiver.at(path).at(-1)!
  }
  const during = await tell()
  for (const each of [secret, next]) signed(during, each)
  ground.service.advance(DAY + MINUTE)
  const later = await tell()
  signed(later, next)
  assert.throws(() => signed(later, secret))
  const { context } = ground.service
  const [row] = await context.records.webhooks.list(ground.company.id)
  assert.ok(![secret, next].some(each => JSON.stringify(row).includes(each.slice(6))))
})

onBothStores('deliveries of others are not there, and those of 30 days ago neither', async ground => {
  const { id } = await ground.hook()
  const { id: delivery } = await ground.done('POST', `/v1/webhooks/${id}/test`, {})
  const stranger = (await ground.service.organization()).owner.key
  for (const [method, path] of [
    ['GET', `/v1/webhooks/${id}/deliveries`],
    ['POST', `/v1/webhooks/${id}/test`],
    ['POST', `/v1/webhooks/deliveries/${delivery}/replay`],
  ] as const)
    assert.equal(
      (await ground.ask(method, path, method === 'POST' ? {} : undefined, stranger)).status,
      404,
      path,
    )
  assert.equal((await ground.deliveries(id)).length, 1)
  ground.service.advance(31 * DAY)
  await ground.service.sweep()
  assert.deepEqual(await ground.deliveries(id), [])
})

onBothStores('a chat is told in a sentence, in which names are no links and no mentions', async ground => {
  const slack = await ground.hook({ format: 'slack' })
  const teams = await ground.hook({ format: 'teams' })
  const id = await ground.publish('company', '<!channel> *now* https://evil.example')
  await came(slack.path, 1)
  await came(teams.path, 1)
  const url = `${ground.service.url}/${id}`
  const { text, mrkdwn } = signed(receiver.at(slack.path)[0]!, slack.secret) as Value
  assert.match(
    text,
    /^An agent for Name of .* published “&lt;!channel&gt; \*now\* https:\u200a\/\/evil\.\u200aexample”\./,
  )
  assert.ok(text.endsWith(`\n${url}`) && mrkdwn === false)
  const card = (signed(receiver.at(teams.path)[0]!, teams.secret) as Value).attachments[0]
  assert.equal(card.contentType, 'application/vnd.microsoft.card.adaptive')
  const { body, actions } = card.content
  assert.match(body[0].inlines[0].text, /published “<!channel> \*now\* /)
  assert.deepEqual([body[0].type, actions[0].url], ['RichTextBlock', url])
})

// Most of each test waits for the next look of its service: both stores are waited for at once.
describe('webhooks', { concurrency: true }, () => {
  for (const store of stores)
    describe(`on ${store}`, { concurrency: 1 }, () => {
      for (const [title, body] of behaviours)
        test(title, async t => {
          const service = await services.get(store)!
          if (isSkip(service)) return t.skip(service.skip)
          await body(new Ground(service, await service.organization()))
        })
    })
})
