// Carries a page from the app's own address into the frame, chunk by chunk, and counts what has arrived.

import type { Theme } from '../../viewer/protocol.ts'
import type { PageFrame } from './page-frame.ts'

export interface Push {
  theme: Theme
  /** The page's query and fragment. */
  address: string
  signal: AbortSignal
  /** Hears the share received, from 0 to 1, or null while the length is unknown, and the bytes received so far. */
  progress(share: number | null, received: number): void
}

/** The content's address did not answer with the page; `status` says how, 0 stands for no answer at all. */
export class ContentRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`content answered ${status}`)
    this.status = status
  }
}

/** UTF-16 code units that may be on their way into the frame: enough to keep it busy, little enough to stay small. */
const most = 2_000_000

/** UTF-16 code units of the first piece of a page, which is painted before the next one is sent, and of every other. */
const pieces = { first: 65_536, next: 262_144 }

/** Streams `answer` into the frame; resolves when the last chunk was written there. */
export async function pushContent(frame: PageFrame, answer: Response, push: Push): Promise<void> {
  if (!answer.ok || !answer.body) throw new ContentRefused(answer.status)
  const total = Number(answer.headers.get('Content-Length')) || null
  const flow = countWritten(frame, push.signal)
  const decoder = new TextDecoder()
  let received = 0
  frame.send({ type: 'start', theme: push.theme, address: push.address })
  for await (const bytes of chunks(answer.body, push.signal)) {
    received += bytes.length
    await flow.send(decoder.decode(bytes, { stream: true }))
    push.progress(total && Math.min(1, received / total), received)
  }
  await flow.send(decoder.decode())
  frame.send({ type: 'end' })
}

async function* chunks(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  // The signal may have ended the request too: its stream is broken then and cannot be cancelled.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return
    yield value
  }
}

function countWritten(frame: PageFrame, signal: AbortSignal) {
  const painted = Promise.withResolvers<void>()
  let [begun, outstanding] = [false, 0]
  let resume: (() => void) | null = null
  const goOn = () => {
    painted.resolve()
    resume?.()
  }
  signal.addEventListener('abort', goOn, { once: true })
  frame.on('wrote', ({ length }) => {
    outstanding = Math.max(0, outstanding - length)
    painted.resolve()
    if (outstanding < most) resume?.()
  })
  const sendPiece = async (html: string) => {
    if (begun) await painted.promise
    if (signal.aborted) return
    begun = true
    outstanding += html.length
    frame.send({ type: 'chunk', html })
    if (outstanding >= most)
      await new Promise<void>(resolve => {
        resume = resolve
      })
  }
  return {
    /** Waits while too much is on its way; an empty text is not sent. */
    async send(html: string) {
      for (let from = 0; from < html.length && !signal.aborted; ) {
        const end = from + (begun ? pieces.next : pieces.first)
        await sendPiece(html.slice(from, end))
        from = end
      }
    },
  }
}
