// Words with a line break of any kind in them come back in every type of answer: what is no line end of the protocol ends nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../../support/http.ts'
import { mcpClient, messageOf, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const { owner } = await service.organization()
const client = mcpClient(url, owner.key)

const accepts = [
  undefined,
  '*/*',
  'application/json',
  'text/event-stream',
  'application/json, text/event-stream',
]

/** Every character that some reader takes for the end of a line. */
const breaks = {
  'U+2028': '\u2028',
  'U+2029': '\u2029',
  VT: '\v',
  FF: '\f',
  NEL: '\u0085',
  CR: '\r',
  CRLF: '\r\n',
  LF: '\n',
}

async function asked(method: string, params: object, accept: string | undefined, path = '/v1/mcp') {
  const answer = await send(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(path === '/v1/mcp' && { authorization: `Bearer ${owner.key}` }),
      ...(accept !== undefined && { accept }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  assert.equal(answer.status, 200, `${method} ${accept}: ${answer.text.slice(0, 300)}`)
  const { result, error } = messageOf(answer)
  assert.equal(error, undefined, `${method} ${accept}: ${JSON.stringify(error)}`)
  return result
}

for (const [name, mark] of Object.entries(breaks))
  test(`a page and a comment with ${name} are answered in every type`, async () => {
    const { value } = await client.call('publish', { content: `# A\n\none${mark}data: {} ${mark}two\n` })
    const { short_id } = value
    const told = new Set<string>()
    for (const accept of accepts) {
      const call = (tool: string, given: object) =>
        asked('tools/call', { name: tool, arguments: { short_id, ...given } }, accept)
      told.add(toldIn(await call('read_artifact', { format: 'source' })).text as string)
      await call('add_comment', { body: `note${mark}with break` })
      await call('list_comments', {})
      await asked('resources/read', { uri: `recto://artifact/${short_id}` }, accept)
      await asked('resources/read', { uri: `recto://artifact/${short_id}/threads` }, accept)
    }
    assert.equal(told.size, 1, 'the same in every type')
    assert.equal((await client.call('list_comments', { short_id })).value.total_count, accepts.length)
    await client.call('publish', { short_id, base_version: 1, content: `# A\n\none${mark}three\n` })
    for (const accept of accepts)
      await asked('tools/call', { name: 'diff_versions', arguments: { short_id } }, accept)
  })

test('without sign-in such a page is answered in every type too', async () => {
  for (const accept of accepts) {
    const given = { content: '# A\n\none\u2028two\u2029three', name: 'One\u2028two' }
    const made = await asked('tools/call', { name: 'publish', arguments: given }, accept, '/v1/public/mcp')
    const { short_id } = made.structuredContent
    const read = { name: 'read_artifact', arguments: { short_id, format: 'source' } }
    const told = toldIn(await asked('tools/call', read, accept, '/v1/public/mcp'))
    assert.equal(told.text, given.content)
  }
})
