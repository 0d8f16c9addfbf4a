// The format of keys and tokens: recto_<kind>_<30 random characters><6 of checksum> (contract section 6).

import { crc32 } from 'node:zlib'
import { randomToken } from '../../crypto.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The beginning of every key, and the number of its characters. */
export const keyStart = 'recto_'
export const keyLength = 44

const pattern = new RegExp(`^recto_[uskcard]_[${alphabet}]{36}$`)

/** CRC32 of the text in six base-58 digits, so that scanners can recognize a key offline. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = alphabet[rest % 58] + digits
    rest = Math.floor(rest / 58)
  }
  return digits
}

/** A new key and the part of it that may be shown later. */
export function newKey(kind: 'u' | 's' | 'k' | 'c'): { key: string; prefix: string } {
  const key = secretOf(kind)
  return { key, prefix: key.slice(0, 12) }
}

/** A new token of a grant: `a` gives access, `r` gives the next pair, with `d` a device fetches its first. */
export const newToken = (kind: 'a' | 'r' | 'd'): string => secretOf(kind)

function secretOf(kind: string): string {
  const body = `recto_${kind}_${randomToken(30)}`
  return body + checksum(body)
}

/** The text with every key of ours, whole or cut, left out: nothing that callers say of themselves is kept with one. */
export const withoutKeys = (text: string): string =>
  text.replace(/recto_[a-z]_[1-9A-Za-z]+/g, '[key left out]')

/** True for texts that can be an access token of a grant. */
export const isAccessToken = (text: string): boolean => text.startsWith('recto_a_') && isKey(text)

/** False for anything that cannot be one of our keys or tokens; saves asking the store. */
export const isKey = (text: string): boolean =>
  pattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
