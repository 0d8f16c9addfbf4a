// Callers of a product under measurement: its own organization, one that signed up, and nobody.
import { join } from 'node:path'
import { openOutbox } from '../../test/support/outbox.ts'

export type Send = (path: string, init?: RequestInit) => Promise<Response>

export const senderOf =
  (url: string, headers: Record<string, string> = {}): Send =>
  (path, init = {}) =>
    fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })

export const withKey = (url: string, key: string): Send => senderOf(url, { Authorization: `Bearer ${key}` })

/** A key in a new organization of its own. */
export async function signUp(url: string, data: string): Promise<Send> {
  const email = 'hanna@example.org'
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' }
  const open = senderOf(url, json)
  await open('/auth/code', { method: 'POST', body: JSON.stringify({ email }) })
  const code = await openOutbox(join(data, 'outbox'), async () => undefined).code(email)
  const signed = await open('/auth/code/verify', { method: 'POST', body: JSON.stringify({ email, code }) })
  const cookie = signed.headers.getSetCookie()[0]!.split(';')[0]!
  const own = senderOf(url, { ...json, Cookie: cookie, Origin: url })
  const body = JSON.stringify({ name: 'Bench', kind: 'user' })
  const made = await own('/v1/keys', { method: 'POST', body })
  return withKey(url, ((await made.json()) as { key: string }).key)
}

export function formOf(text: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('file', new File([text], 'page.md'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Publishes a page and answers its short ID; tries again for as long as the server is busy. */
export async function publish(send: Send, text: string, path = '/v1/artifacts'): Promise<string> {
  const fields: Record<string, string> = path === '/v1/artifacts' ? { visibility: 'public' } : {}
  for (;;) {
    const answer = await send(path, { method: 'POST', body: formOf(text, fields) })
    if (answer.status === 201) return ((await answer.json()) as { shortId: string }).shortId
    if (answer.status !== 503) throw new Error(`Publishing failed: ${answer.status} ${await answer.text()}`)
    await new Promise(resolve => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after'))))
  }
}
