// Ground for tests of the wire: one server, a company, and requests written to the last header.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { serviceOn } from '../support/common-service.ts'
import { routeOf, violation } from '../support/document.ts'
import { multipart, type Part, type Received, type Sent, send } from '../support/http.ts'
import type { Company, Credential, Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { blobs } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'

export interface Stage {
  service: Running
  url: string
  company: Company
  /** One request, whose answer must be as the OpenAPI document says; without `as` the company's owner sends it with a key. */
  send(method: string, path: string, options?: Request): Promise<Received>
  /** A new artifact at the version asked for. */
  publish(
    fields?: Record<string, string>,
    options?: { text?: string; version?: number; as?: Credential },
  ): Promise<string>
  /** Proves that the work left no file, no artifact and no event. */
  leavesNothing(work: () => Promise<unknown>): Promise<void>
}

export interface Request extends Sent {
  as?: Credential | Member
}

/** A company nobody else uses, on the server of the process unless another one is given. */
export async function openStage(
  env?: Record<string, string>,
  server: Promise<Running | Skip> = serviceOn('sqlite', env),
): Promise<Stage> {
  const service = await server
  if (isSkip(service)) throw new Error(service.skip)
  const company = await service.organization()
  const { url } = service
  const request: Stage['send'] = async (method, path, { as = company.owner, headers, ...rest } = {}) => {
    const sent = { method, ...rest, headers: { ...proof(url, credentialOf(as)), ...headers } }
    const answer = await send(url + path, sent)
    const template = routeOf(method, path)
    if (template) assert.equal(violation(method, template, answer), null)
    return answer
  }
  return {
    service,
    url,
    company,
    send: request,
    async publish(fields = {}, { text = 'text', version = 1, as = company.owner } = {}) {
      const made = await request('POST', '/v1/artifacts', { as, ...fileBody(text, fields) })
      assert.equal(made.status, 201, made.text)
      const id = made.json.shortId
      for (let n = 1; n < version; n++) {
        const { headers, body } = fileBody(`${text} ${n + 1}`)
        const sent = { as, body, headers: { ...headers, 'if-match': `"v${n}"` } }
        assert.equal((await request('PUT', `/v1/artifacts/${id}`, sent)).status, 200)
      }
      return id
    },
    async leavesNothing(work) {
      const left = async () => ({ files: await blobs(service), ...rows(service) })
      const before = await left()
      await work()
      const same = async () => isDeepStrictEqual(await left(), before)
      await until('nothing is left', same).catch(async () => assert.deepEqual(await left(), before))
    },
  }
}

const credentialOf = (as: Credential | Member): Credential =>
  as !== 'nobody' && 'key' in as ? { key: as.key } : as

const counted = [
  'artifact',
  'version',
  'recipient',
  'label',
  'event',
  'upload',
  'idempotency',
  'preview',
  'api_key',
]

/** How many rows there are of everything that a request may make. */
function rows({ folder }: Running): Record<string, unknown> {
  const database = new DatabaseSync(join(folder, 'recto.db'), { readOnly: true })
  const count = (from: string) => database.prepare(`select count(*) as n from ${from}`).get()!.n
  const found = Object.fromEntries(counted.map(table => [table, count(table)]))
  const audit = count("audit where action <> 'view'")
  database.close()
  return { ...found, audit }
}

/** A multipart body with a Markdown file after its fields. */
export function fileBody(
  text: string | Uint8Array,
  fields: Record<string, string> = {},
  filename = 'page.md',
) {
  const parts: Part[] = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return multipart([...parts, { name: 'file', value: text, filename }])
}

export const jsonBody = (value: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** Asserts status and code, and that the document is a whole problem (RFC 9457). */
export function isProblem(answer: Received, status: number, code: string, what = ''): void {
  assert.deepEqual([answer.status, answer.json?.code], [status, code], `${what} ${answer.text.slice(0, 500)}`)
  assert.match(answer.headers['content-type']!, /^application\/problem\+json/)
  assert.equal(answer.json.status, status)
  for (const name of ['type', 'title', 'detail', 'requestId'])
    assert.equal(typeof answer.json[name], 'string', name)
  assert.equal(answer.json.message, answer.json.detail)
  assert.ok(answer.json.type.endsWith(`/docs/problems/${code}`))
  assert.equal(answer.headers['x-request-id'], answer.json.requestId)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
}
