// The arguments of the tool publish as clients send them: an object, or its JSON text.
type Fields = Record<string, unknown>

/** Returns the object that the arguments are or, as some clients send it, that their JSON text says; null for any other value. */
export function objectFrom(given: unknown): Fields | null {
  const value = typeof given === 'string' ? parsed(given) : given
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Characters of a name that is repeated to the client, as over HTTP; a longer one is left to the server. */
const LONGEST = 40

/** Returns the sentence about another spelling of the name, in the words of the server; null if there is none. */
export function adviseSpelling(name: string, given: Fields): string | null {
  const wrong = Object.keys(given).find(
    each => each !== name && each.length <= LONGEST && lettersOf(each) === lettersOf(name),
  )
  return wrong === undefined ? null : `Unknown argument \`${wrong}\`. Use \`${name}\`.`
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')
