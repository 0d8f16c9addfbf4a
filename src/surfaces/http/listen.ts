// How the HTTP server begins: it listens, or says in a sentence why it cannot.
import type { Server } from 'node:http'

/** Resolves when the server listens. Fails with a sentence that names the setting to change. */
export const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? '']?.(port, host)
      reject(reason ? new Error(reason, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })

const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `Another program listens on ${host}:${port} already. Set PORT to a free one, or stop that program.`,
  EACCES: port => `This user may not listen on port ${port}. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (_, host) => notOurs(host),
  ENOTFOUND: (_, host) => notOurs(host),
}

const notOurs = (host: string): string =>
  `${host} is no address of this machine. Set RECTO_HOST to one that is, or to 0.0.0.0 for all of them.`
