// The grants that a person may give a program: which scopes, at which of our addresses, for how long.
import type { Role, Scope } from './actor.ts'

/** The scopes that most programs need; the others are asked for when they are needed. */
export const everydayScopes: readonly Scope[] = [
  'artifacts:read',
  'artifacts:write',
  'comments:read',
  'comments:write',
  'org:read',
]

/** The words in place of a host where no browser is led back: the app showed a code. */
export const deviceHost = 'a device that showed a code'

/** Days a grant may last. */
export const grantDays = [30, 90] as const

const forViewers: readonly Scope[] = ['artifacts:read', 'comments:read', 'comments:write']

/** Returns those of the scopes that somebody in the role may hand on. */
export const grantableScopes = (asked: readonly Scope[], role: Role): Scope[] =>
  asked.filter(scope => role !== 'viewer' || forViewers.includes(scope))

/** The addresses a token may be made for (RFC 8707), by the surface that takes it. */
export const resourcesOf = (url: string) => ({ rest: `${url}/v1`, mcp: `${url}/v1/mcp` })

/** The authorization server's own address (RFC 8414 `issuer`). */
export const issuerOf = (url: string): string => `${url}/oauth`

/** Path of the document that says how to sign in to the resource (RFC 9728 section 3). */
export const resourceMetadataPath = (resource: string): string =>
  `/.well-known/oauth-protected-resource${new URL(resource).pathname}`
