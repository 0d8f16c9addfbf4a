// A way to a real server that can be made to fail, refuse or stall, request by request.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** Decides about one request: let it through, or answer it otherwise; `seen` counts the requests before. */
export type Fault = (request: IncomingMessage, response: ServerResponse, seen: number) => boolean

/** A way to the real server that can be made to fail; answers the address to use instead. */
export async function unreliable(
  t: TestContext,
  url: string,
  fault: Fault,
): Promise<{ url: string; seen(): number }> {
  const target = new URL(new URL(url).searchParams.get('endpoint')!)
  let seen = 0
  const between = createServer((incoming, outgoing) => {
    seen += 1
    if (fault(incoming, outgoing, seen - 1)) return
    const { method, headers, url: path } = incoming
    const onward = request({ host: target.hostname, port: target.port, method, headers, path }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  t.after(() => {
    between.close()
    between.closeAllConnections()
  })
  const around = new URL(url)
  // The signature covers the host, so the real server must be called by the name the client used.
  around.searchParams.set('endpoint', `http://127.0.0.1:${(between.address() as AddressInfo).port}`)
  return { url: around.href, seen: () => seen }
}
