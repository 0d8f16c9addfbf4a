// Publishing without an account, from the page to its end.
import assert from 'node:assert/strict'
import { formOf, type Wire, type WireChecks } from './wire.ts'

const preview = (wire: Wire, text: string) =>
  wire.send('/v1/public/artifacts', { anonymous: true, method: 'POST', body: formOf(text) })

export const previewChecks: WireChecks = {
  'a page is published, updated, read and deleted without an account': async wire => {
    const made = await preview(wire, '# Preview\n')
    if (['previews_disabled', 'rate_limited'].includes(made.json.code)) return made.json.code
    assert.equal(made.status, 201)
    const { shortId, url, previewUrl, claimUrl, editToken, version, expiresAt } = made.json
    assert.match(shortId, /^[1-9A-HJ-NP-Za-km-z]{10}$/)
    assert.deepEqual([url, previewUrl, version], [`${wire.url}/${shortId}`, url, 1])
    assert.ok(claimUrl.startsWith(`${wire.url}/claim/`))
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * 86_400_000) < 600_000)
    const path = `/v1/public/artifacts/${shortId}`
    const authorization = { Authorization: `Bearer ${editToken}` }
    const unnamed = await wire.send(path, { method: 'PUT', headers: authorization, body: formOf('# Two\n') })
    assert.deepEqual([unnamed.status, unnamed.json.code], [428, 'base_version_required'])
    const headers = { ...authorization, 'If-Match': '"v1"' }
    const second = await wire.send(path, { method: 'PUT', headers, body: formOf('# Two\n') })
    assert.deepEqual([second.status, second.json.version], [200, 2])
    const file = await wire.send(`/${shortId}`, { anonymous: true })
    assert.equal(file.text, '# Two\n')
    assert.match(file.headers.get('x-robots-tag') ?? '', /noindex/)
    assert.equal((await wire.send(path, { method: 'DELETE', headers: authorization })).status, 204)
    assert.equal((await wire.send(`/v1/artifacts/${shortId}/metadata`, { anonymous: true })).status, 401)
  },
}
