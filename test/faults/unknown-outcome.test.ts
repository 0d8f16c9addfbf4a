// The store keeps a change and is lost before it can say so: nothing that the change names may be taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../support/http.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

/** The next unit that makes a version is kept, and its caller told that it failed. */
function loseNextAnswer({ context }: Running): void {
  const { records } = context
  const unit = records.transaction.bind(records)
  records.transaction = async work => {
    let made = false
    const value = await unit(rows => {
      const advance = rows.artifacts.addVersion.bind(rows.artifacts)
      rows.artifacts.addVersion = (...given) => {
        made = true
        return advance(...given)
      }
      return work(rows)
    })
    if (!made) return value
    records.transaction = unit
    throw new Error('The connection was lost.')
  }
}

for (const store of ['sqlite', 'postgres'] as const) {
  test(`on ${store} an update that was kept and never confirmed is there with its file`, async t => {
    const service = await startService({ store, env: { LOG_LEVEL: 'silent' } })
    if (isSkip(service)) return t.skip(service.skip)
    t.after(() => service.stop())
    const { owner } = await service.organization()
    const authorization = `Bearer ${owner.key}`
    const sent = (path: string, method: string, text: string, more: Record<string, string> = {}) => {
      const type = 'multipart/form-data; boundary=b'
      const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n${text}\r\n--b--\r\n`
      return send(service.url + path, {
        method,
        body,
        headers: { authorization, 'content-type': type, ...more },
      })
    }
    const { shortId } = (await sent('/v1/artifacts', 'POST', 'one')).json
    loseNextAnswer(service)
    const update = await sent(`/v1/artifacts/${shortId}`, 'PUT', 'two', { 'if-match': '"v1"' })
    assert.equal(update.status, 500)
    const path = `/v1/artifacts/${shortId}/content`
    const content = await send(service.url + path, { headers: { authorization } })
    assert.deepEqual([content.status, content.text, content.headers.etag], [200, 'two', '"v2"'])
  })
}
