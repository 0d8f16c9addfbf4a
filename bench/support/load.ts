// Asks a server as often as it can, from a process of its own: wrk where it is to be had, else a program of ours.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { ensureBinary } from '../../test/support/binary.ts'
import { isSkip } from '../../test/support/skip.ts'
import type { Job, Result } from './client.program.ts'

const run = promisify(execFile)

export interface Reading {
  url: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** Requests a second that were answered with 2xx or 3xx; throws where one was not. */
export async function readsPerSecond({ url, headers = {}, connections, seconds }: Reading): Promise<number> {
  const wrk = await ensureBinary(['wrk'], 'wrk')
  if (isSkip(wrk)) return ownReads({ url, headers, connections, seconds })
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run(wrk.path, ['-t1', `-c${connections}`, `-d${seconds}s`, ...fields, url], {
    env: { ...process.env, ...wrk.env },
  })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Some reads of ${url} failed:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function ownReads({ url, headers = {}, connections, seconds }: Reading): Promise<number> {
  const { host, port, pathname, search } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  const result = await load({ port: Number(port), connections, seconds, requests: [request] })
  return result.perSecond
}

/** Sends the requests of the job in turn on every connection and waits for each answer before the next. */
export async function load(job: Job): Promise<Result> {
  const child = fork(new URL('./client.program.ts', import.meta.url), { stdio: 'inherit' })
  const ended = once(child, 'exit')
  child.send(job)
  const failed = ended.then(() => Promise.reject(new Error('The client gave up.')))
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [Result]
  await ended
  return result
}
