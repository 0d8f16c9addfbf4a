// Whether a function takes linear time: its input is doubled, and the processor time may not much more than double.

import { atLength } from './at-length.ts'

/** Milliseconds of processor time that one run takes at least, so that the collection of garbage is small beside it. */
const LEAST = atLength(6, 12)

/** Characters beyond which a run that takes less is fast enough. */
const MOST = 262_144

/** Repeats, of which the best counts: other work in the process can only make a run slower. */
const TRIES = 6

/** Lengths that are tried, each twice the one before, until one shows a line: the clock of a thread moves in steps of milliseconds. */
const LENGTHS = 3

/** Times as long for twice the text. */
export const LINEAR = 2.5

const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function measure(run: (text: string) => unknown, text: string): Promise<number> {
  const before = spent()
  await run(text)
  return spent() - before
}

/** How many times as long the function takes for twice the text, at best; 0 where even a long text takes no time. */
export async function growth(
  run: (text: string) => unknown,
  make: (length: number) => string,
): Promise<number> {
  let length = 8192
  while ((await measure(run, make(length))) < LEAST) {
    length *= 2
    if (length > MOST) return 0
  }
  let least = Number.POSITIVE_INFINITY
  for (let doublings = 0; doublings < LENGTHS && least > LINEAR; doublings++, length *= 2)
    least = Math.min(least, await best(run, make(length), make(2 * length)))
  return least
}

/** The least of several tries; a square is four times as long at every length, a line just above the limit is below it at the next. */
async function best(run: (text: string) => unknown, text: string, twice: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > LINEAR; tries++)
    least = Math.min(least, (await measure(run, twice)) / (await measure(run, text)))
  return least
}
