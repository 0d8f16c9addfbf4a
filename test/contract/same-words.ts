// Puts the same ids, times and secrets in place of those that are new at each run.

/** The time that stands for that of the recording. */
const TIME = Date.parse('2026-06-01T09:00:00Z')
/** Milliseconds; times that lie nearer together become one. */
const STEP = 5 * 60_000

/** Fields whose value is a secret, a position, follows from an id, or depends on the network, by name. */
const fields: Readonly<Record<string, unknown>> = {
  editToken: 'EDIT_TOKEN',
  token: 'ID_TOKEN',
  nextCursor: 'CURSOR',
  error: 'the name is not known',
  color: 2,
  repositoryId: 123456789,
  recoveryCodes: ['2Bfz-oXRj-6sdp-1FWm', 'BY2x-brMm-67Q2-7Ls7'],
  uri: 'otpauth://totp/Recto:ana%40example.com?issuer=Recto&secret=SECRET&algorithm=SHA1&digits=6&period=30',
}

const texts: readonly (readonly [was: RegExp, is: string])[] = [
  [/person-\w+@example\.com/g, 'dee@example.com'],
  [/person-\w+\.example/g, 'acme.example'],
  [/(recto-verification=|whsec_|\?t=|\/claim\/)[\w+/=]+/g, '$1SECRET'],
  [/^[A-Z2-7]{32}$/, 'SECRET'],
  [/^[0-9A-Za-z]{32,60}$/, 'CODE'],
  [/^(recto_[a-z]_)\w{4}$/, '$1YOUR'],
  [/^(recto_[a-z]_)\w{20,}$/, '$1YOUR_KEY'],
  [/^\d{6}$/, '123456'],
  [/^http:\/\/localhost:\d+$/, 'https://token.actions.githubusercontent.com'],
]

const TIME_SHOWN = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b/g

export class SameWords {
  readonly #now: number
  readonly #words: readonly (readonly [was: string, is: string])[]
  readonly #ids = new Map<string, string>()

  /** @param now milliseconds at which it was recorded */
  constructor(now: number, words: readonly (readonly [was: string, is: string])[]) {
    this.#now = now
    this.#words = words
  }

  in<T>(value: T): T {
    return this.#of('', value) as T
  }

  #of(field: string, value: unknown): unknown {
    if (value !== null && field in fields) return fields[field]
    if (Array.isArray(value)) return value.map(each => this.#of(field, each))
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#of(name, each)]))
  }

  #text(text: string): string {
    const named = this.#words.reduce((all, [was, is]) => all.replaceAll(was, is), text)
    const dated = named.replace(TIME_SHOWN, time => this.#time(time)).replace(ID, id => this.#id(id))
    return texts.reduce((all, [was, is]) => all.replace(was, is), dated)
  }

  #time(text: string): string {
    const since = Math.round((Date.parse(text) - this.#now) / STEP) * STEP
    return new Date(TIME + since).toISOString()
  }

  #id(id: string): string {
    const next = `019e8a3c-5d10-7b42-9f01-${String(this.#ids.size + 1).padStart(12, '0')}`
    const known = this.#ids.get(id) ?? next
    this.#ids.set(id, known)
    return known
  }
}
