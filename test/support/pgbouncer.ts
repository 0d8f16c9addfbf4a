// A real PgBouncer in transaction mode before a PostgreSQL, with few sessions for many clients.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBinary } from './binary.ts'
import { freePort } from './free-port.ts'
import { leash } from './leash.ts'
import { isSkip, type Skip } from './skip.ts'
import { until } from './until.ts'

export interface PgBouncer {
  /** The address of a database of the server, by way of the pooler. */
  pooled(url: string): string
  stop(): Promise<void>
}

/** Before the server of that address. */
export async function startPgBouncer(server: string): Promise<PgBouncer | Skip> {
  const program = await ensureBinary(['pgbouncer'], 'pgbouncer')
  if (isSkip(program)) return program
  const home = await mkdtemp(join(tmpdir(), 'recto-pgbouncer-'))
  const port = await freePort()
  const settings = join(home, 'pgbouncer.ini')
  await writeFile(settings, configure(new URL(server), port))
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  await chmod(home, 0o755)
  const child = spawn(program.path, ['-q', settings], {
    ...identity,
    cwd: '/',
    env: { ...process.env, ...program.env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const watch = leash('kill "$1" 2>/dev/null', [`${child.pid}`])
  await until('PgBouncer listens', () => listens(port))
  return {
    pooled(url) {
      const through = new URL(url)
      through.port = `${port}`
      return through.href
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await watch.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const configure = ({ hostname, port, username, password }: URL, listenPort: number) => `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
`

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
