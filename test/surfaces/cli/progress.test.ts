// Transfers that take longer than 300 ms say on a terminal how far they are, and take the line away at their end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { after, before, test } from 'node:test'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let line: Server
let sitting: { env: Record<string, string>; terminal: boolean }

/** Milliseconds that each part of a transfer is held up, of which a large file has many. */
const HOLD = 30

const slowly = () =>
  new Transform({
    transform: (part, _encoding, done) => void setTimeout(() => done(null, part), HOLD),
  })

before(async () => {
  desk = await openDesk()
  const { host, hostname, port } = new URL(desk.service.url)
  line = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers: { ...headers, host } }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(slowly()).pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(slowly()).pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const url = `http://localhost:${(line.address() as AddressInfo).port}`
  sitting = { env: { RECTO_URL: url, RECTO_API_KEY: desk.company.owner.key }, terminal: true }
})
after(async () => {
  line.close()
  await desk.leave()
})

const page = (words: string): string => `<title>Large</title>${`<p>${words}</p>\n`.repeat(900_000)}`

/** The line was shown, each time further, and nothing of it stays. */
function assertShown(stderr: string, what: string): void {
  const shown = [...stderr.matchAll(new RegExp(`\\r${what}: ([\\d.]+) MB of ([\\d.]+) MB`, 'g'))]
  assert.ok(shown.length > 0, stderr.slice(0, 400))
  const sizes = shown.map(([, size]) => Number(size))
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  )
  assert.match(stderr, /\r +\r/)
}

test('publishing, updating and getting a large file show how far they are', async () => {
  await desk.write('large.html', page('One'))
  const published = await desk.run(['publish', 'large.html', '--json'], sitting)
  assert.equal(published.code, 0, published.stderr)
  assertShown(published.stderr, 'Sending')
  await desk.write('large.html', page('Two'))
  const updated = await desk.run(['publish', 'large.html', '--update', '--json'], sitting)
  assert.equal(updated.json.version, 2, updated.stderr)
  assertShown(updated.stderr, 'Sending')
  const got = await desk.run(['get', published.json.shortId, '-o', 'got.html'], sitting)
  assert.equal(got.code, 0, got.stderr)
  assertShown(got.stderr, 'Receiving')
  assert.equal(await desk.read('got.html'), page('Two'))
})

test('where no person looks on, a transfer says nothing of the kind', async () => {
  await desk.write('piped.html', page('One'))
  const { code, stderr } = await desk.run(['publish', 'piped.html'], { ...sitting, terminal: false })
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stderr, /Sending/)
})
