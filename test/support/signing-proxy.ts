// A proxy that adds a bearer credential to every request, for programs that cannot send one.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SigningProxy {
  /** Port of the proxy. */
  port: number
  /** Begins to pass on, to a port of this machine and with a key. */
  lead(target: number, key: string): void
  stop(): Promise<void>
}

export async function startSigningProxy(): Promise<SigningProxy> {
  let [target, key] = [0, '']
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` }
    const { url, method } = asked
    const passedOn = request({ host: '127.0.0.1', port: target, path: url, method, headers }, got => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    answer.on('close', () => passedOn.destroy())
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lead(port, secret) {
      target = port
      key = secret
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
