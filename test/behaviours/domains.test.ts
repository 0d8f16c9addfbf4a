// Mail domains: proven by a real DNS record, held by one organization, and what signing in by them makes of people.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { randomToken } from '../../src/crypto.ts'
import { startDns } from '../support/dns.ts'
import { send } from '../support/http.ts'
import type { Company } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { everywhere, onBothStores, unknownId, type World } from '../support/world.ts'

const dns = await startDns()
const env = { RECTO_DNS: dns.address }
after(() => dns.stop())

const freshDomain = (): string => `${randomToken(8).toLowerCase()}.example`

/** A domain of the company that its DNS says belongs to it. */
async function proven(world: World, name = freshDomain(), company: Company = world.company) {
  const domain = await world.call('addDomain', { name }, { as: company.owner })
  dns.set(domain.name, ['v=spf1 -all', domain.record.value])
  return world.call('verifyDomain', { id: domain.id }, { as: company.owner })
}

everywhere(
  'a domain is named, proven by its TXT record, listed and given up',
  async world => {
    const name = freshDomain()
    const added = await world.call('addDomain', { name: ` ${name.toUpperCase()}. ` })
    const { id, createdAt, record, ...shown } = added
    assert.deepEqual(shown, { name, verified: false, verifiedAt: null })
    assert.match(record.value, /^recto-verification=\w{32}$/)
    assert.deepEqual([record.type, record.name], ['TXT', name])
    await world.refused('domain_unverified', 'verifyDomain', { id })
    dns.set(name, ['recto-verification=somebody-else', `x${record.value}`])
    await world.refused('domain_unverified', 'verifyDomain', { id })
    dns.set(name, ['v=spf1 -all', 'x'.repeat(300), record.value])
    const traces = await world.traces(() => world.call('verifyDomain', { id }))
    assert.deepEqual(traces, { events: [], audits: ['verifyDomain'] })
    const { data } = await world.call('listDomains')
    assert.deepEqual([data.length, data[0].verified, typeof data[0].verifiedAt], [1, true, 'string'])
    assert.equal((await world.call('verifyDomain', { id })).verified, true)
    await world.call('removeDomain', { id })
    assert.deepEqual((await world.call('listDomains')).data, [])
    await world.refused('not_found', 'verifyDomain', { id })
  },
  env,
)

everywhere(
  'a DNS that fails proves nothing, and neither does a domain that is not there',
  async world => {
    const { id, name } = await world.call('addDomain', { name: freshDomain() })
    dns.set(name, 'fails')
    await world.refused('domain_unverified', 'verifyDomain', { id })
    dns.set(name, [])
    await world.refused('domain_unverified', 'verifyDomain', { id })
    assert.ok(dns.asked(name) > 0)
  },
  env,
)

everywhere(
  'naming it again answers the same record; naming it without owning it keeps nobody from it',
  async world => {
    const name = freshDomain()
    const other = await world.service.organization()
    const squatted = await world.call('addDomain', { name }, { as: other.owner })
    const mine = await world.call('addDomain', { name })
    assert.notEqual(mine.record.value, squatted.record.value)
    assert.deepEqual(await world.call('addDomain', { name }), mine)
    dns.set(name, [squatted.record.value, mine.record.value])
    await world.call('verifyDomain', { id: mine.id })
    await world.refused('domain_taken', 'verifyDomain', { id: squatted.id }, { as: other.owner })
    const third = await world.service.organization()
    await world.refused('domain_taken', 'addDomain', { name }, { as: third.owner })
    await world.call('removeDomain', { id: mine.id })
    await world.call('verifyDomain', { id: squatted.id }, { as: other.owner })
  },
  env,
)

everywhere(
  'two organizations that prove it at once: one has it',
  async world => {
    const name = freshDomain()
    const owners = [world.company.owner, (await world.service.organization()).owner]
    const domains = await Promise.all(owners.map(as => world.call('addDomain', { name }, { as })))
    dns.set(
      name,
      domains.map(({ record }) => record.value),
    )
    const outcomes = await Promise.all(
      domains.map(({ id }, n) => world.act('verifyDomain', { id }, { as: owners[n]! })),
    )
    const codes = outcomes.map(outcome => ('problem' in outcome ? outcome.problem.code : 'verified')).sort()
    assert.deepEqual(codes, ['domain_taken', 'verified'])
  },
  env,
)

everywhere(
  'domains open to everybody, and what is no domain, are refused',
  async world => {
    for (const name of [
      'gmail.com',
      'GMail.com',
      'googlemail.com',
      'outlook.com',
      'gmx.de',
      'proton.me',
      'qq.com',
      'mailinator.com',
      'fastmail.com',
      'tuta.com',
    ])
      await world.refused('public_mail_domain', 'addDomain', { name })
    for (const name of [
      '',
      'localhost',
      'com',
      'a..b',
      '-a.example',
      '127.0.0.1',
      '[::1]',
      'a.example/x',
      'a.example:53',
      'a b.example',
      'ana@a.example',
      'http://a.example',
      'x\r\ny.example',
      '*.example',
      `${'a'.repeat(64)}.example`,
      `${'abcdefgh.'.repeat(30)}example`,
    ])
      await world.refused('invalid_input', 'addDomain', { name })
    assert.equal((await world.call('addDomain', { name: 'bücher.example' })).name, 'xn--bcher-kva.example')
    assert.match((await world.call('addDomain', { name: 'ехаmple.com' })).name, /^xn--/)
  },
  env,
)

everywhere(
  'only owners and admins name, prove and give up domains',
  async world => {
    const { company } = world
    const { id } = await proven(world)
    const admin = await company.join('admin')
    assert.equal((await world.call('listDomains', {}, { as: admin })).data.length, 1)
    const service = await company.newKey('service')
    for (const as of [await company.join('member'), await company.join('viewer'), { key: service.key }]) {
      await world.refused('forbidden', 'listDomains', {}, { as })
      await world.refused('forbidden', 'addDomain', { name: freshDomain() }, { as })
      await world.refused('forbidden', 'verifyDomain', { id }, { as })
      await world.refused('forbidden', 'removeDomain', { id }, { as })
    }
    const stranger = (await world.service.organization()).owner
    await world.refused('not_found', 'removeDomain', { id }, { as: stranger })
    await world.refused('not_found', 'verifyDomain', { id: unknownId() })
  },
  env,
)

everywhere(
  'addresses at a proven domain are inside for the policy of sharing',
  async world => {
    const { name } = await proven(world)
    await world.call('changePolicy', { allowExternalSharing: false })
    const { sharedWith } = await world.call('publish', { visibility: `ana@${name}` }, { file: 'inside' })
    assert.deepEqual(sharedWith, [`ana@${name}`])
    for (const email of [`ana@sub.${name}`, `ana@x${name}`, `ana@${name}.example`])
      await world.refused('external_sharing_disabled', 'publish', { visibility: email }, { file: 'outside' })
  },
  env,
)

const post = (url: string, path: string, fields: object, cookie?: string) =>
  send(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(cookie && { cookie, origin: url }),
    },
    body: JSON.stringify(fields),
  })

async function signIn(service: Running, email: string, artifact?: string) {
  assert.equal((await post(service.url, '/auth/code', { email, ...(artifact && { artifact }) })).status, 202)
  const code = await service.mail.code(email)
  const answer = await post(service.url, '/auth/code/verify', { email, code })
  assert.equal(answer.status, 200, answer.text)
  return { cookie: answer.headers['set-cookie']![0]!.split(';')[0]!, ...answer.json }
}

/** A company with a proven domain, made over HTTP. */
async function companyWithDomain(service: Running) {
  const company = await service.organization()
  const { cookie } = company.owner.session
  const name = freshDomain()
  const { json } = await post(service.url, '/v1/organization/domains', { name }, cookie)
  dns.set(name, [json.record.value])
  const verified = await post(service.url, `/v1/organization/domains/${json.id}/verify`, {}, cookie)
  assert.deepEqual([verified.status, verified.json.verified], [200, true])
  return { company, cookie, name, id: json.id as string }
}

const eventsOf = ({ context }: Running, id: string) =>
  context.records.transaction(rows => rows.journal.events(id, 0, 100))

for (const signUp of ['open', 'invited'])
  onBothStores(
    `who was never invited becomes a viewer by the address at sign-in, and nothing else (sign-up ${signUp})`,
    async service => {
      const { company, name } = await companyWithDomain(service)
      const { organizations, cookie, person } = await signIn(service, `ana@${name}`)
      assert.deepEqual(organizations, [{ id: company.id, name: company.name, role: 'viewer' }])
      const types = (await eventsOf(service, company.id)).map(event => [event.type, event.actor.personId])
      assert.deepEqual(types.at(-1), ['member.joined', person.id])
      const get = async (path: string) => (await send(service.url + path, { headers: { cookie } })).status
      assert.equal(await get('/v1/organization'), 200)
      assert.equal(await get('/v1/artifacts'), 200)
      assert.equal(await get('/v1/organization/members'), 403)
      assert.equal((await signIn(service, `ana@${name}`)).organizations.length, 1)
      const outsider = await post(service.url, '/auth/code', { email: `ana@sub.${name}` })
      assert.equal(outsider.status, 202)
      if (signUp === 'invited') assert.deepEqual(await service.mail.to(`ana@sub.${name}`), [])
    },
    { ...env, RECTO_SIGN_UP: signUp },
  )

onBothStores(
  'a viewer reads company and public artifacts, and edits, publishes and shares nothing',
  async service => {
    const { company, name } = await companyWithDomain(service)
    const publish = async (visibility: string) => {
      const form = new FormData()
      form.set('file', new Blob(['# Page']), 'page.md')
      form.set('visibility', visibility)
      const headers = { authorization: `Bearer ${company.owner.key}` }
      const answer = await fetch(`${service.url}/v1/artifacts`, { method: 'POST', headers, body: form })
      return ((await answer.json()) as { shortId: string }).shortId
    }
    const [shared, open, hidden] = [
      await publish('company'),
      await publish('public'),
      await publish('private'),
    ]
    const { cookie } = await signIn(service, `ben@${name}`, shared)
    const call = async (method: string, path: string, body = '{}') => {
      const headers = { cookie, origin: service.url, 'content-type': 'application/json', 'if-match': '"v1"' }
      return (await send(service.url + path, { method, headers, ...(method !== 'GET' && { body }) })).status
    }
    assert.equal(await call('GET', `/v1/artifacts/${shared}/content`), 200)
    assert.equal(await call('GET', `/v1/artifacts/${open}/content`), 200)
    assert.equal(await call('GET', `/v1/artifacts/${hidden}/content`), 404)
    assert.equal(await call('PATCH', `/v1/artifacts/${shared}`, '{"name":"x"}'), 403)
    assert.equal(await call('DELETE', `/v1/artifacts/${shared}`), 403)
    const edits = '{"edits":[{"oldText":"Page","newText":"x"}]}'
    assert.equal(await call('POST', `/v1/artifacts/${shared}/edits`, edits), 403)
    assert.equal(await call('POST', `/v1/artifacts/${shared}/copies`), 403)
    assert.equal(await call('POST', '/v1/organization/domains', '{"name":"x.example"}'), 403)
  },
  env,
)

onBothStores(
  'who has an account becomes a viewer besides, and begins where the page is that they came for',
  async service => {
    const { company, name } = await companyWithDomain(service)
    const own = await service.organization()
    const member = await own.join('member', `cleo@${name}`)
    const { organizations, cookie } = await signIn(service, member.email)
    assert.deepEqual(
      organizations.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [
        [own.id, 'member'],
        [company.id, 'viewer'],
      ],
    )
    const me = async (as: string) => (await send(`${service.url}/v1/me`, { headers: { cookie: as } })).json
    assert.equal((await me(cookie)).organization.id, own.id)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'page.md')
    form.set('visibility', 'company')
    const headers = { authorization: `Bearer ${company.owner.key}` }
    const made = await fetch(`${service.url}/v1/artifacts`, { method: 'POST', headers, body: form })
    const { shortId } = (await made.json()) as { shortId: string }
    const again = await signIn(service, member.email, shortId)
    assert.equal((await me(again.cookie)).organization.id, company.id)
  },
  env,
)

onBothStores(
  'who was invited becomes what the invitation says, not a viewer',
  async service => {
    const { company, name, cookie } = await companyWithDomain(service)
    const email = `dora@${name}`
    await post(service.url, '/v1/organization/invitations', { email, role: 'admin' }, cookie)
    const letters = await service.mail.wait(email, 1)
    const code = /\/invite\/(\w+)/.exec(letters[0]!.text)![1]!
    const session = await signIn(service, email)
    assert.deepEqual(session.organizations, [])
    const accepted = await post(service.url, '/v1/invitations/accept', { code }, session.cookie)
    assert.deepEqual([accepted.json.role, accepted.json.organization.id], ['admin', company.id])
  },
  env,
)

onBothStores(
  'who was removed does not come back by the domain; who came by the domain goes with it',
  async service => {
    const { company, name, id, cookie } = await companyWithDomain(service)
    const [removed, viewer] = [await signIn(service, `eve@${name}`), await signIn(service, `fay@${name}`)]
    const headers = { cookie, origin: service.url }
    const remove = (path: string) => send(service.url + path, { method: 'DELETE', headers })
    assert.equal((await remove(`/v1/organization/members/${removed.person.id}`)).status, 204)
    const back = await signIn(service, `eve@${name}`)
    assert.deepEqual(
      back.organizations.map((at: { id: string; role: string }) => [at.id === company.id, at.role]),
      [[false, 'owner']],
    )
    const member = await company.join('member', `gil@${name}`)
    assert.equal((await remove(`/v1/organization/domains/${id}`)).status, 204)
    const status = async (as: string) =>
      (await send(`${service.url}/v1/me`, { headers: { cookie: as } })).status
    assert.equal(await status(viewer.cookie), 401)
    assert.equal(await status(member.session.cookie), 200)
    const last = (await eventsOf(service, company.id)).at(-1)!
    assert.deepEqual([last.type, last.data.id], ['member.removed', viewer.person.id])
  },
  env,
)
