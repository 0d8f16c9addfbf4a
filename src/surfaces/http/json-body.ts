// A JSON document of which some fields were made elsewhere: their bytes are put in as they are, neither read nor escaped again.
import { JsonBytes } from '../../domain/json-bytes.ts'

/**
 * The document of an object, in pieces where fields of its own are `JsonBytes`: copying megabytes into one buffer for each
 * answer keeps the collector busy.
 */
export function jsonBody(facts: unknown): string | readonly Uint8Array[] {
  const made = Object.entries(facts ?? {}).filter(([, value]) => value instanceof JsonBytes)
  if (made.length === 0) return JSON.stringify(facts)
  const names = made.map(([name]) => name)
  const rest = JSON.stringify(
    Object.fromEntries(Object.entries(facts as object).filter(([name]) => !names.includes(name))),
  )
  const begin = rest.slice(0, -1)
  const fields = made.flatMap(([name, value], index) => [
    Buffer.from(`${index > 0 || begin !== '{' ? ',' : ''}${JSON.stringify(name)}:`),
    (value as JsonBytes<unknown>).bytes,
  ])
  return [Buffer.from(begin), ...fields, Buffer.from('}')]
}
