// Idempotency keys: a request that is sent again is answered again, and done once.
import assert from 'node:assert/strict'
import type { Credential } from '../support/people.ts'
import { everywhere } from '../support/world.ts'

const DAY = 86_400_000
const key = 'a-key-that-only-the-test-sends'

everywhere('a publish sent again with its key answers the first answer and makes nothing', async world => {
  const send = () => world.act('publish', { name: 'Once' }, { file: 'x', idempotencyKey: key })
  const first = await send()
  await world.leavesNothing(async () => {
    const again = await send()
    assert.ok('value' in first && 'value' in again)
    assert.deepEqual(again.value, first.value)
    assert.deepEqual([first.replayed, again.replayed], [false, true])
  })
  assert.equal((await world.call('list')).data.length, 1)
})

everywhere('another request under the same key is refused', async world => {
  await world.call('publish', { name: 'One' }, { file: 'x', idempotencyKey: key })
  await world.leavesNothing(async () => {
    const refuse = (input: Record<string, unknown>, file: string) =>
      world.refused('idempotency_mismatch', 'publish', input, { file, idempotencyKey: key })
    await refuse({ name: 'Two' }, 'x')
    await refuse({ name: 'One', visibility: 'company' }, 'x')
    await refuse({ name: 'One' }, 'y')
    await refuse({}, 'x')
  })
})

everywhere('a key belongs to its credential', async world => {
  const member = await world.company.join('member')
  const first = await world.call('publish', {}, { file: 'x', idempotencyKey: key })
  const other = await world.call('publish', {}, { file: 'x', idempotencyKey: key, as: member })
  assert.notEqual(first.shortId, other.shortId)
})

everywhere(
  'a key of the API that moved to another organization replays nothing of the first',
  async world => {
    const other = await world.service.organization()
    await other.join('member', world.company.owner.email)
    const { id, key: as } = await world.company.newKey('user')
    const acts: [string, Record<string, unknown>, string?][] = [
      ['publish', { name: 'Once' }, 'x'],
      ['createUpload', { sizeBytes: 3 }],
    ]
    const send = ([operation, input, file]: (typeof acts)[number]) =>
      world.act(operation, input, { as: { key: as }, idempotencyKey: key, ...(file && { file }) })
    const first = await Promise.all(acts.map(send))
    await world.service.moveKey(id, other.id)
    for (const [at, act] of acts.entries()) {
      const again = await send(act)
      assert.ok('value' in again && 'value' in first[at]!, act[0])
      assert.ok(!again.replayed, act[0])
      assert.notDeepEqual(again.value, first[at].value, act[0])
    }
  },
)

everywhere(
  'a session in another organization replays nothing of the first, and all of it on return',
  async world => {
    const other = await world.service.organization()
    let as: Credential = (await other.join('member', world.company.owner.email)).session
    const publish = () => world.call('publish', {}, { as, file: 'x', idempotencyKey: key })
    const moveTo = async (organizationId: string) => {
      const outcome = await world.act('changeMe', { organizationId }, { as })
      assert.ok('value' in outcome && outcome.session)
      as = outcome.session
    }
    const there = await publish()
    await moveTo(world.company.id)
    const here = await publish()
    assert.deepEqual([there.organization.id, here.organization.id], [other.id, world.company.id])
    await moveTo(other.id)
    assert.equal((await publish()).shortId, there.shortId)
  },
)

everywhere('a request that failed may be sent again under its key', async world => {
  await world.refused('unknown_theme', 'publish', { theme: 'neon' }, { file: 'x', idempotencyKey: key })
  const outcome = await world.act('publish', {}, { file: 'x', idempotencyKey: key })
  assert.ok('value' in outcome && !outcome.replayed)
})

everywhere(
  'of many equal requests at once one is done, and the others replay it or are told to wait',
  async world => {
    const options = { file: 'x', idempotencyKey: key }
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => world.act('publish', {}, options)))
    const made = outcomes.filter(outcome => 'value' in outcome)
    for (const outcome of outcomes)
      if ('problem' in outcome) assert.equal(outcome.problem.code, 'idempotency_in_progress')
    assert.equal(made.filter(outcome => !outcome.replayed).length, 1)
    assert.equal((await world.call('list')).data.length, 1)
  },
)

everywhere('an answer is kept for a day', async world => {
  const first = await world.call('publish', {}, { file: 'x', idempotencyKey: key })
  world.service.advance(DAY - 60_000)
  assert.equal((await world.call('publish', {}, { file: 'x', idempotencyKey: key })).shortId, first.shortId)
  world.service.advance(120_000)
  assert.notEqual(
    (await world.call('publish', {}, { file: 'x', idempotencyKey: key })).shortId,
    first.shortId,
  )
})

everywhere(
  'an edit, a restore, a copy and an undelete are replayed after the version moved on',
  async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'one two' })
    const edits = [{ oldText: 'two', newText: 'three' }]
    const acts: [string, Record<string, unknown>, number?][] = [
      ['edit', { id, edits }, 1],
      ['restore', { id, n: 1 }, 2],
      ['copy', { id, name: 'Copy' }],
    ]
    for (const [operation, input, base] of acts) {
      const options = { idempotencyKey: `${key}-${operation}`, ...(base && { base }) }
      const first = await world.call(operation, input, options)
      await world.leavesNothing(async () =>
        assert.deepEqual(await world.call(operation, input, options), first, operation),
      )
    }
    assert.equal((await world.call('get', { id })).version, 3)
    await world.call('delete', { id })
    const back = await world.call('undelete', { id }, { idempotencyKey: key })
    assert.deepEqual(await world.call('undelete', { id }, { idempotencyKey: key }), back)
  },
)

everywhere('a publish of an upload is replayed although the upload is spent', async world => {
  const upload = await world.call('createUpload', { sizeBytes: 3, filename: 'a.md' })
  await world.call('transfer', { url: upload.url }, { file: 'abc' })
  const send = () => world.call('publish', { uploadId: upload.uploadId }, { idempotencyKey: key })
  const first = await send()
  assert.deepEqual(await send(), first)
  await world.refused('invalid_input', 'publish', { uploadId: upload.uploadId })
  const other = { uploadId: upload.uploadId, name: 'Other' }
  await world.refused('idempotency_mismatch', 'publish', other, { idempotencyKey: key })
})

everywhere('a preview is replayed with its tokens, which are not stored with the answer', async world => {
  const idempotencyKey = `anonymous-${world.company.id}`
  const send = () => world.call('publishPreview', {}, { file: 'x', as: 'nobody', idempotencyKey })
  const first = await send()
  assert.deepEqual(await send(), first)
  const stored = await world.service.context.records.transaction(rows => {
    const name = { credential: 'anonymous', operation: 'publishPreview ', key: idempotencyKey }
    return rows.journal.claimAnswer(name, 'nobody', 0, { abandonedBefore: 0, expiredBefore: 0 })
  })
  assert.match(JSON.stringify(stored), new RegExp(first.shortId))
  assert.doesNotMatch(
    JSON.stringify(stored),
    new RegExp(`${first.editToken}|${first.claimUrl.split('/').at(-1)}`),
  )
})

everywhere(
  'a first request that never ended holds its key for 10 seconds, and a repeat then takes it over',
  async world => {
    const idempotencyKey = `abandoned-by-the-first-${world.company.id}`
    const options = { file: 'x', as: 'nobody' as const, idempotencyKey }
    const { context } = world.service
    const name = { credential: 'anonymous', operation: 'publishPreview ', key: idempotencyKey }
    const now = context.clock()
    await context.records.transaction(rows =>
      rows.journal.claimAnswer(name, 'gone', now, { abandonedBefore: 0, expiredBefore: 0 }),
    )
    world.service.advance(9000)
    await world.leavesNothing(() => world.refused('idempotency_in_progress', 'publishPreview', {}, options))
    world.service.advance(1001)
    assert.match((await world.call('publishPreview', {}, options)).shortId, /^\w{10}$/)
  },
)

everywhere('without a credential a key must be beyond guessing', async world => {
  const options = { file: 'x', as: 'nobody' as const, idempotencyKey: 'x'.repeat(21) }
  await world.leavesNothing(() => world.refused('malformed_idempotency_key', 'publishPreview', {}, options))
})

everywhere('making a key refuses to be replayed, for the key is shown once', async world => {
  const options = { as: world.company.owner.session, idempotencyKey: key }
  await world.leavesNothing(() =>
    world.refused('not_replayable', 'makeKey', { name: 'k', kind: 'user' }, options),
  )
})

everywhere('the address of an artifact stands for its short ID, also under a key', async world => {
  const { shortId, url } = await world.call('publish', {}, { file: 'x' })
  const copy = (id: string) => world.call('copy', { id }, { idempotencyKey: key })
  assert.equal((await copy(shortId)).shortId, (await copy(url)).shortId)
})
