// Webhooks: who makes, reads, changes and removes them, and what an address must be.
import assert from 'node:assert/strict'
import type { Scope } from '../../src/domain/actor.ts'
import { eventTypes, threadEvents } from '../../src/domain/event.ts'
import { organizationEvents } from '../../src/domain/webhook.ts'
import { send } from '../support/http.ts'
import { everywhere, onBothStores, unknownId, type World } from '../support/world.ts'

const url = 'https://receiver.example/hooks?key=1'
const secretForm = /^whsec_[A-Za-z0-9+/]{32}$/

everywhere('a webhook is made, read, listed, changed and removed; its secret is shown once', async world => {
  const made = await world.call('makeWebhook', { url })
  const { id, secret, createdAt, ...shown } = made
  assert.match(secret, secretForm)
  assert.match(createdAt, /^\d{4}-.*Z$/)
  assert.deepEqual(shown, {
    ...{ url, types: null, format: 'standard', enabled: true, disabledReason: null, lastSuccessAt: null },
  })
  const read = { id, createdAt, ...shown }
  assert.deepEqual(await world.call('readWebhook', { id }), read)
  assert.deepEqual(await world.call('listWebhooks'), { data: [read], nextCursor: null })
  const types = ['thread.opened', 'artifact.published', 'thread.opened']
  const changed = await world.call('changeWebhook', { id, types, format: 'slack', enabled: false })
  const now = {
    ...{ ...read, types: ['artifact.published', 'thread.opened'], format: 'slack' },
    ...{ enabled: false, disabledReason: 'switched_off' },
  }
  assert.deepEqual(changed, now)
  const { secret: second, ...again } = await world.call('changeWebhook', {
    ...{ id, url: 'https://OTHER.example', types: null, enabled: true, newSecret: true },
  })
  assert.match(second, secretForm)
  assert.notEqual(second, secret)
  assert.deepEqual(again, {
    ...{ ...now, url: 'https://other.example/', types: null, enabled: true, disabledReason: null },
  })
  assert.deepEqual(await world.call('readWebhook', { id }), again)
  await world.call('removeWebhook', { id })
  assert.deepEqual((await world.call('listWebhooks')).data, [])
  for (const gone of ['readWebhook', 'changeWebhook', 'removeWebhook'])
    await world.refused('not_found', gone, { id })
})

everywhere('making, changing and removing one is audited without its address and its secret', async world => {
  const traces = await world.traces(async () => {
    const { id } = await world.call('makeWebhook', { url })
    await world.call('changeWebhook', { id, newSecret: true })
    await world.call('removeWebhook', { id })
  })
  const audits = ['makeWebhook', 'changeWebhook', 'removeWebhook']
  assert.deepEqual(traces, { events: [], audits })
  const { records } = world.service.context
  const rows = await records.journal.audits({ organizationId: world.company.id, limit: 10 })
  const written = JSON.stringify(rows.filter(({ action }) => audits.includes(action)))
  assert.ok(written.includes('receiver.example'))
  assert.ok(!written.includes('key=1') && !written.includes('whsec_'))
})

everywhere('an address must be https, on the internet and without a user', async world => {
  const { id } = await world.call('makeWebhook', { url })
  for (const wrong of [
    ...['', 'receiver.example', 'http://receiver.example/', 'ftp://receiver.example/', 'javascript:alert(1)'],
    ...['https://ana@receiver.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/'],
    ...['https://169.254.169.254/latest', 'https://metadata.google.internal/', 'https://0x7f.1/'],
    ...['https://localhost/', 'https://localhost./', 'https://LOCALHOST:8443/', 'https://app.localhost/'],
    ...['https://127.0.0.1./', 'https://2130706433/', 'https://0177.0.0.1/', 'https://127.1/', 'https://0/'],
    ...[
      'https://192.168.1.1/',
      'https://172.16.0.1/',
      'https://100.100.100.200/',
      'https://[fd00:ec2::254]/',
    ],
    ...['https://[::ffff:127.0.0.1]/', 'https://[::]/', 'https://[fe80::1]/', 'https://[64:ff9b::7f00:1]/'],
    ...['https://１２７.0.0.1/', 'https://ⓛocalhost/', 'https://printer.local/', 'https://nas.home.arpa/'],
    ...['https://localhost.localdomain/', 'https://ip6-localhost/', 'https://intranet/'],
    ...[`https://receiver.example/${'x'.repeat(2000)}`],
  ]) {
    await world.refused('invalid_input', 'makeWebhook', { url: wrong })
    await world.refused('invalid_input', 'changeWebhook', { id, url: wrong })
  }
  for (const wrong of [{ types: [] }, { types: ['artifact.printed'] }, { format: 'xml' }])
    await world.refused('invalid_input', 'makeWebhook', { url, ...wrong })
  assert.equal((await world.call('listWebhooks')).data.length, 1)
})

everywhere('an organization has ten at most, also when many are made at once', async world => {
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => world.act('makeWebhook', { url })))
  const codes = outcomes.flatMap(outcome => ('problem' in outcome ? [outcome.problem.code] : []))
  assert.deepEqual(codes, ['invalid_input', 'invalid_input'])
  const { data } = await world.call('listWebhooks')
  assert.equal(data.length, 10)
  await world.call('removeWebhook', { id: data[0].id })
  await world.call('makeWebhook', { url })
})

everywhere('only owners and admins have to do with them, and none with those of others', async world => {
  const { company } = world
  const { id } = await world.call('makeWebhook', { url })
  const admin = await company.join('admin')
  assert.equal((await world.call('readWebhook', { id }, { as: admin })).id, id)
  assert.equal((await world.call('readWebhook', { id }, { as: company.owner.session })).id, id)
  const each = [
    ['listWebhooks'],
    ['makeWebhook', { url }],
    ['changeWebhook', { id, enabled: false }],
  ] as const
  const service = await company.newKey('service')
  for (const as of [await company.join('member'), await company.join('viewer'), { key: service.key }]) {
    for (const [name, input] of each) await world.refused('forbidden', name, input, { as })
    await world.refused('forbidden', 'readWebhook', { id }, { as })
    await world.refused('forbidden', 'removeWebhook', { id }, { as })
  }
  const stranger = (await world.service.organization()).owner
  for (const name of ['readWebhook', 'changeWebhook', 'removeWebhook']) {
    await world.refused('not_found', name, { id }, { as: stranger })
    await world.refused('not_found', name, { id: unknownId() })
    await world.refused('unauthorized', name, { id }, { as: 'nobody' })
  }
  assert.deepEqual((await world.call('listWebhooks', {}, { as: stranger })).data, [])
})

const keyWith = (world: World, ...scopes: Scope[]) => world.company.newKey('user', { scopes })

everywhere('a webhook hears nothing that the scopes of its maker do not let it read', async world => {
  const narrow = await keyWith(world, 'org:write')
  const made = await world.call('makeWebhook', { url }, { as: narrow })
  assert.deepEqual(made.types, organizationEvents)
  const types = ['artifact.published']
  const problem = await world.refused('insufficient_scope', 'makeWebhook', { url, types }, { as: narrow })
  assert.equal(problem.extras.scope, 'artifacts:read')
  const reader = await keyWith(world, 'org:write', 'artifacts:read')
  const heard = (await world.call('makeWebhook', { url }, { as: reader })).types
  assert.deepEqual(
    heard,
    eventTypes.filter(type => !threadEvents.includes(type)),
  )
  const open = { url, types: ['thread.opened'] }
  const refused = await world.refused('insufficient_scope', 'makeWebhook', open, { as: reader })
  assert.equal(refused.extras.scope, 'comments:read')
  const wide = await world.call('makeWebhook', { url })
  const off = await world.call('changeWebhook', { id: wide.id, enabled: false }, { as: narrow })
  assert.equal(off.types, null)
  const led = { id: wide.id, url: 'https://elsewhere.example/' }
  assert.deepEqual((await world.call('changeWebhook', led, { as: narrow })).types, organizationEvents)
})

onBothStores(
  'a repeated request answers the same webhook and secret, of which none is stored',
  async service => {
    const { owner, id: organizationId } = await service.organization()
    const make = () =>
      send(`${service.url}/v1/webhooks`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'one-and-the-same-request',
        },
        body: JSON.stringify({ url }),
      })
    const [first, second] = [await make(), await make()]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(first.headers.location, `/v1/webhooks/${first.json.id}`)
    assert.equal(second.headers['idempotent-replay'], 'true')
    assert.deepEqual(second.json, first.json)
    assert.match(first.json.secret, secretForm)
    const [row] = await service.context.records.webhooks.list(organizationId)
    assert.ok(!JSON.stringify(row).includes(first.json.secret.slice(6)))
  },
)
