// The organization: its name and policy, switching between several, and how one ends.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { freshAddress, joinOrganization, type Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { blobs, everywhere, onBothStores, unknownId, type World } from '../support/world.ts'

const DAY = 86_400_000

const open = {
  allowPublic: true,
  allowExternalSharing: true,
  allowPreviewClaims: true,
  openNetwork: true,
  requireSignInProvider: false,
}

everywhere('every member and a service key read the organization; the role is the own one', async world => {
  const { company } = world
  const { createdAt, ...shown } = await world.call('organization')
  assert.deepEqual(shown, {
    id: company.id,
    name: company.name,
    plan: 'enterprise',
    role: 'owner',
    policy: open,
  })
  assert.equal(typeof createdAt, 'string')
  for (const role of ['admin', 'member', 'viewer'] as const)
    assert.equal((await world.call('organization', {}, { as: await company.join(role) })).role, role)
  const { key } = await company.newKey('service')
  assert.equal((await world.call('organization', {}, { as: { key } })).role, null)
  await world.refused('unauthorized', 'organization', {}, { as: 'nobody' })
})

everywhere('only an owner changes name and policy', async world => {
  const { company } = world
  const { key } = await company.newKey('service')
  const others = [
    await company.join('admin'),
    await company.join('member'),
    await company.join('viewer'),
    { key },
  ]
  await world.leavesNothing(async () => {
    for (const as of others) {
      await world.refused('forbidden', 'changeOrganization', { name: 'Mine' }, { as })
      await world.refused('forbidden', 'changePolicy', { allowPublic: false }, { as })
      await world.refused('forbidden', 'deleteOrganization', { confirm: company.name }, { as })
    }
  })
})

everywhere(
  'a change of policy is an event and an audit row; what changes nothing is no event',
  async world => {
    const change = (input: Record<string, unknown>) =>
      world.traces(() => world.call('changeOrganization', input))
    assert.deepEqual(await change({ policy: { allowPublic: false } }), {
      events: ['policy.changed'],
      audits: ['changeOrganization'],
    })
    assert.deepEqual((await change({ policy: { allowPublic: false } })).events, [])
    assert.deepEqual((await change({ name: 'Acme' })).events, [])
    const { name, policy } = await world.call('organization')
    assert.deepEqual([name, policy], ['Acme', { ...open, allowPublic: false }])
    const flat = await world.call('changePolicy', { allowPublic: true, openNetwork: false })
    assert.deepEqual(flat, { ...open, openNetwork: false })
    assert.deepEqual((await world.call('organization')).policy, flat)
  },
)

everywhere(
  'names are cleaned; names without a visible character, and unknown rules, are refused',
  async world => {
    const rename = async (name: unknown) => {
      const outcome = await world.act('changeOrganization', { name })
      return 'problem' in outcome ? outcome.problem.code : outcome.value.name
    }
    assert.equal(await rename('  Acme\r\nBcc: x@example.com\t '), 'Acme Bcc: x@example.com')
    assert.equal(await rename('\u202eevil\u2066'), 'evil')
    assert.equal(await rename('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>')
    assert.equal(await rename("Robert'); DROP TABLE organization;--"), "Robert'); DROP TABLE organization;--")
    assert.equal(await rename('é'.repeat(200)), 'é'.repeat(200))
    for (const name of ['', ' \u200e ', '\0', 'a'.repeat(201), 7, null])
      assert.equal(await rename(name), 'invalid_input')
    for (const policy of [{ allowEverything: true }, { allowPublic: 'no' }, { allowPublic: null }, []])
      await world.refused('invalid_input', 'changeOrganization', { policy })
  },
)

everywhere('what the policy restricts stays stored and works again when the rule is lifted', async world => {
  const guest = 'guest-of-policy@example.net'
  const { shortId: open } = await world.call('publish', { visibility: 'public' }, { file: 'open' })
  const { shortId: shared } = await world.call('publish', { visibility: guest }, { file: 'shared' })
  await world.call('changeOrganization', { policy: { allowPublic: false, allowExternalSharing: false } })
  await world.refused('unauthorized', 'get', { id: open }, { as: 'nobody' })
  await world.refused('public_artifacts_disabled', 'publish', { visibility: 'public' }, { file: 'new' })
  await world.refused('external_sharing_disabled', 'publish', { visibility: guest }, { file: 'new' })
  const stored = await world.call('get', { id: shared })
  assert.deepEqual([stored.visibility, stored.sharedWith], ['private', [guest]])
  await world.call('changePolicy', { allowPublic: true, allowExternalSharing: true })
  assert.equal((await world.call('get', { id: open }, { as: 'nobody' })).visibility, 'public')
  await world.call('publish', { visibility: guest }, { file: 'new' })
})

everywhere('sign-in by provider is required only where the plan has it', async world => {
  const { company } = world
  const require = { requireSignInProvider: true }
  for (const plan of ['free', 'solo'] as const) {
    await company.setPlan(plan)
    await world.refused('plan_limit', 'changeOrganization', { policy: require })
    await world.refused('plan_limit', 'changePolicy', require)
  }
  await world.call('changeOrganization', { policy: { requireSignInProvider: false, allowPublic: false } })
  for (const plan of ['pro', 'enterprise'] as const) {
    await company.setPlan(plan)
    await world.refused('sign_in_provider_missing', 'changePolicy', require)
  }
})

everywhere('two owners who change different rules at once lose none', async world => {
  const other = await world.company.join('owner')
  await Promise.all([
    world.call('changePolicy', { allowPublic: false }),
    world.call('changePolicy', { openNetwork: false }, { as: other }),
    world.call('changeOrganization', { policy: { allowPreviewClaims: false } }),
  ])
  const { policy } = await world.call('organization')
  assert.deepEqual(policy, { ...open, allowPublic: false, openNetwork: false, allowPreviewClaims: false })
})

everywhere('a person in several organizations switches the session; its token changes', async world => {
  const { company, service } = world
  const elsewhere = await service.organization()
  const { email, id, session } = await company.join('member')
  await elsewhere.join('admin', email)
  const outcome = await world.act('changeMe', { organizationId: elsewhere.id }, { as: session })
  assert.ok('value' in outcome && outcome.session)
  const { organization, role, organizations, person } = outcome.value
  assert.deepEqual([organization.id, role, organizations.length, person.id], [elsewhere.id, 'admin', 2, id])
  await world.refused('unauthorized', 'me', {}, { as: session })
  assert.equal((await world.call('me', {}, { as: outcome.session })).organization.id, elsewhere.id)
  const again = await world.act('changeMe', { organizationId: elsewhere.id }, { as: outcome.session })
  assert.ok('value' in again && again.session === undefined)
})

everywhere('nobody switches to where they do not belong, and keys and grants do not switch', async world => {
  const { company, service } = world
  const { id } = await service.organization()
  const { session, key } = company.owner
  for (const organizationId of [id, unknownId()])
    await world.refused('not_found', 'changeMe', { organizationId }, { as: session })
  await world.refused('session_required', 'changeMe', { organizationId: company.id }, { as: { key } })
  await world.refused('session_required', 'changeMe', { name: 'Ana' }, { as: { key } })
  await world.refused('unauthorized', 'changeMe', { name: 'Ana' }, { as: 'nobody' })
  await world.refused('invalid_input', 'changeMe', { organizationId: 'mine' }, { as: session })
})

everywhere('a person renames themselves', async world => {
  const { session } = world.company.owner
  const { person } = await world.call('changeMe', { name: ' Ana\u0000 \u202eMaria ' }, { as: session })
  assert.equal(person.name, 'Ana Maria')
  assert.equal((await world.call('listMembers')).data[0].name, 'Ana Maria')
  await world.refused('invalid_input', 'changeMe', { name: '\u200f' }, { as: session })
})

everywhere(
  'deleting takes a session, an owner and the name; then nobody reaches anything of it',
  async world => {
    const { company } = world
    const { owner, name } = company
    const [admin, guest] = [await company.join('admin'), 'guest-of-deleted@example.net']
    const service = await company.newKey('service')
    const published = await world.call('publish', { visibility: 'public' }, { file: 'public' })
    const shared = await world.call('publish', { visibility: guest }, { file: 'shared' })
    await world.refused('session_required', 'deleteOrganization', { confirm: name })
    await world.refused('forbidden', 'deleteOrganization', { confirm: name }, { as: admin.session })
    for (const confirm of ['', name.toLowerCase(), `${name}!`])
      await world.refused('invalid_input', 'deleteOrganization', { confirm }, { as: owner.session })
    const { deletesAt } = await world.call(
      'deleteOrganization',
      { confirm: ` ${name} ` },
      { as: owner.session },
    )
    assert.ok(Math.abs(Date.parse(deletesAt) - world.service.context.clock() - 14 * DAY) < 60_000)
    for (const id of [published.shortId, shared.shortId]) {
      await world.refused('unauthorized', 'get', { id }, { as: 'nobody' })
      const reader = (await world.service.organization()).owner
      for (const as of [owner.session, admin.session, reader])
        await world.refused('not_found', 'get', { id }, { as })
    }
    for (const as of [owner, admin, { key: service.key }])
      await world.refused('unauthorized', 'me', {}, { as })
    for (const operation of ['organization', 'list', 'listMembers'])
      await world.refused('forbidden', operation, {}, { as: owner.session })
    const [letter] = await world.service.mail.wait(owner.email, 1)
    assert.match(letter!.subject, /will be deleted/)
  },
)

everywhere('what an organization shared with others is on no list of theirs while it waits', async world => {
  const { company, service } = world
  const { owner, name } = company
  const outsider = (await service.organization()).owner
  const { shortId } = await world.call('publish', { visibility: outsider.email }, { file: 'shared words' })
  const listed = async (operation: 'list' | 'search', input: Record<string, unknown>) =>
    (await world.call(operation, input, { as: outsider })).data.map((row: { shortId: string }) => row.shortId)
  assert.deepEqual(await listed('list', { shared: true }), [shortId])
  assert.deepEqual(await listed('search', { q: 'words' }), [shortId])
  await world.call('deleteOrganization', { confirm: name }, { as: owner.session })
  assert.deepEqual(await listed('list', { shared: true }), [])
  assert.deepEqual(await listed('search', { q: 'words' }), [])
  await world.call('restoreOrganization', {}, { as: owner.session })
  assert.deepEqual(await listed('list', { shared: true }), [shortId])
})

everywhere('an owner brings it back within fourteen days, and everything works as before', async world => {
  const { company } = world
  const { owner, name } = company
  const [member, admin] = [await company.join('member'), await company.join('admin')]
  const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'here' })
  await world.call('deleteOrganization', { confirm: name }, { as: owner.session })
  const { deletedOrganizations, organization } = await world.call('me', {}, { as: owner.session })
  assert.deepEqual([deletedOrganizations[0].id, organization], [company.id, null])
  for (const as of [member.session, admin.session])
    await world.refused('not_found', 'restoreOrganization', {}, { as })
  const stranger = (await world.service.organization()).owner
  const wanted = { organizationId: company.id }
  await world.refused('not_found', 'restoreOrganization', wanted, { as: stranger.session })
  await world.refused('session_required', 'restoreOrganization', wanted, { as: stranger })
  const restored = await world.call('restoreOrganization', {}, { as: owner.session })
  assert.deepEqual([restored.id, restored.role], [company.id, 'owner'])
  await world.refused('not_found', 'restoreOrganization', {}, { as: owner.session })
  for (const as of [owner, member, member.session])
    assert.equal((await world.call('me', {}, { as })).organization.id, company.id)
  assert.equal((await world.call('get', { id }, { as: 'nobody' })).shortId, id)
})

everywhere('from a deleted organization a person switches to another one of theirs', async world => {
  const { company, service } = world
  const elsewhere = await service.organization()
  await elsewhere.join('member', company.owner.email)
  await world.call('deleteOrganization', { confirm: company.name }, { as: company.owner.session })
  const { session } = company.owner
  const { organizations } = await world.call('me', {}, { as: session })
  assert.deepEqual(
    organizations.map(({ id }: { id: string }) => id),
    [elsewhere.id],
  )
  const outcome = await world.act('changeMe', { organizationId: elsewhere.id }, { as: session })
  assert.ok('value' in outcome && outcome.session)
  assert.equal(outcome.value.organization.id, elsewhere.id)
  await world.call('restoreOrganization', { organizationId: company.id }, { as: outcome.session })
})

everywhere(
  'deleted twice at once, or deleted and published to at once, ends in one order or the other',
  async world => {
    const { owner, name, join } = world.company
    const other = await join('owner')
    const outcomes = await Promise.all([
      world.act('deleteOrganization', { confirm: name }, { as: owner.session }),
      world.act('publish', {}, { file: 'late' }),
      world.act('deleteOrganization', { confirm: name }, { as: other.session }),
    ])
    const done = [outcomes[0]!, outcomes[2]!].filter(outcome => 'value' in outcome)
    assert.equal(done.length, 1)
    const publish = outcomes[1]!
    if ('value' in publish)
      await world.refused('not_found', 'get', { id: publish.value.shortId }, { as: owner.session })
    else assert.equal(publish.problem.code, 'unauthorized')
  },
)

onBothStores('a misspelt field changes nothing and is named, over HTTP', async service => {
  const { owner } = await service.organization()
  const headers = { cookie: owner.session.cookie, origin: service.url, 'content-type': 'application/json' }
  const wrong = [
    ['/v1/organization', { name: 'New', plan: 'enterprise' }],
    ['/v1/organization', { policy: { allowPublik: false } }],
    ['/v1/me', { name: 'New', email: 'other@example.com' }],
  ] as const
  for (const [path, fields] of wrong) {
    const answer = await send(service.url + path, { method: 'PATCH', headers, body: JSON.stringify(fields) })
    assert.deepEqual([answer.status, answer.json.code], [422, 'invalid_input'])
  }
  const { json } = await send(`${service.url}/v1/me`, { headers })
  assert.deepEqual([json.person.name, json.person.email], [owner.name, owner.email])
})

onBothStores('a switched session gets its cookie, and the token before is dead, over HTTP', async service => {
  const [first, second] = [await service.organization(), await service.organization()]
  const { session, email } = first.owner
  await second.join('member', email)
  const headers = { cookie: session.cookie, origin: service.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ organizationId: second.id })
  const crossSite = { ...headers, origin: 'https://evil.example' }
  const me = `${service.url}/v1/me`
  assert.equal((await send(me, { method: 'PATCH', headers: crossSite, body })).status, 403)
  const answer = await send(me, { method: 'PATCH', headers, body })
  assert.match(
    answer.headers['set-cookie']![0]!,
    /^sid=\w{44}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  )
  assert.equal((await send(me, { headers })).status, 401)
  const cookie = answer.headers['set-cookie']![0]!.split(';')[0]!
  assert.equal((await send(me, { headers: { cookie } })).json.organization.id, second.id)
})

onBothStores('the organization of the operator cannot be deleted', async service => {
  const operator = (await service.context.records.people.operatorOrganization())!
  const { session } = await joinOrganization(service.context, operator.id, 'owner', freshAddress('olga'))
  const refused = await send(`${service.url}/v1/organization?confirm=${encodeURIComponent(operator.name)}`, {
    method: 'DELETE',
    headers: { ...session, origin: service.url },
  })
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden'])
})

everywhere(
  'after fourteen days everything of it is gone for good',
  async world => {
    const { company, service } = world
    const before = await blobs(service)
    const { shortId: id } = await world.call('publish', { visibility: 'public' }, { file: 'gone' })
    const trashed = await world.call('publish', {}, { file: 'trash' })
    await world.call('delete', { id: trashed.shortId })
    await company.join('member')
    await world.call('deleteOrganization', { confirm: company.name }, { as: company.owner.session })
    await service.sweep()
    assert.notEqual(await service.context.records.people.organization(company.id), null)
    await pass(service, 14 * DAY)
    assert.equal(await service.context.records.people.organization(company.id), null)
    await world.refused('unauthorized', 'me', {}, { as: company.owner.session })
    await world.refused('unauthorized', 'get', { id }, { as: 'nobody' })
    assert.deepEqual(await blobs(service), before)
    await traceless(world, company)
  },
  { RECTO_DEFAULT_PLAN: 'pro' },
)

async function pass(service: Running, ms: number): Promise<void> {
  service.advance(ms)
  await service.sweep()
}

async function traceless({ service }: World, { id, owner }: { id: string; owner: Member }): Promise<void> {
  await service.context.records.transaction(async rows => {
    assert.deepEqual(await rows.journal.events(id, 0, 10), [])
    assert.deepEqual(await rows.people.memberships(owner.id), [])
    assert.equal(await rows.people.lockOrganization(id), null)
  })
}
