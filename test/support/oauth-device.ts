// A device that shows a code to sign in with, and the person in a browser who types it.
import assert from 'node:assert/strict'
import { send } from './http.ts'
import { browserOf, everyday, type Served, type Signed } from './oauth-client.ts'
import type { Step } from './visitor.ts'

export const cli = { client_id: 'recto-cli' }

export const post = ({ url }: Served, path: string, fields: Record<string, string> | URLSearchParams) =>
  send(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

/** The device asks for a code; without resources for both. */
export async function askForCode(service: Served, more: Record<string, string> = {}) {
  const fields = new URLSearchParams({ ...cli, scope: everyday, ...more })
  for (const path of ['/v1', '/v1/mcp']) fields.append('resource', service.url + path)
  const { status, json } = await post(service, '/oauth/device', fields)
  assert.equal(status, 200, JSON.stringify(json))
  return json as { device_code: string; user_code: string } & Record<string, unknown>
}

/** The device asks for its tokens. */
export async function fetchTokens(service: Served, device: { device_code: string }, resource?: string) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { device_code } = device
  const where = resource && { resource: service.url + resource }
  const { status, json } = await post(service, '/oauth/token', { ...cli, grant_type, device_code, ...where })
  return { status, ...json } as { status: number; error?: string } & Record<string, string>
}

export const pageOf = ({ url }: Served) => `${url}/auth/device`

/** The person types the code. */
export const giveCode = (service: Served, person: Signed, code: string): Promise<Step> =>
  browserOf(service, person).post(pageOf(service), { code }, pageOf(service))

/** And answers what is asked then. */
export function answer(service: Served, person: Signed, asked: Step, more: Record<string, string> = {}) {
  const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const ticked = Object.fromEntries(everyday.split(' ').map(scope => [scope, 'on']))
  const fields = { ticket, answer: 'allow', days: '30', ...ticked, ...more }
  return browserOf(service, person).post(`${pageOf(service)}/consent`, fields, pageOf(service))
}
