// The requests of the demonstration to a server, as any program would make them over the REST API.
import { setTimeout as pause } from 'node:timers/promises'

export interface Server {
  url: string
  key: string
}

export interface Made {
  shortId: string
  url: string
  version: number
}

type Fields = Record<string, string>

/** Asks again where the server says it was asked too often, when it says. */
async function ask(
  server: Server,
  path: string,
  init: RequestInit & { headers?: Fields } = {},
): Promise<Response> {
  for (;;) {
    const headers = { Authorization: `Bearer ${server.key}`, ...init.headers }
    const answer = await fetch(`${server.url}${path}`, { ...init, headers })
    if (answer.status !== 429) return answer
    await answer.arrayBuffer()
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}

async function expect<T>(answer: Response, ...statuses: number[]): Promise<T> {
  const text = await answer.text()
  if (!statuses.includes(answer.status))
    throw new Error(`${answer.url} answers ${answer.status}: ${text.slice(0, 500)}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const formOf = (filename: string, bytes: Uint8Array, fields: Fields): FormData => {
  const form = new FormData()
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], filename))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

export async function publish(
  server: Server,
  filename: string,
  bytes: Uint8Array,
  fields: Fields = {},
): Promise<Made> {
  const body = formOf(filename, bytes, fields)
  return expect(await ask(server, '/v1/artifacts', { method: 'POST', body }), 201)
}

/** Updates from the version named; null where somebody else was first. */
export async function update(
  server: Server,
  base: Made,
  filename: string,
  bytes: Uint8Array,
): Promise<Made | null> {
  const answer = await ask(server, `/v1/artifacts/${base.shortId}`, {
    method: 'PUT',
    headers: { 'If-Match': `"v${base.version}"` },
    body: formOf(filename, bytes, {}),
  })
  const made = await expect<Made>(answer, 200, 412)
  return answer.status === 200 ? made : null
}

/** The exact bytes of a version, with the number of the version they are of. */
export async function content(
  server: Server,
  shortId: string,
  version?: number,
): Promise<{ bytes: Buffer; version: number }> {
  const query = version === undefined ? '' : `?version=${version}`
  const answer = await ask(server, `/v1/artifacts/${shortId}/content${query}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${answer.url} answers ${answer.status}`)
  return { bytes, version: Number(/"v(\d+)"/.exec(answer.headers.get('etag') ?? '')?.[1]) }
}

export const versionsOf = async (server: Server, shortId: string): Promise<number> =>
  (await expect<{ currentVersion: number }>(await ask(server, `/v1/artifacts/${shortId}/metadata`), 200))
    .currentVersion

export const openapiOf = async (server: Server): Promise<unknown> =>
  expect(await ask(server, '/v1/openapi.json'), 200)

export async function remove(server: Server, shortId: string): Promise<void> {
  await expect(await ask(server, `/v1/artifacts/${shortId}`, { method: 'DELETE' }), 204)
}
