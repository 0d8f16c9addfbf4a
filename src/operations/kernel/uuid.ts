// UUID version 7 (RFC 9562 section 5.7): time-ordered identifiers.
import { randomBytes } from 'node:crypto'

/** A UUIDv7 for the moment `now` in milliseconds. */
export const uuid = (now: number): string => uuidOf(now, randomBytes(16))

/** The UUIDv7 of a moment whose other bits are taken from `bits`, at least 16 bytes; the same always make the same. */
export function uuidOf(now: number, bits: Uint8Array): string {
  const bytes = Buffer.from(bits.subarray(0, 16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
