// Secrets that must be read again, sealed for the time they lie in the records.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from './context.ts'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts and authenticates the text (AES-256-GCM) under a key derived from RECTO_SECRET for the purpose (RFC 5869).
 * It opens only for the same purpose and owner, so that a row copied to somebody else is worth nothing.
 */
export function seal(context: Pick<Context, 'secret'>, purpose: string, owner: string, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, keyFor(context, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text that was sealed; throws where it was sealed with another secret, for another purpose, or changed since. */
export function unseal(
  context: Pick<Context, 'secret'>,
  purpose: string,
  owner: string,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keyFor(context, purpose), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}

const keyFor = ({ secret }: Pick<Context, 'secret'>, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
