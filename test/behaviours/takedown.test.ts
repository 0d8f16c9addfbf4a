// Takedown and quarantine: nobody can open it, its owner learns why, the bytes stay and cannot come back anonymously.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { administer } from '../../src/admin/admin.ts'
import { takeDown } from '../../src/admin/takedown.ts'
import { operations } from '../../src/operations/index.ts'
import { serviceOn } from '../support/common-service.ts'
import { send } from '../support/http.ts'
import { isSkip } from '../support/skip.ts'
import { blobs, everywhere, onBothStores, type World } from '../support/world.ts'
import { coreSurface } from '../support/world-core.ts'
import { proof } from '../support/world-rest.ts'
import type { Value } from '../support/world-surface.ts'

const DAY = 86_400_000
const nobody = { as: 'nobody' } as const

const takeDownHere = ({ service: { context } }: World, id: string, options = {}) =>
  takeDown(context.records, id, options, context.clock())

/** Somebody at that network reports the page. */
async function report({ service }: World, id: string, network: string): Promise<string> {
  const operation = operations.report
  const outcome = await coreSurface(service.context, network).act({
    operation,
    input: { id, reason: 'It asks for passwords.' },
    as: 'nobody',
    base: undefined,
    file: undefined,
    idempotencyKey: undefined,
    claim: { actorType: null, actorName: null },
  })
  return 'value' in outcome ? 'taken' : outcome.problem.code
}

everywhere('what is taken down nobody can open; those who could delete it learn why', async world => {
  const { company } = world
  const [member, admin] = [await company.join('member'), await company.join('admin')]
  const word = `word${Date.now()}`
  const { shortId: id, url } = await world.call('publish', { visibility: 'public' }, { file: `# ${word}` })
  assert.deepEqual(await takeDownHere(world, url, { reason: 'Phishing.' }), {
    shortId: id,
    name: word,
    shown: false,
  })
  for (const as of [company.owner, admin]) {
    const { status } = await world.refused('taken_down', 'content', { id }, { as })
    if (status !== undefined) assert.equal(status, 451)
    await world.refused('taken_down', 'get', { id }, { as })
    await world.refused('taken_down', 'change', { id, visibility: 'private' }, { as })
    await world.refused('taken_down', 'delete', { id }, { as })
    await world.refused('taken_down', 'update', { id }, { as, base: 1, file: 'x' })
  }
  for (const operation of ['content', 'get', 'read', 'copy', 'versions']) {
    await world.refused('not_found', operation, { id }, { as: member })
    await world.refused('unauthorized', operation, { id }, nobody)
  }
  assert.deepEqual((await world.call('list')).data, [])
  assert.deepEqual((await world.call('search', { q: word })).data, [])
  await takeDownHere(world, id, { restore: true })
  assert.equal(await world.source(id, nobody), `# ${word}`)
  assert.equal((await world.call('list')).data.length, 1)
  assert.equal((await world.call('search', { q: word })).data.length, 1)
  const rows = (await world.call('audit', { subject: id, surface: 'admin' })).data
  assert.deepEqual(
    rows.map((row: Value) => [row.action, row.actorType, row.actor.name, row.details.reason]),
    [
      ['admin.restore', 'system', 'Operator', undefined],
      ['admin.takedown', 'system', 'Operator', 'Phishing.'],
    ],
  )
})

everywhere(
  'its bytes stay for review, through the trash and the end of a preview, for 180 days',
  async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'in the trash' })
    await world.call('delete', { id })
    const preview = await world.call('publishPreview', {}, { file: `a preview ${Math.random()}`, ...nobody })
    await takeDownHere(world, id)
    await takeDownHere(world, preview.shortId)
    const before = await blobs(world.service)
    world.service.advance(100 * DAY)
    await world.service.sweep()
    const mine = await Promise.all(
      [id, preview.shortId].map(each => world.service.context.records.artifacts.find(each)),
    )
    assert.ok(mine.every(artifact => artifact !== null && before.includes(artifact.blob)))
    const left = await blobs(world.service)
    assert.ok(mine.every(artifact => left.includes(artifact!.blob)))
    await world.refused('taken_down', 'undelete', { id })
    world.service.advance(81 * DAY)
    await world.service.sweep()
    const after = await blobs(world.service)
    assert.ok(mine.every(artifact => !after.includes(artifact!.blob)))
    await world.refused('not_found', 'undelete', { id })
  },
)

everywhere('the same bytes do not come back without an account, until they are restored', async world => {
  const file = `a kit ${Math.random()}`
  const first = await world.call('publishPreview', {}, { file, ...nobody })
  const second = await world.call('publishPreview', {}, { file: 'harmless', ...nobody })
  const holder = { as: { editToken: first.editToken } }
  await takeDownHere(world, first.shortId)
  await world.refused('taken_down', 'updatePreview', { id: first.shortId }, { base: 1, file: 'x', ...holder })
  await world.refused('taken_down', 'claim', { code: first.claimUrl })
  await world.refused('taken_down', 'inspectClaim', { code: first.claimUrl }, nobody)
  await world.refused('content_blocked', 'publishPreview', {}, { file, ...nobody })
  const as = { editToken: second.editToken }
  await world.refused('content_blocked', 'updatePreview', { id: second.shortId }, { base: 1, file, as })
  await world.call('publish', {}, { file })
  await takeDownHere(world, first.shortId, { restore: true })
  await world.call('publishPreview', {}, { file, ...nobody })
  await world.call('claim', { code: first.claimUrl })
})

everywhere(
  'three networks put an unclaimed preview into quarantine, until the operator has looked',
  async world => {
    const preview = await world.call('publishPreview', {}, { file: 'x', ...nobody })
    const { shortId: id } = preview
    for (const network of ['n1', 'n1', 'n2', 'n1']) assert.equal(await report(world, id, network), 'taken')
    assert.equal(await world.source(id, nobody), 'x')
    assert.equal(await report(world, id, 'n3'), 'taken')
    await world.refused('unauthorized', 'content', { id }, nobody)
    await world.refused('not_found', 'content', { id })
    await world.refused('taken_down', 'claim', { code: preview.claimUrl })
    await takeDownHere(world, id, { restore: true })
    for (const network of ['n1', 'n2', 'n3', 'n4']) assert.equal(await report(world, id, network), 'taken')
    assert.equal(await world.source(id, nobody), 'x')
    world.service.advance(1000)
    await world.call(
      'updatePreview',
      { id },
      { base: 1, file: 'worse', as: { editToken: preview.editToken } },
    )
    assert.equal(await report(world, id, 'n5'), 'taken')
    await world.refused('unauthorized', 'content', { id }, nobody)
  },
)

everywhere('addresses beside each other report as one network', async world => {
  const { shortId: id } = await world.call('publishPreview', {}, { file: 'x', ...nobody })
  const alike = ['192.0.2.1', '192.0.2.2', '192.0.2.250', '2001:db8:1:1::/64', '2001:db8:1:2::/64']
  for (const network of alike) assert.equal(await report(world, id, network), 'taken')
  assert.equal(await world.source(id, nobody), 'x')
  assert.equal(await report(world, id, '198.51.100.1'), 'taken')
  await world.refused('unauthorized', 'content', { id }, nobody)
})

everywhere('what belongs to somebody is reported, and stays', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'x' })
  for (const network of ['n1', 'n2', 'n3', 'n4']) assert.equal(await report(world, id, network), 'taken')
  assert.equal(await world.source(id, nobody), 'x')
})

onBothStores(
  'readers meet the page of what never was; the owner is told, on the page and by mail',
  async service => {
    const { owner } = await service.organization()
    const headers = { ...proof(service.url, owner), 'content-type': 'multipart/form-data; boundary=b' }
    const part = (name: string, value: string, more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    const body = `${part('visibility', 'public')}${part('file', '# Bad', '; filename="a.md"')}--b--\r\n`
    const { json } = await send(`${service.url}/v1/artifacts`, { method: 'POST', headers, body })
    await takeDown(
      service.context.records,
      json.shortId,
      { reason: 'It copies a bank.' },
      service.context.clock(),
    )
    const page = (path: string, cookie?: string) =>
      send(service.url + path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } })
    const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/g, '')
    const [gone, never] = [await page(`/${json.shortId}`), await page('/123456789A')]
    assert.deepEqual([gone.status, withoutNonce(gone.text)], [404, withoutNonce(never.text)])
    const told = await page(`/${json.shortId}`, owner.session.cookie)
    assert.equal(told.status, 451)
    assert.match(told.text, /took this artifact down/)
    const [mail] = await service.mail.wait(owner.email, 1)
    assert.match(mail!.text, /It copies a bank\./)
  },
)

test('the command of the operator works beside the running server', async () => {
  const service = await serviceOn('sqlite')
  assert.ok(!isSkip(service))
  const env = { RECTO_DATA: service.folder, RECTO_URL: service.url }
  const preview = await coreSurface(service.context, 'n').act({
    operation: operations.publishPreview,
    input: {},
    as: 'nobody',
    base: undefined,
    file: { name: 'a.md', bytes: '# Worse' },
    idempotencyKey: undefined,
    claim: { actorType: null, actorName: null },
  })
  assert.ok('value' in preview)
  const { shortId } = preview.value
  const run = (input: Record<string, unknown>) =>
    administer({ command: 'admin takedown', input, progress: () => undefined }, env)
  const read = async () => (await send(`${service.url}/v1/artifacts/${shortId}/content`)).status
  assert.equal(await read(), 200)
  const done = await run({ id: shortId, reason: 'Spam' })
  assert.deepEqual([done.ok, done.value.shown], [true, false])
  assert.equal(await read(), 401)
  await run({ id: `${service.url}/${shortId}`, restore: true })
  assert.equal(await read(), 200)
  await assert.rejects(run({ id: '123456789A' }), { code: 'not_found' })
  await assert.rejects(run({ id: 'nonsense' }), { code: 'not_found' })
})
