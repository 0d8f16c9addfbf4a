// Records one request and its answer for each route of the API, with names, dates and secrets that are the same at each recording.
import { Secret, TOTP } from 'otpauth'
import type { Example, Proof } from '../../build/documentation/api-examples.ts'
import { type Received, type Sent, send } from '../support/http.ts'
import type { Credential } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { proof } from '../support/world-rest.ts'
import { requests, type Shot } from './matrix-requests.ts'
import { openScene, type Scene } from './matrix-scene.ts'
import { SameWords } from './same-words.ts'

/** Routes whose answer is a list, each with the route whose preparation puts something into it. */
const filledBy: Readonly<Record<string, string>> = {
  'GET /v1/artifacts': 'GET /v1/artifacts/{id}',
  'GET /v1/events': 'GET /v1/artifacts/{id}',
  'GET /v1/search': 'GET /v1/artifacts/{id}',
  'GET /v1/artifacts/{id}/versions': 'POST /v1/artifacts/{id}/versions/{n}/restore',
  'GET /v1/artifacts/{id}/diff': 'POST /v1/artifacts/{id}/versions/{n}/restore',
  'GET /v1/organization/invitations': 'DELETE /v1/organization/invitations/{id}',
  'GET /v1/organization/domains': 'DELETE /v1/organization/domains/{id}',
  'GET /v1/organization/audit': 'GET /v1/artifacts/{id}',
  'GET /v1/organization/usage': 'GET /v1/artifacts/{id}',
  'GET /v1/webhooks': 'GET /v1/webhooks/{id}',
  'GET /v1/webhooks/{id}/deliveries': 'POST /v1/webhooks/deliveries/{id}/replay',
  'GET /v1/ci-rules': 'DELETE /v1/ci-rules/{id}',
}

const asked = { body: 'Before or after returns?', anchor: { textQuote: { exact: 'Revenue grew 12 %' } } }

const inJson = (value: object): Shot & { body: string } => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** Requests in place of those of the table of calls, which are as short as can be, or refused. */
const told: Readonly<Record<string, (scene: Scene) => Promise<Shot>>> = {
  'POST /v1/artifacts/{id}/comments': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...inJson(asked),
  }),
  'GET /v1/artifacts/{id}/comments': commented,
  'GET /v1/artifacts/{id}/comments/places': commented,
  'PATCH /v1/comments/{commentId}/anchor': async scene => ({
    path: { commentId: await comment(scene) },
    ...inJson({ anchor: { textQuote: { exact: '12 %' } } }),
  }),
  'POST /v1/comments/{commentId}/resolve': async scene => ({
    path: { commentId: await comment(scene) },
    ...inJson({ reply: 'After returns. The page says so now.' }),
  }),
  'GET /v1/artifacts/{id}/diff': async ({ artifact }) => ({
    path: { id: await artifact() },
    query: 'from=1&to=2',
  }),
  'GET /v1/events/stream': async ({ artifact, first }) => {
    await artifact()
    return { query: `after=${(await first('GET', '/v1/events')).json.data.at(-2).id}`, leaves: true }
  },
  'GET /v1/me/identities': async scene => {
    await link(scene)
    return {}
  },
  'DELETE /v1/me/identities/{id}': async scene => ({ path: { id: await link(scene) } }),
  'POST /v1/me/second-factor/confirm': async scene => codeOf(await begin(scene)),
  'POST /v1/me/second-factor/end': async scene => {
    const secret = await begin(scene)
    const { body } = codeOf(secret)
    await scene.first('POST', '/v1/me/second-factor/confirm', JSON.parse(body))
    return codeOf(secret, 30_000)
  },
}

async function comment({ artifact, first }: Scene): Promise<string> {
  return (await first('POST', `/v1/artifacts/${await artifact()}/comments`, asked)).json.id
}

async function commented(scene: Scene): Promise<Shot> {
  await comment(scene)
  return { path: { id: await scene.artifact() } }
}

async function link({ service, company, first }: Scene): Promise<string> {
  const identity = {
    issuer: 'https://accounts.google.com',
    subject: company.owner.id,
    provider: 'google' as const,
  }
  const now = service.context.clock()
  await service.context.records.transaction(rows =>
    rows.identities.use({ ...identity, personId: company.owner.id }, now),
  )
  return (await first('GET', '/v1/me/identities')).json.data[0].id
}

const begin = async ({ first }: Scene): Promise<string> =>
  (await first('POST', '/v1/me/second-factor')).json.secret

function codeOf(secret: string, later = 0): Shot & { body: string } {
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })
  return inJson({ code })
}

/** Routes that say how the service is, to whoever asks. */
const open: Readonly<Record<string, () => Shot>> = {
  'GET /v1/openapi.json': () => ({}),
  'GET /healthz': () => ({}),
  'GET /readyz': () => ({}),
}

/** Records the examples of all routes, by method and path. @throws Error where nobody's request is taken */
export async function recordExamples(service: Running): Promise<Record<string, Example>> {
  const recorded: [string, Example][] = []
  for (const route of Object.keys({ ...requests, ...open }))
    recorded.push([route, await recordExample(service, route)])
  return Object.fromEntries(recorded)
}

async function recordExample(service: Running, route: string): Promise<Example> {
  const scene = await openScene(service, 'company')
  const filling = filledBy[route]
  if (filling !== undefined) await requests[filling]!(scene)
  const shot = await (told[route] ?? requests[route] ?? open[route]!)(scene)
  const [method = '', template = ''] = route.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(shot.path![name]!))
  const path = filled + (shot.query ? `?${shot.query}` : '')
  for await (const [kind, credential] of callersOf(scene, route)) {
    const headers = { ...shot.headers, ...proof(service.url, credential) }
    const { body } = shot
    const answer = shot.leaves
      ? await beginning(service.url + path, headers)
      : await send(service.url + path, { method, headers, body })
    if (denied.has(answer.status)) continue
    if (answer.status >= 400) throw new Error(`${route}: ${answer.text}`)
    const made = String(answer.json?.shortId ?? shot.path?.id)
    return (await wordsOf(scene, made)).in({ proof: kind, path, ...sentOf(shot), ...answerOf(answer) })
  }
  throw new Error(`${route} is taken from nobody`)
}

/** The request is for another caller. */
const denied: ReadonlySet<number> = new Set([401, 403, 404])

const FIRST_EVENT = /^id:.*\ndata:.*\n/m

/** The beginning of a stream, up to its first event. */
async function beginning(url: string, headers: Sent['headers']): Promise<Pick<Received, AnswerPart>> {
  const answer = await fetch(url, { headers: headers as Record<string, string> })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body!) {
    text += decoder.decode(chunk, { stream: true })
    if (FIRST_EVENT.test(text)) break
  }
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    text: FIRST_EVENT.exec(text)![0],
    json: undefined,
  }
}

type AnswerPart = 'status' | 'headers' | 'text' | 'json'

/** The callers that may make the request, in the order in which they are tried. */
async function* callersOf(scene: Scene, route: string): AsyncGenerator<[Proof, Credential]> {
  if (/ (\/v1\/public\/\w+|\/auth\/ci|\/v1\/uploads\/\{uploadId\}|\/\w+z|\/v1\/openapi\.json)$/.test(route))
    yield ['none', 'nobody']
  if (route.includes('/v1/public/')) yield ['edit token', await scene.as('edit token')]
  yield ['key', { key: scene.author.key }]
  yield ['key', { key: scene.company.owner.key }]
  yield ['session', scene.company.owner.session]
  yield ['session', await scene.as('guest')]
}

function sentOf({ headers = {}, body }: Shot): Pick<Example, 'headers' | 'json' | 'parts' | 'body'> {
  const type = String(headers['content-type'] ?? '')
  const base = headers['if-match']
  const based = base === undefined ? {} : { headers: { 'If-Match': String(base) } }
  if (body === undefined) return based
  const text = Buffer.from(body).toString('utf8')
  if (type.startsWith('application/json')) return { ...based, json: JSON.parse(text) }
  if (type.startsWith('multipart/')) return { ...based, parts: partsOf(text) }
  return { ...based, body: text }
}

const PART = /name="([^"]+)"(?:; filename="([^"]+)")?[^\r]*(?:\r\n[^\r]+)*\r\n\r\n([\s\S]*?)\r\n--/g

const partsOf = (text: string): NonNullable<Example['parts']> =>
  [...text.matchAll(PART)].map(([, name = '', filename, value = '']) => ({
    name,
    value,
    ...(filename !== undefined && { filename }),
  }))

/** Characters of an answer that is shown. */
const LONGEST = 10_000

function answerOf({
  status,
  headers,
  json,
  text,
}: Pick<Received, AnswerPart>): Pick<Example, 'status' | 'answer' | 'type'> {
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  if (text === '' || text.length > LONGEST) return type === '' ? { status } : { status, type }
  return { status, ...(json === undefined ? { type, answer: text } : { answer: json }) }
}

const shortIds = ['Xk3vQm9TbA', 'Hn7wRc2LdE']

/** The words in place of what is another one at each recording. */
async function wordsOf(
  { service, company, author, guest, artifact }: Scene,
  made: string,
): Promise<SameWords> {
  // An author who was removed has none.
  const page = await artifact().catch(() => '')
  return new SameWords(service.context.clock(), [
    [service.url, 'https://recto.example.com'],
    ...[...new Set([page, made])]
      .filter(id => /^\w{10}$/.test(id))
      .map((id, place) => [id, shortIds[place]!] as const),
    [encodeURIComponent(company.name), 'Acme'],
    [company.name, 'Acme'],
    [company.owner.name, 'Ana Ito'],
    [company.owner.email, 'ana@example.com'],
    [author.name, 'Ben Okafor'],
    [author.email, 'ben@example.com'],
    [guest, 'cem@partner.example'],
  ])
}
