// The example of each route in the API reference: the request as curl, and the answer as it was recorded.
import { readFileSync } from 'node:fs'
import { placeholderUrl } from '../../src/surfaces/web/docs/docs-book.ts'

/** The proof that a caller of the route shows. */
export type Proof = 'none' | 'key' | 'session' | 'edit token'

export interface Example {
  proof: Proof
  /** Path and query. */
  path: string
  headers?: Record<string, string>
  json?: unknown
  /** Parts of a form; the file is one with a name. */
  parts?: { name: string; value: string; filename?: string }[]
  /** Bytes of a file that are the body. */
  body?: string
  status: number
  /** A JSON document, or a text in `type`. */
  answer?: unknown
  type?: string
}

export const examplesFile = 'docs/reference/api-examples.json'

const credentials: Readonly<Record<Proof, readonly string[]>> = {
  none: [],
  key: ['-H "Authorization: Bearer $RECTO_API_KEY"'],
  session: ['-b "$SESSION"', `-H 'Origin: ${placeholderUrl}'`],
  'edit token': ['-H "Authorization: Bearer $EDIT_TOKEN"'],
}

/** Returns the texts of the examples, by method and path. */
export function apiExamples(): (route: string) => string {
  const examples: Record<string, Example> = JSON.parse(readFileSync(examplesFile, 'utf8'))
  return route => {
    const example = examples[route]
    // A new route has none until it is recorded, for which this is built.
    if (!example) return ''
    return `\`\`\`sh\n${curlOf(route.split(' ')[0]!, example)}\n\`\`\`\n\n${answerOf(example)}`
  }
}

function curlOf(method: string, { proof, path, headers = {}, json, parts = [], body }: Example): string {
  const sent = [
    ...credentials[proof],
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(json === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`]),
    ...parts.map(
      ({ name, value, filename }) => `-F ${quoted(`${name}=${filename ? `@${filename}` : value}`)}`,
    ),
    ...(body === undefined ? [] : ['--data-binary @report.md']),
  ]
  const asked = method === 'GET' ? 'curl' : `curl -X ${method}`
  return [`${asked} ${quoted(placeholderUrl + path)}`, ...sent].join(' \\\n  ')
}

/** A word of the shell. */
const quoted = (text: string): string =>
  /^[\w:/.@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function answerOf({ status, answer, type }: Example): string {
  if (answer === undefined) return `The answer is \`${status}\`${type ? ` with \`${type}\`` : ''}.`
  const language = type === undefined ? 'json' : (/(html|markdown|xml)/.exec(type)?.[1] ?? 'text')
  const text = typeof answer === 'string' ? answer.trimEnd() : shown(answer, '')
  return `The answer is \`${status}\`${type ? ` with \`${type}\`` : ''}:\n\n\`\`\`${language}\n${text}\n\`\`\``
}

/** Letters of a value that stands in one line. */
const SHORT = 72

/** JSON with a line for each field; what is short stands in one. */
function shown(value: unknown, indent: string): string {
  const line = inline(value)
  if (typeof value !== 'object' || value === null || (indent && line.length <= SHORT)) return line
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map(each => deeper + shown(each, deeper))
    : Object.entries(value).map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${shown(each, deeper)}`)
  const [begin, end] = Array.isArray(value) ? '[]' : '{}'
  return `${begin}\n${lines.join(',\n')}\n${indent}${end}`
}

/** A line break stands nowhere but between the parts. */
const inline = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/(?<=\[)\n\s*|\n\s*(?=\])/g, '')
    .replace(/\n\s*/g, ' ')
