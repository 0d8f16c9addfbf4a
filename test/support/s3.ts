// A real S3 server: one OpenStack Swift a run (or a file, when it runs alone), a bucket for each who asks.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { ensurePackage } from './binary.ts'
import { extendTimeout } from './patience.ts'
import { fromRoot } from './project-root.ts'
import { isSkip, type Skip } from './skip.ts'

const run = promisify(execFile)
const START_MS = 60_000

export interface S3Keys {
  AWS_ACCESS_KEY_ID: string
  AWS_SECRET_ACCESS_KEY: string
}

export interface S3Server {
  /** Address with the keys inside, for RECTO_TEST_S3: s3://key:secret@any?endpoint=…&region=… */
  url: string
  /** Settings that the product gets beside `blobsUrl`. */
  env: S3Keys
  /** Returns the value of BLOBS_URL for a bucket, without the keys. */
  blobsUrl(bucket: string): string
  /** Makes a bucket with a name of its own, which begins as asked; answers the name. */
  createBucket(name?: string): Promise<string>
  /** Removes a bucket and all in it. */
  removeBucket(bucket: string): Promise<void>
  /** Ends the server if it was started here. */
  stop(): Promise<void>
}

/** The run's server, from RECTO_TEST_S3; without that variable one of its own, which ends with this process. */
export async function startS3(): Promise<S3Server | Skip> {
  const given = process.env.RECTO_TEST_S3
  if (given?.startsWith('skip:')) return { skip: given.slice(5) }
  if (given) return server(given, async () => undefined)
  const python = await ensureSwift()
  return isSkip(python) ? python : startSwift(python.path)
}

async function startSwift(python: string): Promise<S3Server | Skip> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-s3-'))
  const secret = randomBytes(12).toString('hex')
  const program = fromRoot('test', 'support', 's3-server.py')
  const child = spawn(python, [program, folder, secret], { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
  const port = await firstLine(child)
  if (isSkip(port)) {
    await stopSwift(child)
    await rm(folder, { recursive: true, force: true })
    return port
  }
  letGo(child)
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port.line}`)
  const user = encodeURIComponent('recto:tests')
  return server(`s3://${user}:${secret}@any?endpoint=${endpoint}&region=us-east-1`, () => stopSwift(child))
}

async function firstLine(child: ChildProcess): Promise<{ line: string } | Skip> {
  const complaint = text(child.stderr!)
  const timer = setTimeout(() => child.kill('SIGKILL'), extendTimeout(START_MS))
  try {
    for await (const line of createInterface(child.stdout!)) return { line }
    return { skip: `Swift does not start: ${(await complaint).trim().split('\n').at(-1)}` }
  } finally {
    clearTimeout(timer)
  }
}

/** The server keeps no test alive; it ends when its input ends, and so with this process however that ends. */
function letGo(child: ChildProcess): void {
  child.unref()
  for (const pipe of [child.stdin, child.stdout, child.stderr] as Array<Readable | null>) {
    pipe?.on?.('error', () => undefined)
    ;(pipe as unknown as Socket | null)?.unref()
  }
}

async function stopSwift(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = once(child, 'exit')
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

function server(url: string, stop: () => Promise<void>): S3Server {
  const { username, password, searchParams } = new URL(url)
  const env = {
    AWS_ACCESS_KEY_ID: decodeURIComponent(username) || process.env.AWS_ACCESS_KEY_ID || '',
    AWS_SECRET_ACCESS_KEY: decodeURIComponent(password) || process.env.AWS_SECRET_ACCESS_KEY || '',
  }
  const client = new S3Client({
    endpoint: searchParams.get('endpoint')!,
    region: searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    url,
    env,
    blobsUrl: bucket => `s3://${bucket}?${searchParams}`,
    createBucket: name => createBucket(client, name ?? 'recto'),
    removeBucket: bucket => removeBucket(client, bucket),
    async stop() {
      client.destroy()
      await stop()
    },
  }
}

async function createBucket(client: S3Client, name: string): Promise<string> {
  const Bucket = `${name}-${randomBytes(5).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket }))
  return Bucket
}

async function removeBucket(client: S3Client, Bucket: string): Promise<void> {
  for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key } of Contents ?? []) await client.send(new DeleteObjectCommand({ Bucket, Key }))
  }
  await client.send(new DeleteBucketCommand({ Bucket }))
}

/** A Python that has Swift; as root on Debian it is installed where it is missing. */
export async function ensureSwift(): Promise<{ path: string } | Skip> {
  const found = await findPython()
  if (found) return { path: found }
  if (process.getuid?.() !== 0) return { skip: 'python3-swift is not installed and only root may install it' }
  // The library alone: the packages of the servers would start them.
  const failed = await ensurePackage('python3-swift')
  if (failed) return failed
  const path = await findPython()
  return path ? { path } : { skip: 'python3-swift was installed and yet cannot be loaded' }
}

async function findPython(): Promise<string | undefined> {
  const script = 'import eventlet, swift.common.wsgi, swift.common.middleware.s3api.s3api, swift.obj.server'
  for (const path of ['/usr/bin/python3', 'python3']) {
    const loads = await run(path, ['-c', script], { cwd: '/' }).then(
      () => true,
      () => false,
    )
    if (loads) return path
  }
  return undefined
}
