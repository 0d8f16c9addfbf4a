// Build tokens whose issuer takes a connection and says nothing: whoever brings one is answered all the same, and others are not held up.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { startBuildIssuer } from '../support/build-issuer.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

type Said = Record<string, object>

/** An issuer that answers at the paths named, and elsewhere never. */
async function issuerThatSays(t: TestContext, said: (issuer: string) => Said) {
  const issuer = `http://localhost:${await freePort()}`
  const asked: string[] = []
  const answers = said(issuer)
  const server = createServer(({ url = '' }, response: ServerResponse) => {
    asked.push(url)
    const answer = answers[url]
    if (answer) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(Number(new URL(issuer).port), '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { issuer, asked, answers }
}

/** A token that names the issuer; whoever signs it, its keys have to be asked for first. */
async function bring(service: Running, forge: Forge, issuer: string) {
  const seconds = Math.floor(service.context.clock() / 1000)
  const times = { iat: seconds, exp: seconds + 60, jti: 'j', aud: service.url }
  const body = JSON.stringify({ token: await forge({ ...times, iss: issuer }), organization: 'nobody' })
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await send(`${service.url}/auth/ci`, { method: 'POST', headers, body })
  return { status, code: json.code }
}

type Forge = Awaited<ReturnType<typeof startBuildIssuer>>['forge']

const DISCOVERY = '/.well-known/openid-configuration'

test('an issuer that never answers, be it for its document or for its keys, is given up, and asked anew', async t => {
  const known = await startBuildIssuer()
  t.after(() => known.stop())
  const document = (issuer: string) => ({ issuer, jwks_uri: `${issuer}/keys` })
  const mute = await issuerThatSays(t, () => ({}))
  const keyless = await issuerThatSays(t, issuer => ({ [DISCOVERY]: document(issuer) }))
  const issuers = [known.issuer, mute.issuer, keyless.issuer]
  const service = await startService({ env: { RECTO_CI_ISSUERS: issuers.join() } })
  if (isSkip(service)) return t.skip(service.skip)
  t.after(() => service.stop())

  let givenUp = 0
  const unheard = [mute, keyless].map(({ issuer }) =>
    bring(service, known.forge, issuer).finally(() => {
      givenUp += 1
    }),
  )
  const other = await bring(service, known.forge, known.issuer)
  assert.deepEqual([other.status, givenUp], [401, 0])
  for (const answer of await Promise.all(unheard))
    assert.deepEqual(answer, { status: 502, code: 'provider_unavailable' })
  assert.deepEqual([mute.asked, keyless.asked], [[DISCOVERY], [DISCOVERY, '/keys']])

  mute.answers[DISCOVERY] = document(mute.issuer)
  for (const { answers } of [mute, keyless]) answers['/keys'] = { keys: [] }
  for (const { issuer } of [mute, keyless])
    assert.deepEqual(
      (await bring(service, known.forge, issuer)).status,
      401,
      'it gives its keys, and none fits',
    )
})
