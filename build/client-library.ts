// Builds the client library: dist/client/index.js, which needs no packages, and its types, written from the operations.
import { writeFile } from 'node:fs/promises'
import { allOperations } from '../src/operations/index.ts'
import { manifestOf } from '../src/surfaces/cli/command-line/manifest.ts'
import { inputSchema, outputSchema, restOf } from '../src/surfaces/http/fields.ts'

interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/** Writes the library and its types into the folder. */
export async function clientLibrary(folder: string): Promise<void> {
  await bundle(folder)
  await Promise.all([
    writeFile(`${folder}/index.js`, entry(manifestOf(allOperations).routes)),
    writeFile(`${folder}/index.d.ts`, types()),
  ])
}

async function bundle(to: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/surfaces/client/client.ts',
      target: 'node20',
      outDir: to,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'client.js', codeSplitting: false, format: 'es' } },
    },
  })
}

const entry = (routes: unknown): string => `import { clientFor } from './client.js'

export { Broken, RectoProblem, Unreachable } from './client.js'

const routes = ${JSON.stringify(routes)}

export const createClient = settings => clientFor(routes, settings)
`

function types(): string {
  const methods = allOperations
    .filter(operation => restOf(operation))
    .flatMap(operation => {
      const input = typeOf(inputSchema(operation) as Schema)
      const output = outputSchema(operation)
      const answer = output ? typeOf(output as Schema) : 'void'
      const given = required(inputSchema(operation) as Schema)
      return [
        `  /** ${operation.summary} */`,
        `  ${operation.name}(${given}: ${input}, options?: Options): Promise<${answer}>`,
      ]
    })
  return `${byHand}\n/** A method for each operation of the API. */\nexport interface Client {\n${methods.join('\n')}\n${methodsByHand}}\n`
}

const required = ({ required: names = [] }: Schema): string => (names.length > 0 ? 'input' : 'input?')

/** The TypeScript type of a JSON Schema. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`
  if (schema.type === 'object') return objectOf(schema)
  return scalars[schema.type ?? ''] ?? 'unknown'
}

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function objectOf({ properties = {}, required: names = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${schema.description ? `/** ${schema.description.replaceAll('*/', '')} */ ` : ''}${JSON.stringify(name)}${names.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : '{}'
}

const byHand = `export interface Settings {
  /** Address of the server, without a path. */
  url: string
  /** An API key, or what gives a token for each request; without it requests are nobody's. */
  key?: string | (() => string | Promise<string>)
  /** Stands beside what is written: who works with the key. */
  actor?: { type?: 'human' | 'agent'; name?: string }
}

/** A file to publish: its bytes, or what streams them, each time it is called, with their length. */
export interface File {
  /** Its extension says the format. */
  name: string
  content: string | Uint8Array | { length: number; open(): AsyncIterable<Uint8Array> }
}

export interface Options {
  /** The version edited from. */
  base?: number
  file?: File
  /** Of your own, to repeat a request after a restart; else each call makes one. */
  idempotencyKey?: string
  progress?(sent: number, total: number): void
}

/** A refusal: \`code\` is one of the documented problems, \`problem\` the whole document. */
export declare class RectoProblem extends Error {
  readonly code: string
  readonly status: number
  readonly problem: { code: string; detail: string; [extra: string]: unknown }
}

/** The connection ended before the answer was complete; whether the server did anything is not known. */
export declare class Broken extends Error {}

/** No connection came about; the server saw nothing. */
export declare class Unreachable extends Error {}

export interface Event {
  id: string
  type: string
  createdAt: string
  [more: string]: unknown
}

export declare function createClient(settings: Settings): Client
`

const methodsByHand = `  /** The exact bytes of a version as a stream. */
  content(input: { id: string; version?: number }): Promise<{ version: number; length: number; stream: AsyncIterable<Uint8Array> }>
  /** Events as they come, across restarts of the server, until the signal. */
  follow(input?: { after?: string; artifact?: string; signal?: AbortSignal }): AsyncIterable<Event>
`
