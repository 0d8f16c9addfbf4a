// Asks the DNS for the TXT records of a domain.
import { Resolver } from 'node:dns/promises'

/** Answers that say there is nothing, rather than that nobody answered. */
const nothing = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * A look at the TXT records of a domain, each joined from its pieces; null if the DNS does not answer.
 * `servers` are `address:port`; without any the system's are asked.
 */
export function createTxtResolver(servers: readonly string[]): (domain: string) => Promise<string[] | null> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async domain => {
    try {
      return (await resolver.resolveTxt(domain)).map(pieces => pieces.join(''))
    } catch (error) {
      return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
    }
  }
}
