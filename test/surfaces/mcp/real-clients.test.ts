// Requests as real clients send them: null, numbers as text, any Accept and a slash at the end are taken; a wrong name is corrected.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { send } from '../../support/http.ts'
import { mcpClient, mcpClientOf2025, messageOf } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const { owner } = await service.organization()
const client = mcpClient(url, owner.key)
const of2025 = await mcpClientOf2025(url, owner.key)

const post = (body: unknown, headers: Record<string, string> = {}, path = '/v1/mcp') =>
  send(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.key}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const message = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (name: string, given: unknown) => message('tools/call', { name, arguments: given })

const forms: readonly (readonly [accept: string | undefined, type: RegExp])[] = [
  [undefined, /^application\/json/],
  ['', /^application\/json/],
  ['*/*', /^application\/json/],
  ['application/*', /^application\/json/],
  ['application/json', /^application\/json/],
  ['APPLICATION/JSON; charset=utf-8, text/event-stream;q=0', /^application\/json/],
  ['text/html, */*;q=0.1', /^application\/json/],
  ['text/event-stream', /^text\/event-stream/],
  ['text/event-stream, application/json;q=0', /^text\/event-stream/],
]

const nulls = await readFile(new URL('../../cases/mcp-null.json', import.meta.url), 'utf8')

for (const [accept, type] of forms)
  test(`the call with null arguments publishes, and the answer is of a type in Accept: ${accept}`, async () => {
    const answer = await post(nulls, accept === undefined ? {} : { accept })
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['content-type']), type)
    const { result } = messageOf(answer)
    assert.equal(result.structuredContent.name, 'Hi')
  })

test('the current revision answers in an accepted type too, with progress or without', async () => {
  for (const [accept, type] of forms.filter(([accept]) => accept !== undefined))
    for (const progress of [{}, { progressToken: 1 }]) {
      const modern = mcpClient(url, owner.key, { headers: { accept: accept! }, meta: progress })
      const content = `# Long\n\n${'word '.repeat(400_000)}`
      const answer = await modern.request('tools/call', { name: 'publish', arguments: { content } })
      assert.equal(answer.status, 200, answer.text.slice(0, 300))
      assert.match(String(answer.headers['content-type']), type, accept)
      assert.equal(finalOf(answer).result.structuredContent.name, 'Long')
    }
})

/** The last message of an answer: the result, behind whatever was told before. */
function finalOf({ json, text }: Awaited<ReturnType<typeof post>>) {
  return json ?? JSON.parse([...text.matchAll(/^data: (.+)$/gm)].at(-1)![1]!)
}

test('a batch is answered as JSON with all its answers, and errors come in the accepted type', async () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
  const version = { 'mcp-protocol-version': '2025-03-26' }
  const batch = await post([ping(1), ping(2)], { accept: 'application/json', ...version })
  assert.deepEqual(batch.json.map(({ id }: { id: number }) => id).sort(), [1, 2])
  const one = await post([ping(3)], { accept: 'application/json', ...version })
  assert.deepEqual(
    one.json.map(({ id }: { id: number }) => id),
    [3],
  )
  const none = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { accept: '*/*' })
  assert.deepEqual([none.status, none.text], [202, ''])
  const wrong = await post(message('tools/call', { name: 'nothing' }), { accept: 'text/event-stream' })
  assert.match(String(wrong.headers['content-type']), /^text\/event-stream/)
  assert.equal(messageOf(wrong).error.code, -32602)
})

test('neither type accepted is 406, and says which there are', async () => {
  for (const accept of ['text/html', 'application/json;q=0']) {
    const answer = await post(call('get_account', {}), { accept })
    assert.deepEqual([answer.status, answer.json.code], [406, 'not_acceptable'])
    assert.match(answer.text, /application\/json.*text\/event-stream/)
  }
})

test('a slash at the end of the address changes nothing', async () => {
  const answer = await post(nulls, {}, '/v1/mcp/')
  assert.equal(messageOf(answer).result?.structuredContent.name, 'Hi', answer.text)
  const open = await send(`${url}/v1/public/mcp/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call('publish', { content: '# Open' })),
  })
  assert.equal(messageOf(open).result?.structuredContent.created, true, open.text)
  const [bare, slashed] = await Promise.all(
    ['/v1/mcp', '/v1/mcp/'].map(path => send(url + path, { method: 'POST' })),
  )
  assert.equal(slashed!.status, 401)
  assert.equal(slashed!.headers['www-authenticate'], bare!.headers['www-authenticate'])
})

test('params that are null, and null within them, are none', async () => {
  for (const params of [
    null,
    { cursor: null },
    { cursor: null, _meta: null },
    { _meta: { progressToken: null } },
  ])
    for (const method of [
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'ping',
    ]) {
      const { error } = messageOf(await post(message(method, params)))
      assert.equal(error, undefined, `${method} ${JSON.stringify(params)} ${JSON.stringify(error)}`)
    }
  for (const given of [null, { audience: null }]) {
    const answer = messageOf(await post(message('prompts/get', { name: 'publish_this', arguments: given })))
    assert.equal(answer.result?.messages.length, 1, JSON.stringify(answer))
  }
  const argument = { name: 'audience', value: 'pri' }
  for (const context of [null, { arguments: null }, { arguments: { short_id: null } }]) {
    const params = { ref: { type: 'ref/prompt', name: 'publish_this' }, argument, context }
    const { result } = messageOf(await post(message('completion/complete', params)))
    assert.deepEqual(result?.completion.values, ['private'])
  }
})

for (const [revision, by] of [['2026', client] as const, ['2025', of2025] as const]) {
  test(`null for an optional argument is absence, for every optional argument of every tool (${revision})`, async () => {
    const { value } = await by.call('publish', { content: '# One' })
    const { short_id } = value
    const needed: Record<string, Record<string, unknown>> = {
      publish: { content: '# Two' },
      create_upload: { size_bytes: 5 },
      update_artifact: { short_id, theme: 'paper' },
      update_sharing: { short_id, visibility: 'company' },
      get_artifact: { short_id },
      read_artifact: { short_id },
      edit_artifact: { short_id, base_version: 1, edits: [{ old_text: 'One', new_text: 'Two' }] },
      restore_version: { short_id, version: 1, base_version: 2 },
      diff_versions: { short_id },
      list_artifacts: {},
      search: { query: 'One' },
      list_versions: { short_id },
      get_account: {},
      list_members: {},
      update_policy: { allow_public: true },
      list_comments: { short_id },
      add_comment: { short_id, body: 'Words' },
      delete_artifact: { short_id },
    }
    const tools = await by.list()
    for (const [name, given] of Object.entries(needed)) {
      const { properties } = tools.find(tool => tool.name === name)!.inputSchema
      const none = Object.fromEntries(Object.keys(properties).map(argument => [argument, null]))
      // A time of expiry that is null ends it: there null is a value.
      delete none.expires_at
      const { problem } = await by.call(name, { ...none, ...given })
      assert.equal(problem, undefined, `${name}: ${problem?.message}`)
    }
  })

  test(`numbers and booleans as text are converted where it is exact (${revision})`, async () => {
    const { value } = await by.call('publish', { content: '# One' })
    const { short_id } = value
    const second = await by.call('publish', { short_id, content: '# Two', base_version: '1', merge: 'false' })
    assert.equal(second.value?.version, 2, second.text)
    const edited = { short_id, base_version: '2', edits: [{ old_text: 'Two', new_text: '3' }] }
    assert.equal((await by.call('edit_artifact', edited)).value?.version, 3)
    assert.equal((await by.call('get_artifact', { short_id, version: '1' })).value?.version, 1)
    const part = await by.call('read_artifact', { short_id, format: 'source', offset: '0', limit: '2' })
    assert.equal(part.value?.next_offset, 2)
    assert.equal((await by.call('list_artifacts', { count: 'true', limit: '1' })).value.data.length, 1)
    assert.equal((await by.call('list_comments', { short_id, mine: 'true' })).value.total_count, 0)
    assert.equal(
      (await by.call('diff_versions', { short_id, from_version: '1', offset: '0' })).value?.from,
      1,
    )
    assert.equal((await by.call('create_upload', { size_bytes: '5' })).problem, undefined)
    for (const limit of [
      '1.0',
      '1e0',
      ' 1',
      '1 ',
      '0x1',
      '01',
      '+1',
      '1_0',
      '',
      'one',
      '١',
      '-0',
      'Infinity',
      'NaN',
      '9007199254740993',
      '1.5',
      true,
      [1],
      {},
    ])
      assert.equal(
        (await by.call('list_artifacts', { limit })).problem?.errors[0].field,
        'limit',
        String(limit),
      )
    for (const count of ['TRUE', 'True', '1', 'yes', ' true', '', 1, 0])
      assert.equal(
        (await by.call('list_artifacts', { count })).problem?.errors[0].field,
        'count',
        String(count),
      )
    for (const order of ['ASC', ' asc', ''])
      assert.equal((await by.call('list_artifacts', { order })).problem?.errors[0].field, 'order')
  })

  test(`a text that looks like a number, a boolean or null stays a text (${revision})`, async () => {
    for (const words of ['12', 'true', 'null']) {
      const { value } = await by.call('publish', { content: words, name: words })
      assert.equal(value.name, words)
      const { told } = await by.call('read_artifact', { short_id: value.short_id, format: 'source' })
      assert.equal(told.text, words)
    }
  })

  test(`null within an argument: an optional part is none, a value in a list is wrong (${revision})`, async () => {
    const { value } = await by.call('publish', { content: '# One' })
    const { short_id } = value
    const edit = (part: object) =>
      by.call('edit_artifact', { short_id, base_version: 1, edits: [{ old_text: 'One', ...part }] })
    assert.deepEqual((await edit({ new_text: null })).problem?.errors, [
      { field: 'edits.0.new_text', message: 'is required' },
    ])
    const labels = await by.call('update_artifact', { short_id, labels: ['a', null] })
    assert.equal(labels.problem?.errors[0].field, 'labels.1')
    const required = await by.call('get_artifact', { short_id: null })
    assert.deepEqual(required.problem?.errors, [{ field: 'short_id', message: 'is required' }])
  })
}

test('a wrong name is answered with the right one', async () => {
  const { value } = await client.call('publish', { content: '# One' })
  const { short_id } = value
  for (const [tool, given, wrong, right] of [
    ['get_artifact', { shortId: short_id }, 'shortId', 'short_id'],
    ['get_artifact', { ShortId: short_id }, 'ShortId', 'short_id'],
    ['get_artifact', { shortid: short_id }, 'shortid', 'short_id'],
    ['get_artifact', { 'short-id': short_id }, 'short-id', 'short_id'],
    ['get_artifact', { id: short_id }, 'id', 'short_id'],
    ['publish', { content: 'x', baseVersion: 1 }, 'baseVersion', 'base_version'],
    ['publish', { content: 'x', sharedWith: [] }, 'sharedWith', 'emails'],
    ['publish', { content: 'x', visiblity: 'private' }, 'visiblity', 'visibility'],
    ['read_artifact', { short_id, verison: 1 }, 'verison', 'version'],
    ['publish', { content: 'x', naem: 'x' }, 'naem', 'name'],
    ['search', { q: 'x' }, 'q', 'query'],
    ['read_artifact', { short_id, as: 'text' }, 'as', 'format'],
    ['add_comment', { short_id, body: 'x', parentId: 'x' }, 'parentId', 'thread_id'],
    ['diff_versions', { short_id, fromVersion: 1 }, 'fromVersion', 'from_version'],
    ['set_thread_status', { threadIds: ['x'], status: 'open' }, 'threadIds', 'thread_ids'],
    ['get_artifact', { artifact_id: short_id }, 'artifact_id', 'short_id'],
    ['publish', { content: 'x', artifactId: short_id }, 'artifactId', 'short_id'],
    ['publish', { content: 'x', comment: 'x' }, 'comment', 'note'],
    ['edit_artifact', { short_id, version: 1, edits: [] }, 'version', 'base_version'],
    ['update_sharing', { short_id, emails: [] }, 'emails', 'add_emails'],
    ['list_artifacts', { page_size: 5 }, 'page_size', 'limit'],
    ['list_artifacts', { pageSize: 5 }, 'pageSize', 'limit'],
    ['search', { query: 'x', per_page: 5 }, 'per_page', 'limit'],
    ['list_artifacts', { sortBy: 'name' }, 'sortBy', 'sort'],
    ['list_artifacts', { sort_by: 'name' }, 'sort_by', 'sort'],
    ['list_artifacts', { order_by: 'name' }, 'order_by', 'sort'],
    ['list_versions', { short_id, next_cursor: 'x' }, 'next_cursor', 'cursor'],
    ['list_versions', { short_id, pageToken: 'x' }, 'pageToken', 'cursor'],
    ['publish', { html: '<p>x' }, 'html', 'content'],
    ['publish', { text: 'x' }, 'text', 'content'],
    ['publish', { content: 'x', title: 'x' }, 'title', 'name'],
    ['read_artifact', { page_id: short_id }, 'page_id', 'short_id'],
    ['read_artifact', { url: short_id }, 'url', 'short_id'],
    ['search', { text: 'x' }, 'text', 'query'],
    ['add_comment', { short_id, comment: 'x' }, 'comment', 'body'],
    ['add_comment', { short_id, text: 'x' }, 'text', 'body'],
  ] as const) {
    const { text, problem } = await client.call(tool, given)
    const sentence = `Unknown argument \`${wrong}\`. Use \`${right}\`.`
    assert.ok(text.startsWith(`invalid_input: ${sentence} Next: `), text)
    assert.deepEqual(problem?.errors, [{ field: wrong, message: sentence }])
  }
  const inner = await client.call('edit_artifact', {
    ...{ short_id, base_version: 1 },
    edits: [{ oldText: 'One', new_text: 'Two' }],
  })
  const sentence = 'Unknown argument `oldText`. Use `old_text`.'
  assert.deepEqual(inner.problem?.errors, [{ field: 'edits.0.oldText', message: sentence }])
  const other = await client.call('edit_artifact', {
    ...{ short_id, base_version: 1 },
    edits: [{ before: 'One', old_text: 'One', new_text: 'Two' }],
  })
  assert.match(other.text, /^invalid_input: Unknown argument `before`\. Known are old_text, new_text\. Next/)
})

test('a value of a wrong type is refused in one wording, whichever tool takes it', async () => {
  const made = await client.call('publish', { content: '# One' })
  const { short_id } = made.value
  for (const [tool, given, field, sentence] of [
    ['publish', { content: 5 }, 'content', 'must be one text'],
    ['publish', { content: 'x', emails: 'x' }, 'emails', 'must be a list'],
    ['publish', { short_id, base_version: 'x', content: 'x' }, 'base_version', 'must be a number'],
    ['restore_version', { short_id, base_version: 'x', version: 1 }, 'base_version', 'must be a number'],
    ['restore_version', { short_id, base_version: 1, version: 'x' }, 'version', 'must be a number'],
    ['get_artifact', { short_id: 5 }, 'short_id', 'must be one text'],
    ['search', { query: ['x'] }, 'query', 'must be one text'],
    ['list_comments', { short_id, cursor: 5 }, 'cursor', 'must be one text'],
    ['list_comments', { short_id, thread_id: 'x', cursor: 5 }, 'cursor', 'must be one text'],
    ['diff_versions', { short_id, offset: 'x' }, 'offset', 'must be a number'],
    ['read_artifact', { short_id, offset: 'x' }, 'offset', 'must be a number'],
  ] as const) {
    const { problem } = await client.call(tool, given)
    assert.deepEqual(problem?.errors, [{ field, message: sentence }], `${tool} ${JSON.stringify(problem)}`)
  }
})

test('a tool and an argument of a prompt are corrected too', async () => {
  for (const [name, right] of [
    ['listArtifacts', 'list_artifacts'],
    ['Read-Artifact', 'read_artifact'],
    ['publsh', 'publish'],
    ['serach', 'search'],
    ['create_artifact', 'publish'],
    ['publish_artifact', 'publish'],
    ['searchArtifacts', 'search'],
  ] as const) {
    const { error } = messageOf(await client.request('tools/call', { name, arguments: {} }))
    assert.deepEqual([error.code, error.message], [-32602, `There is no such tool. Use \`${right}\`.`])
  }
  const asked = { name: 'what_changed', arguments: { shortId: 'abcdefghij' } }
  const { error } = messageOf(await client.request('prompts/get', asked))
  assert.match(error.message, /^invalid_input: Unknown argument `shortId`\. Use `short_id`\. Next/)
})

test('without sign-in null is absence and numbers are converted too', async () => {
  const open = mcpClient(url)
  const none = { upload_id: null, format: null, name: null, short_id: null, base_version: null }
  const made = await open.call('publish', {
    ...{ ...none, theme: null, idempotency_key: null, edit_token: null },
    content: '# One',
  })
  const { short_id, edit_token } = made.value
  const update = { ...none, short_id, edit_token, base_version: '1', content: '# Two' }
  assert.equal((await open.call('publish', update)).value?.version, 2)
})

test('a stream of changes needs a client that takes a stream', async () => {
  const params = { notifications: {} }
  for (const accept of ['application/json', 'text/html']) {
    const refused = await mcpClient(url, owner.key, { headers: { accept } }).request(
      'subscriptions/listen',
      params,
    )
    assert.deepEqual([refused.status, refused.json.code], [406, 'not_acceptable'])
  }
})
