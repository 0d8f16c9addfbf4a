// UUID version 7 (RFC 9562 section 5.7): time-ordered identifiers.
import { randomBytes } from 'node:crypto'

const counterLimit = 0x1000
let counted = { now: -1, count: 0 }

/** Counts on within one moment from a random start in the lower half of 12 bits (RFC 9562 section 6.2, method 1). */
function countAt(now: number, start: number): number {
  counted = { now, count: counted.now === now ? counted.count + 1 : start % (counterLimit / 2) }
  return counted.count % counterLimit
}

/** A UUIDv7 for the moment `now` in milliseconds; of one moment, the first 2,048 that a process makes sort as they were made. */
export function uuid(now: number): string {
  const bits = randomBytes(16)
  bits.writeUInt16BE(countAt(now, bits.readUInt16BE(6)), 6)
  return uuidOf(now, bits)
}

/** The UUIDv7 of a moment whose other bits are taken from `bits`, at least 16 bytes; the same always make the same. */
export function uuidOf(now: number, bits: Uint8Array): string {
  const bytes = Buffer.from(bits.subarray(0, 16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
