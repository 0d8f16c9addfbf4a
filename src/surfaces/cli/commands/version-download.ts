// Downloads the exact bytes of a version, and puts them whole in the place of a local file.
import { open, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { randomName } from '../../client/random.ts'
import type { Route } from '../../rest/request.ts'
import { Failure, usage } from '../failure.ts'
import type { Task } from '../task.ts'
import { bytes } from '../terminal/answer-text.ts'

/** Bytes are streamed beside the operations, so their route stands here. */
const content: Route = {
  method: 'GET',
  path: '/v1/artifacts/{id}/content',
  fields: { path: ['id'], query: ['version'], body: [] },
}

/** Asks for the bytes of a version, or of the current one. The message has them still to be read. */
export const openVersion = ({ client }: Task, id: string, version?: unknown): Promise<IncomingMessage> =>
  client.open({ route: content, input: { id, version } })

/** Reads the bytes and shows how far it is. Throws a Failure where they do not arrive whole. */
export async function* receive({ output }: Task, message: IncomingMessage): AsyncIterable<Buffer> {
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

/**
 * Writes a draft beside the place and moves it there whole, so that a broken transfer leaves what was there. `requirePlace`
 * is called last and throws where the place must stay as it is.
 */
export async function saveWhole(
  path: string,
  chunks: AsyncIterable<Buffer>,
  requirePlace: () => void = () => undefined,
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
      if (there) await file.chmod(there.mode & 0o777)
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        hash.update(chunk)
        size += chunk.length
      }
    } finally {
      await file.close()
    }
    requirePlace()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}
