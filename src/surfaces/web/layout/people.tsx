// People as pages name them: what their role lets them do, and addresses that cannot be taken for others.

import { domainToUnicode } from 'node:url'
import type { JSX } from 'preact'
import type { Frame } from './dashboard-layout.tsx'
import { plain } from './text.ts'
import { UserText } from './words.tsx'

export type RoleName = 'owner' | 'admin' | 'member' | 'viewer'

/** The organization one is in, by name. */
export const organizationName = ({ organization }: Frame): string => organization?.name ?? 'your organization'

/** Says in words why an address is easily mistaken for another; null for a plain one. */
export function addressNote(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const shown = domainNote(domain)
  if (/[^\x20-\x7e]/.test(email.slice(0, at))) return 'has letters beyond a to z'
  return shown
}

/** Says how a domain of other letters reads; null for a plain one. */
export function domainNote(domain: string): string | null {
  if (!/(^|\.)xn--/.test(domain)) return null
  const unicode = domainToUnicode(domain)
  return unicode && unicode !== domain ? `written ${unicode}, in other letters` : 'in other letters'
}

/** An address as it is stored, its domain in plain letters; look-alikes say that they are. */
export const Address = ({ email }: { email: string }): JSX.Element => (
  <Noted text={email} note={addressNote(email)} />
)

export const DomainName = ({ name }: { name: string }): JSX.Element => (
  <Noted text={name} note={domainNote(name)} />
)

const Noted = ({ text, note }: { text: string; note: string | null }): JSX.Element => (
  <span class="address">
    <UserText text={text} />
    <small>{note && ` (${plain(note)})`}</small>
  </span>
)
