// Public previews: published by anybody, kept for 30 days, changed only by their token.
import assert from 'node:assert/strict'
import { blobs, everywhere, type World } from '../support/world.ts'

const DAY = 86_400_000
const nobody = { as: 'nobody' } as const
const publish = (world: World, file = '# Look\n', input: Record<string, unknown> = {}) =>
  world.call('publishPreview', input, { file, ...nobody })

everywhere(
  '[S12, S27, S32, S42] a preview is public, lives 30 days and comes with a claim address',
  async world => {
    const preview = await publish(world)
    const { shortId, claimUrl, editToken, expiresAt, ...rest } = preview
    const url = `${world.service.url}/${shortId}`
    assert.deepEqual(rest, { url, previewUrl: url, version: 1, name: 'Look' })
    assert.match(claimUrl, new RegExp(`^${world.service.url}/claim/[0-9A-Za-z]{40,60}$`))
    assert.notEqual(claimUrl.split('/').at(-1), editToken)
    const days = (Date.parse(expiresAt) - world.service.context.clock()) / DAY
    assert.ok(days > 29.99 && days <= 30)
    assert.equal(await world.source(shortId, nobody), '# Look\n')
  },
)

everywhere('what anybody sees of a preview names nobody', async world => {
  const { shortId } = await publish(world)
  const seen = await world.call('get', { id: shortId }, nobody)
  const { createdAt: _, updatedAt: __, sha256: ___, expiresAt: ____, ...facts } = seen
  assert.deepEqual(facts, {
    shortId,
    url: `${world.service.url}/${shortId}`,
    name: 'Look',
    version: 1,
    currentVersion: 1,
    format: 'markdown',
    visibility: 'public',
    theme: 'github',
    size: 7,
    historyVisible: false,
    owner: { kind: 'preview', name: 'Anonymous' },
    organization: null,
    can: [],
  })
})

everywhere('the edit token updates and deletes, and nothing else does', async world => {
  const { shortId: id, editToken } = await publish(world)
  const as = { editToken }
  await world.refused('unauthorized', 'updatePreview', { id }, { base: 1, file: 'x', ...nobody })
  await world.refused(
    'unauthorized',
    'updatePreview',
    { id },
    { base: 1, file: 'x', as: { editToken: 'x'.repeat(32) } },
  )
  await world.refused('base_version_required', 'updatePreview', { id }, { file: 'x', as })
  const updated = await world.call('updatePreview', { id, name: 'New' }, { base: 1, file: 'two', as })
  assert.deepEqual([updated.version, updated.name], [2, 'New'])
  const { extras } = await world.refused(
    'version_conflict',
    'updatePreview',
    { id },
    { base: 1, file: 'x', as },
  )
  assert.equal(extras.currentVersion, 2)
  assert.equal(await world.source(id, nobody), 'two')
  const other = await publish(world)
  await world.refused('unauthorized', 'deletePreview', { id: other.shortId }, { as })
  await world.call('deletePreview', { id }, { as })
  await world.refused('unauthorized', 'content', { id }, nobody)
})

everywhere('members of organizations cannot change a preview that is not claimed', async world => {
  const { shortId: id } = await publish(world)
  await world.refused('forbidden', 'update', { id }, { base: 1, file: 'x' })
  await world.refused('forbidden', 'change', { id, name: 'Mine' })
  await world.refused('forbidden', 'delete', { id })
})

everywhere('a deleted preview cannot be claimed', async world => {
  const { shortId: id, editToken, claimUrl } = await publish(world)
  await world.call('deletePreview', { id }, { as: { editToken } })
  await world.refused('not_found', 'claim', { code: claimUrl })
  await world.refused('not_found', 'inspectClaim', { code: claimUrl }, nobody)
  await world.refused('not_found', 'updatePreview', { id }, { base: 1, file: 'x', as: { editToken } })
})

everywhere('after 30 days a preview is gone, from disk too', async world => {
  const before = await blobs(world.service)
  const { shortId: id, editToken, claimUrl } = await publish(world, 'a preview that ends')
  await world.call('updatePreview', { id }, { base: 1, file: 'its second version', as: { editToken } })
  assert.equal((await blobs(world.service)).length, before.length + 2)
  world.service.advance(30 * DAY)
  await world.refused('unauthorized', 'get', { id }, nobody)
  await world.refused('not_found', 'content', { id })
  await world.refused('claim_expired', 'claim', { code: claimUrl })
  await world.refused('not_found', 'updatePreview', { id }, { base: 2, file: 'x', as: { editToken } })
  await world.service.sweep()
  const left = await blobs(world.service)
  assert.deepEqual(
    left.filter(name => !before.includes(name)),
    [],
  )
  await world.refused('not_found', 'get', { id })
})

everywhere('previews take a theme and a name, and at most 10 MB', async world => {
  const preview = await publish(world, 'x', { name: 'Named', theme: 'terminal' })
  assert.equal(preview.name, 'Named')
  assert.equal((await world.call('get', { id: preview.shortId }, nobody)).theme, 'terminal')
  await world.leavesNothing(async () => {
    await world.refused('unknown_theme', 'publishPreview', { theme: 'neon' }, { file: 'x', ...nobody })
    await world.refused('file_required', 'publishPreview', {}, nobody)
    const { extras } = await world.refused(
      'file_too_large',
      'publishPreview',
      {},
      { file: 'x'.repeat(10_485_761), ...nobody },
    )
    assert.equal(extras.limit, 10_485_760)
  })
})

const limited = { RECTO_RATE_LIMITS: 'on' }

everywhere(
  'from one address come five previews an hour and twenty a day',
  async world => {
    const hour = 3_600_000
    const startOfDay = DAY - (world.service.context.clock() % DAY)
    world.service.advance(startOfDay)
    let made = 0
    for (let hours = 0; hours < 4; hours++) {
      for (let n = 0; n < 5; n++) made += (await publish(world)).version
      const { status, extras } = await world.refused(
        'rate_limited',
        'publishPreview',
        {},
        { file: 'x', ...nobody },
      )
      if (status !== undefined) assert.equal(status, 429)
      assert.ok(extras.retryAfter > 0 && extras.retryAfter <= 3600)
      world.service.advance(hour)
    }
    assert.equal(made, 20)
    await world.leavesNothing(() =>
      world.refused('rate_limited', 'publishPreview', {}, { file: 'x', ...nobody }),
    )
    world.service.advance(20 * hour)
    await publish(world)
  },
  limited,
)

everywhere(
  'where previews are switched off nothing is taken without an account',
  async world => {
    await world.leavesNothing(async () => {
      await world.refused('previews_disabled', 'publishPreview', {}, { file: 'x', ...nobody })
      await world.refused('previews_disabled', 'createPublicUpload', { sizeBytes: 1 }, nobody)
    })
  },
  { RECTO_PUBLIC_PREVIEWS: 'off' },
)
