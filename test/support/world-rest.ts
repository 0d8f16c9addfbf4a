// Acts over HTTP, with requests built from the definitions.
import type { RestMapping } from '../../src/operations/kernel/operation.ts'
import { fieldsOf, restOf, toTexts } from '../../src/surfaces/http/fields.ts'
import { violation } from './document.ts'
import { multipart, type Part, type Received, type Sent, send } from './http.ts'
import type { Credential } from './people.ts'
import { transferName } from './world-core.ts'
import type { Act, File, Outcome, Success, SurfaceDriver } from './world-surface.ts'

/** The surface of the server at `url`. */
export function restSurface(url: string): SurfaceDriver {
  return {
    name: 'REST',
    takes: ({ operation }) => operation.name in byHand || restOf(operation) !== null,
    async act(act) {
      const hand = byHand[act.operation.name]
      return hand ? hand(url, act) : overRest(url, act, restOf(act.operation)!)
    },
  }
}

/** Operations that the surface has without a mapping: bytes travel outside JSON. */
const byHand: Record<string, (url: string, act: Act) => Promise<Outcome>> = {
  async content(url, { input, as }) {
    const query = input.version === undefined ? '' : `?version=${input.version}`
    const path = `/v1/artifacts/${encodeURIComponent(String(input.id))}/content${query}`
    const answer = conforming(
      'GET',
      '/v1/artifacts/{id}/content',
      await send(url + path, { headers: proof(url, as) }),
    )
    if (answer.status >= 400) return refused(answer)
    const version = Number(/^"v(\d+)"$/.exec(answer.headers.etag ?? '')?.[1])
    return { value: { version, bytes: answer.body }, replayed: false }
  },
  async [transferName](_url, { input, file }) {
    const { bytes } = file!
    const answer = await send(String(input.url), { method: 'PUT', body: bytes })
    return outcome(conforming('PUT', '/v1/uploads/{uploadId}', answer))
  },
}

async function overRest(url: string, act: Act, rest: RestMapping): Promise<Outcome> {
  const { path, ...request } = requestOf(act, rest)
  const headers = { ...request.headers, ...proof(url, act.as) }
  const answer = await send(url + path, { ...request, headers })
  return outcome(conforming(rest.method, rest.path, answer))
}

/** The answer, which is as the OpenAPI document says. */
function conforming(method: string, template: string, answer: Received): Received {
  const wrong = violation(method, template, answer)
  if (wrong) throw new Error(wrong)
  return answer
}

/** The request an act makes, without its credential. */
export function requestOf(act: Act, rest: RestMapping): Sent & { path: string } {
  const { input, operation, base, idempotencyKey, claim } = act
  const fields = fieldsOf(operation, rest)
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams(
    fields.query.flatMap(name => toTexts(input[name]).map(text => [name, text])),
  )
  const { headers, body } = bodyOf(act, rest, fields.body)
  return {
    method: rest.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...headers,
      ...(base && { 'if-match': base.map(version => `"v${version}"`).join(', ') }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': `"${idempotencyKey}"` }),
      ...(claim.actorType && { 'x-actor-type': claim.actorType }),
      ...(claim.actorName && { 'x-actor-name': claim.actorName }),
    },
    body,
  }
}

function bodyOf(
  { input, file }: Act,
  rest: RestMapping,
  names: readonly string[],
): Pick<Sent, 'headers' | 'body'> {
  if (!rest.body) return {}
  const given = names.filter(name => input[name] !== undefined)
  if (rest.body === 'json') {
    const body = JSON.stringify(Object.fromEntries(given.map(name => [name, input[name]])))
    return { headers: { 'content-type': 'application/json' }, body }
  }
  const parts: Part[] = given.flatMap(name => toTexts(input[name]).map(value => ({ name, value })))
  return multipart(file ? [...parts, filePart(file)] : parts)
}

/** Every file on the wire has a name, or it would not be a file (RFC 7578 section 4.2). */
const filePart = ({ bytes, name = '', type }: File): Part => ({
  name: 'file',
  value: bytes,
  filename: name,
  ...(type !== undefined && { type }),
})

/** The headers that carry a credential; a session comes from one of our own pages. */
export function proof(url: string, credential: Credential): Record<string, string> {
  if (credential === 'nobody') return {}
  if ('cookie' in credential) return { cookie: credential.cookie, origin: url }
  return { authorization: `Bearer ${'key' in credential ? credential.key : credential.editToken}` }
}

function outcome(answer: Received): Outcome {
  if (answer.status >= 400) return refused(answer)
  return {
    value: answer.status === 204 ? undefined : answer.json,
    replayed: answer.headers['idempotent-replay'] === 'true',
    ...sessionOf(answer.headers['set-cookie']),
  }
}

function sessionOf(cookies: readonly string[] | undefined): Pick<Success, 'session'> {
  const cookie = cookies?.[0]?.split(';')[0]
  return cookie === undefined ? {} : { session: { cookie } }
}

function refused(answer: Received): Outcome {
  if (typeof answer.json?.code !== 'string')
    throw new Error(`${answer.status} without a problem: ${answer.text}`)
  const { type: _, title: __, detail, message, requestId: ___, status, code, ...extras } = answer.json
  if (status !== answer.status) throw new Error(`status ${answer.status} says ${status} in its body`)
  if (message !== detail) throw new Error(`the message is "${message}", but the detail "${detail}"`)
  return { problem: { code, status, extras } }
}
