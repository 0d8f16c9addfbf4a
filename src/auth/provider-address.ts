// Which address an ID token proves: only one that its issuer answers for.
import type { IDToken } from 'openid-client'
import { addressOrNull } from '../domain/audience.ts'
import type { ProviderName } from '../domain/sign-in.ts'

/** Personal accounts of Microsoft, whose addresses Microsoft itself has verified. */
const personalAccounts = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'

/** The address that the provider verified, in canonical form; null if there is none. */
export function verifiedAddress(provider: ProviderName, claims: IDToken): string | null {
  const { email } = claims
  const vouches = provider === 'google' ? googleVouches : microsoftVouches
  return typeof email === 'string' && isPlain(email) && vouches(claims, email) ? addressOrNull(email) : null
}

/** Which mailbox other letters mean is for the mail to say, not for a provider: such an address takes a code. */
const isPlain = (email: string): boolean => /^[\x21-\x7e]+$/.test(email)

/**
 * Google answers for addresses of its own mail and of its customers' domains (`hd`). Of any other address it knows
 * only that it was somebody's once, so there `email_verified` is not enough. Another issuer set up in its place has
 * no such documented rule: its `email_verified` is what it says.
 */
function googleVouches(claims: IDToken, email: string): boolean {
  if (claims.email_verified !== true) return false
  if (claims.iss !== 'https://accounts.google.com') return true
  return (typeof claims.hd === 'string' && claims.hd !== '') || /@(gmail|googlemail)\.com$/i.test(email)
}

/**
 * An admin of a Microsoft tenant can write any address into an account. Only `xms_edov` says that the tenant verified
 * the domain; neither `email_verified` nor the account's name does.
 */
const microsoftVouches = (claims: IDToken): boolean =>
  claims.iss === personalAccounts || said.includes(claims.xms_edov as never)

/** Microsoft writes the claim as a boolean or as text. */
const said = [true, 1, '1', 'true'] as const
