// The audit: every change with who did it, every read of what is not public where the plan promises it, for those who govern.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { guestSession } from '../support/people.ts'
import { until } from '../support/until.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'
import type { Value } from '../support/world-surface.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

const audit = async (world: World, input: Record<string, unknown> = {}): Promise<Value[]> =>
  (await world.call('audit', input)).data

const views = async (world: World): Promise<Value[]> => {
  await world.service.context.readAudit.flush()
  return audit(world, { action: 'view' })
}

everywhere('every change is there with who did it, as what, from where', async world => {
  const { company } = world
  const ana = await company.join('member')
  const { shortId } = await world.call(
    'publish',
    { visibility: 'company' },
    { file: 'x', as: ana, actorType: 'agent', actorName: 'Robot' },
  )
  await world.call('change', { id: shortId, name: 'New name' })
  await world.call('delete', { id: shortId })
  const rows = (await audit(world, { subject: shortId })).filter(row => row.action !== 'view')
  assert.deepEqual(
    rows.map(row => row.action),
    ['delete', 'change', 'publish'],
  )
  const { id, createdAt, credential, surface, client, ...facts } = rows[2]
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.match(createdAt, /Z$/)
  assert.ok(credential)
  assert.ok(['core', 'rest', 'mcp'].includes(surface), surface)
  assert.ok(client === null || typeof client === 'string')
  assert.deepEqual(facts, {
    action: 'publish',
    subject: shortId,
    subjectName: 'New name',
    actor: { id: ana.id, name: ana.name, email: ana.email },
    actorType: 'agent',
    actorName: 'Robot',
    details: { version: 1, visibility: 'company' },
  })
})

everywhere('it is for owners and admins of the organization, and for nobody else', async world => {
  const { company, service } = world
  await world.call('publish', {}, { file: 'x' })
  const admin = await company.join('admin')
  assert.ok((await world.call('audit', {}, { as: admin })).data.length > 0)
  for (const role of ['member', 'viewer'] as const)
    await world.refused('forbidden', 'audit', {}, { as: await company.join(role) })
  await world.refused('forbidden', 'audit', {}, { as: await company.newKey('service') })
  await world.refused('unauthorized', 'audit', {}, { as: 'nobody' })
  await world.refused(
    'insufficient_scope',
    'audit',
    {},
    { as: await company.newKey('user', { scopes: ['artifacts:write'] }) },
  )
  await world.call('audit', {}, { as: await company.newKey('user', { scopes: ['org:read'] }) })
  const other = await service.organization()
  const seen = await world.call('audit', { limit: 1000 }, { as: other.owner })
  assert.ok(seen.data.every((row: Value) => row.actor.email === other.owner.email))
})

everywhere('it is filtered by actor, type, action, subject, surface and time', async world => {
  const { company, service } = world
  const ana = await company.join('member')
  const start = new Date(service.context.clock()).toISOString()
  const mine = await world.call('publish', {}, { file: 'x', actorType: 'human' })
  service.advance(1000)
  const between = new Date(service.context.clock()).toISOString()
  const hers = await world.call('publish', {}, { file: 'x', as: ana, actorType: 'agent' })
  const bot = await company.newKey('service')
  const ours = await world.call('publish', {}, { file: 'x', as: bot })
  const found = async (input: Record<string, unknown>) =>
    (await audit(world, { from: start, action: 'publish', ...input })).map(row => row.subject).sort()
  const all = [mine.shortId, hers.shortId, ours.shortId].sort()
  assert.deepEqual(await found({}), all)
  assert.deepEqual(await found({ actor: ana.email.toUpperCase() }), [hers.shortId])
  assert.deepEqual(await found({ actor: ana.id }), [hers.shortId])
  assert.deepEqual(await found({ actor: bot.id }), [ours.shortId])
  assert.deepEqual(await found({ actor: 'stranger@example.com' }), [])
  assert.deepEqual(await found({ actor: 'no address @' }), [])
  assert.deepEqual(await found({ actorType: 'human' }), [mine.shortId])
  assert.deepEqual(await found({ actorType: 'human', actor: ana.id }), [])
  assert.deepEqual(await found({ subject: mine.url }), [mine.shortId])
  assert.deepEqual(await found({ to: between }), [mine.shortId])
  assert.deepEqual(await found({ from: between }), [hers.shortId, ours.shortId].sort())
  assert.deepEqual(await found({ surface: 'admin' }), [])
  assert.deepEqual(await found({ action: 'delete' }), [])
  const eva = await company.join('member', `eva-${ana.id.slice(-8)}@xn--bcher-kva.example`)
  const evas = await world.call('publish', {}, { file: 'x', as: eva })
  const written = eva.email.replace('xn--bcher-kva', 'Bücher')
  assert.deepEqual(await found({ actor: ` ${written} ` }), [evas.shortId])
  await world.refused('invalid_input', 'audit', { from: 'yesterday' })
  await world.refused('invalid_input', 'audit', { limit: 1001 })
})

everywhere('it comes in pages that neither repeat nor leave out, each for its filters', async world => {
  for (let n = 0; n < 7; n++) await world.call('publish', {}, { file: 'x' })
  const whole = (await audit(world, { action: 'publish', limit: 100 })).map(row => row.id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page: Value = await world.call('audit', { action: 'publish', limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.data.map((row: Value) => row.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, 7)
  assert.deepEqual(seen, whole)
  const { nextCursor } = await world.call('audit', { limit: 1 })
  await world.refused('invalid_input', 'audit', { limit: 1, action: 'publish', cursor: nextCursor })
  await world.refused('invalid_input', 'audit', { cursor: 'made up' })
})

everywhere(
  'a read of what is not public is recorded once an hour for each reader and version',
  async world => {
    const { company, service } = world
    const nextHour = HOUR - (service.context.clock() % HOUR)
    service.advance(nextHour)
    const ana = await company.join('member')
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: 'one' })
    await Promise.all([1, 2, 3].map(() => world.source(id, { as: ana })))
    await world.call('read', { id }, { as: ana })
    assert.equal((await views(world)).length, 1)
    const [view] = await views(world)
    assert.deepEqual(
      [view.subject, view.actor, view.details],
      [id, { id: ana.id, name: ana.name, email: ana.email }, { version: 1 }],
    )
    await world.source(id)
    assert.equal((await views(world)).length, 2)
    await world.call('update', { id }, { base: 1, file: 'two' })
    await world.call('diff', { id }, { as: ana })
    await world.source(id, { as: ana })
    assert.equal((await views(world)).length, 3)
    service.advance(HOUR)
    await world.source(id, { as: ana })
    assert.equal((await views(world)).length, 4)
  },
)

everywhere('a guest who reads is recorded by address', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'eve@example.org' }, { file: 'x' })
  await world.source(id, { as: await guestSession(world.service.context, 'eve@example.org') })
  const [view] = await views(world)
  assert.deepEqual(view.actor, { id: null, name: 'eve@example.org', email: null })
})

everywhere('reads are not recorded of public artifacts, of nobody, nor on smaller plans', async world => {
  const { company } = world
  const open = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  const gated = await world.call('publish', {}, { file: 'x' })
  await world.source(open.shortId)
  await world.refused('unauthorized', 'content', { id: gated.shortId }, { as: 'nobody' })
  await company.setPlan('solo')
  await world.source(gated.shortId)
  await company.setPlan('free')
  await world.source(gated.shortId)
  assert.deepEqual(await views(world), [])
  await company.setPlan('pro')
  await world.source(gated.shortId)
  assert.equal((await views(world)).length, 1)
})

everywhere(
  'a row is kept as long as the plan of its time promised, and a downgrade shortens nothing',
  async world => {
    const { company, service } = world
    const publish = async () => (await world.call('publish', { visibility: 'public' }, { file: 'x' })).shortId
    await company.setPlan('enterprise')
    const kept = await publish()
    await company.setPlan('solo')
    const solo = await publish()
    await company.setPlan('free')
    const free = await publish()
    const left = async () => {
      await service.sweep()
      const rows = await audit(world, { action: 'publish' })
      return [kept, solo, free].filter(id => rows.some(row => row.subject === id))
    }
    assert.deepEqual(await left(), [kept, solo, free])
    service.advance(30 * DAY)
    assert.deepEqual(await left(), [kept, solo])
    service.advance(60 * DAY)
    assert.deepEqual(await left(), [kept])
    service.advance(4000 * DAY)
    assert.deepEqual(await left(), [kept])
  },
)

onBothStores('as CSV it is a table that no spreadsheet runs, by Accept or by format', async service => {
  const company = await service.organization()
  const headers = proof(service.url, company.owner)
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n"x",\r\n--b--\r\n'
  const posted = await send(`${service.url}/v1/artifacts`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=b',
      'x-actor-name': '=HYPERLINK("http://evil")',
      'user-agent': '+curl, "quoted"',
    },
    body: file,
  })
  assert.equal(posted.status, 201)
  const path = `${service.url}/v1/organization/audit?action=publish`
  const byFormat = await send(`${path}&format=csv`, { headers })
  const byAccept = await send(path, { headers: { ...headers, accept: 'text/csv' } })
  assert.equal(byFormat.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(byFormat.text, byAccept.text)
  const [head, row, end] = byFormat.text.split('\r\n')
  assert.match(head!, /^createdAt,action,subject,actor,email,actorType,actorName,surface,client,/)
  assert.ok(row!.includes(`,"'=HYPERLINK(""http://evil"")",rest,"'+curl, ""quoted""",`), row)
  assert.equal(end, '')
  const json = await send(`${path}&format=json`, { headers: { ...headers, accept: 'text/csv' } })
  assert.equal(json.json.data.length, 1)
  await send(`${service.url}/v1/artifacts/${posted.json.shortId}`, { method: 'DELETE', headers })
  const first = await send(`${service.url}/v1/organization/audit?format=csv&limit=1`, { headers })
  const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))![1]!
  const second = await send(service.url + next, { headers })
  assert.match(first.text, /,delete,/)
  assert.match(second.text, /,publish,/)
})

onBothStores(
  'what waits to be recorded is written when the service is told to, and by itself',
  async service => {
    const company = await service.organization()
    const { readAudit: noted, records } = service.context
    const headers = proof(service.url, company.owner)
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nx\r\n--b--\r\n'
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const made = await send(`${service.url}/v1/artifacts`, {
      method: 'POST',
      headers: { ...headers, ...type },
      body,
    })
    const { shortId } = made.json
    await send(`${service.url}/${shortId}`, {
      headers: { cookie: company.owner.session.cookie, accept: 'text/html' },
    })
    await send(`${service.url}/${shortId}/content`, { headers: company.owner.session })
    const count = async () =>
      (await records.journal.audits({ organizationId: company.id, action: 'view', limit: 9 })).map(
        row => row.surface,
      )
    assert.deepEqual(await count(), [])
    await noted.flush()
    assert.deepEqual(await count(), ['web'])
    await send(`${service.url}/v1/artifacts/${shortId}/content`, { headers })
    await until('the second reading is recorded', async () => (await count()).length >= 2)
    assert.deepEqual(await count(), ['rest', 'web'])
  },
)
