// Encryption of backups: age (https://age-encryption.org/v1), by its library, which is loaded only where a key is given.
import { createHash } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'

type Bytes = AsyncIterable<Uint8Array>

/** Encrypts for a public key (`age1…`), or leaves the bytes as they are. */
export async function* encryptFor(recipient: string | null, bytes: Bytes): AsyncGenerator<Uint8Array> {
  if (recipient === null) return yield* bytes
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* (await encrypter.encrypt(streamOf(bytes))) as unknown as Bytes
}

/** Decrypts with the secret keys of a file that age-keygen writes, or leaves the bytes as they are. */
export async function* decryptWith(identities: string | null, bytes: Bytes): AsyncGenerator<Uint8Array> {
  if (identities === null) return yield* bytes
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const line of identities.split('\n').map(each => each.trim()))
    if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line)
  yield* (await decrypter.decrypt(streamOf(bytes))) as unknown as Bytes
}

const streamOf = (bytes: Bytes) =>
  ReadableStream.from(bytes) as unknown as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>

/** Tells two public keys apart in a file name. */
export const nameOfRecipient = (recipient: string | null): string =>
  recipient === null ? 'plain' : `age-${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}`
