// A deployment seen from outside: the world of the shared behaviours, made of nothing but its address and a key.
import assert from 'node:assert/strict'
import type { Deployment } from '../../src/surfaces/cli/contract-checks.ts'
import { requestOf } from '../../src/surfaces/rest/request.ts'
import type { ActOptions, PortableWorld } from '../support/world.ts'
import type { File as NamedFile, Outcome } from '../support/world-surface.ts'
import { type Answer, formOf, type Request, type Wire } from './wire.ts'

interface BlackBox {
  world: PortableWorld
  wire: Wire
  /** Deletes every page that was made. */
  takeAway(): Promise<void>
}

export function blackBox({ url, token, colleague, routes }: Deployment): BlackBox {
  const made = new Set<string>()
  const send = async (path: string, { method = 'GET', headers, body, anonymous }: Request = {}) => {
    const proof = token && !anonymous && !headers?.Authorization ? { Authorization: `Bearer ${token}` } : {}
    const answer = await fetch(url + path, {
      method,
      headers: { ...proof, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      ...(body !== undefined && { body }),
    })
    const got = await read(answer)
    if (method === 'POST' && got.status === 201 && proof.Authorization && got.json?.shortId)
      made.add(got.json.shortId)
    return got
  }
  const act: PortableWorld['act'] = (name, input = {}, options = {}) =>
    name === 'content' ? content(send, input, options) : overRest(send, routes[name]!, input, options)
  const call: PortableWorld['call'] = async (name, input, options) => {
    const outcome = await act(name, input, options)
    if ('value' in outcome) return outcome.value
    assert.fail(`${name} was refused: ${JSON.stringify(outcome.problem)}`)
  }
  return {
    world: {
      act,
      call,
      async refused(code, name, input, options) {
        const outcome = await act(name, input, options)
        if ('value' in outcome) assert.fail(`${name} was not refused`)
        assert.equal(outcome.problem.code, code, JSON.stringify(outcome.problem))
        return outcome.problem
      },
      fact: ({ extras }, name) => {
        assert.ok(name in extras, `the refusal does not tell ${name}`)
        return extras[name]
      },
      source: async (id, { version } = {}) =>
        (await call('content', { id, ...(version !== undefined && { version }) })).bytes.toString('utf8'),
    },
    wire: {
      url,
      send,
      sendAsColleague: (path, request = {}) =>
        send(path, { ...request, headers: { ...request.headers, Authorization: `Bearer ${colleague}` } }),
      publish: (text, fields) => send('/v1/artifacts', { method: 'POST', body: formOf(text, fields) }),
    },
    async takeAway() {
      for (const id of made) await send(`/v1/artifacts/${id}`, { method: 'DELETE' }).catch(() => undefined)
    },
  }
}

type Send = Wire['send']

async function read(answer: Response): Promise<Answer> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = bytes.toString('utf8')
  return { status: answer.status, headers: answer.headers, bytes, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The exact bytes travel outside JSON. */
async function content(send: Send, input: Record<string, unknown>, options: ActOptions): Promise<Outcome> {
  const query = input.version === undefined ? '' : `?version=${input.version}`
  const path = `/v1/artifacts/${encodeURIComponent(String(input.id))}/content${query}`
  const answer = await send(path, anonymity(options))
  if (answer.status >= 400) return outcomeOf(answer)
  const version = Number(/^"v(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1])
  return { value: { version, bytes: answer.bytes }, replayed: false }
}

type Route = Deployment['routes'][string]

async function overRest(
  send: Send,
  route: Route,
  input: Record<string, unknown>,
  options: ActOptions,
): Promise<Outcome> {
  const { base, file, idempotencyKey } = options
  const { method, path, json, parts } = requestOf(route, input)
  const bases = base === undefined ? [] : [base].flat()
  const body = json ? JSON.stringify(json) : parts ? bodyOf(parts, file) : undefined
  const answer = await send(path, {
    method,
    ...anonymity(options),
    headers: {
      ...(json && { 'Content-Type': 'application/json' }),
      ...(bases.length > 0 && { 'If-Match': bases.map(version => `"v${version}"`).join(', ') }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': `"${idempotencyKey}"` }),
    },
    ...(body !== undefined && { body }),
  })
  return outcomeOf(answer)
}

const anonymity = ({ as }: ActOptions): { anonymous?: true } => (as === 'nobody' ? { anonymous: true } : {})

function bodyOf(parts: readonly [string, string][], file: NamedFile | string | undefined): FormData {
  const form = new FormData()
  for (const [name, text] of parts) form.append(name, text)
  const {
    name = '',
    bytes,
    type,
  } = typeof file === 'string' ? { name: 'page.md', bytes: file } : (file ?? {})
  if (bytes !== undefined)
    form.append('file', new File([bytes as string], name, type === undefined ? {} : { type }))
  return form
}

function outcomeOf({ status, headers, json }: Answer): Outcome {
  if (status < 400)
    return { value: status === 204 ? undefined : json, replayed: headers.get('idempotent-replay') === 'true' }
  assert.equal(typeof json?.code, 'string', `${status} without a problem`)
  const { type: _, title: __, detail: ___, message: ____, requestId: _____, code, ...extras } = json
  return { problem: { ...extras, code, status, extras } }
}
