// Asks a server as often as it can, from a process of its own: wrk where it is to be had, else a program of ours.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBinary } from '../../test/support/binary.ts'
import { isSkip } from '../../test/support/skip.ts'
import type { Job, Result } from './client.program.ts'

const run = promisify(execFile)

export interface Request {
  url: string
  headers?: Record<string, string>
  /** The body, sent with POST; without it the address is read with GET. */
  body?: string
}

export interface Reading {
  /** The requests, sent in turn on whichever connection is free; all to one server. */
  requests: readonly Request[]
  connections: number
  seconds: number
}

/** Requests a second that were answered with 2xx or 3xx; throws where one was not. */
export async function readsPerSecond(reading: Reading): Promise<number> {
  const wrk = await ensureBinary(['wrk'], 'wrk')
  if (isSkip(wrk)) return ownReads(reading)
  const { requests, connections, seconds } = reading
  const [{ url }] = requests as [Request]
  const folder = await mkdtemp(join(tmpdir(), 'recto-load-'))
  const script = join(folder, 'requests.lua')
  await writeFile(script, scriptOf(requests))
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
  const { stdout } = await run(wrk.path, words, { env: { ...process.env, ...wrk.env } })
  await rm(folder, { recursive: true })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Some reads of ${url} failed:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/** A program for wrk that sends the requests in turn; each is put together once. */
function scriptOf(requests: readonly Request[]): string {
  const made = requests.map(({ url, headers = {}, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
    const sent = `{ ["Host"] = wrk.headers["Host"], ${fields.join(', ')} }`
    return body === undefined
      ? `  wrk.format("GET", ${quoted(pathOf(url))}, ${sent}),`
      : `  wrk.format("POST", ${quoted(pathOf(url))}, ${sent}, ${quoted(body)}),`
  })
  return `local requests, sent
init = function()
  sent = 0
  requests = {
${made.join('\n')}
  }
end
request = function()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end
`
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search

async function ownReads({ requests, connections, seconds }: Reading): Promise<number> {
  const { host, port } = new URL(requests[0]!.url)
  const texts = requests.map(({ url, headers = {}, body = '' }) => {
    const length = body && { 'Content-Length': String(Buffer.byteLength(body)) }
    const fields = Object.entries({ Host: host, ...headers, ...length })
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
    return `${body ? 'POST' : 'GET'} ${pathOf(url)} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  })
  const result = await load({ port: Number(port), connections, seconds, requests: texts })
  return result.perSecond
}

/** Sends the requests of the job in turn on every connection and waits for each answer before the next. */
export async function load(job: Job): Promise<Result> {
  const child = fork(new URL('./client.program.ts', import.meta.url), { stdio: 'inherit' })
  const ended = once(child, 'exit')
  child.send(job)
  // A message that it sent before it ended is still heard first, however long it is.
  const failed = once(child, 'disconnect').then(() => Promise.reject(new Error('The client gave up.')))
  failed.catch(() => undefined)
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [Result]
  await ended
  return result
}
