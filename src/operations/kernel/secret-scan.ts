// API keys and tokens in files: found while the bytes pass by, refused where everybody could read them, warned about elsewhere.
import { sha256Hex } from '../../crypto.ts'
import type { Visibility } from '../../domain/audience.ts'
import { Problem } from '../../domain/problem.ts'
import type { Rows } from '../../storage/records.ts'
import { isKey, keyLength, keyStart } from './key-format.ts'
import { givesTokens } from './token-record.ts'

/** Different keys remembered of one file. */
const most = 100

/** The character after the kind of a key. */
const underscore = 0x5f

/** Looks for API keys in a stream of bytes, also where a key lies across two chunks. Remembers hashes only. */
export class SecretScan {
  readonly #hashes = new Set<string>()
  #tail = Buffer.alloc(0)

  /** Passes the bytes on as they are. */
  async *watch(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      this.see(chunk)
      yield chunk
    }
  }

  see(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const seam = Buffer.concat([this.#tail, chunk.subarray(0, keyLength)])
    if (this.#tail.length > 0) this.#search(seam)
    this.#search(chunk)
    this.#tail = Buffer.from((chunk.length < keyLength ? seam : chunk).subarray(1 - keyLength))
  }

  /** SHA-256 (hex) of everything seen that has the form of a key and its checksum. */
  get hashes(): string[] {
    return [...this.#hashes]
  }

  #search(chunk: Buffer): void {
    let at = chunk.indexOf(keyStart)
    while (at >= 0 && this.#hashes.size < most) {
      const text = chunk[at + 7] === underscore ? chunk.toString('latin1', at, at + keyLength) : ''
      if (isKey(text)) this.#hashes.add(sha256Hex(text))
      at = chunk.indexOf(keyStart, at + 1)
    }
  }
}

/** SHA-256 (hex) of the keys in what people write beside a file: its name, a note. */
export function findKeys(...texts: (string | null | undefined)[]): string[] {
  const search = new SecretScan()
  search.see(Buffer.from(texts.filter(text => text).join('\n')))
  return search.hashes
}

export const warnings = ['contains_key'] as const

/** The warnings of an answer; absent if there is nothing to warn of. */
export interface WithWarnings {
  warnings?: (typeof warnings)[number][]
}

type KeyRows = Pick<Rows, 'credentials' | 'oauth'>

/**
 * Throws contains_key where everybody could read a key of this server that still works; where others can read it,
 * the answer warns.
 */
export async function keyWarnings(
  { rows, now }: { rows: KeyRows; now: number },
  keyHashes: readonly string[] | undefined,
  visibility: Visibility,
): Promise<WithWarnings> {
  for (const hash of keyHashes ?? []) {
    if (!(await isLive(rows, hash, now))) continue
    if (visibility === 'public') throw publicKey()
    return { warnings: ['contains_key'] }
  }
  return {}
}

async function isLive({ credentials, oauth }: KeyRows, hash: string, now: number): Promise<boolean> {
  const found = (await credentials.key(hash, now)) ?? (await credentials.accessToken(hash, now))
  return found !== null || givesTokens(oauth, hash, now)
}

const publicKey = (): Problem =>
  new Problem(
    'contains_key',
    'The file, its name or the note contains an API key of this server that works. Take it out, revoke the key if others may have seen it, and send it again.',
  )

/** Throws if somebody without an account sends a file that was taken down here. */
export async function requireNoBlockedKeys(rows: Pick<Rows, 'moderation'>, sha256: string): Promise<void> {
  if (!(await rows.moderation.isBlocked(sha256))) return
  throw new Problem(
    'content_blocked',
    'The operator took this very file down before. It cannot be published here without an account.',
  )
}
