// The API reference, written from the OpenAPI document: a front page, and one page for each group of routes.
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import { placeholderUrl } from '../../src/surfaces/web/docs/docs-book.ts'
import type { Source } from '../documentation.ts'
import { apiExamples } from './api-examples.ts'
import { cell, table } from './table.ts'

interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  contentMediaType?: string
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  $ref?: string
}

interface Route {
  summary: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
}

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Route>>
  components: { parameters: Record<string, Parameter> }
}

export function apiPages(): Source[] {
  const document = openapi(placeholderUrl) as unknown as Document
  const exampleOf = apiExamples()
  return [
    { path: 'api', markdown: frontPage(document, placeholderUrl) },
    ...document.tags.map(tag => ({ path: `api/${tag.name}`, markdown: tagPage(document, tag, exampleOf) })),
  ]
}

type ExampleOf = ReturnType<typeof apiExamples>

interface Listed {
  method: string
  path: string
  route: Route
}

const routesOf = ({ paths }: Document, tag: string): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, route]) => route.tags?.includes(tag))
      .map(([method, route]) => ({ method: method.toUpperCase(), path, route })),
  )

const frontPage = (document: Document, url: string): string => `# API reference

REST over HTTP: JSON in and out, files as multipart or raw bytes. Every route is below \`${url}/v1\`, and [an OpenAPI 3.1 document](/v1/openapi.json) describes all of them.

## Credentials

Send \`Authorization: Bearer <key>\` with a key from \`${url}/app/keys\`, or a token that an app got by OAuth. Without one, public pages can be read and previews published.

What only a person may do, such as making keys, takes the session of a browser: the cookie \`__Host-sid\` (\`sid\` over plain http), with an \`Origin\` of this server. The examples keep it in \`$SESSION\`, as \`name=value\`, and in \`$EDIT_TOKEN\` the token that a preview was published with.

\`\`\`sh
curl -H "Authorization: Bearer $RECTO_API_KEY" ${url}/v1/me
\`\`\`

## Versions

An update names the version it was edited from: \`If-Match: "v3"\`. Without it the answer is [428](/docs/problems/base_version_required), with an old one [412](/docs/problems/version_conflict) and what changed.

\`\`\`sh
curl -H "Authorization: Bearer $RECTO_API_KEY" -F file=@report.md ${url}/v1/artifacts
curl -H "Authorization: Bearer $RECTO_API_KEY" -H 'If-Match: "v3"' -X PUT -F file=@report.md ${url}/v1/artifacts/SHORT_ID
\`\`\`

## Repeating safely

Give a \`POST\` an \`Idempotency-Key\` of your own: sent again within 24 hours it answers what the first one answered, and nothing happens twice.

## Lists

Every list is \`{data, nextCursor}\`. Ask for the next page with \`cursor=\`; \`nextCursor\` is null on the last.

## Failures

A failure is \`application/problem+json\` (RFC 9457) with a \`code\`. [Every code](/docs/problems) has a page that says what to do.

## Routes

${table(
  ['Group', 'About'],
  document.tags.map(({ name, description }) => [`[${name}](/docs/api/${name})`, description]),
)}
`

const tagPage = (document: Document, tag: Document['tags'][number], exampleOf: ExampleOf): string =>
  `# API: ${tag.name}\n\n${tag.description}\n\n${routesOf(document, tag.name)
    .map(({ method, path, route }) => routeText(document, { method, path, route }, exampleOf))
    .join('\n\n')}\n`

function routeText(document: Document, { method, path, route }: Listed, exampleOf: ExampleOf): string {
  const parameters = (route.parameters ?? []).map(each =>
    each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)!]! : each,
  )
  const [bodyType, body] = Object.entries(route.requestBody?.content ?? {})[0] ?? []
  return [
    `## ${method} ${path}`,
    route.summary,
    exampleOf(`${method} ${path}`),
    ...(parameters.length > 0 ? ['### Parameters', parameterTable(parameters)] : []),
    ...(body?.schema.properties ? [`### Body (${bodyType})`, fieldTable(body.schema)] : []),
    ...answerOf(route),
    `Problems: ${problemLinks(route)}.`,
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${required ? ' (required)' : ''}`,
      place,
      typeOf(schema),
      cell(description ?? schema.description ?? ''),
    ]),
  )

const fieldTable = ({ properties = {}, required = [] }: Schema): string =>
  table(
    ['Field', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, schema]) => [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      typeOf(schema),
      cell(schema.description ?? ''),
    ]),
  )

function answerOf({ responses }: Route): string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content, description }]) => {
      const schema = content?.['application/json']?.schema
      const rows = schema?.properties?.data?.items ?? schema
      const title = `### Answer (${status}${schema?.properties?.data ? ', each of `data`' : ''})`
      return rows?.properties
        ? [title, fieldTable({ ...rows, required: [] })]
        : [`### Answer (${status})`, description]
    })
}

const problemLinks = ({ responses }: Route): string =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) => description.split(', '))
    .filter(code => /^[a-z_]+$/.test(code))
    .map(code => `[\`${code}\`](/docs/problems/${code})`)
    .join(', ')

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(', ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' or ')
  if (schema.contentMediaType) return 'file'
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return `${schema.format === 'date-time' ? 'time' : type}${boundsOf(schema)}`
}

function boundsOf({ minimum, maximum, maxLength, default: fallback }: Schema): string {
  const said = [
    ...rangeOf(minimum, maximum),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(fallback === undefined ? [] : [`default \`${fallback}\``]),
  ]
  return said.length === 0 ? '' : `, ${said.join(', ')}`
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string[] {
  if (minimum !== undefined && maximum !== undefined) return [`${minimum} to ${maximum}`]
  if (minimum !== undefined) return [`at least ${minimum}`]
  return maximum === undefined ? [] : [`at most ${maximum}`]
}
