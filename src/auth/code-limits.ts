// How many sign-in codes may be asked for: strangers use up the share of their own network and browser before that of an address.
import { DAY } from '../domain/artifact.ts'
import { countUse } from '../operations/kernel/limits.ts'
import type { Rows } from '../storage/records.ts'

const HOUR = 3_600_000

/** The person, browser or program that asks for a code. */
export interface CodeAsker {
  email: string
  network: string
  /** Keyed hash of the handle of a browser; null for a program. */
  handleHash: string | null
  /** The browser, where it signed in with the address before. */
  knownBrowser: string | null
  /** A session verified the address before and does so again. */
  again: boolean
}

/** Says that a code was the last for a while, of which share, and when the next one is allowed. */
export interface LastCode {
  of: Share['of']
  freeAt: number
}

/** Codes for one address that some may ask for. */
interface Share {
  of: 'own' | 'network' | 'address'
  name: string
  hour: number
  day: number
}

/**
 * Counts a code; throws 429 if none is left. A browser in which the address was verified has a share of its own, which
 * strangers cannot use up. The limit for strangers of all networks together bounds how often a code can be guessed.
 */
export async function countCode(rows: Rows, asker: CodeAsker, now: number): Promise<LastCode | null> {
  const own = ownShare(asker)
  if (own) return countShare(rows, own, now)
  await countAll(rows, asker, now)
  const ofNetwork = await countShare(rows, networkShare(asker), now)
  return (await countShare(rows, addressShare(asker), now)) ?? ofNetwork
}

const few = { hour: 5, day: 10 }

function ownShare({ email, again, knownBrowser }: CodeAsker): Share | null {
  if (again) return { of: 'own', name: `again ${email}`, ...few }
  return knownBrowser === null ? null : { of: 'own', name: `browser ${knownBrowser}`, ...few }
}

const networkShare = ({ email, network }: CodeAsker): Share => ({
  of: 'network',
  name: `${network} ${email}`,
  ...few,
})

/** Twice the share of a network, so that one network alone never uses it up. */
const addressShare = ({ email }: CodeAsker): Share => ({
  of: 'address',
  name: `address ${email}`,
  hour: 10,
  day: 20,
})

/** Codes for all addresses together, from one network and from one browser. */
async function countAll(rows: Rows, { network, handleHash }: CodeAsker, now: number): Promise<void> {
  await countUse(rows, { what: 'codes', name: `network ${network}`, limit: 20, windowMs: HOUR }, now)
  if (handleHash === null) return
  await countUse(rows, { what: 'codes', name: `handle ${handleHash}`, limit: 10, windowMs: HOUR }, now)
}

async function countShare(rows: Rows, { of, name, hour, day }: Share, now: number): Promise<LastCode | null> {
  const hourly = await countUse(rows, { what: 'codes', name, limit: hour, windowMs: HOUR }, now)
  const daily = await countUse(rows, { what: 'codes', name, limit: day, windowMs: DAY }, now)
  const usedUp = [hourly, daily].filter(({ left }) => left === 0)
  return usedUp.length > 0 ? { of, freeAt: Math.max(...usedUp.map(({ freeAt }) => freeAt)) } : null
}
