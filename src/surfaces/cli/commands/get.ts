// `recto get`: what is known of an artifact, or with -o its exact bytes, whose version is then recorded beside the file.
import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { plainLines } from '../../../domain/plain-text.ts'
import { Failure, usage } from '../failure.ts'
import { write } from '../io.ts'
import { addressOf, idOf, type Task, textOf } from '../task.ts'
import { bytes, formatAnswer } from '../terminal/answer-text.ts'
import { record } from '../version-record.ts'
import { openVersion, receive, saveWhole } from './version-download.ts'

export async function get(task: Task): Promise<void> {
  const { values, client, manifest, output } = task
  const id = idOf(task, values.id)
  const place = textOf(values, 'output')
  if (place === '-' && values.jq !== undefined)
    throw usage('-o - writes the file itself, and --jq needs JSON. Leave one of them away.')
  if (place !== undefined) return download(task, id, place)
  const value = await client.call({ route: manifest.routes.get!, input: { id, version: values.version } })
  const { lines, talk } = formatAnswer('get', value, 'url')
  await output.answer(value, lines, talk)
}

async function download(task: Task, id: string, place: string): Promise<void> {
  const message = await openVersion(task, id, task.values.version)
  const version = versionIn(message)
  const { shortId } = addressOf(task, String(task.values.id))
  if (place !== '-') return save(task, message, { shortId, version, path: resolve(task.io.cwd, place) })
  await print(task, message)
}

/** The exact bytes, but on a terminal without what would steer it. */
async function print(task: Task, message: IncomingMessage): Promise<void> {
  const { stdout } = task.io
  const decoder = new TextDecoder()
  for await (const chunk of receive(task, message))
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
  const { size, sha256 } = await saveWhole(path, receive(task, message))
  await record(task.io, path, { server: task.client.url, shortId, version })
  const value = { shortId, url: `${task.client.url}/${shortId}`, version, file: path, size, sha256 }
  await task.output.answer(value, [path], [`Version ${version}, ${bytes(size)}.`])
}
