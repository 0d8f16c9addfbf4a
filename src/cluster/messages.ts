// Messages between the primary and its server processes.

/** A server process serves. */
export interface Started {
  type: 'started'
  /** The address it listens on, with the port really taken. */
  address: string
  /** Link by which the first owner begins; null once there is one. */
  setupUrl: string | null
}

/** From a server process each second: its event loop turns, and these of its jobs should have ended long ago. */
export interface Beat {
  type: 'beat'
  stuckJobs: readonly string[]
}

/** The primary's answer to a beat. */
export interface Others {
  type: 'others'
  /** Why another process should get no requests, as sentences. */
  reasons: readonly string[]
}

/** From the primary: drain and stop, or cut the draining short. */
export interface Order {
  type: 'stop' | 'hurry'
}

/** Milliseconds from the end of draining until a process has ended; whoever runs it kills it 30 seconds after that end at the earliest. */
export const STOP_DEADLINE = 28_000

/** The exit code of a process whose disk failed to keep a write. */
export const DISK_FAILED = 70

/** Says where the service is, as soon as it serves. */
export function printAddress({ address, setupUrl }: Omit<Started, 'type'>, url: string): void {
  process.stderr.write(`Recto listens on ${address} and answers as ${url}\n`)
  if (setupUrl) process.stderr.write(`Become its owner here, once: ${setupUrl}\n`)
}
