// JSON Schemas of arguments and results, made from the operations' own: closed, in snake_case, without redundant keywords.
import { z } from 'zod'
import type { Operation } from '../../operations/kernel/operation.ts'
import { snakeWords, toSnake } from './names.ts'

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

/** What a caller writes, in JSON Schema 2020-12. */
export const inputSchema = (schema: z.ZodType): ObjectSchema =>
  tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, true) as ObjectSchema

/** What a caller gets; an operation that answers nothing says `{[done]: true}`. */
export const outputSchema = ({ output }: Operation, done = 'done'): ObjectSchema =>
  output === null
    ? { type: 'object', properties: { [done]: { const: true } }, required: [done] }
    : (tidy(
        z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
        false,
      ) as ObjectSchema)

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
    ...bounded(rest),
    ...(described && Array.isArray(rest.enum) && { enum: rest.enum.map(spelled) }),
    ...(preset !== undefined && described && { default: spelled(preset) }),
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
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

/** Every integer is safe, so the schema does not repeat the bounds. */
function bounded(schema: JsonSchema): JsonSchema {
  const unsaid = Object.entries({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
  const bare = { ...schema }
  for (const [name, value] of unsaid) if (bare[name] === value) delete bare[name]
  return bare
}

const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
    current_version: { type: 'integer' },
    next: {
      type: 'object',
      properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
      required: ['tool'],
    },
  },
  required: ['code', 'message', 'retryable'],
}

/** The schema of a result, which may also be an error; its root stays an object, as clients of 2025 need it. */
export function admittingError(...results: ObjectSchema[]): ObjectSchema {
  return {
    type: 'object',
    properties: { ...Object.assign({}, ...results.map(result => result.properties)), error: problemSchema },
    additionalProperties: false,
    anyOf: [...results.map(({ required = [] }) => ({ required })), { required: ['error'] }],
  }
}
