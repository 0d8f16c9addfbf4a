// Programs that name themselves by the address of a document about them: which documents count, and how they are fetched.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import * as oidc from 'openid-client'
import { OutboundError } from '../../src/outbound.ts'
import { type DocumentSite, startDocumentSite } from '../support/client-documents.ts'
import { send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  everyday,
  exchange,
  type Program,
  redirect,
  register,
} from '../support/oauth-client.ts'
import type { Company } from '../support/people.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

let service: Running
let company: Company
let site: DocumentSite

const started = async (env: Record<string, string> = {}): Promise<Running> => {
  const running = await startService({ env: { RECTO_CIMD: 'auto', ...env }, reach: site.reach })
  if (isSkip(running)) throw new Error(running.skip)
  return running
}

before(async () => {
  site = await startDocumentSite()
  service = await started()
  company = await service.organization()
})

after(async () => {
  await service.stop()
  await site.stop()
})

/** The program that has the address for a name. */
async function programAt(clientId: string, { url } = service): Promise<Program> {
  const insecure = { algorithm: 'oauth2' as const, execute: [oidc.allowInsecureRequests] }
  const issuer = new URL(`${url}/oauth`)
  return { configuration: await oidc.discovery(issuer, clientId, undefined, oidc.None(), insecure), clientId }
}

const ask = async (clientId: string, more: Record<string, string> = {}) =>
  askConsent(service, await programAt(clientId), company.owner, more)

const askForDevice = (client_id: string) =>
  send(`${service.url}/oauth/device`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id, scope: everyday }).toString(),
  })

const isOffered = async ({ url }: Running): Promise<boolean> =>
  (await send(`${url}/.well-known/oauth-authorization-server/oauth`)).json
    .client_id_metadata_document_supported

const documentAt = (path: string, more: object = {}): object => ({
  client_id: `https://apps.example${path}`,
  client_name: 'Published Agent',
  redirect_uris: [redirect],
  ...more,
})

test('a document about a program takes the place of a registration, and is fetched once', async () => {
  assert.equal(await isOffered(service), true)
  const path = '/oauth/client.json'
  const document = documentAt(path, {
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'everything',
    logo_uri: 'https://apps.example/logo.svg',
    token_endpoint_auth_methods: ['none', 'private_key_jwt'],
  })
  const program = await programAt(
    site.publish(path, document, { 'content-type': 'application/json; charset=utf-8' }),
  )
  const asked = await askConsent(service, program, company.owner)
  assert.equal(asked.page.status, 200, asked.page.text)
  assert.match(asked.page.text, /Published Agent/)
  assert.match(asked.page.text, /apps\.example/)
  assert.match(asked.page.text, /can’t verify/)
  const tokens = await exchange(program, asked, await answerConsent(asked, everyday))
  const next = await oidc.refreshTokenGrant(program.configuration, tokens.refresh_token!)
  assert.equal((await mcpClient(service.url, next.access_token).request('tools/list')).status, 200)
  assert.deepEqual(
    site.asked.filter(each => each === path),
    [path],
  )
})

test('a program that is led back to the site of its document is told by it', async () => {
  const path = '/web.json'
  const redirect_uri = 'https://apps.example/back'
  const clientId = site.publish(path, documentAt(path, { redirect_uris: [redirect_uri] }))
  const { page } = await ask(clientId, { redirect_uri })
  assert.equal(page.status, 200, page.text)
  assert.doesNotMatch(page.text, /can’t verify/)
  assert.match(page.text, /published by <code>apps\.example/)
  assert.equal((await ask(clientId, { redirect_uri: 'https://apps.example/other' })).page.status, 400)
  const elsewhere = ['https://elsewhere.example/back']
  site.publish('/far.json', documentAt('/far.json', { redirect_uris: elsewhere }))
  const far = await ask('https://apps.example/far.json', { redirect_uri: elsewhere[0]! })
  assert.match(far.page.text, /can’t verify/)
})

test('a hostile document is refused on a page, and nobody is led anywhere', async () => {
  const hostile: Record<string, object | string> = {
    '/other-name': documentAt('/elsewhere'),
    '/no-name': { redirect_uris: [redirect] },
    '/array': '[]',
    '/text': 'client',
    '/null': 'null',
    '/long': documentAt('/long', { client_name: 'x'.repeat(6_000) }),
    '/secret': documentAt('/secret', { client_secret: 'word' }),
    '/shared': documentAt('/shared', { token_endpoint_auth_method: 'client_secret_basic' }),
    '/script': documentAt('/script', { redirect_uris: ['javascript:alert(1)', redirect] }),
    '/wildcard': documentAt('/wildcard', { redirect_uris: ['https://*.apps.example/', redirect] }),
    '/plain-http': documentAt('/plain-http', { redirect_uris: ['http://apps.example/', redirect] }),
    '/nowhere': documentAt('/nowhere', { redirect_uris: [] }),
    '/crowd': documentAt('/crowd', { redirect_uris: Array(30).fill(redirect) }),
    '/proto': `{"__proto__":{"client_id":"https://apps.example/proto"},"redirect_uris":["${redirect}"]}`,
  }
  for (const [path, document] of Object.entries(hostile)) {
    const { page } = await ask(site.publish(path, document))
    assert.deepEqual([page.status, page.headers.location], [400, undefined], path)
    assert.ok(site.asked.includes(path), path)
  }
})

test('an answer that is no document is refused: redirects, errors, other types, and none in time', async () => {
  const good = (path: string) => JSON.stringify(documentAt(path))
  site.publish('/target', documentAt('/moved'))
  site.publish('/page', good('/page'), { 'content-type': 'text/html' })
  site.publish('/bare', good('/bare'), {})
  const answers: Record<string, number> = { '/moved': 302, '/kept': 304, '/gone': 410, '/broken': 500 }
  for (const [path, status] of Object.entries(answers))
    site.pages.set(path, response => {
      const headers = { 'content-type': 'application/json', location: 'https://apps.example/target' }
      response.writeHead(status, headers).end(status === 304 ? undefined : good(path))
    })
  site.pages.set('/slow', response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  })
  site.pages.set('/latin', response => {
    const named = JSON.stringify(documentAt('/latin', { client_name: 'Caf\u00e9' }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(named, 'latin1')
  })
  const paths = [...Object.keys(answers), '/page', '/bare', '/slow', '/latin', '/missing']
  const pages = await Promise.all(paths.map(path => ask(`https://apps.example${path}`)))
  for (const [index, { page }] of pages.entries()) {
    assert.deepEqual([page.status, page.headers.location], [400, undefined], paths[index])
    assert.match(
      page.text,
      /could not read the app’s description.*: the answer .*Connect again/,
      paths[index],
    )
  }
  assert.ok(!site.asked.includes('/target'))
})

test('a document that was refused is fetched again when it is asked for again', async () => {
  const path = '/mended'
  assert.equal((await ask(`https://apps.example${path}`)).page.status, 400)
  const clientId = site.publish(path, documentAt(path))
  assert.equal((await ask(clientId)).page.status, 200)
})

test('addresses that are no public https document are never asked', async () => {
  const local = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(local, 'listening')
  let connections = 0
  local.on('connection', () => connections++)
  const { port } = local.address() as AddressInfo
  const before = site.asked.length
  for (const address of [
    `https://127.0.0.1:${port}/client.json`,
    `https://localhost:${port}/client.json`,
    `https://[::1]:${port}/client.json`,
    `http://127.0.0.1:${port}/client.json`,
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://apps.example',
    'https://apps.example/',
    'https://user@apps.example/client.json',
    'https://apps.example/oauth/../client.json',
    'https://apps.example/%2e%2e/client.json',
    'https://apps.example/client.json#part',
    `https://apps.example/${'x'.repeat(600)}`,
  ]) {
    const { page } = await ask(address)
    assert.deepEqual([page.status, page.headers.location], [400, undefined], address)
  }
  assert.deepEqual([connections, site.asked.length], [0, before])
  local.close()
})

test('the name of a document shows as a name, and nothing else of it', async () => {
  const path = '/name.json'
  const client_name = `<b>Claude\u202e</b>\n${'x'.repeat(300)}`
  const { page } = await ask(
    site.publish(path, documentAt(path, { client_name, logo_uri: 'https://apps.example/l' })),
  )
  assert.equal(page.status, 200)
  assert.ok(
    !page.text.includes('<b>Claude') && !page.text.includes('\u202e') && !page.text.includes('x'.repeat(200)),
  )
  assert.ok(!page.text.includes('apps.example/l'))
})

test('off means off', async () => {
  const off = await started({ RECTO_CIMD: 'off' })
  assert.equal(await isOffered(off), false)
  const path = '/off.json'
  const { owner } = await off.organization()
  const refused = await askConsent(off, await programAt(site.publish(path, documentAt(path)), off), owner)
  assert.equal(refused.page.status, 400)
  assert.ok(!site.asked.includes(path))
  await off.stop()
})

test('documents are offered until two fetches in a row could not connect, and again after an hour', async () => {
  let outcomes: boolean[] = []
  const reach: DocumentSite['reach'] = async (address, sent, limits) => {
    if (sent.method === 'HEAD' || outcomes.shift() === false) throw new OutboundError('the connection failed')
    return site.reach(address, sent, limits)
  }
  const running = await startService({ env: { RECTO_CIMD: 'auto' }, reach })
  assert.ok(!isSkip(running))
  const { owner } = await running.organization()
  let count = 0
  /** A sign-in fetches the document again where it could not be fetched. */
  const signIn = async (...fetched: boolean[]) => {
    outcomes = fetched
    const path = `/behind/${count++}`
    await askConsent(running, await programAt(site.publish(path, documentAt(path)), running), owner)
    assert.deepEqual(outcomes, [])
    return isOffered(running)
  }
  assert.equal(await signIn(false, true), true)
  assert.equal(await signIn(false, true), true, 'they were not in a row')
  assert.equal(await signIn(false, false), false)
  running.advance(59 * 60_000)
  assert.equal(await isOffered(running), false)
  running.advance(60_000)
  assert.equal(await isOffered(running), true)
  await running.stop()
})

test('behind a firewall a program that was told of no documents signs in by registration', async () => {
  const reach: DocumentSite['reach'] = async () => {
    throw new OutboundError('the connection failed')
  }
  const running = await startService({ env: { RECTO_CIMD: 'auto' }, reach })
  assert.ok(!isSkip(running))
  const { owner } = await running.organization()
  for (const path of ['/one', '/two']) {
    const { page } = await askConsent(running, await programAt(`https://apps.example${path}`, running), owner)
    assert.equal(page.status, 400)
  }
  assert.equal(await isOffered(running), false)
  const program = await register(running, { client_name: 'Behind a Firewall' })
  const asked = await askConsent(running, program, owner)
  const tokens = await exchange(program, asked, await answerConsent(asked, everyday))
  assert.equal((await mcpClient(running.url, tokens.access_token).request('tools/list')).status, 200)
  await running.stop()
})

test('who switches documents on or off has nobody asked', async () => {
  for (const mode of ['on', 'off']) {
    const asked: string[] = []
    const reach: DocumentSite['reach'] = async address => {
      asked.push(address)
      throw new OutboundError('the connection failed')
    }
    const running = await startService({ env: { RECTO_CIMD: mode }, reach })
    assert.ok(!isSkip(running))
    assert.equal(await isOffered(running), mode === 'on')
    assert.deepEqual(asked, [])
    await running.stop()
  }
})

test('nobody ends the offer of documents by naming a host that does not answer, or that no machine has a way to', async () => {
  for (const mode of ['auto', 'on']) {
    const running = await started({ RECTO_CIMD: mode })
    const { owner } = await running.organization()
    for (const host of ['gone.example', 'cut-off.example']) {
      const program = await programAt(`https://${host}/client.json`, running)
      assert.equal((await askConsent(running, program, owner)).page.status, 400)
      assert.equal(await isOffered(running), true, `${mode} ${host}`)
    }
    await running.stop()
  }
})

test('two documents are fetched at once; others wait shortly, and are told to come again', async () => {
  const open = { now: 0, most: 0 }
  const addresses = Array.from({ length: 8 }, (_, index) => {
    const path = `/held/${index}`
    site.pages.set(path, response => {
      open.most = Math.max(open.most, ++open.now)
      response.once('close', () => open.now--)
    })
    return `https://apps.example${path}`
  })
  const answers = await Promise.all([
    ...addresses.map(address =>
      send(`${service.url}/oauth/authorize?client_id=${encodeURIComponent(address)}`),
    ),
    ...addresses.map(client_id => askForDevice(client_id)),
  ])
  assert.equal(open.most, 2)
  const [pages, devices] = [answers.slice(0, 8), answers.slice(8)]
  const page = pages.find(({ status }) => status === 503)
  assert.match(page?.text ?? '', /Try again in a few seconds/)
  const device = devices.find(({ status }) => status === 503)
  assert.equal(device?.json.error, 'temporarily_unavailable')
  assert.ok(device?.headers['retry-after'])
  const path = '/after-held'
  assert.equal((await ask(site.publish(path, documentAt(path)))).page.status, 200)
})

test('one network does not have documents fetched without end', async () => {
  const running = await started({ RECTO_RATE_LIMITS: 'on' })
  const before = site.asked.length
  const asked = (index: number) =>
    send(
      `${running.url}/oauth/authorize?client_id=${encodeURIComponent(`https://apps.example/many/${index}`)}`,
    )
  for (let i = 0; i < 65; i++) assert.equal((await asked(i)).status, 400)
  assert.equal(site.asked.length - before, 60)
  await running.stop()
})

test('a person is asked though the document is forgotten and gone, also by a device that shows a code', async () => {
  const path = '/forgotten.json'
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const grant_types = ['authorization_code', 'refresh_token', device]
  const client_id = site.publish(path, documentAt(path, { client_name: 'Forgotten Agent', grant_types }))
  const asked = await ask(client_id)
  const shown = await askForDevice(client_id)
  assert.equal(shown.status, 200, shown.text)
  await forgetDocuments()
  site.pages.delete(path)
  const again = await asked.visitor.open(asked.page.at)
  assert.equal(again.status, 200, again.text)
  assert.match(again.text, /Forgotten Agent/)
  assert.match(again.text, /apps\.example/)
  const page = `${service.url}/auth/device`
  const given = await asked.visitor.post(page, { code: shown.json.user_code }, page)
  assert.equal(given.status, 200, given.text)
  assert.match(given.text, /Forgotten Agent/)
  site.publish(path, documentAt(path, { client_name: 'Forgotten Agent', grant_types }))
  const back = await answerConsent(asked, everyday)
  assert.match(back.at, /[?&]code=/)
})

/** The library remembers a hundred documents. */
async function forgetDocuments(): Promise<void> {
  for (let index = 0; index < 101; index++) {
    const path = `/others/${index}`
    const client_id = encodeURIComponent(site.publish(path, documentAt(path)))
    await send(`${service.url}/oauth/authorize?client_id=${client_id}`)
  }
}
