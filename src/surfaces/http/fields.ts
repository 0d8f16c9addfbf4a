// How the fields of an operation travel: which by path, query or body, and how text becomes a value.
import { z } from 'zod'
import { isGap, type Operation, type RestMapping } from '../../operations/kernel/operation.ts'

import type { Fields, FieldType, Route } from '../rest/request.ts'

export { type Fields, toTexts } from '../rest/request.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  examples?: unknown[]
  [key: string]: unknown
}

/** Input as JSON Schema 2020-12, as the caller writes it. */
export const inputSchema = (operation: Operation): JsonSchema =>
  z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Output as JSON Schema 2020-12; null if nothing is answered. */
export const outputSchema = (operation: Operation): JsonSchema | null =>
  operation.output &&
  (z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }) as JsonSchema)

/** The REST mapping of an operation that has one. */
export function restOf(operation: Operation): RestMapping | null {
  return isGap(operation.rest) ? null : operation.rest
}

/** Divides the input fields between path, query, headers and body. Throws if a mapping names an unknown field. */
export function fieldsOf(operation: Operation, rest: RestMapping): Fields {
  const properties = inputSchema(operation).properties ?? {}
  const names = Object.keys(properties)
  const path = [...rest.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  const query = rest.query ?? (rest.body ? [] : names.filter(name => !path.includes(name)))
  const unknown = [...path, ...query].filter(name => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${operation.name}: ${unknown.join(', ')} is no input field`)
  const body = rest.body ? names.filter(name => !path.includes(name) && !query.includes(name)) : []
  const types = Object.fromEntries(names.map(name => [name, typeOf(properties[name]!)]))
  return { path, query, body, types }
}

function typeOf(schema: JsonSchema): FieldType {
  if (schema.type === 'integer' || schema.type === 'number') return 'integer'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'array') return 'list'
  return schema.type === 'string' || schema.enum ? 'string' : 'other'
}

/** How the operation is requested; null where it is not on REST. */
export function routeOf(operation: Operation): Route | null {
  const rest = restOf(operation)
  if (!rest) return null
  const { path, query, body } = fieldsOf(operation, rest)
  return {
    method: rest.method,
    path: rest.path,
    fields: { path, query, body },
    ...(rest.body && { body: rest.body }),
    ...(operation.based && { based: true }),
    ...(rest.method === 'POST' &&
      operation.replayAnswer &&
      operation.replayAnswer !== 'refused' && { replayed: true }),
    ...(rest.noContent !== undefined && { orNothing: true }),
  }
}

/** The value a text stands for. What cannot be read stays text, and the schema then names the field. */
export function fromTexts(type: FieldType, texts: readonly string[]): unknown {
  if (type === 'list') return [...texts]
  if (texts.length > 1 && type !== 'other') return [...texts]
  const text = texts.at(-1) ?? ''
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
