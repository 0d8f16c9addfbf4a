// `recto api`: one request to the API with the credential, and its answer as it came.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { plainLines } from '../../../domain/plain-text.ts'
import { bytesPayload, jsonPayload, type Payload } from '../../client/bodies.ts'
import { usage } from '../failure.ts'
import { gathered, write } from '../io.ts'
import { type Task, textOf } from '../task.ts'
import { jsonText } from '../terminal/output.ts'
import { collectPages, type Page } from './generated-commands.ts'

interface Request {
  method: string
  path: string
  headers: Record<string, string>
  payload?: Payload | undefined
}

interface Answer {
  /** The JSON, or undefined where the answer is none. */
  value?: unknown
  body: Buffer
}

export async function api(task: Task): Promise<void> {
  const { output, io, values } = task
  const request = await requestOf(task)
  if (values.all === true) return output.answer(await allPages(task, request), [])
  const { value, body } = await send(task, request)
  if (value !== undefined) return output.answer(value, jsonText(value, 2).split('\n'))
  if (values.jq !== undefined) throw usage('The answer is not JSON, which --jq needs. Leave --jq away.')
  await write(io.stdout, io.stdout.isTTY ? plainLines(body.toString('utf8')) : body)
}

async function requestOf(task: Task): Promise<Request> {
  const { values, io } = task
  const fields = { ...texts(values.fields), ...typed(values.typedFields) }
  const hasFields = Object.keys(fields).length > 0
  const file = textOf(values, 'input')
  if (hasFields && file !== undefined) throw usage('The body is either --input or fields, not both.')
  const isWrite = (hasFields || file !== undefined) && values.all !== true
  const method = (textOf(values, 'method') ?? (isWrite ? 'POST' : 'GET')).toUpperCase()
  const path = pathOf(task, String(values.path))
  const headers = headersOf((values.headers as string[] | undefined) ?? [])
  if (method === 'GET' && file === undefined) return { method, path: withQuery(path, fields), headers }
  const payload = file === undefined ? (hasFields ? jsonPayload(fields) : undefined) : await bodyIn(io, file)
  return { method, path, headers, payload }
}

/** The key goes to the API of this server and nowhere else. */
function pathOf({ client }: Task, given: string): string {
  const path = /^\/?v1\//.test(given) ? given.replace(/^\/?/, '/') : `/v1/${given.replace(/^\//, '')}`
  const url = /^https?:/.test(given) ? new URL(given) : new URL(path, client.url)
  if (url.origin === client.url && url.pathname.startsWith('/v1/')) return url.pathname + url.search
  throw usage(`${given} is not below ${client.url}/v1/. Name another server with --url.`)
}

function withQuery(path: string, fields: Readonly<Record<string, unknown>>): string {
  const url = new URL(path, 'http://localhost')
  for (const [name, value] of Object.entries(fields)) {
    url.searchParams.delete(name)
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  }
  return url.pathname + url.search
}

const texts = (given: unknown): Record<string, unknown> => fieldsOf(given, text => text)

const typed = (given: unknown): Record<string, unknown> =>
  fieldsOf(given, (text, name) => {
    try {
      return JSON.parse(text)
    } catch {
      throw usage(`-F ${name} is "${text}", which is no JSON value. Give a text with -f.`)
    }
  })

function fieldsOf(given: unknown, read: (text: string, name: string) => unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const pair of (given as string[] | undefined) ?? []) {
    const [, name, isList, text] = /^([^=[\]]+)(\[\])?=(.*)$/s.exec(pair) ?? []
    if (name === undefined) throw usage(`"${pair}" is no field. Write name=value.`)
    const value = read(text!, name)
    fields[name] = isList ? [...((fields[name] as unknown[]) ?? []), value] : value
  }
  return fields
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map(line => {
      const [, name, value] = /^([\w-]+):([\x20-\x7e]*)$/.exec(line) ?? []
      if (name === undefined) throw usage(`"${line}" is no header. Write name: value.`)
      return [name, value!.trim()]
    }),
  )
}

async function bodyIn(io: Task['io'], file: string): Promise<Payload> {
  try {
    const bytes = file === '-' ? await gathered(io.stdin) : readFileSync(resolve(io.cwd, file))
    return bytesPayload('application/json', bytes)
  } catch (error) {
    throw usage(`${file} cannot be read: ${(error as Error).message}`)
  }
}

async function send({ client }: Task, request: Request): Promise<Answer> {
  const { message, body } = await client.request(request)
  const isJson = /[/+]json\b/.test(message.headers['content-type'] ?? '')
  return { body, ...((isJson || body.length === 0) && { value: parsed(body) }) }
}

const parsed = (body: Buffer): unknown => (body.length === 0 ? null : JSON.parse(body.toString('utf8')))

function allPages(task: Task, request: Request): Promise<Page> {
  if (request.method !== 'GET') throw usage('--all is for lists, which are read with GET.')
  return collectPages(async cursor => {
    const path = cursor === undefined ? request.path : withQuery(request.path, { cursor })
    const { value } = await send(task, { ...request, path })
    const page = value as Page | undefined
    if (Array.isArray(page?.data)) return page
    throw usage('The answer is no list. Leave --all away.')
  })
}
