// A port nobody listens on, for programs that cannot choose one by themselves.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Asks the system for a free port on the loopback address and gives it back at once. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
