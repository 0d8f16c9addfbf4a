// A TURN server on loopback that answers 401 (RFC 8656 section 9.2) and notes whatever reaches it, over UDP and TCP alike.
import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface TurnListener {
  port: number
  /** Packets over UDP and connections over TCP so far. */
  count(): number
  /** The user names that arrived, sorted, each once: where a page puts what it wants to carry out. */
  names(): string[]
  close(): Promise<void>
}

/** STUN's constants (RFC 8489 sections 5 and 14, RFC 8656 section 13). */
const MAGIC = 0x2112a442
const HEADER = 20
const ALLOCATE_ERROR = 0x0113
const attribute = { user: 0x0006, error: 0x0009, realm: 0x0014, nonce: 0x0015 }

/** Listens on one port of 127.0.0.1 with both protocols. */
export async function openTurnListener(): Promise<TurnListener> {
  let count = 0
  const names = new Set<string>()
  const judge = (message: Buffer): Buffer | null => {
    if (message.length < HEADER || message.readUInt32BE(4) !== MAGIC) return null
    const name = readAttribute(message, attribute.user)
    if (name) names.add(name.toString())
    return unauthorized(message.subarray(8, HEADER))
  }
  const connections = new Set<Socket>()
  const server = createServer(socket => {
    count += 1
    connections.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', message => {
      const answer = judge(message)
      if (answer) socket.write(answer)
    })
  })
  const datagrams = createSocket('udp4')
  datagrams.on('message', (message, { port: to, address }) => {
    count += 1
    const answer = judge(message)
    if (answer) datagrams.send(answer, to, address)
  })
  const port = await openBoth(server, datagrams)
  return {
    port,
    count: () => count,
    names: () => [...names].sort(),
    close: () => {
      for (const connection of connections) connection.destroy()
      return end(server, datagrams)
    },
  }
}

/** A port that is free for TCP may be taken for UDP, by a browser's own datagrams: then another is tried. */
async function openBoth(server: Server, datagrams: Datagrams): Promise<number> {
  for (;;) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    try {
      await once(datagrams.bind(port, '127.0.0.1'), 'listening')
      return port
    } catch (error) {
      await once(server.close(), 'close')
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

async function end(server: Server, datagrams: Datagrams): Promise<void> {
  datagrams.close()
  server.close()
  await once(server, 'close')
}

function readAttribute(message: Buffer, wanted: number): Buffer | null {
  for (let at = HEADER; at + 4 <= message.length; ) {
    const [type, length] = [message.readUInt16BE(at), message.readUInt16BE(at + 2)]
    if (type === wanted) return message.subarray(at + 4, at + 4 + length)
    at += 4 + Math.ceil(length / 4) * 4
  }
  return null
}

function unauthorized(transaction: Buffer): Buffer {
  const attributes = Buffer.concat([
    attributeOf(attribute.error, Buffer.concat([Buffer.from([0, 0, 4, 1]), Buffer.from('Unauthorized')])),
    attributeOf(attribute.realm, Buffer.from('loopback')),
    attributeOf(attribute.nonce, Buffer.from('0123456789abcdef')),
  ])
  const header = Buffer.alloc(8)
  header.writeUInt16BE(ALLOCATE_ERROR, 0)
  header.writeUInt16BE(attributes.length, 2)
  header.writeUInt32BE(MAGIC, 4)
  return Buffer.concat([header, transaction, attributes])
}

function attributeOf(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}
