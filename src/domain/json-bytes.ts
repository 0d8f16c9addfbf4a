// A value as the bytes of its JSON, made where the value was: what a worker compared goes out as it came.

/** The UTF-8 bytes of the JSON of a `T`. Whoever needs the value itself parses it again. */
export class JsonBytes<T> {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  read(): T {
    return JSON.parse(new TextDecoder().decode(this.bytes))
  }
}

/** An answer in which each such field is the value it stands for. */
export const readJsonBytes = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value instanceof JsonBytes ? value.read() : value]),
  )
