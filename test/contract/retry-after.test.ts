// Every 503 of the catalogue says on REST when to come again, and is one line without a stack in the log.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { problems } from '../../src/domain/problem.ts'
import { extendTimeout } from '../support/patience.ts'
import { startProduct } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { jsonBody, openStage, type Stage } from './stage.ts'

interface Refusal {
  status: number
  code: string
  retryAfter: string | undefined
}

/** How each refusal is brought about, by its code. */
const causes: Record<string, () => Promise<Refusal>> = {
  async overloaded() {
    const stage = await openStage()
    const id = await stage.publish({}, { text: `# Long\n\n${'words '.repeat(5000)}` })
    stage.service.context.workers.close()
    return refusal(stage, 'GET', `/v1/artifacts/${id}/text`)
  },
  async storage_unavailable() {
    const stage = await openStage()
    const database = new DatabaseSync(join(stage.service.folder, 'recto.db'))
    database.exec('begin immediate')
    try {
      return await refusal(stage, 'POST', '/v1/uploads', jsonBody({ sizeBytes: 1 }))
    } finally {
      database.close()
    }
  },
  async not_ready() {
    const service = await startService()
    assert.ok(!isSkip(service))
    await rm(join(service.folder, 'blobs', 'tmp'), { recursive: true })
    const answer = await fetch(`${service.url}/readyz`)
    await service.stop()
    const { code, reasons } = (await answer.json()) as { code: string; reasons: string[] }
    assert.deepEqual(reasons, ['The store of files does not answer.'])
    return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') ?? undefined }
  },
  async shutting_down() {
    const service = await startService()
    assert.ok(!isSkip(service))
    const { port, host } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.setEncoding('utf8').write('GET /readyz HTTP/1.1\r\n')
    await once(socket, 'ready')
    const stopped = service.stop()
    socket.write(`Host: ${host}\r\n\r\n`)
    let text = ''
    for await (const piece of socket) text += piece
    await stopped
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return {
      status: Number(head.slice(9, 12)),
      code: JSON.parse(body).code,
      retryAfter: /^retry-after: (.*)$/im.exec(head)?.[1],
    }
  },
}

async function refusal(stage: Stage, ...request: Parameters<Stage['send']>): Promise<Refusal> {
  const { status, json, headers } = await stage.send(...request)
  return { status, code: json.code, retryAfter: headers['retry-after'] }
}

const unavailable = Object.entries(problems).flatMap(([code, [status]]) => (status === 503 ? [code] : []))

test('every 503 of the catalogue is brought about here', () => {
  assert.deepEqual(Object.keys(causes).sort(), unavailable.sort())
})

for (const [code, cause] of Object.entries(causes))
  test(`${code} is a 503 that says after how many seconds to come again`, async () => {
    const { retryAfter, ...refused } = await cause()
    assert.deepEqual(refused, { status: 503, code })
    assert.match(retryAfter ?? '', /^[1-9]\d*$/)
  })

test('a 503 of ours is one line of the log beside that of its request, with code and request id and without a stack', async t => {
  const product = await startProduct({ env: { LOG_LEVEL: 'info' } })
  t.after(() => product.stop())
  const database = new DatabaseSync(join(product.data, 'recto.db'), { timeout: extendTimeout(60_000) })
  database.exec('begin immediate')
  const answer = await fetch(`${product.url}/v1/uploads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
    body: '{"sizeBytes":1}',
  })
  database.close()
  assert.equal(answer.status, 503)
  const { requestId } = (await answer.json()) as { requestId: string }
  const lines = () =>
    product
      .logged()
      .split('\n')
      .filter(line => line.includes(`"${requestId}"`) && !line.includes('"msg":"request"'))
  await until('the refusal is logged', () => lines().length > 0)
  assert.equal(lines().length, 1)
  const { code, msg, err, stack } = JSON.parse(lines()[0]!)
  assert.deepEqual([code, msg, err, stack], ['storage_unavailable', 'request refused', undefined, undefined])
  assert.doesNotMatch(lines()[0]!, /\bat .*\.[jt]s:\d/)
})
