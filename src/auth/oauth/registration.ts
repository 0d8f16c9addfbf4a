// This file reads what a program says of itself when it registers: it drops what does not concern us, and refuses what could harm.
import { scopes } from '../../domain/actor.ts'
import { plain } from '../../domain/plain-text.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { withoutKeys } from '../../operations/kernel/key-format.ts'
import { countUse } from '../../operations/kernel/limits.ts'

type Metadata = Readonly<Record<string, unknown>>

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const withPage = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }

/** Programs that only show a code need no address to come back to. */
const withCodeAlone = { grant_types: [deviceGrant, 'refresh_token'], response_types: [], redirect_uris: [] }

const hasNoSecret = { application_type: 'native', token_endpoint_auth_method: 'none' } as const

/** Our command line, which needs no registration. */
export const ownClient = {
  ...hasNoSecret,
  client_id: 'recto-cli',
  client_name: 'Recto command line',
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  grant_types: [...withPage.grant_types, deviceGrant],
  response_types: ['code' as const],
}

/** Characters of a name, and of one address; addresses of one program. */
const longest = { name: 100, address: 2000, addresses: 20 }

/** Programs that register, from one network in an hour. */
const registrations = { what: 'registrations of apps', limit: 30, windowMs: 3_600_000 }

/** Throws 429 where the network registered its share. */
export async function countRegistration(
  { records, rateLimits, clock }: Pick<Context, 'records' | 'rateLimits' | 'clock'>,
  network: string,
): Promise<void> {
  const limit = { ...registrations, name: network }
  if (rateLimits) await records.transaction(rows => countUse(rows, limit, clock()))
}

/** Returns what we keep of a registration (RFC 7591) or of a client ID metadata document. Programs hold no secret here. */
export const normalized = (given: Metadata): Metadata => ({
  ...hasNoSecret,
  client_name: nameOf(given),
  ...waysOf(given),
})

/** Returns how the program gets its tokens: through its address, with a code that it shows, or either. */
function waysOf({ grant_types: asked, redirect_uris: addresses }: Metadata): Metadata {
  const types: unknown[] = Array.isArray(asked) ? asked : []
  const showsCode = types.includes(deviceGrant)
  if (showsCode && !types.includes('authorization_code')) return withCodeAlone
  const own = { ...withPage, redirect_uris: addressesIn(addresses) }
  return showsCode ? { ...own, grant_types: [...own.grant_types, deviceGrant] } : own
}

/** Addresses that can be no program's own are taken for none, which the library refuses. */
function addressesIn(given: unknown): string[] {
  if (!Array.isArray(given) || given.length > longest.addresses) return []
  return given.every(isOwnAddress) ? given : []
}

/** Browsers may read it as a path of the page they are on (WHATWG URL, section 4.4). */
const isHalfWritten = /^https?:(?!\/\/[^/])/i

const isOwnAddress = (address: unknown): address is string =>
  typeof address === 'string' &&
  address.length <= longest.address &&
  /^[\x21-\x7e]+$/.test(address) &&
  !/[*\\#]/.test(address) &&
  !isHalfWritten.test(address) &&
  leadsHome(URL.parse(address))

/** Schemes under which browsers run or show what they are given. */
const harmful =
  /^(javascript|data|vbscript|blob|file|about|filesystem|view-source|ws|wss|ftp|mailto|resource|jar|chrome|(chrome|moz)-extension|edge):$/

/** Schemes that systems answer themselves, so that they are no program's own. */
const ofSystems = new Set(
  'intent market shell search search-ms tel sms facetime callto sip sips help applescript'.split(' '),
)

/** Schemes under which browsers and other programs go to a machine that the address names. */
const ofNetworks = new Set(
  'ssh sftp ftps telnet ldap ldaps smb cifs nfs afp dav davs vnc rdp rtsp git feed webcal firefox opera googlechrome googlechromes microsoft-edge x-web-search'.split(
    ' ',
  ),
)

/** Families of schemes of which the same is true. */
const ofFamilies = /^(ms-|itms|x-apple\.|svn)/

function isOfOthers(protocol: string): boolean {
  const scheme = protocol.slice(0, -1)
  return ofSystems.has(scheme) || ofNetworks.has(scheme) || ofFamilies.test(scheme)
}

const loopback = /^(127\.0\.0\.1|\[::1\]|localhost)$/

/** Tells whether the address leads to a program on the person's own machine. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopback.test(hostname)

function leadsHome(url: URL | null): boolean {
  if (url === null) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return isLoopback(url)
  if (url.protocol === 'https:') return /^[a-z0-9.:[\]-]+$/.test(url.host) && !loopback.test(url.hostname)
  return !harmful.test(url.protocol) && !isOfOthers(url.protocol)
}

function nameOf({ client_name: name }: Metadata): string {
  const words =
    typeof name === 'string' ? [...withoutKeys(plain(name)).trim()].slice(0, longest.name).join('') : ''
  return words || 'An app without a name'
}

/** Returns the place a program takes people back to, as a person reads it: a host, or the scheme of an app on the device. */
export function homeOf(redirect: string): string {
  const { protocol, host } = new URL(redirect)
  return protocol === 'http:' || protocol === 'https:' ? host : protocol
}

/** The scopes of an authorization request that are known here. */
export const knownScopes = (asked: string): string[] => {
  const words = asked.split(' ')
  return scopes.filter(scope => words.includes(scope))
}
