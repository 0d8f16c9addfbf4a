// Agents find MCP with and without sign-in, the documents about signing in, the skill and the command line.
import assert from 'node:assert/strict'
import type { WireChecks } from './wire.ts'

const nobody = { anonymous: true } as const

const rpc = (method: string, params: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

const initialize = rpc('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'recto conformance', version: '1' },
})

/** The message of an answer, whether it came as JSON or as one event. */
const messageIn = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)

export const agentChecks: WireChecks = {
  'MCP without sign-in is open, and never asks for one': async ({ send }) => {
    const { status, text } = await send('/v1/public/mcp', { ...nobody, ...initialize })
    if (status === 404) return 'previews are switched off'
    assert.equal(status, 200)
    assert.equal(messageIn(text).result.protocolVersion, '2025-06-18')
  },

  'MCP asks for a sign-in and says where its document is': async ({ send, url }) => {
    const { status, headers } = await send('/v1/mcp', { ...nobody, ...initialize })
    assert.equal(status, 401)
    const challenge = headers.get('www-authenticate') ?? ''
    assert.ok(challenge.includes(`${url}/.well-known/oauth-protected-resource/v1/mcp`), challenge)
  },

  'the documents about signing in name each other': async ({ send, url }) => {
    const resource = await send('/.well-known/oauth-protected-resource/v1/mcp', nobody)
    assert.equal(resource.json.resource, `${url}/v1/mcp`)
    assert.deepEqual(resource.json.authorization_servers, [`${url}/oauth`])
    const issuer = await send('/.well-known/oauth-authorization-server/oauth', nobody)
    assert.equal(issuer.json.issuer, `${url}/oauth`)
    assert.ok(issuer.json.code_challenge_methods_supported.includes('S256'))
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'])
      assert.equal((await send(path, nobody)).status, 404, path)
  },

  'the skill is served, as its index says': async ({ send }) => {
    const index = await send('/.well-known/agent-skills/index.json', nobody)
    assert.equal(index.json.skills[0].name, 'recto')
    const skill = await send(index.json.skills[0].url, nobody)
    assert.match(skill.text, /^---\nname: recto\n/)
  },

  'the command line is handed out': async ({ send }) => {
    const { status, headers } = await send('/cli.tgz', nobody)
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/gzip'])
  },
}
