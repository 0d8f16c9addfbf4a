// How the HTTP server ends: what runs is finished, what waits or never began is closed.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two looks at connections that have become idle. */
const LOOK = 50

/** Milliseconds after which whoever still talks is cut off. */
const PATIENCE = 25_000

/** Watches the server's connections; the function returned ends it and resolves when the last one is closed. */
export function createServerStop(server: Server): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // Browsers connect ahead of need; the server counts such a connection as busy until its first request.
  const closeUnused = (): void => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise(resolve => server.close(resolve))
    const looking = setInterval(() => {
      server.closeIdleConnections()
      closeUnused()
    }, LOOK)
    const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE)
    await closed
    clearInterval(looking)
    clearTimeout(impatience)
  }
}
