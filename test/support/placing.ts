// Keeps every process of a service from placing threads, so that a test sees them while their places are looked for.
import type { Running } from './service.ts'
import { until } from './until.ts'

const leased = ({ context }: Pick<Running, 'context'>, ms: number) =>
  context.records.transaction(async rows => {
    const now = context.clock()
    return rows.limits.lease('placing', 'test', now + ms, now)
  })

/** Longer than the lease of a process, in milliseconds. */
const LEASE = 11_000

/** Lets nobody place threads until it is released; other work goes on. The clock is turned until a lease from before is over. */
export async function holdPlacing(service: Pick<Running, 'context' | 'advance'>): Promise<void> {
  service.advance(LEASE)
  await until('the lease is free', () => leased(service, 3_600_000))
}

export const releasePlacing = (service: Pick<Running, 'context'>) => leased(service, -1)
