// Says on stderr, once for each request, that the server has not answered for ten seconds.
import type { Sink } from '../io.ts'

/** Seconds without a word after which a person takes a slow server for a program that hangs. */
const LONG = 10

/**
 * Waits for an answer.
 * @param held seconds for which the server was asked to hold its answer back
 * @param send gets a function to be called with each part that was sent, after which the wait begins anew
 */
export async function awaited<T>(
  { stderr, server, held }: { stderr: Sink; server: string; held: number },
  send: (heard: () => void) => Promise<T>,
): Promise<T> {
  // On a terminal the line of progress may stand there; this one is longer and takes its place.
  const line = `${stderr.isTTY ? '\r' : ''}${server} has not answered for ${LONG} seconds. Ctrl+C ends the wait.\n`
  const start = () => setTimeout(() => stderr.write(line), (held + LONG) * 1000)
  let timer = start()
  const heard = () => {
    clearTimeout(timer)
    timer = start()
  }
  return send(heard).finally(() => clearTimeout(timer))
}
