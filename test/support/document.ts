// Holds answers against the OpenAPI document: status, headers, media type, code and shape must be those it names.
import { z } from 'zod'
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import type { Received } from './http.ts'

interface Described {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: Record<string, unknown> }>
}

interface Endpoint {
  responses: Record<string, Described>
}

const document = openapi('http://localhost') as unknown as {
  paths: Record<string, Record<string, Endpoint>>
  components: {
    schemas: { Problem: Record<string, unknown> }
    headers: Record<string, { required?: true }>
  }
}

const problem = z.fromJSONSchema(document.components.schemas.Problem as never)
const shapes = new Map<object, z.ZodType>()

/** Says what in the answer the document does not know of; null where the answer conforms. `path` is a template. */
export function violation(method: string, path: string, answer: Received): string | null {
  const endpoint = document.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!endpoint) return `${method} ${path} is not in the document`
  const described = endpoint.responses[answer.status]
  const what = `${method} ${path} answered ${answer.status} ${answer.json?.code ?? ''}`
  if (!described) return `${what}, which is not in the document`
  const wrong = headerViolation(what, described, answer)
  if (wrong || method === 'HEAD') return wrong
  return answer.status >= 400
    ? problemViolation(what, described, answer)
    : bodyViolation(what, described, answer)
}

/** The template of the document that a path fills, with its method; null where it has none. */
export function routeOf(method: string, path: string): string | null {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  return (
    templates.find(([template, pattern]) => document.paths[template]![name] && pattern.test(path))?.[0] ??
    null
  )
}

/** Templates with what their paths look like; those without parameters first, as a router takes them. */
const templates = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map(template => [template, new RegExp(`^${template.replace(/[{]\w+[}]/g, '[^/?]+')}(?:[?]|$)`)] as const)

/** Headers that the document promises must be there, and those it knows must be promised where they are. */
function headerViolation(
  what: string,
  { headers: promised = {} }: Described,
  { headers }: Received,
): string | null {
  const known = Object.entries(document.components.headers)
  const lacking = known.find(
    ([name, { required }]) => required && promised[name] && headers[name.toLowerCase()] === undefined,
  )
  if (lacking) return `${what} without ${lacking[0]}`
  const unknown = known.find(
    ([name]) => name !== 'Cache-Control' && !promised[name] && headers[name.toLowerCase()] !== undefined,
  )
  return unknown ? `${what} with ${unknown[0]}, which is not in the document` : null
}

function problemViolation(
  what: string,
  { description }: Described,
  { headers, json }: Received,
): string | null {
  if (!headers['content-type']?.startsWith('application/problem+json')) return `${what} without a problem`
  if (!description.split(', ').includes(json.code)) return `${what}; the document knows ${description}`
  return differences(what, problem, json)
}

function bodyViolation(
  what: string,
  { content }: Described,
  { headers, body, json }: Received,
): string | null {
  if (!content || headers['content-length'] === undefined || body.length === 0)
    return content && body.length > 0 ? `${what} without a length` : null
  const type = headers['content-type']?.split(';')[0] ?? ''
  const media = content[type]
  if (!media) return `${what} as ${type}`
  return type === 'application/json' ? differences(what, shapeOf(media.schema), json) : null
}

function shapeOf(schema: Record<string, unknown>): z.ZodType {
  const shape = shapes.get(schema) ?? z.fromJSONSchema(schema as never)
  shapes.set(schema, shape)
  return shape
}

function differences(what: string, shape: z.ZodType, value: unknown): string | null {
  const { error } = shape.safeParse(value)
  return error ? `${what}: ${z.prettifyError(error)}` : null
}
