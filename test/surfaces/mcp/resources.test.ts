// Resources, their templates and completions: what a client can keep the address of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireScopes } from '../../../src/surfaces/mcp/step-up.ts'
import type { McpCaller } from '../../../src/surfaces/mcp/tool-call.ts'
import { mcpClient, messageOf } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service

async function someone(key?: string) {
  const secret = key ?? (await service.organization()).owner.key
  const client = mcpClient(url, secret)
  const ask = async (method: string, params: object = {}) =>
    messageOf(await client.request(method, { ...params }))
  const read = (uri: string) => ask('resources/read', { uri })
  const publish = async (given: object) =>
    (await client.call('publish', { ...given })).value.short_id as string
  return { client, ask, read, publish }
}

/** Returns the content at a file's address; its words stand between marks that their author cannot know. */
function fileIn({ contents }: { contents: { uri: string; mimeType: string; text: string }[] }) {
  const [{ text, ...rest }] = contents as [(typeof contents)[0]]
  const [, id, inside] = /^What .*\n<data ([0-9a-f]{16})>\n([\s\S]*)\n<\/data \1>$/.exec(text) ?? []
  assert.ok(id, text.slice(0, 300))
  return { ...rest, text: inside! }
}

test('an artifact is a resource: its file to the letter, with its media type, to be asked again later', async () => {
  const { client, read, publish } = await someone()
  const content = '<!doctype html><title>A</title><p>\u202eexact\u200b</p>'
  const short_id = await publish({ content })
  const uri = `recto://artifact/${short_id}`
  const { result } = await read(uri)
  assert.equal(result.contents.length, 1)
  assert.deepEqual(fileIn(result), { uri, mimeType: 'text/html', text: content })
  assert.deepEqual([result.ttlMs, result.cacheScope], [10_000, 'private'])
  await client.call('publish', { short_id, base_version: 1, content: '# Now Markdown', format: 'markdown' })
  assert.deepEqual(fileIn((await read(uri)).result), {
    uri,
    mimeType: 'text/markdown',
    text: '# Now Markdown',
  })
  const first = `${uri}/versions/1`
  assert.deepEqual(fileIn((await read(first)).result), {
    uri: first,
    mimeType: 'text/html',
    text: content,
  })
})

test('the open threads of an artifact are a resource, marked as written by others', async () => {
  const { client, read, publish } = await someone()
  const short_id = await publish({ content: '# Plan\n\nOne lamp.' })
  const { value } = await client.call('add_comment', {
    short_id,
    body: 'Two lamps, please.',
    quote: 'One lamp.',
  })
  await client
    .call('add_comment', { short_id, body: 'Done already.' })
    .then(({ value: done }) =>
      client.call('set_thread_status', { thread_ids: [done.thread_id], status: 'resolved' }),
    )
  const { result } = await read(`recto://artifact/${short_id}/threads`)
  const [{ text, mimeType }] = result.contents
  assert.equal(mimeType, 'text/plain')
  assert.match(
    text,
    new RegExp(`^What stands between the two marks [\\s\\S]*<data [0-9a-f]{16}>[\\s\\S]*${value.thread_id}`),
  )
  assert.match(text, /Two lamps, please\./)
  assert.doesNotMatch(text, /Done already/)
})

test('a long file is cut, and the rest is named with the call that reads it', async () => {
  const { client, read, publish } = await someone()
  const content = `# Long\n\n${'word '.repeat(30_000)}`
  const short_id = await publish({ content })
  const { result } = await read(`recto://artifact/${short_id}`)
  const [whole, rest] = [fileIn(result), result.contents[1]]
  assert.notEqual(rest.uri, whole.uri, 'our words are not the file')
  assert.equal(whole.text, content.slice(0, whole.text.length))
  const texts: string[] = result.contents.map(({ text }: { text: string }) => text)
  assert.ok(texts.join('').length <= 60_000, 'with our words around it')
  const [, given] = /read_artifact (\{.*\}) goes on\.$/.exec(rest.text) ?? []
  const { told } = await client.call('read_artifact', JSON.parse(given!))
  assert.equal(told.text, content.slice(whole.text.length, whole.text.length + told.text.length))
  const { owner: other } = await service.organization()
  const few = mcpClient(url, other.key, { query: 'tools=publish' })
  const { value } = await few.call('publish', { content })
  const uri = `recto://artifact/${value.short_id}`
  const { result: cut } = messageOf(await few.request('resources/read', { uri }))
  assert.match(cut.contents[1].text, /first 58000\./)
  assert.doesNotMatch(cut.contents[1].text, /read_artifact/)
})

test('what nobody may see, and what has no such address, is not found, in the code of each revision', async () => {
  const [{ publish }, other] = [await someone(), await someone()]
  const hidden = await publish({ content: '# Mine' })
  for (const uri of [
    `recto://artifact/${hidden}`,
    `recto://artifact/${hidden}/threads`,
    `recto://artifact/${hidden}/versions/1`,
    'recto://artifact/1234567890',
    `recto://artifact/${hidden}@1`,
    `recto://artifact/${hidden}-name`,
    `recto://artifact/${hidden}/versions/0`,
    `recto://artifact/${hidden}/nothing`,
    `recto://artifact/${hidden}?key=1`,
    `${url}/${hidden}`,
    'file:///etc/passwd',
    '',
  ]) {
    const { error } = await other.read(uri)
    assert.deepEqual([error.code, error.data], [-32602, { uri }], uri)
  }
  const long = await other.read(`recto://artifact/${'x'.repeat(10_000)}`)
  assert.equal(long.error.code, -32602)
  assert.ok(JSON.stringify(long).length < 1000)
})

test('the list names what the caller can read, newest first, and goes on by its cursor', async () => {
  const { client, ask, publish } = await someone()
  const ids: string[] = []
  for (let n = 0; n < 52; n += 1) ids.unshift(await publish({ content: `# Page ${n}` }))
  const { result: first } = await ask('resources/list')
  const { result: second } = await ask('resources/list', { cursor: first.nextCursor })
  const all = [...first.resources, ...second.resources]
  assert.deepEqual(
    all.map(({ uri }) => uri),
    ids.map(id => `recto://artifact/${id}`),
  )
  assert.deepEqual([all[0].name, all[0].title, all[0].mimeType], [ids[0], 'Page 51', 'text/markdown'])
  assert.equal(second.nextCursor, undefined)
  assert.deepEqual([first.ttlMs, first.cacheScope], [30_000, 'private'])
  const { error } = await ask('resources/list', { cursor: 'nonsense' })
  assert.equal(error.data.error.code, 'invalid_input')
  assert.equal((await client.call('list_artifacts')).value.data.length, 25)
})

test('templates name an artifact, a version and its threads', async () => {
  const { ask } = await someone()
  const { result } = await ask('resources/templates/list')
  assert.deepEqual(
    result.resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
    [
      'recto://artifact/{short_id}',
      'recto://artifact/{short_id}/versions/{version}',
      'recto://artifact/{short_id}/threads',
    ],
  )
})

test('without sign-in public artifacts are resources, and nothing else is', async () => {
  const { publish } = await someone()
  const [shown, hidden] = [
    await publish({ content: '# Open', visibility: 'public' }),
    await publish({ content: '# Mine' }),
  ]
  const client = mcpClient(url)
  const ask = async (method: string, params: object = {}) =>
    messageOf(await client.request(method, { ...params }))
  const read = (path: string) => ask('resources/read', { uri: `recto://artifact/${path}` })
  assert.equal(fileIn((await read(shown)).result).text, '# Open')
  assert.match((await read(hidden)).error.message, /^unauthorized: /)
  for (const path of ['/threads', '/versions/1']) assert.equal((await read(shown + path)).error.code, -32602)
  assert.deepEqual((await ask('resources/list')).result.resources, [])
  assert.equal((await ask('resources/templates/list')).result.resourceTemplates.length, 1)
  const reference = {
    ref: { type: 'ref/prompt', name: 'publish_this' },
    argument: { name: 'short_id', value: '' },
  }
  assert.equal((await ask('completion/complete', reference)).error.code, -32601)
})

test('a key without the scope to read comments reads the file, not the threads', async () => {
  const { owner, newKey } = await service.organization()
  const { publish } = await someone(owner.key)
  const short_id = await publish({ content: '# Plan' })
  const { read } = await someone((await newKey('user', { scopes: ['artifacts:read'] })).key)
  assert.equal(fileIn((await read(`recto://artifact/${short_id}`)).result).text, '# Plan')
  const { error } = await read(`recto://artifact/${short_id}/threads`)
  assert.equal(error.data.error.code, 'insufficient_scope')
})

test('a credential that reads no artifacts connects, and has no resources', async () => {
  const { owner, newKey } = await service.organization()
  await (await someone(owner.key)).publish({ content: '# Plan' })
  const { ask } = await someone((await newKey('user', { scopes: ['org:read'] })).key)
  assert.deepEqual((await ask('resources/list')).result.resources, [])
  assert.equal((await ask('resources/templates/list')).result.resourceTemplates.length, 3)
})

test('a grant that lacks a scope is asked for it before a resource is read', async () => {
  const actor = { kind: 'person', proof: 'grant', scopes: ['artifacts:read', 'sharing:write'] }
  const read = (path: string) =>
    requireScopes({ actor } as unknown as McpCaller, new Map(), {
      method: 'resources/read',
      params: { uri: `recto://artifact/abcdefghij${path}` },
    })
  await read('')
  await read('/versions/2')
  await assert.rejects(read('/threads'), {
    code: 'insufficient_scope',
    extras: { scope: 'artifacts:read sharing:write comments:read' },
  })
})

test('a page is found by the beginning of its short ID or words of its name, and a version by its number', async () => {
  const { client, ask, publish } = await someone()
  const [plan, report] = [
    await publish({ content: '# Plan of the house' }),
    await publish({ content: '# Report' }),
  ]
  for (let version = 1; version <= 11; version += 1)
    await client.call('publish', { short_id: plan, base_version: version, content: `# Plan ${version}` })
  const complete = async (name: string, value: string, given: object = {}) => {
    const { result } = await ask('completion/complete', {
      ref: { type: 'ref/resource', uri: 'recto://artifact/{short_id}/versions/{version}' },
      argument: { name, value },
      context: { arguments: given },
    })
    return result.completion.values
  }
  assert.deepEqual((await complete('short_id', '')).sort(), [plan, report].sort())
  assert.deepEqual(await complete('short_id', report.slice(0, 6)), [report])
  assert.deepEqual(await complete('short_id', 'of the HOUSE'), [plan])
  assert.deepEqual(await complete('version', '1', { short_id: plan }), ['12', '11', '10', '1'])
  assert.deepEqual(await complete('version', '1'), [])
  for (const name of ['nothing', '__proto__', 'constructor', 'toString'])
    assert.deepEqual(await complete(name, '1'), [], name)
  const others = await someone()
  assert.equal(
    (
      await others.ask('completion/complete', {
        ref: { type: 'ref/resource', uri: 'recto://artifact/{short_id}' },
        argument: { name: 'version', value: '' },
        context: { arguments: { short_id: plan } },
      })
    ).error.data.error.code,
    'not_found',
  )
})

/** Values of a completion, and whether there are more. */
async function completed(
  ask: Awaited<ReturnType<typeof someone>>['ask'],
  name: string,
  value: string,
  given = {},
) {
  const { result } = await ask('completion/complete', {
    ref: { type: 'ref/resource', uri: 'recto://artifact/{short_id}/versions/{version}' },
    argument: { name, value },
    context: { arguments: given },
  })
  const { values, hasMore } = result.completion as { values: string[]; hasMore: boolean }
  return { values, hasMore }
}

test('a completion looks at every page that a person can open, and says when it names not all', async () => {
  const { client, ask, publish } = await someone()
  const oldest = await publish({ content: '# The first needle' })
  for (let n = 0; n < 99; n += 1) await publish({ content: `# Page ${n}` })
  const { values, hasMore } = await completed(ask, 'short_id', '')
  assert.deepEqual([values.length, hasMore], [100, false])
  for (let n = 0; n < 110; n += 1) await publish({ content: `# More ${n}` })
  const all = await completed(ask, 'short_id', '')
  assert.deepEqual([all.values.length, all.hasMore], [100, true])
  for (const value of [oldest, 'first NEEDLE'])
    assert.deepEqual(await completed(ask, 'short_id', value), { values: [oldest], hasMore: false }, value)
  const matching = await completed(ask, 'short_id', 'page')
  assert.deepEqual([matching.values.length, matching.hasMore], [99, false])
  for (let version = 1; version < 103; version += 1)
    await client.call('publish', { short_id: oldest, base_version: version, content: `# ${version}` })
  const one = await completed(ask, 'version', '1', { short_id: oldest })
  assert.deepEqual([one.values.at(-1), one.hasMore], ['1', false])
})

test('a completion names pages of colleagues and pages shared from another organization', async () => {
  const company = await service.organization()
  const mate = await company.join('member')
  const { publish } = await someone(mate.key)
  const shown = await publish({ content: '# Needle of a colleague', visibility: 'company' })
  await publish({ content: '# Needle that is hidden' })
  const { ask } = await someone(company.owner.key)
  assert.deepEqual((await completed(ask, 'short_id', 'needle')).values, [shown])
  const other = await someone()
  const shared = await other.publish({ content: '# Needle from outside', emails: [company.owner.email] })
  assert.deepEqual((await completed(ask, 'short_id', 'needle')).values.sort(), [shown, shared].sort())
})

test('a page is completed by its address, and one of another organization by its whole short ID if it opens', async () => {
  const [mine, others] = [await someone(), await someone()]
  const plan = await mine.publish({ content: '# Plan' })
  const open = await others.publish({ content: '# Open', visibility: 'public' })
  const hidden = await others.publish({ content: '# Hidden' })
  const gone = await others.publish({ content: '# Gone', visibility: 'public' })
  await others.client.call('delete_artifact', { short_id: gone })
  for (const [value, found] of [
    [`${url}/${plan.slice(0, 3)}`, [plan]],
    [`${url}/${plan}-plan`, [plan]],
    [`${url}/`, [plan]],
    [open, [open]],
    [`${url}/${open}`, [open]],
    [`${url}/${open}-open`, [open]],
    [open.slice(0, 9), []],
    [hidden, []],
    [`${url}/${hidden}`, []],
    [gone, []],
    ['zzzzzzzzzz', []],
    [`https://elsewhere.example/${plan}`, []],
  ] as const)
    assert.deepEqual(await completed(mine.ask, 'short_id', value), { values: found, hasMore: false }, value)
  assert.deepEqual((await completed(others.ask, 'short_id', gone)).values, [], 'in the trash of its owner')
})
