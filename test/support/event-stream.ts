// A reader of server-sent events that takes them one by one.
import { within } from './until.ts'

export interface StreamEvent {
  id: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  data: any
}

export interface EventReader {
  status: number
  headers: Headers
  /** The next event with data, signs of life left out; null where the stream has ended. */
  next(): Promise<StreamEvent | null>
  /** The id a client would come back with. */
  lastId(): string
  close(): void
}

/** Opens a stream; an answer that is no stream has no events. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  let lastId = ''
  const events = eventsIn(answer, id => {
    lastId = id
  })
  return {
    status: answer.status,
    headers: answer.headers,
    next: async () => (await within('an event or the end of the stream', events.next())).value ?? null,
    lastId: () => lastId,
    close: () => leaving.abort(),
  }
}

async function* eventsIn(answer: Response, heard: (id: string) => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (fields.id) heard(fields.id)
      if (fields.data !== undefined && fields.event !== 'beat')
        yield { id: fields.id ?? '', event: fields.event ?? 'message', data: JSON.parse(fields.data) }
    }
  }
}
