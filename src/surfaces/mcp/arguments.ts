// Arguments by the schema of their tool: null is absence, exact text becomes a number or boolean, and a wrong name is corrected.
import { nearestOf } from '../nearest-word.ts'
import { toCamel } from './names.ts'
import type { JsonSchema } from './schema.ts'

/** Converts what clients send that write every value as text and name every argument. A value that does not fit stays and is refused later. */
export function convertArguments(schema: JsonSchema, value: unknown): unknown {
  const { items, properties } = schema
  if (typeof value === 'string') return fromText(schema, value)
  if (Array.isArray(value)) return items ? value.map(each => convertArguments(items, each)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    if (!Object.hasOwn(properties, name)) return [[name, each]]
    const part = properties[name]!
    return each === null && !typesOf(part).includes('null') ? [] : [[name, convertArguments(part, each)]]
  })
  return Object.fromEntries(kept)
}

const typesOf = ({ type, anyOf = [] }: JsonSchema): string[] => [type ?? [], anyOf.map(typesOf)].flat(2)

/** Converts only the one spelling that JSON itself would write: not `1.0`, `0x10` or `TRUE`. */
function fromText(schema: JsonSchema, text: string): unknown {
  const types = typesOf(schema)
  if (types.includes('string')) return text
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  const isExact = String(Number(text)) === text && Number.isFinite(Number(text))
  if ((types.includes('integer') || types.includes('number')) && isExact) return Number(text)
  return text
}

interface FieldError {
  field: string
  message: string
}

/** Beginning of a message about an unknown name; such a message names its argument itself. */
const UNKNOWN = 'Unknown argument'

export const isUnknownName = ({ message }: FieldError): boolean => message.startsWith(UNKNOWN)

/** Unknown names that are told at once. */
const SHOWN = 5

/**
 * Names the arguments that are unknown or missing, also within arguments; `argumentFor` knows what a field of REST is
 * called. A missing `base_version` has a code of its own.
 */
export function nameErrors(
  schema: JsonSchema,
  given: unknown,
  argumentFor: (field: string) => string,
  path = '',
): FieldError[] {
  const { items, properties, required = [] } = schema
  if (Array.isArray(given) && items)
    return given.flatMap((each, index) => nameErrors(items, each, argumentFor, `${path}${index}.`))
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !properties) return []
  const known = Object.keys(properties)
  const names = Object.keys(given)
  const unknown = names
    .filter(name => !known.includes(name))
    .slice(0, SHOWN)
    .map(name => name.replace(/^__proto__ +$/, '__proto__'))
    .map(name => ({ name, right: rightName(name, known, argumentFor) }))
  const missing = required.filter(
    name => name !== 'base_version' && !names.includes(name) && unknown.every(({ right }) => right !== name),
  )
  return [
    ...unknown.map(({ name, right }) => unknownName(name, right, known, path)),
    ...missing.map(name => ({ field: path + name, message: 'is required' })),
    ...Object.entries(given)
      .filter(([name]) => known.includes(name))
      .flatMap(([name, each]) => nameErrors(properties[name]!, each, argumentFor, `${path}${name}.`)),
  ]
}

/** A key that looks like a name is repeated; anything else is somebody's text. */
function unknownName(name: string, right: string | null, known: readonly string[], path: string): FieldError {
  const isName = /^[\w-]{1,40}$/.test(name)
  const help = right ? `Use \`${right}\`` : `Known are ${known.join(', ')}`
  return {
    field: isName ? path + name : path.slice(0, -1) || 'arguments',
    message: `${UNKNOWN}${isName ? ` \`${name}\`` : ''}. ${known.length > 0 ? help : 'There are none'}.`,
  }
}

type Names = Readonly<Record<string, readonly string[]>>

/** Names of an argument in other interfaces, without case and separators. */
const argumentsElsewhere: Names = {
  short_id: ['id', 'artifactid', 'documentid', 'pageid', 'docid', 'url', 'address'],
  content: ['html', 'markdown', 'text', 'body', 'file', 'source', 'data'],
  body: ['comment', 'text', 'message', 'reply', 'content'],
  query: ['search', 'searchterm', 'text', 'term', 'keywords'],
  name: ['title', 'filename'],
  old_text: ['oldstring', 'oldstr', 'old', 'find'],
  new_text: ['newstring', 'newstr', 'new', 'replace', 'replacement'],
  limit: ['pagesize', 'perpage', 'maxresults', 'count'],
  sort: ['sortby', 'orderby', 'order'],
  cursor: ['nextcursor', 'pagetoken'],
  base_version: ['version'],
  find: ['query', 'search'],
  add_emails: ['emails', 'people', 'users'],
  claim_url: ['url'],
  filename: ['name'],
  thread_ids: ['id', 'threadid', 'commentid'],
  reply: ['comment', 'body'],
  note: ['comment', 'message', 'changenote'],
}

/** Names of a tool in other interfaces. */
export const toolsElsewhere: Names = {
  publish: [
    'create',
    'createartifact',
    'newartifact',
    'publishartifact',
    'upload',
    'uploadfile',
    'publishfile',
  ],
  search: ['searchartifacts', 'find', 'findartifacts'],
  update_artifact: ['update', 'replaceartifact', 'writeartifact'],
  update_sharing: ['share', 'shareartifact', 'setsharing'],
  add_comment: ['comment', 'createcomment', 'reply'],
  list_artifacts: ['list', 'listpages'],
}

/** Returns the known name that was meant by an unknown one; null where none is near. */
export function rightName(
  name: string,
  known: readonly string[],
  argumentFor: (field: string) => string,
  elsewhere: Names = argumentsElsewhere,
): string | null {
  const renamed = [argumentFor(name), argumentFor(toCamel(name))].find(each => known.includes(each))
  const respelled = known.find(each => lettersOf(each) === lettersOf(name))
  const meant = known.find(each => elsewhere[each]?.includes(lettersOf(name)))
  return renamed ?? respelled ?? meant ?? nearestOf(name, known)
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')
