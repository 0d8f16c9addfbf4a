// The values of settings: the meaning of a text, or the mistake in it.
import { isIP } from 'node:net'
import { address } from './domain/audience.ts'

/** A mistake in one setting; all of them are reported at once. */
export class Mistake extends Error {}

/** The value, unless it may hold a password. */
export const quoteUnlessSecret = (text: string): string => (text.includes('@') ? 'the value' : `"${text}"`)

export function originOf(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.origin === text) return text
  throw new Mistake(
    `${quoteUnlessSecret(text)} must be an http or https address without a path and without a trailing slash`,
  )
}

export function scheme(text: string, allowed: RegExp, example: string): string {
  if (allowed.test(text)) return text
  // A mistyped value may hold a password anywhere.
  throw new Mistake(`must look like ${example}`)
}

export function dnsServers(text: string | undefined): string[] {
  const servers = text?.split(',').map(server => server.trim()) ?? []
  const wrong = servers.find(server => !isServer(server))
  if (wrong === undefined) return servers
  throw new Mistake(
    `"${wrong}" must be an address, perhaps with a port, for example 127.0.0.1:53 or [::1]:53`,
  )
}

export function collector(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text)) return text
  throw new Mistake('must be an http or https address without query and fragment')
}

export function share(text: string): number {
  const value = Number(text)
  if (/^[\d.]+$/.test(text) && value >= 0 && value <= 1) return value
  throw new Mistake(`"${text}" must be a number from 0 to 1`)
}

function isServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) > 0 && Number(port ?? 53) <= 65_535
}

export function integer(text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new Mistake(`"${text}" must be a whole number from ${least} to ${most}`)
}

export function oneOf<const T extends string>(text: string, allowed: readonly T[]): T {
  const found = allowed.find(value => value === text)
  if (found) return found
  throw new Mistake(`"${text}" must be one of ${allowed.join(', ')}`)
}

/** An address as it is, or behind a name: `Name <address>`. */
export function sender(text: string): string {
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1]
  email(bracketed ?? text)
  return text
}

export function email(text: string): string {
  try {
    return address(text)
  } catch {
    throw new Mistake(`"${text}" is not an email address`)
  }
}
