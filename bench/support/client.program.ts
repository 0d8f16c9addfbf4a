// A client over bare sockets, so that it costs little beside the server: whole requests out, whole answers in.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Job {
  port: number
  connections: number
  /** How long to go on; or `total`, how many requests. */
  seconds?: number
  total?: number
  /** Whole HTTP/1.1 requests as latin1 text; `{nnnn}` becomes a number of six digits, never used twice. */
  requests: string[]
  /** Keep the answers' bodies, and the number each was asked with. */
  keep?: boolean
}

export interface Result {
  perSecond: number
  /** Milliseconds of every request, in no order. */
  latencies: number[]
  statuses: Record<number, number>
  answers: { n: number; status: number; body: string }[]
}

/** As long as what takes its place, so that lengths stay true. */
const MARK = '{nnnn}'

interface Answer {
  status: number
  body: string
}

async function play(job: Job): Promise<Result> {
  const result: Result = { perSecond: 0, latencies: [], statuses: {}, answers: [] }
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)))
  const begin = performance.now()
  const end = begin + (job.seconds ?? 3600) * 1000
  let n = 0
  const next = () => (n < (job.total ?? Number.POSITIVE_INFINITY) && performance.now() < end ? n++ : null)
  await Promise.all(sockets.map(socket => converse(job, socket, next, result)))
  result.perSecond = result.latencies.length / ((performance.now() - begin) / 1000)
  for (const socket of sockets) socket.destroy()
  return result
}

async function converse(job: Job, socket: Socket, next: () => number | null, result: Result): Promise<void> {
  const read = reader(socket)
  for (let n = next(); n !== null; n = next()) {
    const text = job.requests[n % job.requests.length]!
    const begin = performance.now()
    socket.write(text.replaceAll(MARK, String(n).padStart(MARK.length, '0').slice(-MARK.length)), 'latin1')
    const { status, body } = await read()
    result.latencies.push(performance.now() - begin)
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (job.keep) result.answers.push({ n, status, body })
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Reads one answer after the other; they carry Content-Length or no body. */
function reader(socket: Socket): () => Promise<Answer> {
  let held = Buffer.alloc(0)
  let wake: (() => void) | null = null
  socket.on('data', chunk => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    wake?.()
  })
  const failed = new Promise<never>((_, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('The server closed the connection.')))
  })
  failed.catch(() => undefined)
  return async () => {
    for (;;) {
      const found = parse(held)
      if (found) {
        held = held.subarray(found.bytes)
        return found.answer
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await Promise.race([promise, failed])
    }
  }
}

function parse(held: Buffer): { bytes: number; answer: Answer } | null {
  const end = held.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = held.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  if (status === 100) return parse(held.subarray(end + 4))
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const bytes = end + 4 + length
  if (held.length < bytes) return null
  return { bytes, answer: { status, body: held.toString('latin1', end + 4, bytes) } }
}

const [job] = (await once(process, 'message')) as [Job]
// Left before it is written as a whole, the channel would swallow the rest of a long result.
process.send!(await play(job), () => process.disconnect())
