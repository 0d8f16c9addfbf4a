// Browsers in which somebody signed in with an address before: a signed cookie says so, and nothing else.
import { hmac, isSameSecret, keyringsOf, randomToken } from '../crypto.ts'
import type { Context } from '../operations/kernel/context.ts'
import { cookieValue } from './sessions.ts'

type Keys = Pick<Context, 'secret' | 'url'>

/** Seconds; no browser keeps a cookie for longer than 400 days (RFC 6265bis section 5.5). */
export const KNOWN_LIFE = 400 * 86_400

/** One cookie for each address; the cookie's name does not reveal the address. */
function cookieName(keys: Keys, email: string): string {
  const name = `known-${hmac(keys, 'known-browser-name', email).slice(0, 16)}`
  return keys.url.startsWith('https:') ? `__Host-${name}` : name
}

const signature = (keys: Keys, email: string, id: string): string =>
  hmac(keys, 'known-browser', `${email}\0${id}`)

/**
 * Returns the id of the browser, by its Cookie header, for those who sign in with the address; null for unknown browsers.
 * @param email lower-cased
 */
export function knownBrowser(keys: Keys, cookie: string | undefined, email: string): string | null {
  for (const keyring of keyringsOf(keys)) {
    const each = { ...keys, ...keyring }
    const [id = '', given = ''] = (cookieValue(cookie, cookieName(each, email)) ?? '').split('.')
    if (isSameSecret(given, signature(each, email, id))) return id
  }
  return null
}

/** The Set-Cookie value after a sign-in: the browser stays who it was, or is known from now on. */
export function knownBrowserCookie(keys: Keys, cookie: string | undefined, email: string): string {
  const id = knownBrowser(keys, cookie, email) ?? randomToken(22)
  const secure = keys.url.startsWith('https:') ? '; Secure' : ''
  const pair = `${cookieName(keys, email)}=${id}.${signature(keys, email, id)}`
  return `${pair}; Path=/; Max-Age=${KNOWN_LIFE}; HttpOnly; SameSite=Lax${secure}`
}
