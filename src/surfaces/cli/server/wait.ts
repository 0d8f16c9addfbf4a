// Says on stderr, once for each request, that the server has not answered for ten seconds.
import type { Sink } from '../io.ts'

/** Seconds without a word after which a person takes a slow server for a program that hangs. */
const LONG = 10

/** Tells how a request goes on. */
export interface Heard {
  /** Another part was sent: the wait begins anew. */
  sent(): void
  /** The answer has begun: nobody waits for it any more. */
  answered(): void
}

/**
 * Waits for an answer.
 * @param held seconds for which the server was asked to hold its answer back
 */
export async function awaited<T>(
  { stderr, server, held }: { stderr: Sink; server: string; held: number },
  send: (heard: Heard) => Promise<T>,
): Promise<T> {
  const seconds = held + LONG
  // On a terminal the line of progress may stand there; this one is longer and takes its place.
  const line = `${stderr.isTTY ? '\r' : ''}${server} has not answered for ${seconds} seconds. Ctrl+C ends the wait.\n`
  let isSaid = false
  const say = () => {
    isSaid = true
    stderr.write(line)
  }
  let timer = setTimeout(say, seconds * 1000)
  const answered = () => clearTimeout(timer)
  const sent = () => {
    clearTimeout(timer)
    if (!isSaid) timer = setTimeout(say, seconds * 1000)
  }
  return send({ sent, answered }).finally(answered)
}
