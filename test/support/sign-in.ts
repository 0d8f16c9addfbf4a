// Signing in as a program does: a code asked for, read from the mail, and given back.
import assert from 'node:assert/strict'
import { type Received, send } from './http.ts'
import type { Running } from './service.ts'

/** One JSON request, with the cookie of a browser on one of our own pages where one is given. */
export const post = (
  service: Running,
  path: string,
  fields: Record<string, unknown>,
  cookie?: string,
): Promise<Received> =>
  send(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(cookie !== undefined && { cookie, origin: service.url }),
    },
    body: JSON.stringify(fields),
  })

/** Asks for a code and reads it. */
export async function ask(service: Running, email: string, artifact?: string): Promise<string> {
  const answer = await post(service, '/auth/code', { email, ...(artifact && { artifact }) })
  assert.equal(answer.status, 202)
  return service.mail.code(email.trim())
}

export const verify = (service: Running, email: string, code: string): Promise<Received> =>
  post(service, '/auth/code/verify', { email, code })

/** The first cookie of an answer, as it is sent back. */
export const cookieOf = ({ headers }: Received): string => headers['set-cookie']![0]!.split(';')[0]!

/** A session of the address, as a Cookie header. */
export async function signIn(service: Running, email: string, artifact?: string): Promise<string> {
  return cookieOf(await verify(service, email, await ask(service, email, artifact)))
}

export const me = (service: Running, cookie: string): Promise<Received> =>
  send(`${service.url}/v1/me`, { headers: { cookie } })

/** A code that is not this one. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
