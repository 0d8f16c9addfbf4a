// The state of a sign-in by provider between its beginning and its end: encrypted, in a cookie of the browser that began it.

import { derivedKey, type Keyring, keyringsOf } from '../crypto.ts'
import type { ProviderName } from '../domain/sign-in.ts'
import type { Context } from '../operations/kernel/context.ts'

export interface OAuthState {
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
export const OAUTH_STATE_LIFE = 600

type Keeping = Pick<Context, 'secret' | 'clock'>

/** Encrypted and authenticated (RFC 7516, `dir` with A256GCM) under a key derived from RECTO_SECRET (RFC 5869). */
export async function encryptOAuthState(context: Keeping, passage: OAuthState): Promise<string> {
  const { EncryptJWT } = await import('jose')
  const end = Math.floor(context.clock() / 1000) + OAUTH_STATE_LIFE
  return new EncryptJWT({ ...passage })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(end)
    .encrypt(keyOf(context))
}

/** Null for what was not encrypted here, or is over. */
export async function decryptOAuthState(context: Keeping, encrypted: string): Promise<OAuthState | null> {
  for (const keyring of keyringsOf(context)) {
    const state = await decryptWith(keyring, context.clock(), encrypted)
    if (state) return state
  }
  return null
}

async function decryptWith(keyring: Keyring, now: number, encrypted: string): Promise<OAuthState | null> {
  const { errors, jwtDecrypt } = await import('jose')
  try {
    const { payload } = await jwtDecrypt<OAuthState>(encrypted, keyOf(keyring), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp', 'state', 'nonce', 'verifier', 'provider'],
      currentDate: new Date(now),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const keyOf = (keyring: Keyring): Uint8Array => derivedKey(keyring, 'passage of a sign-in by provider')
