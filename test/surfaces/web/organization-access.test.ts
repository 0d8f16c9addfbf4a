// Tests who sees which of the organization's pages, whose forms do something, and from where.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { readable, type Visitor, visitorOn } from '../../support/dashboard.ts'
import { type Credential, freshAddress, guestSession, type Member } from '../../support/people.ts'

let stage: Stage
let people: Record<'owner' | 'admin' | 'member' | 'viewer', Member>
let target: Member
let visitors: Record<string, Visitor>
let invitation: string
let domain: string
let rule: string
let webhook: string

before(async () => {
  stage = await openStage()
  const { company, service, url } = stage
  people = {
    owner: company.owner,
    admin: await company.join('admin'),
    member: await company.join('member'),
    viewer: await company.join('viewer'),
  }
  target = await company.join('member')
  const guest = await guestSession(service.context, freshAddress('guest'))
  const stranger = (await service.organization()).owner
  visitors = Object.fromEntries([
    ...Object.entries(people).map(([role, { session }]) => [role, visitorOn(url, session.cookie)]),
    ['guest', visitorOn(url, guest.cookie)],
    ['stranger', visitorOn(url, stranger.session.cookie)],
    ['nobody', visitorOn(url, null)],
  ])
  const post = async (path: string, body: unknown, as?: Credential) =>
    (
      await stage.send('POST', path, {
        ...(as && { as }),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json.id
  invitation = await post('/v1/organization/invitations', { email: freshAddress(), role: 'member' })
  domain = await post('/v1/organization/domains', { name: 'acme-corp.example' })
  const made = { issuer: 'https://gitlab.com', repositoryId: 1, ref: 'main', scopes: ['artifacts:write'] }
  rule = await post('/v1/ci-rules', { ...made, visibilities: ['company'] }, company.owner.session)
  webhook = await post('/v1/webhooks', { url: 'https://receiver.example/' })
})

/** Owner, admin, member, viewer, guest, owner of another organization, nobody. */
const callers = ['owner', 'admin', 'member', 'viewer', 'guest', 'stranger', 'nobody'] as const

/** The same path in the order of the callers. Another organization's things are not found. */
const pages = (): [path: string, statuses: number[]][] => [
  ['/app/members', [200, 200, 200, 404, 303, 200, 303]],
  [`/app/members/${target.id}`, [200, 200, 403, 404, 303, 404, 303]],
  ['/app/members/nobody', [404, 404, 404, 404, 404, 404, 404]],
  ['/app/domains', [200, 200, 404, 404, 303, 200, 303]],
  [`/app/domains/${domain}/remove`, [200, 200, 404, 404, 303, 404, 303]],
  ['/app/builds', [200, 200, 404, 404, 303, 200, 303]],
  ['/app/webhooks', [200, 200, 404, 404, 303, 200, 303]],
  [`/app/webhooks/${webhook}`, [200, 200, 404, 404, 303, 404, 303]],
  ['/app/general', [200, 200, 200, 200, 303, 200, 303]],
  ['/app/policy', [200, 200, 200, 200, 303, 200, 303]],
  ['/app/usage', [200, 200, 200, 200, 303, 200, 303]],
  // None of them is of the organization that operates the server.
  ['/app/status', [404, 404, 404, 404, 303, 404, 303]],
  ['/app/audit', [200, 200, 404, 404, 303, 200, 303]],
  ['/app/audit/export.csv', [200, 200, 404, 404, 303, 200, 303]],
  ['/app/audit/export.json', [200, 200, 404, 404, 303, 200, 303]],
  ['/app/apps', [200, 200, 200, 200, 303, 200, 303]],
  ['/app/connect', [200, 200, 200, 200, 303, 200, 303]],
  ['/app/keys', [200, 200, 200, 200, 303, 200, 303]],
  ['/app/restore', [200, 200, 200, 200, 200, 200, 303]],
]

test('each page is there for whom it is, missing for others, and asks strangers to the house to sign in', async () => {
  for (const [path, statuses] of pages()) {
    const found = []
    for (const caller of callers) found.push((await visitors[caller]!.get(path)).status)
    assert.deepEqual(found, statuses, path)
  }
})

test('the way to the sign-in leads back', async () => {
  const { headers } = await visitors.nobody!.get('/app/audit?action=publish')
  assert.equal(headers.location, '/auth/sign-in?next=%2Fapp%2Faudit%3Faction%3Dpublish')
})

test('navigation names only what the role may open', async () => {
  for (const [caller, { length }] of [
    ['owner', [1, 2, 3, 4, 5, 6]],
    ['viewer', [1, 2, 3]],
  ] as const) {
    const { text } = await visitors[caller]!.get('/app/usage')
    const links = text.match(/href="\/app\/(general|members|domains|policy|usage|audit)"/g) ?? []
    assert.equal(new Set(links).size, length, caller)
  }
})

test('settings begin with the organization, which everybody in it may read and only its owners change', async () => {
  for (const caller of ['owner', 'admin', 'member', 'viewer']) {
    const { text } = await visitors[caller]!.get('/app')
    assert.match(text, /href="\/app\/general"><svg class="icon icon-settings"/, caller)
    const page = readable((await visitors[caller]!.get('/app/general')).text)
    assert.ok(page.includes(stage.company.name), caller)
    assert.equal(page.includes('Delete the organization'), caller === 'owner', caller)
  }
})

/** Every form, with what it sends, and who may not send it (with what they are told). */
const forms = (): [path: string, fields: Record<string, string>, refused: Record<string, number>][] => {
  const governed = { member: 404, viewer: 404, guest: 401, nobody: 401 }
  const asked = { member: 403, viewer: 404, guest: 401, nobody: 401 }
  const owned = { admin: 403, member: 403, viewer: 403, guest: 401, nobody: 401 }
  const foreign = { stranger: 404 }
  return [
    ['/app/members/invitations', { email: 'new@partner.example', role: 'member' }, asked],
    [`/app/members/invitations/${invitation}/withdraw`, {}, { ...asked, ...foreign }],
    [`/app/members/${target.id}/role`, { role: 'admin' }, { ...asked, ...foreign }],
    [`/app/members/${target.id}/remove`, {}, { ...asked, ...foreign }],
    ['/app/domains', { name: 'other.example' }, governed],
    [`/app/domains/${domain}/verify`, {}, { ...governed, ...foreign }],
    [`/app/domains/${domain}/remove`, {}, { ...governed, ...foreign }],
    ['/app/builds', { repositoryId: '1', ref: 'main', 'artifacts:write': 'on', company: 'on' }, governed],
    [`/app/builds/${rule}/remove`, {}, { ...governed, ...foreign }],
    ['/app/webhooks', { url: 'https://other.example/', 'hears-pages': 'on' }, governed],
    [`/app/webhooks/${webhook}/switch`, { to: 'off' }, { ...governed, ...foreign }],
    [`/app/webhooks/${webhook}/secret`, {}, { ...governed, ...foreign }],
    [`/app/webhooks/${webhook}/test`, {}, { ...governed, ...foreign }],
    [`/app/webhooks/${webhook}/remove`, {}, { ...governed, ...foreign }],
    ['/app/policy', { allowPublic: 'on' }, owned],
    ['/app/general/name', { name: 'Renamed' }, owned],
    ['/app/general/end', { confirm: stage.company.name }, owned],
    [
      '/app/keys',
      { name: 'service', kind: 'service' },
      { member: 403, viewer: 403, guest: 401, nobody: 401 },
    ],
    [
      '/app/restore',
      { organizationId: stage.company.id },
      { admin: 404, member: 404, guest: 404, nobody: 401 },
    ],
  ]
}

test('a form of somebody without the right is refused and changes nothing', async () => {
  for (const [path, fields, refused] of forms())
    for (const [caller, status] of Object.entries(refused))
      await stage.leavesNothing(async () => {
        const answer = await visitors[caller]!.post(path, fields)
        assert.equal(answer.status, status, `${caller} ${path} ${answer.text.slice(0, 300)}`)
      })
})

test('a form sent from another site is refused and changes nothing', async () => {
  const elsewhere = [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: stage.url },
  ]
  for (const [path, fields] of [...forms(), ['/invite/some-code', {}] as const])
    for (const headers of elsewhere)
      await stage.leavesNothing(async () => {
        const answer = await visitors.owner!.post(path, fields, headers as Record<string, string>)
        assert.equal(answer.status, 403, path)
        assert.match(answer.text, /cross_site_request/)
      })
})

test('the address of a form that was refused leads back to its page', async () => {
  for (const [path, location] of [
    ['/app/members/invitations', '/app/members'],
    [`/app/members/${target.id}/role`, `/app/members/${target.id}`],
    [`/app/domains/${domain}/verify`, '/app/domains'],
    [`/app/builds/${rule}/remove`, '/app/builds'],
    [`/app/webhooks/${webhook}/test`, `/app/webhooks/${webhook}`],
    ['/app/general/end', '/app/general'],
  ] as const) {
    const answer = await visitors.owner!.get(path)
    assert.deepEqual([answer.status, answer.headers.location], [303, location], path)
  }
})
