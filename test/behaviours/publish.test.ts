// Publishing: one file in, an address out, for the audience that was asked for or the credential's own.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { guestSession } from '../support/people.ts'
import { everywhere, everywhereAll } from '../support/world.ts'
import type { File } from '../support/world-surface.ts'
import { publishing } from './portable/publish.ts'

everywhereAll(publishing)

everywhere('[S2, S22, S23, S31] publishing answers address, short ID, version and name', async world => {
  const { company } = world
  const made = await world.call('publish', { name: 'Plan' }, { file: { name: 'a.html', bytes: '<p>Hi</p>' } })
  assert.match(made.shortId, /^[1-9A-HJ-NP-Za-km-z]{10}$/)
  assert.equal(made.url, `${world.service.url}/${made.shortId}`)
  const { createdAt, updatedAt, updatedBy, shortId, url, sha256, owner, ...facts } = made
  const { color, ...person } = owner
  assert.deepEqual(person, { kind: 'person', name: company.owner.name, email: company.owner.email })
  assert.ok(color >= 0 && color <= 7)
  assert.equal(sha256, createHash('sha256').update('<p>Hi</p>').digest('hex'))
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(updatedAt, createdAt)
  assert.equal(updatedBy.name, company.owner.name)
  assert.deepEqual(facts, {
    name: 'Plan',
    can: ['comment', 'edit', 'share', 'settings', 'transfer', 'delete', 'history'],
    version: 1,
    currentVersion: 1,
    format: 'html',
    visibility: 'private',
    sharedWith: [],
    theme: 'github',
    size: 9,
    labels: [],
    comments: 'internal',
    openThreadCount: 0,
    historyVisible: false,
    organization: { id: company.id, name: company.name },
    expiresAt: null,
  })
})

everywhere('[S29] without a wish a person publishes privately', async world => {
  const made = await world.call('publish', {}, { file: 'x' })
  assert.equal(made.visibility, 'private')
  const traces = await world.traces(() =>
    world.call('publish', {}, { file: 'x', as: world.company.owner.session }),
  )
  assert.deepEqual(traces, { events: ['artifact.published'], audits: ['publish'] })
})

everywhere(
  '[S30] without a wish a service key publishes for the company, owned by the organization',
  async world => {
    const { company } = world
    const made = await world.call('publish', {}, { file: 'x', as: await company.newKey('service') })
    assert.equal(made.visibility, 'company')
    assert.deepEqual(made.owner, { kind: 'organization', name: company.name })
  },
)

everywhere('[S5, S20] an audience is public, company, private or named people', async world => {
  for (const visibility of ['public', 'company', 'private']) {
    const made = await world.call('publish', { visibility }, { file: 'x' })
    assert.deepEqual([made.visibility, made.sharedWith], [visibility, []])
  }
  const named = { visibility: 'Ben@Example.com, ana@example.com ,ben@example.com' }
  const shared = await world.call('publish', named, { file: 'x' })
  assert.deepEqual(
    [shared.visibility, shared.sharedWith],
    ['private', ['ana@example.com', 'ben@example.com']],
  )
})

everywhere('named people may be added to a company audience', async world => {
  const made = await world.call(
    'publish',
    { visibility: 'company', sharedWith: ['Guest@Example.com'] },
    { file: 'x' },
  )
  assert.deepEqual([made.visibility, made.sharedWith], ['company', ['guest@example.com']])
})

everywhere(
  '[S17] somebody outside who is named reads it and nothing about the people inside',
  async world => {
    const email = `guest-${world.company.id.slice(-6)}@example.org`
    const made = await world.call('publish', { visibility: email }, { file: 'for you' })
    const as = await guestSession(world.service.context, email)
    assert.equal(await world.source(made.shortId, { as }), 'for you')
    const seen = await world.call('get', { id: made.shortId }, { as })
    assert.deepEqual(seen.owner, { kind: 'person', name: world.company.owner.name })
    assert.deepEqual(seen.organization, { name: world.company.name })
    for (const hidden of ['sharedWith', 'labels', 'openThreadCount']) assert.ok(!(hidden in seen), hidden)
  },
)

const titles: [file: File, name: string][] = [
  [{ name: 'page.html', bytes: '<title>From  the\n title</title><h1>No</h1>' }, 'From the title'],
  [{ name: 'page.md', bytes: 'text\n\n# From the *heading*\n' }, 'From the heading'],
  [{ name: 'page.md', bytes: '---\ntitle: From the front\n---\n# From the heading\n' }, 'From the front'],
  [{ name: 'sections.md', bytes: '## A section\n\ntext\n', nameMatters: true }, 'sections'],
  [{ name: 'folder-name.final.md', bytes: 'nothing to go by', nameMatters: true }, 'folder-name.final'],
  [{ name: 'page.htm', bytes: '<p>no title</p>', nameMatters: true }, 'page'],
]

everywhere('[S19] without a name it is called by its title, its heading or its file', async world => {
  for (const [file, name] of titles) assert.equal((await world.call('publish', {}, { file })).name, name)
})

const formats: [name: string, format: string][] = [
  ['a.html', 'html'],
  ['a.HTM', 'html'],
  ['a.md', 'markdown'],
  ['a.markdown', 'markdown'],
]

everywhere(
  '[S1, S18] the format comes from the file name, and the bytes stay as they were sent',
  async world => {
    for (const [name, format] of formats) {
      const bytes = `\ufeff<p>ümläut</p>\r\n# x ${name}`
      const made = await world.call('publish', {}, { file: { name, bytes } })
      assert.equal(made.format, format)
      assert.equal(made.size, Buffer.byteLength(bytes))
      assert.equal(await world.source(made.shortId), bytes)
    }
  },
)

everywhere('[S21] a theme is one of four', async world => {
  for (const theme of ['github', 'paper', 'terminal', 'plain'])
    assert.equal((await world.call('publish', { theme }, { file: 'x' })).theme, theme)
  await world.leavesNothing(() => world.refused('unknown_theme', 'publish', { theme: 'neon' }, { file: 'x' }))
})

const zip = Buffer.from('PK\x03\x04 and so on')
const refusals: [code: string, file: { name: string; bytes: string | Buffer; type?: string } | undefined][] =
  [
    ['file_required', undefined],
    ['empty_file', { name: 'a.md', bytes: '' }],
    ['not_utf8', { name: 'a.md', bytes: Buffer.from([0x61, 0xff, 0x62]) }],
    ['not_utf8', { name: 'a.html', bytes: Buffer.from('caf\xe9', 'latin1') }],
    ['single_file_only', { name: 'site.zip', bytes: 'x' }],
    ['single_file_only', { name: 'a.html', bytes: zip }],
    ['single_file_only', { name: 'a.tar.gz', bytes: 'x' }],
    ['single_file_only', { name: 'folder/', bytes: 'x' }],
    ['unsupported_format', { name: 'a.pdf', bytes: 'x' }],
    ['unsupported_format', { name: 'a.txt', bytes: 'x', type: 'text/html' }],
  ]

everywhere('[S57] what is not one HTML or Markdown file is refused and leaves nothing', async world => {
  for (const [code, file] of refusals) {
    await world.leavesNothing(() => world.refused(code, 'publish', {}, file ? { file } : {}))
  }
})

const wishes: [code: string, input: Record<string, unknown>][] = [
  ['unknown_visibility', { visibility: 'everyone' }],
  ['unknown_visibility', { visibility: '' }],
  ['malformed_address', { visibility: 'ana@example.com, ben@' }],
  ['malformed_address', { visibility: 'private', sharedWith: ['not an address'] }],
  ['invalid_input', { name: '' }],
  ['invalid_input', { name: 'x'.repeat(201) }],
  ['invalid_input', { note: 'x'.repeat(1001) }],
]

everywhere('a wish that cannot be met is refused and leaves nothing', async world => {
  for (const [code, input] of wishes)
    await world.leavesNothing(() => world.refused(code, 'publish', input, { file: 'x' }))
})

everywhere('a publish without a credential is refused and leaves nothing', async world => {
  await world.leavesNothing(() => world.refused('unauthorized', 'publish', {}, { file: 'x', as: 'nobody' }))
  const { key: real } = world.company.owner
  const key = real.slice(0, -1) + (real.endsWith('x') ? 'y' : 'x')
  await world.leavesNothing(() => world.refused('unauthorized', 'publish', {}, { file: 'x', as: { key } }))
})
