// The second factor of a person: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost.

import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt, encryptAnew, hmac, keyringsOf, randomToken } from '../../crypto.ts'
import type { FactorRow, Rows } from '../../storage/records.ts'
import type { Context } from '../kernel/context.ts'

const purpose = 'second factor'
const period = 30
const recoveryCodes = 10

type Keeping = Pick<Context, 'secret'>

/** A new shared secret of 160 bits (RFC 4226 section 4), in base 32 and encryptedSecret. */
export function newFactor(context: Keeping, personId: string): { secret: string; encryptedSecret: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, encryptedSecret: encrypt(context, purpose, personId, secret) }
}

/** Returns the address that an authenticator app reads, also from a picture. */
export const otpauthAddress = (secret: string, email: string, host: string): string =>
  totp(secret, email, `Recto at ${host}`).toString()

const totp = (secret: string, label = '', issuer = 'Recto'): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period })

/** The time step of a right code, one step early or late allowed (RFC 6238 section 5.2); null for a wrong one. */
export function stepOf(
  context: Keeping,
  { personId, encryptedSecret }: FactorRow,
  code: string,
  now: number,
): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const secret = decrypt(context, purpose, personId, encryptedSecret)
  const delta = totp(secret).validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / (period * 1000)) + delta
}

/**
 * Tells whether the code proves the person's confirmed factor, and uses it up. A code of the app counts once, as does
 * each recovery code.
 */
export async function matchStep(
  context: Keeping,
  rows: Rows,
  personId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const factor = await rows.factors.find(personId)
  if (!factor || factor.confirmedAt === null) return false
  const step = stepOf(context, factor, code, now)
  if (step !== null) return rows.factors.use(personId, step)
  for (const keyring of keyringsOf(context))
    if (await rows.factors.spendRecoveryCode(personId, recoveryHash(keyring, personId, code), now))
      return true
  return false
}

/** Encrypts the factor again with the current secret; null where it is already. */
export const encryptFactorAnew = (
  context: Keeping,
  { personId, encryptedSecret }: Pick<FactorRow, 'personId' | 'encryptedSecret'>,
): string | null => encryptAnew(context, purpose, personId, encryptedSecret)

/** New recovery codes, in groups for reading, with what is stored of them. */
export function newRecoveryCodes(context: Keeping, personId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodes }, () => randomToken(16).replace(/(.{4})(?=.)/g, '$1-'))
  return { codes, hashes: codes.map(code => recoveryHash(context, personId, code)) }
}

/** Dashes and spaces do not count. */
const recoveryHash = (context: Keeping, personId: string, code: string): string =>
  hmac(context, 'recovery', `${personId}\0${code.replace(/[\s-]/g, '')}`)
