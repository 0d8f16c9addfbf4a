// A port nobody listens on, for programs that cannot choose one by themselves; each process has ports of its own.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Above 10080, the highest port that `fetch` refuses (Fetch standard, "Port blocking"), and below those that systems give to
 * outgoing connections (Linux begins at 32768): none of these takes the port before its program does.
 */
const FIRST = 10_081
const LAST = 32_767

/** Ports of a block: the first is held by its process as a sign for the others. */
const BLOCK = 64
const BLOCKS = Math.floor((LAST + 1 - FIRST) / BLOCK)

interface Block {
  next: number
  end: number
}

let current: Promise<Block> | undefined

/** A port of the loopback address on which one could listen just now. No process is given it while this one lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    current ??= claimBlock()
    const block = await current
    const port = block.next++
    if (port < block.end) {
      if (await isFree(port)) return port
    } else if (port === block.end) {
      current = undefined
    }
  }
}

/** Blocks that this process has tried or holds. */
let tried = 0

/** Listens on the first port of a block for as long as the process lives. The search begins at a place that its number gives. */
async function claimBlock(): Promise<Block> {
  while (tried < BLOCKS) {
    const first = FIRST + ((process.pid + tried++) % BLOCKS) * BLOCK
    const guard = await listen(first)
    if (!guard) continue
    guard.unref()
    guard.on('connection', socket => socket.destroy())
    return { next: first + 1, end: first + BLOCK }
  }
  throw new Error('every block of ports is taken by another process')
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return false
  server.close()
  await once(server, 'close')
  return true
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}
