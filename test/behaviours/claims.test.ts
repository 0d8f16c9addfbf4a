// Claiming: a preview is kept by whoever holds its link and has an account.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

const DAY = 86_400_000
const nobody = { as: 'nobody' } as const

async function preview(world: World) {
  const made = await world.call('publishPreview', { name: 'Found' }, { file: 'one', ...nobody })
  await world.call(
    'updatePreview',
    { id: made.shortId },
    { base: 1, file: 'two', as: { editToken: made.editToken } },
  )
  return { ...made, code: made.claimUrl.split('/').at(-1) as string }
}

everywhere('[S13, S33] a claim keeps address, versions and name, and ends the expiry', async world => {
  const { shortId: id, code, url } = await preview(world)
  const offer = await world.call('inspectClaim', { code }, nobody)
  assert.deepEqual([offer.shortId, offer.name, offer.size], [id, 'Found', 3])
  const traces = await world.traces(async () => {
    const claimed = await world.call('claim', { code })
    assert.deepEqual(
      [claimed.shortId, claimed.url, claimed.name, claimed.version, claimed.visibility, claimed.expiresAt],
      [id, url, 'Found', 2, 'public', null],
    )
    const { color, ...owner } = claimed.owner
    const { name, email } = world.company.owner
    assert.deepEqual(owner, { kind: 'person', name, email })
    assert.ok(color >= 0 && color <= 7)
    assert.equal(claimed.organization.id, world.company.id)
  })
  assert.deepEqual(traces, { events: ['artifact.claimed'], audits: ['claim'] })
  world.service.advance(31 * DAY)
  await world.service.sweep()
  assert.equal(await world.source(id, { version: 1 }), 'one')
  assert.equal(await world.source(id, nobody), 'two')
})

everywhere('the whole claim address is taken for its code', async world => {
  const { claimUrl } = await preview(world)
  assert.equal((await world.call('claim', { code: claimUrl })).version, 2)
})

everywhere('a claim is made once', async world => {
  const { code } = await preview(world)
  await world.call('claim', { code })
  await world.leavesNothing(() => world.refused('already_claimed', 'claim', { code }))
  await world.refused('already_claimed', 'inspectClaim', { code }, nobody)
  const other = (await world.service.organization()).owner
  await world.refused('already_claimed', 'claim', { code }, { as: other })
})

everywhere('of many claims at once one wins', async world => {
  const { code, shortId: id } = await preview(world)
  const companies = await Promise.all([1, 2, 3, 4].map(() => world.service.organization()))
  const outcomes = await Promise.all(
    companies.map(({ owner }) => world.act('claim', { code }, { as: owner })),
  )
  const won = companies.filter((_, n) => 'value' in outcomes[n]!)
  assert.equal(won.length, 1)
  assert.equal((await world.call('get', { id }, { as: won[0]!.owner })).organization.id, won[0]!.id)
})

everywhere('after the claim the edit token is nothing', async world => {
  const { code, shortId: id, editToken } = await preview(world)
  await world.call('claim', { code })
  await world.leavesNothing(async () => {
    await world.refused('unauthorized', 'updatePreview', { id }, { base: 2, file: 'x', as: { editToken } })
    await world.refused('unauthorized', 'deletePreview', { id }, { as: { editToken } })
  })
  assert.equal((await world.call('update', { id }, { base: 2, file: 'three' })).version, 3)
})

everywhere('unknown, expired and unauthorized claims are told apart', async world => {
  const { code, editToken } = await preview(world)
  await world.refused('unauthorized', 'claim', { code }, nobody)
  await world.refused('not_found', 'claim', { code: 'x'.repeat(32) })
  await world.refused('not_found', 'claim', { code: editToken })
  await world.refused('not_found', 'inspectClaim', { code: 'x'.repeat(32) }, nobody)
  const viewer = await world.company.join('viewer')
  await world.refused('forbidden', 'claim', { code }, { as: viewer })
  world.service.advance(30 * DAY)
  await world.refused('claim_expired', 'claim', { code })
  await world.refused('claim_expired', 'inspectClaim', { code }, nobody)
})

everywhere('an expired claim is told as such also when nothing is left of the preview', async world => {
  const { code, shortId: id } = await preview(world)
  world.service.advance(31 * DAY)
  await world.service.sweep()
  await world.refused('not_found', 'get', { id })
  await world.refused('claim_expired', 'claim', { code })
  await world.refused('claim_expired', 'inspectClaim', { code }, nobody)
  for (const other of [`${code}x`, code.slice(1), `0${code.slice(1)}`, code.slice(0, 32)])
    await world.refused('not_found', 'claim', { code: other })
})

everywhere('a claim may choose its audience, and over the plan it is refused and stays open', async world => {
  await world.company.setPlan('free')
  for (let n = 0; n < 3; n++) await world.call('publish', {}, { file: 'x' })
  const { code } = await preview(world)
  await world.leavesNothing(() => world.refused('plan_limit', 'claim', { code, visibility: 'private' }))
  assert.equal((await world.call('claim', { code })).visibility, 'public')
  await world.company.setPlan('pro')
  const another = await preview(world)
  const input = { code: another.code, visibility: 'company' }
  assert.equal((await world.call('claim', input)).visibility, 'company')
  const third = await preview(world)
  const named = await world.call('claim', { code: third.code, visibility: 'ana@example.com' })
  assert.deepEqual([named.visibility, named.sharedWith], ['private', ['ana@example.com']])
})

everywhere('where the policy forbids public pages a claim becomes private', async world => {
  await world.company.setPolicy({ allowPublic: false })
  const { code, shortId: id } = await preview(world)
  await world.refused('public_artifacts_disabled', 'claim', { code, visibility: 'public' })
  assert.equal((await world.call('claim', { code })).visibility, 'private')
  await world.refused('unauthorized', 'content', { id }, nobody)
})

everywhere('where the policy forbids claims none is made', async world => {
  await world.company.setPolicy({ allowPreviewClaims: false })
  const { code } = await preview(world)
  await world.leavesNothing(() => world.refused('forbidden', 'claim', { code }))
})

everywhere('a service key claims nothing: a preview is kept by a person', async world => {
  const { code } = await preview(world)
  const as = await world.company.newKey('service')
  await world.leavesNothing(() => world.refused('forbidden', 'claim', { code }, { as }))
})

everywhere('a claimed page can be found, listed and counted', async world => {
  const { code, shortId } = await preview(world)
  await world.call('claim', { code })
  assert.deepEqual(
    (await world.call('list', { owner: 'me' })).data.map((row: { shortId: string }) => row.shortId),
    [shortId],
  )
})
