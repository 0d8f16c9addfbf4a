// `recto get`: what is known of an artifact, or with -o its exact bytes, whose version is then recorded beside the file.

import { open, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { plainLines } from '../../../domain/plain-text.ts'
import { randomName } from '../../client/random.ts'
import type { Route } from '../../rest/request.ts'
import type { Values } from '../command-line/command.ts'
import { Failure, usage } from '../failure.ts'
import { write } from '../io.ts'
import { addressOf, idOf, type Task, textOf } from '../task.ts'
import { bytes, formatAnswer } from '../terminal/answer-text.ts'
import { record } from '../version-record.ts'

/** Bytes are streamed beside the operations, so their route stands here. */
const content: Route = {
  method: 'GET',
  path: '/v1/artifacts/{id}/content',
  fields: { path: ['id'], query: ['version'], body: [] },
}

export async function get(task: Task): Promise<void> {
  const { values, client, manifest, output } = task
  const input = { id: idOf(task, values.id), version: values.version }
  const place = textOf(values, 'output')
  if (place === '-' && values.jq !== undefined)
    throw usage('-o - writes the file itself, and --jq needs JSON. Leave one of them away.')
  if (place !== undefined) return download(task, input, place)
  const value = await client.call({ route: manifest.routes.get!, input })
  const { lines, talk } = formatAnswer('get', value, 'url')
  await output.answer(value, lines, talk)
}

async function download(task: Task, input: Values, place: string): Promise<void> {
  const message = await task.client.open({ route: content, input })
  const version = versionIn(message)
  const { shortId } = addressOf(task, String(task.values.id))
  if (place !== '-') return save(task, message, { shortId, version, path: resolve(task.io.cwd, place) })
  await print(task, message)
}

/** The exact bytes, but on a terminal without what would steer it. */
async function print(task: Task, message: IncomingMessage): Promise<void> {
  const { stdout } = task.io
  const decoder = new TextDecoder()
  for await (const chunk of received(task, message))
    await write(stdout, stdout.isTTY ? plainLines(decoder.decode(chunk, { stream: true })) : chunk)
}

/** The version the bytes belong to, as their own answer says: another request could speak of a later one. */
function versionIn({ headers }: IncomingMessage): number {
  const version = /^"v(\d+)"$/.exec(headers.etag ?? '')?.[1]
  if (version !== undefined) return Number(version)
  throw new Failure(1, {
    code: 'unexpected_answer',
    detail: 'The answer does not say which version it holds. Does a proxy change answers of the API?',
  })
}

interface Target {
  shortId: string
  version: number
  path: string
}

async function save(task: Task, message: IncomingMessage, { shortId, version, path }: Target): Promise<void> {
  const { size, sha256 } = await saveWhole(path, received(task, message))
  record(path, { server: task.client.url, shortId, version })
  const value = { shortId, url: `${task.client.url}/${shortId}`, version, file: path, size, sha256 }
  await task.output.answer(value, [path], [`Version ${version}, ${bytes(size)}.`])
}

/** Writes a draft beside the place and moves it there whole, so that a broken transfer leaves what was there. */
async function saveWhole(
  path: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const { createHash } = await import('node:crypto')
  const there = await stat(path).catch(() => null)
  if (there && !there.isFile()) throw usage(`${path} is no file that can be written. Name a file with -o.`)
  const draft = `${path}.${randomName()}`
  const hash = createHash('sha256')
  let size = 0
  try {
    const file = await open(draft, 'wx', there ? there.mode & 0o777 : 0o666)
    try {
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        hash.update(chunk)
        size += chunk.length
      }
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

async function* received({ output }: Task, message: IncomingMessage): AsyncIterable<Buffer> {
  const progress = output.progress()
  const total = Number(message.headers['content-length'] ?? 0)
  let count = 0
  try {
    for await (const chunk of message) {
      count += (chunk as Buffer).length
      progress.show(`Receiving: ${bytes(count)} of ${bytes(total)}`)
      yield chunk as Buffer
    }
  } catch (error) {
    throw cutOff(error instanceof Error ? error.message : String(error))
  } finally {
    progress.end()
    message.destroy()
  }
  if (count !== total) throw cutOff(`${count} of ${total} bytes arrived`)
}

const cutOff = (why: string): Failure =>
  new Failure(1, {
    code: 'connection_broken',
    detail: `The file did not arrive whole (${why}). Get it again.`,
  })
