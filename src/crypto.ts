// Random tokens, digests and encryption: the one module that makes, checks and keeps secrets.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { randomText } from './domain/artifact.ts'

/** RECTO_SECRET, with the secret before it. */
export interface Keyring {
  secret: string
  /** RECTO_SECRET_PREVIOUS: what it made still counts. */
  previousSecret?: string | null
}

/** Returns the keyring of now, then the one from before the secret was changed. */
export const keyringsOf = ({ secret, previousSecret }: Keyring): Keyring[] =>
  previousSecret ? [{ secret }, { secret: previousSecret }] : [{ secret }]

/** True where `make` returns the given value for the secret, or for the one before it. */
export const isMadeHere = (
  keyring: Keyring,
  given: string | Uint8Array,
  make: (keyring: Keyring) => string | Uint8Array,
): boolean => keyringsOf(keyring).some(each => isSameSecret(given, make(each)))

/** Base-58 text from the system's random source. */
export const randomToken = (length: number): string => randomText(length, randomBytes)

/** Base-58 text of 32 characters that only the holder of the secret can derive from `value`. */
export function derivedToken({ secret }: Keyring, purpose: string, value: string): string {
  let block = 0
  return randomText(32, () =>
    createHmac('sha512', secret).update(`${purpose}\0${value}\0${block++}`).digest(),
  )
}

/** Returns a new key that signs messages to a webhook: 192 random bits in the form of Standard Webhooks. */
export const webhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/** SHA-256 in lower-case hex; enough for secrets of 128 bits and more. */
export const sha256Hex = (secret: string): string => hash('sha256', secret, 'hex')

/** HMAC-SHA-256 for a purpose, in hex: nobody without the secret can make or check it. */
export const hmac = (keyring: Keyring, purpose: string, value: string | Uint8Array): string =>
  createHmac('sha256', keyring.secret).update(`${purpose}\0`).update(value).digest('hex')

/** Compares the two in a time that does not tell how much of the given one is right. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A key of 32 bytes for one purpose, derived from RECTO_SECRET (RFC 5869). */
export const derivedKey = ({ secret }: Keyring, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410 section 7). */
const edwardsPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** An Ed25519 key as a JWK, derived from RECTO_SECRET. */
export const signingKey = (keyring: Keyring, purpose: string) =>
  createPrivateKey({
    key: Buffer.concat([edwardsPrefix, derivedKey(keyring, purpose)]),
    format: 'der',
    type: 'pkcs8',
  }).export({ format: 'jwk' })

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts and authenticates the text (AES-256-GCM) under a key derived for the purpose, for what must be read again.
 * It opens only for the same purpose and owner, so that a row copied to somebody else is worth nothing.
 */
export function encrypt(keyring: Keyring, purpose: string, owner: string, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, derivedKey(keyring, purpose), iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** The text that was encrypted; throws if another secret or purpose was used, or it changed since. */
export function decrypt(keyring: Keyring, purpose: string, owner: string, encrypted: string): string {
  const [now, before] = keyringsOf(keyring)
  try {
    return decryptWith(now!, purpose, owner, encrypted)
  } catch (error) {
    if (!before) throw error
    return decryptWith(before, purpose, owner, encrypted)
  }
}

/** Encrypts the text again with the current secret; null where it is already. */
export function encryptAnew(
  keyring: Keyring,
  purpose: string,
  owner: string,
  encrypted: string,
): string | null {
  const { secret } = keyring
  try {
    decryptWith({ secret }, purpose, owner, encrypted)
    return null
  } catch {
    return encrypt(keyring, purpose, owner, decrypt(keyring, purpose, owner, encrypted))
  }
}

function decryptWith(keyring: Keyring, purpose: string, owner: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv(algorithm, derivedKey(keyring, purpose), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}
