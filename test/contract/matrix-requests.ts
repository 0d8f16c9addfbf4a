// For every REST route one request that is taken from whoever may make it.

import { after } from 'node:test'
import { github, env as knownIssuers, ours, ruleFor } from '../support/builds.ts'
import { startDns } from '../support/dns.ts'
import type { Sent } from '../support/http.ts'
import { freshAddress } from '../support/people.ts'
import { report, type Scene } from './matrix-scene.ts'
import { fileBody, jsonBody } from './stage.ts'

/** The values for the path, and the rest of the request. */
export interface Shot extends Sent {
  path?: Record<string, string>
  query?: string
}

/** Says what domains claim. */
const dns = await startDns()
after(() => dns.stop())

/** Settings of a service whose domains can be proven, and which knows the issuer of the builds. */
export const env = { RECTO_DNS: dns.address, ...knownIssuers }

type Prepare = (scene: Scene) => Shot | Promise<Shot>

const updated = report.replace('12 %', '13 %')

const onArtifact: Prepare = async ({ artifact }) => ({ path: { id: await artifact() } })
const plain: Prepare = () => ({})
const current = { 'if-match': '"v1"' }

const withHeaders = ({ headers, ...rest }: Sent, more: Record<string, string>): Sent => ({
  ...rest,
  headers: { ...headers, ...more },
})

/** A second version, so that there is something to restore and to compare. */
async function twoVersions({ service, author, artifact }: Scene): Promise<void> {
  const { headers, body } = fileBody(updated, {}, 'report.md')
  const authorization = `Bearer ${author.key}`
  await fetch(`${service.url}/v1/artifacts/${await artifact()}`, {
    method: 'PUT',
    headers: { ...headers, ...current, authorization },
    body,
  })
}

/** A thread that the author began on the artifact. */
async function thread({ service, author, artifact }: Scene): Promise<string> {
  const answer = await fetch(`${service.url}/v1/artifacts/${await artifact()}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Before or after returns?' }),
  })
  return ((await answer.json()) as { id: string }).id
}

const webhook = { url: 'https://receiver.example/' }

const webhooks = new WeakMap<Scene, Promise<string>>()

/** The owner's, one a scene: an organization has ten at most. */
const onWebhook: Prepare = async scene => {
  const made = webhooks.get(scene) ?? scene.first('POST', '/v1/webhooks', webhook).then(({ json }) => json.id)
  webhooks.set(scene, made)
  return { path: { id: await made } }
}

const announced = { filename: 'report.md', sizeBytes: Buffer.byteLength(report) }
const announcement = jsonBody(announced)

/** The requests, by method and path as the OpenAPI document writes them. */
export const requests: Readonly<Record<string, Prepare>> = {
  'POST /v1/artifacts': () => fileBody(report, {}, 'report.md'),
  'POST /v1/artifacts/{id}/access-requests': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...jsonBody({ message: 'Please.' }),
  }),
  'GET /v1/artifacts': plain,
  'GET /v1/events': plain,
  'GET /v1/events/stream': () => ({ leaves: true }),
  'GET /v1/search': () => ({ query: 'q=revenue' }),
  'GET /v1/artifacts/{id}': onArtifact,
  'GET /v1/artifacts/{id}/metadata': onArtifact,
  'GET /v1/artifacts/{id}/content': onArtifact,
  'GET /v1/artifacts/{id}/drawing': onArtifact,
  'GET /v1/artifacts/{id}/text': onArtifact,
  'GET /v1/artifacts/{id}/versions': onArtifact,
  'GET /v1/artifacts/{id}/versions/{n}': async ({ artifact }) => ({ path: { id: await artifact(), n: '1' } }),
  'GET /v1/artifacts/{id}/diff': async ({ artifact }) => ({
    path: { id: await artifact() },
    query: 'from=1&to=1',
  }),
  'GET /v1/artifacts/{id}/access': async ({ artifact, company }) => ({
    path: { id: await artifact() },
    query: `email=${company.owner.email}`,
  }),
  'PUT /v1/artifacts/{id}': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...withHeaders(fileBody(updated, {}, 'report.md'), current),
  }),
  'PATCH /v1/artifacts/{id}': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...jsonBody({ name: 'Results of the week' }),
  }),
  'DELETE /v1/artifacts/{id}': onArtifact,
  'POST /v1/artifacts/{id}/undelete': async ({ service, author, artifact }) => {
    const id = await artifact()
    const authorization = `Bearer ${author.key}`
    await fetch(`${service.url}/v1/artifacts/${id}`, { method: 'DELETE', headers: { authorization } })
    return { path: { id } }
  },
  'POST /v1/artifacts/{id}/edits': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...withHeaders(jsonBody({ edits: [{ oldText: '12 %', newText: '13 %' }] }), current),
  }),
  'POST /v1/artifacts/{id}/versions/{n}/restore': async scene => {
    await twoVersions(scene)
    return { path: { id: await scene.artifact(), n: '1' }, headers: { 'if-match': '"v2"' } }
  },
  'POST /v1/artifacts/{id}/copies': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...jsonBody({}),
  }),

  'GET /v1/artifacts/{id}/comments': onArtifact,
  'GET /v1/artifacts/{id}/comments/places': onArtifact,
  'GET /v1/artifacts/{id}/names': onArtifact,
  'POST /v1/artifacts/{id}/comments': async ({ artifact }) => ({
    path: { id: await artifact() },
    ...jsonBody({ body: 'Before or after returns?' }),
  }),
  'PATCH /v1/comments/{commentId}': async scene => ({
    path: { commentId: await thread(scene) },
    ...jsonBody({ body: 'Is that before or after returns?' }),
  }),
  'DELETE /v1/comments/{commentId}': async scene => ({ path: { commentId: await thread(scene) } }),
  'PATCH /v1/comments/{commentId}/anchor': async scene => ({
    path: { commentId: await thread(scene) },
    ...jsonBody({ anchor: null }),
  }),
  'POST /v1/comments/{commentId}/resolve': async scene => ({
    path: { commentId: await thread(scene) },
    ...jsonBody({}),
  }),
  'POST /v1/comments/{commentId}/reopen': async scene => ({
    path: { commentId: await thread(scene) },
    ...jsonBody({}),
  }),

  'POST /v1/uploads': () => announcement,
  'POST /v1/public/uploads': () => announcement,
  'PUT /v1/uploads/{uploadId}': async ({ first }) => {
    const { url, uploadId } = (await first('POST', '/v1/uploads', announced)).json
    return { path: { uploadId }, query: new URL(url).search.slice(1), body: report }
  },

  'POST /v1/public/artifacts': () => fileBody(report, {}, 'report.md'),
  'PUT /v1/public/artifacts/{id}': async ({ preview }) => ({
    path: { id: (await preview()).shortId },
    ...withHeaders(fileBody(updated, {}, 'report.md'), current),
  }),
  'DELETE /v1/public/artifacts/{id}': async ({ preview }) => ({ path: { id: (await preview()).shortId } }),
  'POST /v1/claims': async ({ preview }) => jsonBody({ code: (await preview()).code }),

  'GET /v1/me': plain,
  'PATCH /v1/me': () => jsonBody({ name: 'Ana Ito' }),

  'GET /v1/me/identities': plain,
  'DELETE /v1/me/identities/{id}': () => ({ path: { id: 'unknown' } }),
  'GET /v1/me/second-factor': plain,
  'POST /v1/me/second-factor': plain,
  'POST /v1/me/second-factor/confirm': () => jsonBody({ code: '000000' }),
  'POST /v1/me/second-factor/end': () => jsonBody({ code: '000000' }),

  'GET /v1/organization': plain,
  'PATCH /v1/organization': () => jsonBody({ policy: { openNetwork: false } }),
  'DELETE /v1/organization': ({ company }) => ({ query: `confirm=${encodeURIComponent(company.name)}` }),
  'POST /v1/organization/restore': async ({ first, company }) => {
    await first('DELETE', `/v1/organization?confirm=${encodeURIComponent(company.name)}`)
    return jsonBody({ organizationId: company.id })
  },
  'GET /v1/organization/usage': plain,
  'GET /v1/organization/audit': plain,
  'GET /v1/organization/members': plain,
  'PATCH /v1/organization/members/{id}': ({ author }) => ({
    path: { id: author.id },
    ...jsonBody({ role: 'admin' }),
  }),
  'DELETE /v1/organization/members/{id}': ({ author, company }) => ({
    path: { id: author.id },
    query: `heir=${company.owner.id}`,
  }),
  'GET /v1/organization/invitations': plain,
  'POST /v1/organization/invitations': () => jsonBody({ email: freshAddress(), role: 'member' }),
  'DELETE /v1/organization/invitations/{id}': async ({ first }) => {
    const invitation = { email: freshAddress(), role: 'member' }
    const { id } = (await first('POST', '/v1/organization/invitations', invitation)).json
    return { path: { id } }
  },
  'POST /v1/invitations/accept': async ({ first, guest, service }) => {
    await first('POST', '/v1/organization/invitations', { email: guest, role: 'member' })
    const [letter] = await service.mail.wait(guest, 1)
    return jsonBody({ code: /\/invite\/(\w+)/.exec(letter!.text)![1] })
  },
  'GET /v1/organization/domains': plain,
  'POST /v1/organization/domains': () => jsonBody({ name: freshDomain() }),
  'POST /v1/organization/domains/{id}/verify': async ({ first }) => {
    const { id, record } = (await first('POST', '/v1/organization/domains', { name: freshDomain() })).json
    dns.set(record.name, [record.value])
    return { path: { id } }
  },
  'DELETE /v1/organization/domains/{id}': async ({ first }) => {
    const { id } = (await first('POST', '/v1/organization/domains', { name: freshDomain() })).json
    return { path: { id } }
  },

  'GET /v1/webhooks': plain,
  'POST /v1/webhooks': () => jsonBody(webhook),
  'GET /v1/webhooks/{id}': onWebhook,
  'PATCH /v1/webhooks/{id}': async scene => ({
    ...(await onWebhook(scene)),
    ...jsonBody({ format: 'slack' }),
  }),
  'DELETE /v1/webhooks/{id}': onWebhook,
  'POST /v1/webhooks/{id}/test': onWebhook,
  'GET /v1/webhooks/{id}/deliveries': onWebhook,
  'POST /v1/webhooks/deliveries/{id}/replay': async scene => {
    const { path } = await onWebhook(scene)
    const test = await scene.first('POST', `/v1/webhooks/${path!.id}/test`, {})
    return { path: { id: test.json.id } }
  },

  'POST /v1/keys': () => jsonBody({ name: 'Laptop', kind: 'user' }),
  'GET /v1/keys': plain,
  'DELETE /v1/keys/{id}': async ({ first }) => {
    const { id } = (await first('POST', '/v1/keys', { name: 'Nightly build', kind: 'service' })).json
    return { path: { id } }
  },
  'GET /v1/ci-rules': plain,
  'POST /v1/ci-rules': () => jsonBody(ruleFor(github())),
  'DELETE /v1/ci-rules/{id}': async ({ first }) => {
    const { id } = (await first('POST', '/v1/ci-rules', ruleFor(github()))).json
    return { path: { id } }
  },
  'POST /auth/ci': async ({ first, service, company }) => {
    const claims = github()
    await first('POST', '/v1/ci-rules', ruleFor(claims))
    return jsonBody({ token: await ours.token(service.url, claims), organization: company.id })
  },
  'GET /v1/sessions': plain,
  'DELETE /v1/sessions': plain,
  'DELETE /v1/sessions/{id}': async ({ first }) => {
    const { data } = (await first('GET', '/v1/sessions')).json
    return { path: { id: data[0].id } }
  },
}

const freshDomain = (): string => freshAddress().split('@')[0]!.concat('.example')
