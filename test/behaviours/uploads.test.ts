// Staged transfers: announce, send, publish; once, in time, and by the one who announced.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { everywhere, type World } from '../support/world.ts'

const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function uploaded(world: World, text = '# Staged\n', filename = 'staged.md'): Promise<string> {
  const sizeBytes = Buffer.byteLength(text)
  const { uploadId, url } = await world.call('createUpload', { sizeBytes, filename })
  await world.call('transfer', { url }, { file: text })
  return uploadId
}

everywhere('[S46] a file is announced, sent and then published by its number', async world => {
  const announced = await world.call('createUpload', {
    sizeBytes: 9,
    filename: 'staged.md',
    sha256: sha256('# Staged\n'),
  })
  assert.equal(announced.method, 'PUT')
  assert.equal(announced.maxBytes, 9)
  const minutes = (Date.parse(announced.expiresAt) - world.service.context.clock()) / MINUTE
  assert.ok(minutes > 14 && minutes <= 15)
  assert.ok(announced.curl.includes(announced.url))
  const taken = await world.call('transfer', { url: announced.url }, { file: '# Staged\n' })
  assert.deepEqual(taken, { uploadId: announced.uploadId, size: 9, sha256: sha256('# Staged\n') })
  const made = await world.call('publish', { uploadId: announced.uploadId })
  assert.deepEqual([made.name, made.format, made.version], ['Staged', 'markdown', 1])
  assert.equal(await world.source(made.shortId), '# Staged\n')
  const next = await uploaded(world, '<title>Next</title>', 'next.html')
  const updated = await world.call('update', { id: made.shortId, uploadId: next }, { base: 1 })
  assert.deepEqual([updated.version, updated.format], [2, 'html'])
})

everywhere('an upload is used once', async world => {
  const uploadId = await uploaded(world)
  const { shortId: id } = await world.call('publish', { uploadId })
  await world.refused('invalid_input', 'publish', { uploadId })
  await world.refused('invalid_input', 'update', { id, uploadId }, { base: 1 })
})

everywhere('two publishes at once of one upload make one artifact', async world => {
  const uploadId = await uploaded(world)
  const outcomes = await Promise.all([1, 2, 3].map(() => world.act('publish', { uploadId })))
  assert.equal(outcomes.filter(outcome => 'value' in outcome).length, 1)
  const { data } = await world.call('list')
  assert.equal(await world.source(data[0].shortId), '# Staged\n')
})

everywhere('a version conflict leaves the upload usable', async world => {
  const { shortId: id } = await world.call('publish', {}, { file: 'one' })
  await world.call('update', { id }, { base: 1, file: 'two' })
  const uploadId = await uploaded(world)
  await world.refused('version_conflict', 'update', { id, uploadId }, { base: 1 })
  assert.equal((await world.call('update', { id, uploadId }, { base: 2 })).version, 3)
  assert.equal(await world.source(id), '# Staged\n')
})

everywhere('an upload belongs to the credential that announced it', async world => {
  const uploadId = await uploaded(world)
  const member = await world.company.join('member')
  const service = await world.company.newKey('service')
  const session = world.company.owner.session
  for (const as of [member, service, session])
    await world.refused('invalid_input', 'publish', { uploadId }, { as })
  assert.equal((await world.call('publish', { uploadId })).version, 1)
})

everywhere('what differs from the announcement is refused and may be sent again', async world => {
  const input = { sizeBytes: 4, filename: 'a.md', sha256: sha256('good') }
  const { uploadId, url } = await world.call('createUpload', input)
  await world.leavesNothing(async () => {
    await world.refused('upload_incomplete', 'publish', { uploadId })
    await world.refused('upload_mismatch', 'transfer', { url }, { file: 'bad' })
    await world.refused('upload_mismatch', 'transfer', { url }, { file: 'evil' })
    await world.refused('file_too_large', 'transfer', { url }, { file: 'far too long' })
    await world.refused('empty_file', 'transfer', { url }, { file: '' })
  })
  await world.call('transfer', { url }, { file: 'good' })
  await world.refused('upload_mismatch', 'transfer', { url }, { file: 'good' })
  assert.equal(await world.source((await world.call('publish', { uploadId })).shortId), 'good')
})

everywhere('an upload ends after fifteen minutes', async world => {
  const { uploadId, url } = await world.call('createUpload', { sizeBytes: 1, filename: 'a.md' })
  const sent = await uploaded(world)
  world.service.advance(15 * MINUTE + 1000)
  await world.refused('upload_expired', 'transfer', { url }, { file: 'x' })
  await world.refused('upload_expired', 'publish', { uploadId: sent })
  await world.refused('upload_expired', 'publish', { uploadId })
})

everywhere('an address with a wrong token, or of no upload, is not found', async world => {
  const { url } = await world.call('createUpload', { sizeBytes: 1, filename: 'a.md' })
  const wrong = new URL(url)
  wrong.searchParams.set('t', 'x'.repeat(32))
  await world.refused('not_found', 'transfer', { url: wrong.href }, { file: 'x' })
  await world.refused('not_found', 'transfer', { url: url.replace(/\?.*/, '') }, { file: 'x' })
  await world.refused('invalid_input', 'publish', { uploadId: 'no such upload' })
})

everywhere('announcements that cannot be kept are refused', async world => {
  await world.leavesNothing(async () => {
    const { extras } = await world.refused('file_too_large', 'createUpload', { sizeBytes: 52_428_801 })
    assert.equal(extras.limit, 52_428_800)
    for (const input of [
      {},
      { sizeBytes: 0 },
      { sizeBytes: -1 },
      { sizeBytes: 1.5 },
      { sizeBytes: 1, sha256: 'x' },
    ])
      await world.refused('invalid_input', 'createUpload', input)
    await world.refused('unauthorized', 'createUpload', { sizeBytes: 1 }, { as: 'nobody' })
  })
})

everywhere(
  'the format of an upload without a name may be said when it is published, else its beginning tells',
  async world => {
    const staged = async (text: string) => {
      const { uploadId, url } = await world.call('createUpload', { sizeBytes: text.length })
      await world.call('transfer', { url }, { file: text })
      return uploadId
    }
    assert.equal(
      (await world.call('publish', { uploadId: await staged('abc'), format: 'html' })).format,
      'html',
    )
    for (const [text, format] of [
      ['abc', 'markdown'],
      ['<p align="center">A readme</p>\n\n**Bold**', 'markdown'],
      ['\n<!-- made by a tool -->\n<HTML lang=en><body>', 'html'],
    ] as const)
      assert.equal((await world.call('publish', { uploadId: await staged(text) })).format, format)
  },
)

everywhere('a file that cannot be published is refused when it is announced', async world => {
  await world.leavesNothing(async () => {
    await world.refused('single_file_only', 'createUpload', { sizeBytes: 3, filename: 'a.zip' })
    await world.refused('unsupported_format', 'createUpload', { sizeBytes: 3, filename: 'a.txt' })
  })
})

everywhere('without an account a file may be staged for a preview', async world => {
  const as = 'nobody' as const
  const input = { sizeBytes: 9, filename: 'a.md' }
  const { uploadId, url } = await world.call('createPublicUpload', input, { as })
  await world.call('transfer', { url }, { file: '# Staged\n' })
  const preview = await world.call('publishPreview', { uploadId }, { as })
  assert.equal(await world.source(preview.shortId, { as }), '# Staged\n')
  const over = { sizeBytes: 10_485_761, filename: 'a.md' }
  await world.refused('file_too_large', 'createPublicUpload', over, { as })
})

everywhere('what was sent and never published goes away', async world => {
  const { context } = world.service
  const uploadId = await uploaded(world, 'nobody wants me')
  const { received } = (await context.records.uploads.find(uploadId))!
  world.service.advance(2 * 24 * 60 * MINUTE)
  await world.service.sweep()
  assert.equal(await context.records.uploads.find(uploadId), null)
  await assert.rejects(async () => context.contents.read(received!))
})

everywhere('however many ended uploads there are, one sweep removes them all', async world => {
  const { context } = world.service
  const ids: string[] = []
  for (let n = 0; n < 205; n++)
    ids.push((await world.call('createUpload', { sizeBytes: 3, filename: 'a.md' })).uploadId)
  world.service.advance(2 * 24 * 60 * MINUTE)
  await world.service.sweep()
  const left = await Promise.all(ids.map(id => context.records.uploads.find(id)))
  assert.ok(left.every(upload => upload === null))
})

everywhere(
  'a file and an upload together are refused and leave nothing, and the upload stays usable',
  async world => {
    const uploadId = await uploaded(world)
    await world.leavesNothing(() => world.refused('invalid_input', 'publish', { uploadId }, { file: 'x' }))
    assert.equal((await world.call('publish', { uploadId })).version, 1)
  },
)
