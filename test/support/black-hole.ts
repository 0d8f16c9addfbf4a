// A way to a server that can fall silent: connections stay open, and nothing that is sent ever arrives, either way.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface BlackHole {
  /** The port to connect to instead. */
  port: number
  /** From now on every byte is swallowed. */
  swallow(): void
  /** Connections on which something was sent in vain, and which somebody may wait on. */
  asked(): number
  /** New connections pass again. Those that were there stay silent, as after a firewall that forgot them. */
  free(): void
}

/** A way to a port of this machine. */
export async function blackHole(t: TestContext, target: number): Promise<BlackHole> {
  let swallows = false
  const silent = new Set<Socket>()
  const asked = new Set<Socket>()
  const open = new Set<Socket>()
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
  }
  /** Nobody is told of an end on the other side either. */
  const pass = (from: Socket, to: Socket): void => {
    keep(from)
    if (swallows) silent.add(from)
    from.on('data', bytes => (silent.has(from) ? asked.add(from) : to.write(bytes)))
    from.once('close', () => silent.has(from) || to.destroy())
  }
  const between = createServer(near => {
    const far = connect(target, '127.0.0.1')
    pass(near, far)
    pass(far, near)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  t.after(() => {
    between.close()
    for (const socket of open) socket.destroy()
  })
  return {
    port: (between.address() as AddressInfo).port,
    swallow() {
      swallows = true
      for (const socket of open) silent.add(socket)
    },
    asked: () => asked.size,
    free() {
      swallows = false
    },
  }
}
