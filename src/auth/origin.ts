// The origin of a session in coarse terms: browser, system, and the network without its last part.
import { neighbourhood } from '../domain/network.ts'
import type { SessionOrigin } from '../storage/records.ts'

/** The origin of a sign-in: the part that is kept, and the exact network for the limits, which is not kept. */
export interface SignInOrigin extends SessionOrigin {
  exactNetwork: string
}

/** Reads the origin from a sign-in's user agent and network. */
export const originOf = (agent: string | null, network: string): SignInOrigin => ({
  client: agent === null ? null : clientName(agent),
  network: neighbourhood(network),
  exactNetwork: network,
})

/** The first mark that is found counts: most browsers name the others too. */
const browsers: readonly [mark: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const systems: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/** `Firefox on Linux`; for programs the first word, such as `curl`; null if nothing can be read. */
export function clientName(agent: string): string | null {
  const browser = named(browsers, agent)
  const system = named(systems, agent)
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`
  return /^[A-Za-z][\w.-]{0,39}/.exec(agent)?.[0] ?? null
}

const named = (marks: readonly (readonly [string, string])[], agent: string): string | null =>
  marks.find(([mark]) => agent.includes(mark))?.[1] ?? null
