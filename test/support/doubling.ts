// Tells whether a function takes linear time: its input is doubled, and the processor time may not much more than double.

import { atLength } from './at-length.ts'

/** Milliseconds of processor time that one run takes at least, so that the collection of garbage is small beside it. */
const LEAST = atLength(6, 12)

/** Characters beyond which a run that takes less is fast enough. */
const MOST = 262_144

/** Repeats at each length. */
const TRIES = 6

/** Lengths that are tried, each twice the one before, until one shows a line: a line just above the limit is below it at the next. */
const LENGTHS = 3

/** Times as long for twice the text, at most: a line takes 2 and a little for the collection of garbage, a square 4. */
export const LINEAR = 3

/** Milliseconds of this thread so far. Linux counts a thread in ticks of 4 ms, until the process as a whole is asked for. */
const spent = (): number => {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function measure(run: (text: string) => unknown, text: string): Promise<number> {
  const before = spent()
  await run(text)
  return spent() - before
}

/**
 * How many times as long the function takes for twice the text; 0 where even a long text takes no time. Other work on the
 * machine can only make a run slower, so the least time of each length counts, and the shorter text runs before and after the longer.
 */
export async function growth(
  run: (text: string) => unknown,
  make: (length: number) => string,
): Promise<number> {
  let length = 8192
  let short = await measure(run, make(length))
  while (short < LEAST) {
    length *= 2
    if (length > MOST) return 0
    short = await measure(run, make(length))
  }
  let least = Number.POSITIVE_INFINITY
  for (let doublings = 0; doublings < LENGTHS && least > LINEAR; doublings++, length *= 2) {
    const [text, twice] = [make(length), make(2 * length)]
    let long = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && long > LINEAR * short; tries++) {
      long = Math.min(long, await measure(run, twice))
      short = Math.min(short, await measure(run, text))
    }
    least = Math.min(least, long / short)
    short = long
  }
  return least
}
