// A mail server that greets, and then says a little for ever, so that no silence ends the talk.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface EndlessMailServer {
  /** The value for SMTP_URL. */
  url: string
  /** Connections on which somebody said something and has not left. */
  readonly open: number
  /** Ends what is open, and listens no more. */
  close(): void
}

export async function endlessMailServer(): Promise<EndlessMailServer> {
  const talks = new Set<Socket>()
  const server = createServer(socket => {
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.once('data', () => {
      talks.add(socket)
      const talking = setInterval(() => socket.write('250-and\r\n'), 100)
      socket.once('close', () => {
        clearInterval(talking)
        talks.delete(socket)
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get open() {
      return talks.size
    },
    close() {
      server.close()
      for (const socket of talks) socket.destroy()
    },
  }
}
