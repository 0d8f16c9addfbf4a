// From an operation's input to the request that carries it: the inverse of decode, for clients.

export type FieldType = 'string' | 'integer' | 'boolean' | 'list' | 'other'

export interface Fields {
  path: readonly string[]
  query: readonly string[]
  body: readonly string[]
  types: Readonly<Record<string, FieldType>>
}

/** The REST mapping of an operation as plain data: it says where each field travels. */
export interface Route {
  method: string
  /** A path with `{field}` for each field that it carries. */
  path: string
  fields: Pick<Fields, 'path' | 'query' | 'body'>
  body?: 'json' | 'multipart'
  /** True where If-Match names the version edited from. */
  based?: true
  /** True where a repeat with the same Idempotency-Key gets the first answer. */
  replayed?: true
  /** Shapes of which every answer has one: fields and their types, '' for any; absent where nothing is answered (204). */
  answers?: readonly Readonly<Record<string, string>>[]
  /** True where the answer may also be empty. */
  orNothing?: true
}

export interface Outgoing {
  method: string
  /** Path and query, encoded. */
  path: string
  headers: Record<string, string>
  /** Body of a JSON route. */
  json?: Record<string, unknown>
  /** Field parts of a multipart route; the file is the sender's. */
  parts?: [name: string, text: string][]
}

/**
 * The request for an input; absent fields stay absent. `base` is the version edited from.
 * @throws RangeError where a field of the path is empty, a dot segment or no text, which no address can carry
 */
export function requestOf(route: Route, input: Readonly<Record<string, unknown>>, base?: number): Outgoing {
  const texts = (names: readonly string[]): [string, string][] =>
    names.flatMap(name => toTexts(input[name]).map((text): [string, string] => [name, text]))
  const query = new URLSearchParams(texts(route.fields.query)).toString()
  return {
    method: route.method,
    path: pathOf(route.path, input) + (query === '' ? '' : `?${query}`),
    headers: base === undefined ? {} : { 'If-Match': `"v${base}"` },
    ...(route.body === 'json' && { json: given(route.fields.body, input) }),
    ...(route.body === 'multipart' && { parts: texts(route.fields.body) }),
  }
}

const pathOf = (pattern: string, input: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, toTexts(input[name])[0] ?? ''))

function segment(name: string, text: string): string {
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text)
  throw new RangeError(`${name} is "${text}", which names nothing`)
}

function given(names: readonly string[], input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(names.filter(name => input[name] !== undefined).map(name => [name, input[name]]))
}

/** Texts of a value, none for an absent one; the twin of `fromTexts`. */
export function toTexts(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
