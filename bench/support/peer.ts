// Starts a peer in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../test/support/free-port.ts'

export interface Peer {
  url: string
  stop(): Promise<void>
}

export async function startPeer(kind: 'http' | 'empty' | 'hono' | 'mcp', size = 0): Promise<Peer> {
  const port = await freePort()
  const program = new URL('./peer.program.ts', import.meta.url)
  const child = fork(program, [kind, `${size}`, `${port}`], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
