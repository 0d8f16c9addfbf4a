// Publishing over MCP: creating, updating, staged uploads, and what is stored of who did it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { send } from '../../support/http.ts'
import { mcpClient, mcpClientOf2025 } from '../../support/mcp-client.ts'
import { freshAddress } from '../../support/people.ts'
import { stage, transfer } from './stage.ts'

const service = await stage()
const { url } = service

async function someone(plan?: 'free') {
  const company = await service.organization(plan)
  return { company, key: company.owner.key, client: mcpClient(url, company.owner.key) }
}

const bytesOf = async (key: string, shortId: string) =>
  (await send(`${url}/v1/artifacts/${shortId}/content`, { headers: { authorization: `Bearer ${key}` } })).text

test('[S45] publish creates, and with short_id and base_version updates at the same address', async () => {
  const { client, key } = await someone()
  const { value: made, told } = await client.call('publish', { content: '# First\n', name: 'Report' })
  assert.deepEqual(
    [made.created, made.version, made.name, made.visibility, made.format, made.size],
    [true, 1, 'Report', 'private', 'markdown', 8],
  )
  assert.equal(made.url, `${url}/${made.short_id}`)
  assert.deepEqual(told, made)
  for (const short_id of [made.short_id, made.url, `${made.url}-report`]) {
    const current = (await client.call('get_artifact', { short_id })).value.current_version
    const { value } = await client.call('publish', {
      short_id,
      base_version: current,
      content: `# Version ${current + 1}\n`,
      note: 'Next',
    })
    assert.deepEqual(
      [value.created, value.version, value.short_id, value.name],
      [false, current + 1, made.short_id, 'Report'],
    )
  }
  assert.equal(await bytesOf(key, made.short_id), '# Version 4\n')
})

test('what begins as an HTML document is HTML, other text Markdown, and an update keeps its format', async () => {
  const { client } = await someone()
  const formatOf = async (given: object) => (await client.call('publish', { ...given })).value.format
  assert.equal(await formatOf({ content: '<!doctype html><title>x</title>' }), 'html')
  assert.equal(await formatOf({ content: '\n <!-- made by a tool -->\n<HTML lang=en><body>' }), 'html')
  assert.equal(await formatOf({ content: '<h1 align="center">A readme</h1>\n\n**Bold**' }), 'markdown')
  assert.equal(await formatOf({ content: '<h1>A page</h1>', format: 'html' }), 'html')
  assert.equal(await formatOf({ content: 'words' }), 'markdown')
  const { value } = await client.call('publish', { content: '<html><h1>x</h1>' })
  const update = (base_version: number, given: object) =>
    client.call('publish', { short_id: value.short_id, base_version, ...given })
  assert.equal((await update(1, { content: '<h1>y</h1>' })).value.format, 'html')
  assert.equal((await update(2, { content: '# y', format: 'markdown' })).value.format, 'markdown')
  assert.equal((await update(3, { content: '<!doctype html>y' })).value.format, 'html')
})

test('[S46] a staged upload is announced, sent with PUT, and published by its id', async () => {
  const { client, key } = await someone()
  const bytes = `<!doctype html><title>Staged</title>${'x'.repeat(200_000)}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const announced = { size_bytes: bytes.length, filename: 'page.html', sha256 }
  const { value: upload } = await client.call('create_upload', announced)
  assert.deepEqual(upload.headers, { 'Content-Type': 'text/html' })
  assert.match(
    upload.curl,
    /^curl -sS --fail-with-body -X PUT --data-binary '@page\.html' -H 'Content-Type: text\/html' 'http/,
  )
  const early = await client.call('publish', { upload_id: upload.upload_id })
  assert.equal(early.problem?.code, 'upload_incomplete')
  assert.equal(early.problem?.retryable, true)
  assert.equal((await transfer(upload, bytes)).status, 200)
  const { value } = await client.call('publish', { upload_id: upload.upload_id })
  assert.deepEqual([value.name, value.sha256, value.format], ['Staged', sha256, 'html'])
  assert.equal(await bytesOf(key, value.short_id), bytes)
  const again = await client.call('publish', { upload_id: upload.upload_id })
  assert.equal(again.problem?.code, 'invalid_input')
  assert.match(again.problem?.message ?? '', /^upload_id: /)
})

test('the command of an upload names the real file, for a shell, and shows the answer to a failure', async () => {
  const { client } = await someone()
  const words = (command: string) =>
    execFileSync('sh', ['-c', `curl() { for word in "$@"; do printf '%s\\n' "$word"; done; }; ${command}`])
      .toString()
      .trimEnd()
      .split('\n')
  for (const [filename, file] of [
    ['page.html', 'page.html'],
    [`it's $(touch owned) \`x\` "a" \\ b.md`, `it's $(touch owned) \`x\` "a" \\ b.md`],
    ['-', './-'],
    ['two\nlines.md', 'FILE'],
    [undefined, 'FILE'],
  ] as const) {
    const { value } = await client.call('create_upload', { size_bytes: 3, ...(filename && { filename }) })
    assert.deepEqual(words(value.curl), [
      ...['-sS', '--fail-with-body', '-X', 'PUT', '--data-binary', `@${file}`],
      ...['-H', `Content-Type: ${value.headers['Content-Type']}`, value.url],
    ])
  }
})

test('an upload without a name takes its format from publish, and survives a conflict', async () => {
  const { client } = await someone()
  const { value: made } = await client.call('publish', { content: '# One' })
  const { value: upload } = await client.call('create_upload', { size_bytes: 5 })
  await transfer(upload, '# Two')
  const update = (given: object) =>
    client.call('publish', { short_id: made.short_id, upload_id: upload.upload_id, ...given })
  const { problem } = await update({ base_version: 7, format: 'markdown' })
  assert.equal(problem?.code, 'version_conflict')
  assert.match(problem.message, /^There is no version 7 yet, 1 is current/)
  assert.doesNotMatch(problem.message, /merge/)
  assert.equal((await update({ base_version: 1 })).value.format, 'markdown')
})

test('emails name people, also beside a visibility', async () => {
  const { client } = await someone()
  const { value: named } = await client.call('publish', { content: 'a', emails: ['Ana@Example.com'] })
  assert.deepEqual([named.visibility, named.shared_with], ['private', ['ana@example.com']])
  const { value: both } = await client.call('publish', {
    content: 'a',
    visibility: 'company',
    emails: ['bo@example.com'],
  })
  assert.deepEqual([both.visibility, both.shared_with], ['company', ['bo@example.com']])
})

test('sharing adds and removes people and says the audience after it', async () => {
  const { client } = await someone()
  const { value: made } = await client.call('publish', { content: 'a', emails: ['a@example.com'] })
  const share = (given: object) => client.call('update_sharing', { short_id: made.short_id, ...given })
  const { value: added } = await share({ add_emails: ['b@example.com'], remove_emails: ['a@example.com'] })
  assert.deepEqual(added.shared_with, ['b@example.com'])
  assert.equal((await share({ visibility: 'public' })).value.visibility, 'public')
  assert.equal((await share({})).problem?.code, 'invalid_input')
})

test('an update takes the default of notify, and says of the rest of the audience where it is changed', async () => {
  const { client } = await someone()
  const { value: made } = await client.call('publish', { content: 'a' })
  const update = (given: object) =>
    client.call('publish', { short_id: made.short_id, base_version: 1, content: 'b', ...given })
  for (const given of [{ notify: true }, { visibility: 'public' }, { emails: [] }]) {
    const { problem } = await update(given)
    assert.match(JSON.stringify(problem), /is set on create/)
  }
  assert.equal((await update({ notify: false })).value.version, 2)
})

test('sharing mails whom it newly names only with notify, and says who that was', async () => {
  const { client } = await someone()
  const [ana, bo, cem] = ['ana', 'bo', 'cem'].map(name => freshAddress(name)) as [string, string, string]
  const { value: made } = await client.call('publish', { content: 'a', name: 'Plan', emails: [ana] })
  const share = async (given: object) =>
    (await client.call('update_sharing', { short_id: made.short_id, ...given })).value
  assert.equal('notified' in (await share({ add_emails: [bo] })), false)
  const told = await share({ add_emails: [ana, cem], notify: true, message: 'Have a look.' })
  assert.deepEqual([told.notified, told.shared_with], [[cem], [ana, bo, cem]])
  const [letter] = await service.mail.wait(cem, 1)
  assert.match(letter!.text, /Have a look\./)
  for (const address of [ana, bo]) assert.deepEqual(await service.mail.to(address), [])
})

test('settings are changed apart from the audience', async () => {
  const { client } = await someone()
  const { value: made } = await client.call('publish', { content: 'a' })
  const { value } = await client.call('update_artifact', {
    short_id: made.short_id,
    name: 'New name',
    theme: 'paper',
    labels: ['b', 'a'],
    expires_at: '2099-01-01T00:00:00Z',
  })
  assert.deepEqual(
    [value.name, value.theme, value.labels, value.expires_at, value.version],
    ['New name', 'paper', ['a', 'b'], '2099-01-01T00:00:00.000Z', 1],
  )
  const visibility = await client.call('update_artifact', { short_id: made.short_id, visibility: 'public' })
  assert.equal(visibility.problem?.code, 'invalid_input')
})

test('a repeated create with the same idempotency_key answers the first one', async () => {
  const { client } = await someone()
  const given = { content: '# Once', idempotency_key: 'a-key-of-this-run' }
  const { value: first } = await client.call('publish', given)
  const { value: second } = await client.call('publish', given)
  assert.deepEqual(second, { ...first, replayed: true })
  const other = await client.call('publish', { ...given, content: '# Twice' })
  assert.equal(other.problem?.code, 'idempotency_mismatch')
  assert.equal((await client.call('list_artifacts')).value.data.length, 1)
})

test('merge joins changes that do not overlap', async () => {
  const { client } = await someone()
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const content = (changed: Record<number, string>) => lines.map((line, at) => changed[at] ?? line).join('\n')
  const { value: made } = await client.call('publish', { content: content({}) })
  const update = (given: object) =>
    client.call('publish', { short_id: made.short_id, base_version: 1, ...given })
  await update({ content: content({ 0: 'ONE' }) })
  const { value } = await update({ content: content({ 6: 'SEVEN' }), merge: true })
  assert.deepEqual([value.version, value.merged], [3, true])
  const { told: read } = await client.call('read_artifact', { short_id: made.short_id, format: 'source' })
  assert.equal(read.text, content({ 0: 'ONE', 6: 'SEVEN' }))
  assert.equal(
    (await update({ content: content({ 0: 'Uno' }), merge: true })).problem?.code,
    'version_conflict',
  )
})

test('a merge that overlapped says so, and shows the passages as written by others', async () => {
  const { client } = await someone()
  const { value: made } = await client.call('publish', { content: 'one\ntwo\n', format: 'markdown' })
  const update = (given: object) =>
    client.call('publish', { short_id: made.short_id, base_version: 1, ...given })
  await update({ content: 'ONE\ntwo\n' })
  const { problem, text } = await update({ content: 'Uno\ntwo\n', merge: true })
  assert.deepEqual([problem?.code, problem?.current_version], ['version_conflict', 2])
  assert.match(
    problem!.message,
    /^A merge with version 2 was tried, but one passage was changed on both sides/,
  )
  assert.doesNotMatch(problem!.message, /merge true/)
  assert.deepEqual(problem!.conflicts, [{ line: 1, mine_length: 4, theirs_length: 4 }])
  assert.equal(problem!.next.tool, 'read_artifact')
  assert.match(text, /was written by other people[\s\S]*"mine":"Uno\\n","theirs":"ONE\\n"/)
})

test('versions name the agent by its client, or as its headers say', async () => {
  const { key, company } = await someone()
  const agent = mcpClient(url, key, { client: { name: 'claude-code', version: '2.1' } })
  const { value: made } = await agent.call('publish', { content: '1' })
  const named = mcpClient(url, key, { headers: { 'x-actor-type': 'human', 'x-actor-name': 'Ana' } })
  await named.call('publish', { short_id: made.short_id, base_version: 1, content: '2' })
  const old = await mcpClientOf2025(url, key)
  await old.call('publish', { short_id: made.short_id, base_version: 2, content: '3' })
  const service_ = mcpClient(url, (await company.newKey('service')).key)
  const { data } = (await agent.call('list_versions', { short_id: made.short_id })).value
  const authors = data.map((each: Record<string, unknown>) => [each.actor_type, each.actor_name])
  assert.deepEqual(authors, [
    ['agent', null],
    ['human', 'Ana'],
    ['agent', 'claude-code'],
  ])
  assert.equal((await service_.call('publish', { content: 'x' })).value.visibility, 'company')
  const audits = await service.context.records.transaction(rows =>
    rows.journal.audits({ organizationId: company.id, limit: 100 }),
  )
  const first = audits.find(row => row.action === 'publish' && row.subject === made.short_id)
  assert.deepEqual([first?.surface, first?.client], ['mcp', 'claude-code/2.1'])
  await named.call('read_artifact', { short_id: made.short_id })
  await service.context.readAudit.flush()
  const [view] = await service.context.records.transaction(rows =>
    rows.journal.audits({ organizationId: company.id, action: 'view', limit: 1 }),
  )
  assert.deepEqual([view?.actorType, view?.actorName], ['agent', 'Ana'], 'a read ignores the type')
})

test('lists go on with next_cursor and can be sorted by a field in its name here', async () => {
  const { client } = await someone()
  for (const name of ['c', 'a', 'b']) await client.call('publish', { content: name, name })
  const names = async (given: object) => {
    const { value } = await client.call('list_artifacts', { ...given })
    return { names: value.data.map((each: { name: string }) => each.name), cursor: value.next_cursor }
  }
  const first = await names({ sort: 'created_at', order: 'asc', limit: 2 })
  assert.deepEqual(first.names, ['c', 'a'])
  const second = await names({ sort: 'created_at', order: 'asc', limit: 2, cursor: first.cursor })
  assert.deepEqual([second.names, second.cursor], [['b'], null])
})

test('a preview published without sign-in is claimed with a key', async () => {
  const { client } = await someone()
  const { value: preview } = await mcpClient(url).call('publish', { content: '# Keep me' })
  const { value } = await client.call('claim_preview', { claim_url: preview.claim_url })
  assert.deepEqual([value.short_id, value.visibility, value.expires_at], [preview.short_id, 'public', null])
  const again = await client.call('claim_preview', { claim_url: preview.claim_url })
  assert.equal(again.problem?.code, 'already_claimed')
})

test('a long publish tells a client that asked for it how much is stored, a short one does not', async () => {
  const { key } = await someone()
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client({ name: 'an-agent', version: '1' }, { versionNegotiation: { mode } })
    const headers = { authorization: `Bearer ${key}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/v1/mcp`), { requestInit: { headers } }),
    )
    const told: { progress: number; total?: number | undefined }[] = []
    const publish = (content: string) =>
      client.callTool(
        { name: 'publish', arguments: { content } },
        { onprogress: progress => told.push(progress) },
      )
    await publish('# Short')
    assert.deepEqual(told, [])
    const size = 3 * 1_048_576
    assert.ok(!(await publish('x'.repeat(size))).isError)
    assert.deepEqual(
      told.map(({ progress, total }) => [progress, total]),
      [
        [size / 3, size],
        [(2 * size) / 3, size],
        [size, size],
      ],
    )
    await client.close()
  }
})
