// Names on this surface: snake_case outside, camelCase inside; other keys, such as header names, stay as they are.

const camel = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/
const snake = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/

/** Values nested deeper than this are left alone; no operation takes or gives any. */
const DEPTH = 20

/** `oldText` becomes `old_text`. */
export const toSnake = (name: string): string =>
  camel.test(name) ? name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) : name

/** `old_text` becomes `oldText`; the twin of `toSnake`. */
export const toCamel = (name: string): string =>
  snake.test(name) ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name

export const snakeKeys = (value: unknown): unknown => renamed(value, toSnake, DEPTH)

export const camelKeys = (value: unknown): unknown => renamed(value, toCamel, DEPTH)

function renamed(value: unknown, rename: (name: string) => string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map(each => renamed(each, rename, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [rename(name), renamed(each, rename, depth - 1)]),
  )
}

/** The words of a sentence that are names of fields, as they are called here; what stands between backticks is quoted. */
export const snakeWords = (sentence: string): string =>
  sentence.replace(/(?<!`)\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, toSnake)
