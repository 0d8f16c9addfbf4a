// The forms of the organization's pages: what they do, and what they say to what cannot be done.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomToken } from '../../../src/crypto.ts'
import { openStage } from '../../contract/stage.ts'
import { readable, type Visitor, visitorOn } from '../../support/dashboard.ts'
import { startDns } from '../../support/dns.ts'
import { multipart, type Received } from '../../support/http.ts'
import { freshAddress } from '../../support/people.ts'

const dns = await startDns()
after(() => dns.stop())

async function ground() {
  const stage = await openStage({ RECTO_DNS: dns.address })
  const company = await stage.service.organization()
  const as = (member: { session: { cookie: string } }) => visitorOn(stage.url, member.session.cookie)
  return { ...stage, company, as, owner: as(company.owner) }
}

/** Follows the answer to a form to the page that says what was done. */
async function done(visitor: Visitor, answer: Received, says: RegExp): Promise<string> {
  assert.equal(answer.status, 303, readable(answer.text))
  const page = await visitor.get(answer.headers.location!)
  assert.equal(page.status, 200)
  assert.match(readable(page.text), says)
  return readable(page.text)
}

/** The form again, with what to mend and what was typed. */
function again(answer: Received, status: number, says: RegExp, typed?: string): void {
  assert.equal(answer.status, status, readable(answer.text))
  assert.match(answer.text, /class="error-summary" role="alert"/)
  assert.match(readable(answer.text), says)
  if (typed) assert.ok(answer.text.includes(`value="${typed}"`), 'what was typed is kept')
}

test('an invitation is sent, sent again and withdrawn', async () => {
  const { owner, service } = await ground()
  const email = freshAddress('new')
  const invite = (fields = {}) => owner.post('/app/members/invitations', { email, role: 'admin', ...fields })
  const page = await done(owner, await invite(), /Invitation sent/)
  assert.ok(page.includes(email) && /expires \d+/.test(page))
  const id = /invitations\/([0-9a-f-]{36})\/withdraw/.exec((await owner.get('/app/members')).text)![1]!
  await done(owner, await invite({ again: 'yes' }), /Invitation sent again/)
  const letters = await service.mail.wait(email, 2)
  assert.equal(letters.length, 2)
  const missing = await owner.post(`/app/members/invitations/${id}/withdraw`)
  assert.equal(missing.status, 404)
  const newer = /invitations\/([0-9a-f-]{36})\/withdraw/.exec((await owner.get('/app/members')).text)![1]!
  const after = await done(
    owner,
    await owner.post(`/app/members/invitations/${newer}/withdraw`),
    /Invitation withdrawn\./,
  )
  assert.ok(!after.includes(email))
})

test('what cannot be invited is said at the field, and what was typed stays', async () => {
  const { owner, company, as } = await ground()
  const member = await company.join('member')
  const admin = as(await company.join('admin'))
  const invite = (visitor: Visitor, email: string, role: string) =>
    visitor.post('/app/members/invitations', { email, role })
  again(await invite(owner, 'nonsense', 'member'), 422, /is not an email address/, 'nonsense')
  again(await invite(owner, '', 'member'), 422, /is not an email address/)
  again(await invite(owner, member.email, 'admin'), 409, /belongs to a member .* already/, member.email)
  again(await invite(owner, freshAddress(), 'emperor'), 422, /Must be owner or admin or member/)
  again(await invite(admin, freshAddress(), 'owner'), 403, /Only an owner makes or unmakes owners/)
  assert.match(readable((await owner.get('/app/members')).text), /No open invitations/)
})

test('a role is changed; the last owner keeps theirs', async () => {
  const { owner, company } = await ground()
  const member = await company.join('member')
  const role = (id: string, to: string) => owner.post(`/app/members/${id}/role`, { role: to })
  const page = await done(owner, await role(member.id, 'admin'), /Role changed/)
  assert.match(page, /Role Manages members, domains and keys\. Admin/)
  again(await role(member.id, 'viewer'), 422, /Must be owner or admin or member/)
  again(await role(company.owner.id, 'member'), 409, /only owner of the organization/)
})

test('a member is removed, and the heir named takes over', async () => {
  const { owner, company, send, as } = await ground()
  const [ana, ben] = [await company.join('member'), await company.join('member')]
  const made = await send('POST', '/v1/artifacts', {
    as: ana,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nx\r\n--b--\r\n',
  })
  const page = readable((await owner.get(`/app/members/${ana.id}`)).text)
  assert.match(page, /1 key stops working/)
  assert.match(page, /Who takes over 1 page/)
  const remove = (heir: string) => owner.post(`/app/members/${ana.id}/remove`, { heir })
  again(await remove('nobody@nowhere.example'), 422, /must be the address or id of another member/i)
  again(await remove('no address @'), 422, /is not an email address/)
  await done(owner, await remove(ben.id), /Member removed\./)
  const { json } = await send('GET', `/v1/artifacts/${made.json.shortId}/metadata`, { as: ben })
  assert.equal(json.owner.email, ben.email)
  assert.equal((await as(ana).get('/app/members')).status, 303)
  assert.equal((await owner.get(`/app/members/${ana.id}`)).status, 404)
})

test('somebody leaves; the last owner is told how', async () => {
  const { owner, company, as } = await ground()
  const ana = await company.join('member')
  const visitor = as(ana)
  assert.match(readable((await visitor.get(`/app/members/${ana.id}`)).text), /Leave organization/)
  const left = await visitor.post(`/app/members/${ana.id}/remove`)
  assert.deepEqual([left.status, left.headers.location], [303, '/'])
  assert.equal((await visitor.get('/app/usage')).status, 303)
  const last = readable((await owner.get(`/app/members/${company.owner.id}`)).text)
  assert.match(last, /You are the only owner, so you cannot leave\./)
  again(await owner.post(`/app/members/${company.owner.id}/remove`), 409, /only owner/)
})

test('members are found by name and in pages', async () => {
  const { owner, company } = await ground()
  const ana = await company.join('member', freshAddress('ana'))
  const found = async (query: string) =>
    readable((await owner.get(`/app/members?${new URLSearchParams({ query })}`)).text)
  const page = await found('ANA-')
  assert.ok(page.includes(ana.email) && !page.includes(`${company.owner.email} Owner`))
  assert.match(await found('"><script>'), /No members match/)
  assert.equal((await owner.get('/app/members?cursor=made-up')).status, 422)
})

test('a domain is named, proven and removed, with words for what is missing', async () => {
  const { owner, company } = await ground()
  const name = `${randomToken(8).toLowerCase()}.example`
  again(await owner.post('/app/domains', { name: 'not a domain' }), 422, /Must be a domain/, 'not a domain')
  again(
    await owner.post('/app/domains', { name: 'gmail.com' }),
    422,
    /Anybody can get an address at gmail\.com/,
  )
  const page = await done(owner, await owner.post('/app/domains', { name }), /Domain added\./)
  const value = /recto-verification=\w{32}/.exec(page)![0]
  const html = (await owner.get('/app/domains')).text
  assert.ok(html.includes(`data-copy="${value}"`))
  const id = /domains\/([0-9a-f-]{36})\/verify/.exec(html)![1]!
  again(await owner.post(`/app/domains/${id}/verify`), 409, /has no TXT record/)
  dns.set(name, 'fails')
  again(await owner.post(`/app/domains/${id}/verify`), 409, /did not answer/)
  dns.set(name, [value])
  await done(owner, await owner.post(`/app/domains/${id}/verify`), /Domain verified\./)
  await company.join('viewer', `vera@${name}`)
  assert.match(readable((await owner.get(`/app/domains/${id}/remove`)).text), /1 person reads in/)
  await done(owner, await owner.post(`/app/domains/${id}/remove`), /Domain removed/)
  assert.equal((await owner.post(`/app/domains/${id}/remove`)).status, 404)
})

test('the rules of the policy are switched, with what they touch, and show in what a program is told', async () => {
  const { owner, company, send, as } = await ground()
  const page = readable((await owner.get('/app/policy')).text)
  assert.match(page, /No page is public now\./)
  assert.match(page, /Members \(\d+ now\), viewers and guests whom a page names can no longer sign in/)
  await done(
    owner,
    await owner.post('/app/policy', { allowExternalSharing: 'on', openNetwork: 'on' }),
    /Rules saved\./,
  )
  const { json } = await send('GET', '/v1/organization', { as: company.owner })
  assert.deepEqual(json.policy, {
    allowPublic: false,
    allowExternalSharing: true,
    allowPreviewClaims: false,
    openNetwork: true,
    requireSignInProvider: false,
  })
  await company.setPlan('free')
  await done(
    owner,
    await owner.post('/app/policy', { allowPublic: 'on', requireSignInProvider: 'on' }),
    /Your plan has no sign-in with Google or Microsoft/,
  )
  const member = as(await company.join('member'))
  assert.match(readable((await member.get('/app/policy')).text), /Pages may be public Yes/)
})

test('a rule that closes pages asks first, in numbers, and changes nothing until then', async () => {
  const { owner, company, send } = await ground()
  const file = multipart([
    { name: 'file', value: '<p>Open', filename: 'a.html', type: 'text/html' },
    { name: 'visibility', value: 'public' },
  ])
  const published = await send('POST', '/v1/artifacts', { as: company.owner, ...file })
  assert.equal(published.status, 201, published.text)
  const others = { allowExternalSharing: 'on', allowPreviewClaims: 'on', openNetwork: 'on' }
  const asked = await owner.post('/app/policy', others)
  assert.equal(asked.status, 200)
  assert.match(
    readable(asked.text),
    /1 page that anyone with the link can open now will open for members only/,
  )
  const policy = async () => (await send('GET', '/v1/organization', { as: company.owner })).json.policy
  assert.equal((await policy()).allowPublic, true)
  const confirmed = /name="confirmed" value="([^"]+)"/.exec(asked.text)![1]!.replaceAll('&quot;', '"')
  await done(owner, await owner.post('/app/policy', { ...others, confirmed }), /Rules saved\./)
  assert.equal((await policy()).allowPublic, false)
  await done(owner, await owner.post('/app/policy', { ...others, allowPublic: 'on' }), /Rules saved\./)
})

test('a form acts in the organization its page was made for, or not at all', async () => {
  const { owner, company, service, send, as } = await ground()
  const other = await service.organization()
  const member = await other.join('member', company.owner.email)
  const moved = as(member)
  const madeIn = (html: string, action: string) =>
    new RegExp(
      `<form[^>]* action="${action}"[^>]*><input type="hidden" name="organization" value="([^"]+)"`,
    ).exec(html)?.[1]
  const page = (await owner.get('/app/account')).text
  const organization = madeIn(page, '/app/account/leave')!
  assert.equal(organization, company.id)
  const refused = await moved.post('/app/account/leave', { organization })
  assert.equal(refused.status, 409)
  assert.match(readable(refused.text), /Nothing was changed/)
  const bare = await send('POST', '/app/account/leave', {
    as: member.session,
    body: '',
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  assert.equal(bare.status, 422)
  assert.match(readable(bare.text), /organization: is missing: open the page again/)
  const here = madeIn((await moved.get('/app/account')).text, '/app/account/leave')!
  assert.equal((await moved.post('/app/account/leave', { organization: here })).status, 200)
})

test('the organization is renamed; what is no name is refused', async () => {
  const { owner } = await ground()
  const rename = (name: string) => owner.post('/app/general/name', { name })
  again(await rename('   '), 422, /must have 1 to 200 visible characters/i)
  again(await rename('x'.repeat(201)), 422, /1 to 200/)
  assert.match(await done(owner, await rename('Acme & Söhne'), /Organization renamed/), /Delete Acme & Söhne/)
})

test('the organization is deleted after its name was typed, and comes back whole', async () => {
  const { owner, company, send } = await ground()
  const end = (confirm: string) => owner.post('/app/general/end', { confirm })
  again(await end('Another'), 422, /must be the name of the organization/i, 'Another')
  const page = await done(owner, await end(company.name), /Organization deleted\./)
  assert.match(page, /Deleted forever in 14 days/)
  assert.equal((await send('GET', '/v1/me', { as: company.owner })).status, 401)
  const twice = await owner.post('/app/restore', { organizationId: 'nonsense' })
  assert.equal(twice.status, 422)
  await done(
    owner,
    await owner.post('/app/restore', { organizationId: company.id }),
    /The organization is back/,
  )
  assert.equal((await send('GET', '/v1/me', { as: company.owner })).status, 200)
  assert.match(readable((await owner.get('/app/restore')).text), /Nothing to restore/)
})

test('keys are limited in plain words where the plan has it, and said kindly where not', async () => {
  const { owner, company, send } = await ground()
  const made = await owner.post('/app/keys', { name: 'Reader', kind: 'user', 'artifacts:read': 'on' })
  assert.equal(made.status, 201)
  const key = /recto_k_\w+/.exec(made.text)![0]
  assert.deepEqual((await send('GET', '/v1/me', { as: { key } })).json.scopes, ['artifacts:read'])
  const list = await owner.get('/app/keys')
  assert.match(readable(list.text), /can read pages/)
  assert.ok(!list.text.includes(key), 'shown once')
  again(await owner.post('/app/keys', { name: 'Old', kind: 'user', expires: '2020-01-01' }), 422, /future/)
  again(await owner.post('/app/keys', { name: '', kind: 'user' }), 422, /1 to 200/)
  await company.setPlan('free')
  assert.match(readable((await owner.get('/app/keys')).text), /part of the Pro and Enterprise plans/)
  const over = { name: 'x', kind: 'user', 'artifacts:read': 'on' }
  again(await owner.post('/app/keys', over), 403, /free plan has no scoped keys/)
})

test('a key is made once, however often its form is sent', async () => {
  const { owner, company, service, send } = await ground()
  const page = (await owner.get('/app/keys')).text
  const since = /name="since" value="([^"]+)"/.exec(page)![1]!
  service.advance(1000)
  const form = { name: ' Build server ', kind: 'user', since }
  const made = await owner.post('/app/keys', form)
  assert.equal(made.status, 201)
  const key = /recto_u_\w+/.exec(made.text)![0]
  service.advance(1000)
  const reloaded = await done(owner, await owner.post('/app/keys', form), /This key exists already/)
  assert.ok(!reloaded.includes(key), 'the key is not shown again')
  const { json } = await send('GET', '/v1/keys', { as: company.owner.session })
  assert.equal(json.data.filter(({ name }: { name: string }) => name === 'Build server').length, 1)
  assert.equal((await send('GET', '/v1/me', { as: { key } })).status, 200)
  const again = /name="since" value="([^"]+)"/.exec((await owner.get('/app/keys')).text)![1]!
  service.advance(1000)
  assert.equal(
    (await owner.post('/app/keys', { ...form, since: again })).status,
    201,
    'a form of a later page makes one',
  )
})

test('a rule for builds is added and removed, with words for what is missing', async () => {
  const { owner } = await ground()
  const rule = {
    issuer: 'https://token.actions.githubusercontent.com',
    repositoryId: '1296269',
    ...{ ref: 'main', environment: '', 'artifacts:write': 'on', company: 'on' },
  }
  const add = (more: Record<string, string>) => owner.post('/app/builds', { ...rule, ...more })
  again(await add({ repositoryId: 'acme/site' }), 422, /Must be a number, such as 1296269/, 'acme/site')
  again(await add({ ref: ' ' }), 422, /a rule names a ref, an environment, or both/, '1296269')
  again(await add({ 'artifacts:write': '' }), 422, /Must have at least 1 member/)
  const page = await done(owner, await add({}), /Rule added\./)
  assert.match(page, /Repository 1296269/)
  assert.match(page, /GitHub Actions ?, number 1296269, refs\/heads\/main/)
  const id = /builds\/([0-9a-f-]{36})\/remove/.exec((await owner.get('/app/builds')).text)![1]!
  await done(owner, await owner.post(`/app/builds/${id}/remove`), /Rule removed\./)
  assert.equal((await owner.post(`/app/builds/${id}/remove`)).status, 404)
  assert.match(readable((await owner.get('/app/builds')).text), /No rules yet/)
})
