// Audiences: who an artifact is for, and the shorthand people may write.
import { Problem } from './problem.ts'

export const visibilities = ['public', 'company', 'private'] as const
export type Visibility = (typeof visibilities)[number]

export interface Audience {
  visibility: Visibility
  /** Lower-cased addresses of named people, sorted, each once. */
  sharedWith: readonly string[]
}

const addressPattern =
  /^[^\s@<>,;:"()[\]\\\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Marks and fillers that no font shows. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/u

/** A letter beyond ASCII that would become one of ASCII, such as the sign for kelvin: the address would become that of somebody else. */
const turnsPlain = (letter: string): boolean =>
  letter > '\x7f' && /[\x21-\x7e]/.test(letter.normalize('NFC').toLowerCase())

/**
 * The canonical form of an email address: trimmed, lower-cased, its letters composed (NFC), its domain in ASCII; 422 if
 * malformed, or if it could be taken for another one by what it does not show.
 */
export function address(text: string): string {
  const trimmed = text.trim()
  if (unseen.test(trimmed) || [...trimmed].some(turnsPlain)) throw malformedAddress(text)
  const composed = trimmed.normalize('NFC')
  if (composed.length > 254 || !addressPattern.test(composed)) throw malformedAddress(text)
  return canonicalAddress(composed, text)
}

/** As `address`; null for what is none. */
export function addressOrNull(text: string): string | null {
  try {
    return address(text)
  } catch {
    return null
  }
}

function canonicalAddress(trimmed: string, text: string): string {
  const at = trimmed.lastIndexOf('@')
  const domain = asciiDomain(trimmed.slice(at + 1))
  if (!domain) throw malformedAddress(text)
  return `${trimmed.slice(0, at).toLowerCase()}@${domain}`
}

function asciiDomain(domain: string): string | null {
  const host = URL.parse(`http://${domain}`)?.hostname
  return host && !/^\d+(\.\d+){3}$/.test(host) ? host : null
}

/** The canonical form of a domain that mail can come from, in lower-case ASCII; null if it is none. */
export function mailDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, '')
  const labels = name.split('.')
  const wellFormed = labels.every(label => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  const domain = labels.length > 1 && wellFormed ? asciiDomain(name) : null
  return domain !== null && domain.length <= 253 ? domain : null
}

const malformedAddress = (text: string): Problem =>
  new Problem(
    'malformed_address',
    `"${printable(text)}" is not an email address. Write it like ana@example.com.`,
  )

const printable = (text: string): string => text.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')

/** Canonical addresses, sorted, each once. At most 500 people can be named. */
export function addresses(texts: readonly string[]): string[] {
  const all = [...new Set(texts.map(address))].sort()
  if (all.length > 500) throw new Problem('invalid_input', 'At most 500 people can be named on one artifact.')
  return all
}

/**
 * Reads the field's value: one of the three words, or addresses separated by commas, which mean
 * private and shared with them (contract section 3, Audience).
 */
export function parseVisibility(text: string): { visibility: Visibility; sharedWith?: string[] } {
  const word = visibilities.find(v => v === text.trim())
  if (word) return { visibility: word }
  if (!text.includes('@')) {
    throw new Problem(
      'unknown_visibility',
      `"${printable(text)}" is not an audience. Use public, company, private, or email addresses separated by commas.`,
    )
  }
  return { visibility: 'private', sharedWith: addresses(text.split(',').filter(part => part.trim() !== '')) }
}

/** Gated means that not everybody can open it; plans count these. */
export const isGated = (visibility: Visibility): boolean => visibility !== 'public'
