// What a sign-in by provider remembers between its beginning and its end: sealed, in a cookie of the browser that began it.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type { ProviderName } from '../domain/sign-in.ts'
import type { Context } from '../operations/context.ts'

export interface Passage {
  provider: ProviderName
  state: string
  nonce: string
  /** PKCE (RFC 7636). */
  verifier: string
  /** Path of ours to return to. */
  next: string
  /** Short ID of the page that is to be opened, if any. */
  artifact: string | null
}

/** Seconds in which a sign-in must come back. */
export const PASSAGE_LIFE = 600

type Keeping = Pick<Context, 'secret' | 'clock'>

/** Encrypted and authenticated (RFC 7516, `dir` with A256GCM) under a key derived from RECTO_SECRET (RFC 5869). */
export function seal(context: Keeping, passage: Passage): Promise<string> {
  const end = Math.floor(context.clock() / 1000) + PASSAGE_LIFE
  return new EncryptJWT({ ...passage })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(end)
    .encrypt(keyOf(context))
}

/** Null for what was not sealed here, or is over. */
export async function unseal(context: Keeping, sealed: string): Promise<Passage | null> {
  try {
    const { payload } = await jwtDecrypt<Passage>(sealed, keyOf(context), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp', 'state', 'nonce', 'verifier', 'provider'],
      currentDate: new Date(context.clock()),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const keyOf = ({ secret }: Keeping): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'passage of a sign-in by provider', 32))
