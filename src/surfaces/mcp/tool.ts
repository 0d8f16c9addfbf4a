// The parts of a tool, and the way one is derived from an operation.
import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sliceText } from '../../content/text/text-slice.ts'
import { visibleText } from '../../content/worker-calls.ts'
import type { Scope } from '../../domain/actor.ts'
import { readJsonBytes } from '../../domain/json-bytes.ts'
import { invalidInput } from '../../domain/problem.ts'
import { scopesOf } from '../../operations/kernel/authorize.ts'
import * as fields from '../../operations/kernel/fields.ts'
import type { McpMapping, Operation } from '../../operations/kernel/operation.ts'
import { fieldErrorsOf, sentenceOf } from '../../operations/kernel/parse-input.ts'
import { turnOf } from '../../operations/kernel/worker-turn.ts'
import { camelKeys, snakeKeys, toCamel, toSnake } from './names.ts'
import { type Facts, fitResult, type Outcome } from './result.ts'
import {
  admittingError,
  inputSchema,
  type JsonSchema,
  type ObjectSchema,
  outputSchema,
  resultSchema,
} from './schema.ts'
import { performOperation, type ToolCall } from './tool-call.ts'

export type Arguments = Record<string, unknown>

export interface Tool {
  /** The tool as it is listed. */
  definition: ToolDefinition
  effect: 'read' | 'write'
  /** Returns the name here of the argument for an input field. */
  argumentFor(field: string): string
  /** The scopes that a call with these arguments needs in any case. */
  scopesFor(given: Arguments): readonly Scope[]
  /** The audience that a call with these arguments makes; null where it makes none. */
  audienceFor?(given: Arguments): Arguments | null
  run(toolCall: ToolCall, given: Arguments): Promise<CallToolResult>
}

export interface Choice {
  /** Input fields that the tool takes; all where this is absent. */
  fields?: readonly string[]
  /** At least one of these must be given. */
  someOf?: readonly string[]
  /** Scopes by the arguments that need them, where the operation's access names none. */
  scopes?(given: Arguments): readonly Scope[]
  /** The same as `audienceFor` of a tool. */
  audience?(given: Arguments): Arguments | null
  /** The part of an answer that is shown, where that is not the whole answer. */
  shown?: Shown
  /** Runs calls with some arguments in place of the tool, by what the operation answers; null for the others. */
  runInstead?(
    toolCall: ToolCall,
    given: Arguments,
    answerTo: (given: Arguments) => Promise<unknown>,
  ): Promise<CallToolResult> | null
}

export interface Shown {
  schema: z.ZodType
  /** `words`: characters that are shown of each comment. */
  of(value: never, words: number): object
}

/** A tool over one operation. Throws if the mapping names a field that the operation has not. */
export function generatedTool(operation: Operation, mapping: McpMapping, choice: Choice = {}): Tool {
  const names = argumentNames(operation, mapping, choice)
  const argumentFor = (field: string) => names.get(field) ?? toSnake(field)
  const schema = argumentSchema(operation, names, mapping)
  const results = choice.shown ? resultSchema(choice.shown.schema) : factsSchema(operation, mapping)
  const marks = marksOf(operation, mapping)
  const answerTo = async (toolCall: ToolCall, given: Arguments): Promise<unknown> => {
    const input = inputOf(operation, names, given)
    const base = operation.based && baseOf(given.base_version)
    return (await performOperation(toolCall, operation, { input, ...(base && { base }) })).value
  }
  const outcomeOf = async (
    toolCall: ToolCall,
    value: unknown,
    words = Number.POSITIVE_INFINITY,
  ): Promise<Outcome> => {
    const shown = choice.shown ? choice.shown.of(value as never, words) : value
    const facts = await readableFacts(toolCall, factsOf(shown, mapping), operation, mapping)
    return { ...marks, facts }
  }
  return {
    definition: definitionOf(mapping, schema, admittingError(results)),
    effect: operation.effect,
    argumentFor,
    scopesFor: given => choice.scopes?.(given) ?? scopesOf(operation.access),
    ...(choice.audience && { audienceFor: choice.audience }),
    async run(toolCall, given) {
      requireArguments(given, choice.someOf?.map(argumentFor))
      const instead = choice.runInstead?.(toolCall, given, asked => answerTo(toolCall, asked))
      if (instead) return instead
      const { size } = toolCall
      const most = given.limit ?? schema.properties.limit?.default
      if (typeof most === 'number' && most >= 1)
        return fitResult(size, most, async (limit, words) =>
          outcomeOf(toolCall, await answerTo(toolCall, { ...given, limit }), words),
        )
      const value = await answerTo(toolCall, given)
      if (!mapping.inParts) return fitResult(size, 1, (_, words) => outcomeOf(toolCall, value, words))
      const { facts } = await outcomeOf(toolCall, value)
      const part = (limit: number) => partOf(facts, mapping.text!, given, limit)
      return fitResult(size, PART, async limit => ({ ...marks, facts: part(limit) }))
    },
  }
}

/** Input field → argument, in the order of the definition. */
function argumentNames(
  operation: Operation,
  { rename = {} }: McpMapping,
  { fields }: Choice,
): Map<string, string> {
  const known = Object.keys(operation.input.shape)
  const wanted = fields ?? known
  const unknown = [...wanted, ...Object.keys(rename)].filter(field => !known.includes(field))
  if (unknown.length > 0) throw new Error(`${operation.name}: ${unknown.join(', ')} is no input field`)
  const subject = typeof operation.access === 'object' && 'artifact' in operation.access
  const standard = (field: string) => (subject && field === 'id' ? 'short_id' : toSnake(field))
  return new Map(wanted.map(field => [field, rename[field] ?? standard(field)]))
}

/** The operation's input; the twin of the schema's renaming, also of values that are names of fields. */
function inputOf(operation: Operation, names: ReadonlyMap<string, string>, given: Arguments): Arguments {
  const fixed = (field: string, value: unknown) =>
    typeof value === 'string' && isOneOf(operation.input.shape[field], toCamel(value))
      ? toCamel(value)
      : camelKeys(value)
  const known = [...names].filter(([, name]) => given[name] !== undefined)
  return Object.fromEntries(known.map(([field, name]) => [field, fixed(field, given[name])]))
}

/** Tells whether the value is one of the few texts that the field takes. */
function isOneOf(field: z.core.$ZodType | undefined, value: string): boolean {
  const schema = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field
  return schema instanceof z.ZodEnum && schema.options.includes(value)
}

const baseVersion: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'The version you edited from; refused where it is not current',
}

const partOffset: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000_000,
  default: 0,
  description: 'Character to begin at',
}

function argumentSchema(
  operation: Operation,
  names: ReadonlyMap<string, string>,
  { inParts }: McpMapping,
): ObjectSchema {
  const { properties, required = [] } = inputSchema(operation.input)
  const entries = [...names].map(([field, name]): [string, JsonSchema] => [name, properties[toSnake(field)]!])
  const needed = [...names].filter(([field]) => required.includes(toSnake(field))).map(([, name]) => name)
  const [first, ...rest] = entries
  const based: [string, JsonSchema][] = operation.based ? [['base_version', baseVersion]] : []
  const all = [...needed, ...based.map(([name]) => name)]
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries([...(first ? [first] : []), ...based, ...rest]),
      ...(inParts && { offset: partOffset }),
    },
    ...(all.length > 0 && { required: all }),
    additionalProperties: false,
  }
}

/** Returns the tool as it is listed, with all four hints: an absent one counts as the worst. */
export function definitionOf(
  { tool: name, title, description, hints }: Omit<McpMapping, 'rename' | 'public'>,
  inputs: ObjectSchema,
  outputs: ObjectSchema,
): ToolDefinition {
  return {
    name,
    title,
    description,
    inputSchema: inputs,
    outputSchema: outputs,
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  } as ToolDefinition
}

/** Checks before anything is looked up. */
function requireArguments(given: Arguments, someOf: readonly string[] = []): void {
  requireValid(fields.id.optional(), 'short_id', given.short_id)
  if (someOf.length > 0 && someOf.every(name => given[name] === undefined))
    throw invalidInput([{ field: someOf[0]!, message: `give at least one of ${someOf.join(', ')}` }])
}

/** The base version; a missing one is checked once the artifact is known. */
export function baseOf(given: unknown): 'missing' | { versions: number[] } {
  if (given === undefined) return 'missing'
  return { versions: [requireValid(fields.version, 'base_version', given)] }
}

/** Returns an argument that is read before the operation checks it. Throws `invalid_input` in the words of the operations. */
export function requireValid<T extends z.ZodType>(schema: T, field: string, given: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(given, { error: sentenceOf })
  if (success) return data
  throw invalidInput(fieldErrorsOf(error).map(({ message }) => ({ field, message })))
}

function factsOf(value: unknown, { done = 'done', row }: McpMapping): Facts {
  if (value === undefined) return { [done]: true }
  const facts = snakeKeys(readJsonBytes(value as Facts)) as Facts
  if (!row) return facts
  const names = row.map(toSnake)
  return { ...facts, data: (facts.data as Facts[]).map(each => picked(each, names)) }
}

const picked = <T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(names.flatMap(name => (name in all ? [[name, all[name]!]] : [])))

/** The schema of such facts. */
function factsSchema(operation: Operation, { done, row, inParts }: McpMapping): ObjectSchema {
  const schema = outputSchema(operation, done)
  const { properties, required = [] } = schema
  if (inParts)
    return {
      ...schema,
      properties: {
        ...properties,
        offset,
        next_offset: { anyOf: [offset, { type: 'null' }] },
        total_chars: offset,
      },
      required: [...required, 'offset', 'next_offset', 'total_chars'],
    }
  if (!row) return schema
  const names = row.map(toSnake)
  const items = properties.data!.items!
  const data: JsonSchema = {
    type: 'array',
    items: {
      ...items,
      properties: picked(items.properties!, names),
      required: items.required!.filter(name => names.includes(name)),
    },
  }
  return { ...schema, properties: { ...properties, data } }
}

const offset: JsonSchema = { type: 'integer' }

/** Characters in a part, where they fit. */
const PART = 50_000

/** The facts with the part of a text that begins at `offset`, which ends with a line where one does. */
function partOf(facts: Facts, name: string, given: Arguments, limit: number): Facts {
  const offset = requireValid(z.int().min(0).default(0), 'offset', given.offset)
  const { text: part, nextOffset, totalChars, ...piece } = sliceText(String(facts[name]), { offset, limit })
  const whole = nextOffset === null ? part : part.slice(0, part.lastIndexOf('\n') + 1 || part.length)
  return {
    ...facts,
    [name]: whole,
    offset: piece.offset,
    next_offset: nextOffset === null ? null : piece.offset + whole.length,
    total_chars: totalChars,
  }
}

/** The facts with the text as a reader sees it. `read` answers it so already, and its source to the letter. */
async function readableFacts(
  { site, actor, exchange }: ToolCall,
  facts: Facts,
  operation: Operation,
  { text }: McpMapping,
): Promise<Facts> {
  if (text === undefined || operation.name === 'read') return facts
  const turn = turnOf(site.context, { actor, network: exchange.network })
  return { ...facts, [text]: await visibleText(turn, String(facts[text])) }
}

/** Marks answers with words of other people, as everything from the open world has: a changed page bears the name they gave it. */
const marksOf = ({ output }: Operation, { hints, text }: McpMapping) => ({
  untrusted: hints.openWorld && output !== null,
  text,
})
