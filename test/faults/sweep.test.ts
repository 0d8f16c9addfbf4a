// The sweep runs while publishes are slow or not begun: it takes nothing that a version will name, and nothing old stays.
import assert from 'node:assert/strict'
import { readdir, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { sha256 } from './ledger.ts'
import { storedFiles } from './stored-files.ts'
import { uniquePage } from './writers.ts'

const DAY = 86_400_000

/** The only file that is being written, once it lies there. */
async function fileBeingWritten(folder: string): Promise<string> {
  const temporary = join(folder, 'blobs', 'tmp')
  await until('a file is being written', async () => (await readdir(temporary)).length === 1)
  return join(temporary, (await readdir(temporary))[0]!)
}

test('an upload that pauses for an hour keeps its file', async t => {
  const service = await startService()
  if (isSkip(service)) return t.skip(service.skip)
  t.after(() => service.stop())
  const port = Number(new URL(service.url).port)
  const html = uniquePage(3_000_000)
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${html}\r\n--b--\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v1/public/artifacts HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  const answer = new Promise<string>(resolve => socket.once('data', data => resolve(data.toString('latin1'))))
  const half = body.length / 2
  socket.write(body.slice(0, half))
  const file = await fileBeingWritten(service.folder)
  const anHourAgo = Date.now() / 1000 - 3600
  await utimes(file, anHourAgo, anHourAgo)
  await service.sweep()
  socket.write(body.slice(half))
  const text = await answer
  socket.destroy()
  assert.equal(text.slice(9, 12), '201')
  const { shortId } = JSON.parse(text.slice(text.indexOf('{'))) as { shortId: string }
  await service.sweep()
  const read = await fetch(`${service.url}/v1/artifacts/${shortId}/content`)
  assert.equal(sha256(new Uint8Array(await read.arrayBuffer())), sha256(html))
})

test('a file whose version is not committed yet stays for a day, and no longer', async t => {
  const service = await startService()
  if (isSkip(service)) return t.skip(service.skip)
  t.after(() => service.stop())
  const { blobs } = service.context
  const bytes = Buffer.from(uniquePage(2000))
  const { blob } = await blobs.put(
    (async function* () {
      yield bytes
    })(),
  )
  service.advance(DAY - 3_600_000)
  await service.sweep()
  assert.deepEqual(
    (await storedFiles(service.folder)).map(({ name }) => name),
    [blob],
  )
  service.advance(2 * 3_600_000)
  await service.sweep()
  assert.deepEqual(await storedFiles(service.folder), [])
})

test('with the clock 31 days forward previews are gone, page and file', async t => {
  const service = await startService()
  if (isSkip(service)) return t.skip(service.skip)
  t.after(() => service.stop())
  const published: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const form = new FormData()
    form.set('file', new File([uniquePage(2000)], 'a.html'))
    const made: Response = await fetch(`${service.url}/v1/public/artifacts`, { method: 'POST', body: form })
    assert.equal(made.status, 201)
    published.push(((await made.json()) as { shortId: string }).shortId)
  }
  assert.equal((await storedFiles(service.folder)).length, 4)
  service.advance(31 * DAY)
  for (const shortId of published) {
    const read = await fetch(`${service.url}/v1/artifacts/${shortId}/content`)
    assert.ok(read.status === 404 || read.status === 401, 'gone at once, swept or not')
  }
  await service.sweep()
  assert.deepEqual(await storedFiles(service.folder), [])
})
