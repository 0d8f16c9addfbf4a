// JSON Schemas of arguments and results, made from the operations' own: closed, in snake_case, without redundant keywords.
import { z } from 'zod'
import type { Operation } from '../../operations/kernel/operation.ts'
import { snakeWords, toSnake } from './names.ts'
import { textOnly } from './result.ts'

export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [key: string]: unknown
}

export type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema> }

/** Returns the schema of a caller's arguments, in JSON Schema 2020-12. */
export const inputSchema = (schema: z.ZodType): ObjectSchema =>
  tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, true) as ObjectSchema

/** Returns the schema of an answer; an operation that answers nothing says `{[done]: true}`. */
export const outputSchema = ({ output }: Operation, done = 'done'): ObjectSchema =>
  output === null
    ? { type: 'object', properties: { [done]: { const: true } }, required: [done] }
    : resultSchema(output)

/** Returns the schema of a structured result: without the parts that stand in the text alone. */
export const resultSchema = (schema: z.ZodType): ObjectSchema =>
  outlined(
    tidy(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, false),
    true,
  ) as ObjectSchema

/** Names the fields of a result and of the rows in it. What is nested deeper is only said to be an object: models read every word. */
function outlined(schema: JsonSchema, isNamed = false): JsonSchema {
  const { type, properties, required = [], items, anyOf } = schema
  if (Array.isArray(type)) return eitherOf(type.map(each => ({ type: each })))
  if (items) return { type: 'array', items: outlined(items, isNamed) }
  if (anyOf) return eitherOf(anyOf)
  if (!properties) return schema
  if (!isNamed) return { type: 'object' }
  const kept = Object.entries(properties).filter(([name]) => !textOnly.includes(name))
  return {
    type: 'object',
    properties: Object.fromEntries(kept.map(([name, part]) => [name, outlined(part, name === 'data')])),
    required: required.filter(name => !textOnly.includes(name)),
    additionalProperties: false,
  }
}

/** One type in each branch: some clients know no list of types. */
const eitherOf = (schemas: readonly JsonSchema[]): JsonSchema => ({
  anyOf: schemas.map(({ type }) => (type === undefined ? {} : { type })),
})

/** `described` keeps the sentences: models read those of arguments, hardly those of results. */
function tidy(schema: JsonSchema, described: boolean): JsonSchema {
  const {
    $schema: _,
    description,
    properties,
    required,
    items,
    anyOf,
    pattern,
    default: preset,
    ...rest
  } = schema
  const each = (part: JsonSchema) => tidy(part, described)
  return {
    ...(described ? bounded(rest) : unbounded(rest)),
    ...(described && Array.isArray(rest.enum) && { enum: rest.enum.map(spelled) }),
    ...(preset !== undefined && described && { default: spelled(preset) }),
    ...(described && pattern !== undefined && rest.format === undefined && { pattern }),
    ...(described && description !== undefined && { description: snakeWords(description) }),
    ...(properties && { properties: mapped(properties, each), additionalProperties: false }),
    ...(required && { required: required.map(toSnake) }),
    ...(items && { items: each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
  }
}

/** A value out of a fixed set may be the name of a field. */
const spelled = (value: unknown): unknown => (typeof value === 'string' ? toSnake(value) : value)

const mapped = (properties: Record<string, JsonSchema>, each: (part: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [toSnake(name), each(part)]))

/** Texts longer than this are refused where they are used; nobody plans by such a number. */
const LONG = 1000

/** Drops what helps no model: bounds of every safe integer and of texts longer than anybody means, and examples that the sentence names. */
function bounded(schema: JsonSchema): JsonSchema {
  const { maxLength, examples: _, ...bare } = schema
  if (bare.minimum === Number.MIN_SAFE_INTEGER) delete bare.minimum
  if (bare.maximum === Number.MAX_SAFE_INTEGER) delete bare.maximum
  return Number(maxLength) <= LONG ? { ...bare, maxLength } : bare
}

/** Drops the bounds of a value: they help those who send it, not those who get it. */
function unbounded({ type, const: only }: JsonSchema): JsonSchema {
  return { ...(type !== undefined && { type }), ...(only !== undefined && { const: only }) }
}

/** The schema of a problem: each tool repeats it, so it is as short as it can be; its text tells what it holds. */
const problemSchema: JsonSchema = { type: 'object' }

/** The schema of a result, which may also be an error; its root stays an object, as clients of 2025 need it. */
export function admittingError(...results: ObjectSchema[]): ObjectSchema {
  return {
    type: 'object',
    properties: { ...Object.assign({}, ...results.map(result => result.properties)), error: problemSchema },
    additionalProperties: false,
    anyOf: [...results.map(({ required = [] }) => ({ required })), { required: ['error'] }],
  }
}
