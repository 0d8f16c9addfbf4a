// Writes over HTTP carry labels, tags, conditions and replays, and a wrong one is refused.
import assert from 'node:assert/strict'
import { formOf, type WireChecks } from './wire.ts'

/** By RFC 9110 13.1.1, with the strictness of contract section 3. */
const conditions: [ifMatch: string | null, status: number, code: string | null][] = [
  [null, 428, 'base_version_required'],
  ['*', 428, 'base_version_required'],
  ['v1', 400, 'malformed_if_match'],
  ["'v1'", 400, 'malformed_if_match'],
  ['"v1"x', 400, 'malformed_if_match'],
  ['w/"v1"', 400, 'malformed_if_match'],
  ['*, "v1"', 400, 'malformed_if_match'],
  ['W/"v1"', 412, 'version_conflict'],
  ['"v9"', 412, 'version_conflict'],
  ['"v9", "v1"', 200, null],
]

export const writeChecks: WireChecks = {
  'a publish answers 201 with its address, its label and a private audience': async wire => {
    const { status, headers, json } = await wire.publish('# A page\n')
    assert.equal(status, 201)
    assert.ok(headers.get('location')?.endsWith(`/v1/artifacts/${json.shortId}`))
    assert.deepEqual([headers.get('etag'), json.version, json.currentVersion], ['"v1"', 1, 1])
    assert.deepEqual([json.name, json.url], ['A page', `${wire.url}/${json.shortId}`])
    assert.ok(['private', 'company'].includes(json.visibility), json.visibility)
    assert.ok(Array.isArray(json.can))
  },

  'If-Match is judged as the contract says': async wire => {
    const { shortId } = (await wire.publish('# One\n')).json
    for (const [ifMatch, status, code] of conditions) {
      const headers: Record<string, string> = ifMatch === null ? {} : { 'If-Match': ifMatch }
      const answer = await wire.send(`/v1/artifacts/${shortId}`, {
        method: 'PUT',
        headers,
        body: formOf('# Two\n'),
      })
      assert.deepEqual([answer.status, answer.json.code ?? null], [status, code], `If-Match: ${ifMatch}`)
      if (status === 412 || status === 428)
        assert.equal(answer.json.currentVersion, 1, `If-Match: ${ifMatch}`)
    }
  },

  'a publish sent twice with one key happens once': async wire => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const send = (text: string) => wire.send('/v1/artifacts', { method: 'POST', headers, body: formOf(text) })
    const [first, second] = [await send('# Once\n'), await send('# Once\n')]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.json.shortId, first.json.shortId)
    assert.equal(second.headers.get('idempotent-replay'), 'true')
    const other = await send('# Another\n')
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_mismatch'])
  },

  'files that are none are refused, each by its name': async wire => {
    const cases: [name: string, text: string, status: number, code: string][] = [
      ['page.md', '', 422, 'empty_file'],
      ['page.zip', 'PK\u0003\u0004', 422, 'single_file_only'],
      ['page.txt', 'words', 415, 'unsupported_format'],
    ]
    for (const [name, text, status, code] of cases) {
      const answer = await wire.send('/v1/artifacts', { method: 'POST', body: formOf(text, {}, name) })
      assert.deepEqual([answer.status, answer.json.code], [status, code], name)
    }
    const fields: [field: string, value: string, code: string][] = [
      ['theme', 'no-such-theme', 'unknown_theme'],
      ['visibility', 'everybody', 'unknown_visibility'],
      ['unknown', 'x', 'invalid_input'],
    ]
    for (const [field, value, code] of fields) {
      const answer = await wire.publish('# Page\n', { [field]: value })
      assert.deepEqual([answer.status, answer.json.code], [422, code], field)
    }
  },

  'the bytes come back exactly, in parts, and unchanged as 304': async wire => {
    const text = '# Ünïcode 🙂\n\n\u0000'.replace('\u0000', 'End.\n')
    const { shortId } = (await wire.publish(text)).json
    const path = `/v1/artifacts/${shortId}/content`
    const whole = await wire.send(path)
    assert.deepEqual([whole.text, whole.headers.get('etag')], [text, '"v1"'])
    assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment/)
    const part = await wire.send(path, { headers: { Range: 'bytes=0-1' } })
    assert.deepEqual([part.status, part.text], [206, '# '])
    const fresh = await wire.send(path, { headers: { 'If-None-Match': '"v1"' } })
    assert.equal(fresh.status, 304)
  },

  'settings change without a version, and a dry run changes nothing': async wire => {
    const { shortId } = (await wire.publish('# Settings\n')).json
    const json = { 'Content-Type': 'application/json' }
    const path = `/v1/artifacts/${shortId}`
    const body = JSON.stringify({ name: 'Renamed', labels: ['conformance'] })
    const changed = await wire.send(path, { method: 'PATCH', headers: json, body })
    assert.deepEqual([changed.status, changed.json.name, changed.json.version], [200, 'Renamed', 1])
    const dry = await wire.send(`${path}?dryRun=true`, {
      method: 'PATCH',
      headers: json,
      body: JSON.stringify({ visibility: 'company' }),
    })
    assert.equal(dry.status, 200)
    assert.equal((await wire.send(path)).json.visibility, changed.json.visibility)
    assert.match((await wire.send(`${path}/metadata`)).headers.get('etag') ?? '', /^W\/"m/)
  },

  'what is deleted is missing, and comes back': async wire => {
    const { shortId } = (await wire.publish('# To the trash\n')).json
    const path = `/v1/artifacts/${shortId}`
    assert.equal((await wire.send(path, { method: 'DELETE' })).status, 204)
    for (const gone of ['/content', '/text', '/versions'])
      assert.equal((await wire.send(path + gone)).status, 404, gone)
    assert.equal((await wire.send(`${path}/undelete`, { method: 'POST' })).status, 200)
    assert.equal((await wire.send(`${path}/content`)).text, '# To the trash\n')
  },

  'a version in an address is used on reads and refused on writes': async wire => {
    const { shortId } = (await wire.publish('# One\n')).json
    const headers = { 'If-Match': '"v1"' }
    await wire.send(`/v1/artifacts/${shortId}`, { method: 'PUT', headers, body: formOf('# Two\n') })
    assert.equal((await wire.send(`/v1/artifacts/${shortId}@1/content`)).text, '# One\n')
    const write = await wire.send(`/v1/artifacts/${shortId}@1`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"x"}',
    })
    assert.deepEqual([write.status, write.json.code], [422, 'invalid_input'])
  },

  'lists have one shape, and a cursor that is not theirs is refused': async wire => {
    const { status, json } = await wire.send('/v1/artifacts?limit=1')
    assert.equal(status, 200)
    assert.ok(Array.isArray(json.data) && 'nextCursor' in json)
    assert.equal((await wire.send('/v1/artifacts?limit=101')).status, 422)
    assert.equal((await wire.send('/v1/artifacts?cursor=made-up')).status, 422)
  },

  'keys are made in a session alone': async ({ send }) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: 'No', kind: 'user' })
    const { status, json } = await send('/v1/keys', { method: 'POST', headers, body })
    assert.deepEqual([status, json.code], [403, 'session_required'])
  },

  'a write is told in the feed': async wire => {
    const { shortId } = (await wire.publish('# In the feed\n')).json
    const { json } = await wire.send(`/v1/events?artifact=${shortId}`)
    assert.deepEqual(
      json.data.map(({ type }: { type: string }) => type),
      ['artifact.published'],
    )
  },
}
