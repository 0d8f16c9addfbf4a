// Invitations: a link by mail for one address, once, for fourteen days.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { freshAddress, guestSession } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { everywhere, onBothStores, unknownId, type World } from '../support/world.ts'

const DAY = 86_400_000

/** The code in the newest invitation to the address, of at least `count`. */
async function codeFor({ service }: { service: Running }, email: string, count = 1): Promise<string> {
  const letters = await service.mail.wait(email, count)
  const code = /\/invite\/(\w+)\n/.exec(letters.at(-1)!.text)?.[1]
  assert.ok(code)
  return code
}

async function invited(world: World, role = 'member', email = freshAddress('invited')) {
  const invitation = await world.call('invite', { email, role })
  return { email, id: invitation.id, code: await codeFor(world, email) }
}

/** Somebody who has an account with an organization of their own, signed in. */
const settled = async ({ service }: World) => (await service.organization()).owner

everywhere('an owner or admin invites by mail; the list shows it until it is accepted', async world => {
  const { company } = world
  const admin = await company.join('admin')
  const email = freshAddress('Invited').toUpperCase()
  const traces = await world.traces(() => world.call('invite', { email, role: 'member' }, { as: admin }))
  assert.deepEqual(traces, { events: [], audits: ['invite'] })
  const { data } = await world.call('listInvitations')
  const { id, createdAt, expiresAt, ...shown } = data[0]
  const lowered = email.toLowerCase()
  assert.deepEqual(shown, { email: lowered, role: 'member', invitedBy: { name: admin.name }, expired: false })
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 14 * DAY)
  const [letter] = await world.service.mail.wait(lowered, 1)
  assert.equal(letter!.subject, `Invitation to ${company.name}`)
  const words = letter!.text.replace(/\s+/g, ' ')
  assert.match(words, new RegExp(`${admin.name} .*${company.name}.*as a member`))
  assert.match(letter!.text, new RegExp(`^${world.service.url}/invite/\\w{32}$`, 'm'))
  await world.call('revokeInvitation', { id })
  assert.deepEqual((await world.call('listInvitations')).data, [])
})

everywhere('only owners and admins invite, list and withdraw; only owners invite owners', async world => {
  const { company } = world
  const { id } = await invited(world)
  const admin = await company.join('admin')
  await world.refused('forbidden', 'invite', { email: freshAddress(), role: 'owner' }, { as: admin })
  const service = await company.newKey('service')
  const others = [await company.join('member'), await company.join('viewer'), { key: service.key }]
  for (const as of others) {
    await world.refused('forbidden', 'invite', { email: freshAddress(), role: 'member' }, { as })
    await world.refused('forbidden', 'listInvitations', {}, { as })
    await world.refused('forbidden', 'revokeInvitation', { id }, { as })
  }
  const stranger = await settled(world)
  await world.refused('not_found', 'revokeInvitation', { id }, { as: stranger })
  await world.refused('not_found', 'revokeInvitation', { id: unknownId() })
  await world.refused('invalid_input', 'invite', { email: freshAddress(), role: 'viewer' })
})

everywhere(
  'addresses that could change a mail, or only look like one, are refused or made plain',
  async world => {
    const bad = [
      'ana@example.com\r\nBcc: everybody@example.com',
      'ana@example.com, ben@example.com',
      'Ana <ana@example.com>',
      'ana@example.com;ben@example.com',
      'ana',
      'ana@',
      '@example.com',
      'ana@exa mple.com',
      'ana@127.0.0.1',
      `${'a'.repeat(65)}@example.com`,
    ]
    await world.leavesNothing(async () => {
      for (const email of bad) await world.refused('malformed_address', 'invite', { email, role: 'member' })
    })
    const cyrillic = await world.call('invite', { email: 'ana@ехаmple.com', role: 'member' })
    assert.match(cyrillic.email, /^ana@xn--/)
    const umlaut = await world.call('invite', {
      email: `A.${freshAddress('x')}`.replace('example.com', 'BÜCHER.example'),
      role: 'member',
    })
    assert.match(umlaut.email, /@xn--bcher-kva\.example$/)
  },
)

everywhere('hostile names stay words in the mail', async world => {
  await world.call('changeOrganization', { name: 'Acme\r\nBcc: x@example.com\r\n\r\nhttp://evil.example' })
  const { email } = await invited(world)
  const [letter] = await world.service.mail.wait(email, 1)
  assert.equal(letter!.subject, 'Invitation to Acme Bcc: x@example.com http://evil.example')
  assert.deepEqual(await world.service.mail.to('x@example.com'), [])
})

everywhere('members are not invited again; viewers may be, and become more', async world => {
  const { company } = world
  const [member, viewer] = [await company.join('member'), await company.join('viewer')]
  await world.refused('already_member', 'invite', { email: member.email, role: 'admin' })
  const { code } = await invited(world, 'admin', viewer.email)
  const { role } = await world.call('acceptInvitation', { code }, { as: viewer.session })
  assert.equal(role, 'admin')
  assert.equal((await world.call('me', {}, { as: viewer })).role, 'admin')
})

everywhere('an invitation lowers nobody who became more since', async world => {
  const person = await world.company.join('viewer')
  const { code } = await invited(world, 'member', person.email)
  await world.call('changeMember', { id: person.id, role: 'admin' })
  assert.equal((await world.call('acceptInvitation', { code }, { as: person.session })).role, 'admin')
  assert.equal((await world.call('me', {}, { as: person })).role, 'admin')
})

everywhere('inviting again replaces the link', async world => {
  const { email, code: first } = await invited(world)
  await world.call('invite', { email, role: 'admin' })
  const second = await codeFor(world, email, 2)
  assert.equal((await world.call('listInvitations')).data.length, 1)
  const session = await guestSession(world.service.context, email)
  await world.refused('not_found', 'acceptInvitation', { code: first }, { as: session })
  assert.equal((await world.call('acceptInvitation', { code: second }, { as: session })).role, 'admin')
})

everywhere('the link shows what it offers and changes nothing', async world => {
  const { email, code } = await invited(world, 'admin')
  const offer = await world.call(
    'inspectInvitation',
    { code: `${world.service.url}/invite/${code}` },
    { as: 'nobody' },
  )
  const { expiresAt, ...shown } = offer
  const { company } = world
  assert.deepEqual(shown, {
    organization: { name: company.name },
    email,
    role: 'admin',
    invitedBy: { name: company.owner.name },
  })
  assert.ok(Date.parse(expiresAt) > Date.now())
  assert.equal((await world.call('listMembers')).data.length, 1)
  await world.call('inspectInvitation', { code }, { as: 'nobody' })
  for (const wrong of ['nothing', '../../x', `${code}x`, '%00'])
    await world.refused('not_found', 'inspectInvitation', { code: wrong }, { as: 'nobody' })
})

everywhere(
  'somebody with an account joins besides what they have; the session stays where it is',
  async world => {
    const { company } = world
    const person = await settled(world)
    const { code } = await invited(world, 'member', person.email)
    const traces = await world.traces(async () => {
      const outcome = await world.act('acceptInvitation', { code }, { as: person.session })
      assert.ok('value' in outcome && outcome.session === undefined)
      assert.deepEqual(outcome.value, {
        organization: { id: company.id, name: company.name },
        role: 'member',
      })
    })
    assert.deepEqual(traces, { events: ['member.joined'], audits: ['acceptInvitation'] })
    const { organizations, organization } = await world.call('me', {}, { as: person.session })
    assert.equal(organizations.length, 2)
    assert.notEqual(organization.id, company.id)
    await world.refused('already_accepted', 'acceptInvitation', { code }, { as: person.session })
    await world.refused('already_accepted', 'inspectInvitation', { code }, { as: 'nobody' })
  },
)

everywhere('it is for that very address, in a session', async world => {
  const { email, code } = await invited(world)
  const stranger = await settled(world)
  await world.leavesNothing(async () => {
    await world.refused('forbidden', 'acceptInvitation', { code }, { as: stranger.session })
    await world.refused('session_required', 'acceptInvitation', { code }, { as: stranger })
    await world.refused('unauthorized', 'acceptInvitation', { code }, { as: 'nobody' })
    const lookAlike = await guestSession(world.service.context, email.replace('invited', 'lnvited'))
    await world.refused('forbidden', 'acceptInvitation', { code }, { as: lookAlike })
  })
  await world.call('acceptInvitation', { code }, { as: await guestSession(world.service.context, email) })
})

everywhere('accepted many times at once, it makes one membership', async world => {
  const { email, code } = await invited(world)
  const sessions = await Promise.all([1, 2, 3, 4].map(() => guestSession(world.service.context, email)))
  const outcomes = await Promise.all(sessions.map(as => world.act('acceptInvitation', { code }, { as })))
  const codes = outcomes.map(outcome => ('problem' in outcome ? outcome.problem.code : 'joined')).sort()
  assert.deepEqual(codes, ['already_accepted', 'already_accepted', 'already_accepted', 'joined'])
  assert.equal((await world.call('listMembers')).data.length, 2)
})

everywhere(
  'two invitations of one newcomer, accepted at once, make one person in two organizations',
  async world => {
    const email = freshAddress('newcomer')
    const other = await world.service.organization()
    await world.call('invite', { email, role: 'member' })
    const first = await codeFor(world, email)
    await world.call('invite', { email, role: 'member' }, { as: other.owner })
    const letters = await world.service.mail.wait(email, 2)
    const codes = letters.map(({ text }) => /\/invite\/(\w+)/.exec(text)![1]!)
    assert.ok(codes.includes(first))
    const sessions = await Promise.all(codes.map(() => guestSession(world.service.context, email)))
    const outcomes = await Promise.all(
      codes.map((code, n) => world.act('acceptInvitation', { code }, { as: sessions[n]! })),
    )
    const [joined] = outcomes
    assert.ok(outcomes.every(outcome => 'value' in outcome) && joined && 'session' in joined)
    const { organizations } = await world.call('me', {}, { as: joined.session! })
    assert.equal(organizations.length, 2)
  },
)

everywhere('it ends when withdrawn, and with the rights of whoever offered it', async world => {
  const { company } = world
  const admin = await company.join('admin')
  const offer = async () => {
    const email = freshAddress('offered')
    const { id } = await world.call('invite', { email, role: 'admin' }, { as: admin })
    return { id, code: await codeFor(world, email) }
  }
  const withdrawn = await offer()
  await world.call('revokeInvitation', { id: withdrawn.id })
  await world.refused('not_found', 'inspectInvitation', { code: withdrawn.code }, { as: 'nobody' })
  const demoted = await offer()
  await world.call('changeMember', { id: admin.id, role: 'member' })
  await world.refused('not_found', 'inspectInvitation', { code: demoted.code }, { as: 'nobody' })
  await world.call('changeMember', { id: admin.id, role: 'admin' })
  const removed = await offer()
  await world.call('removeMember', { id: admin.id })
  await world.refused('not_found', 'inspectInvitation', { code: removed.code }, { as: 'nobody' })
  assert.deepEqual((await world.call('listInvitations')).data, [])
})

everywhere('a removed member comes back by an invitation, as what it says', async world => {
  const { company, service } = world
  const person = await company.join('admin')
  await world.call('removeMember', { id: person.id })
  await world.call('invite', { email: person.email, role: 'member' })
  const letters = await service.mail.wait(person.email, 2)
  const code = letters.map(({ text }) => /\/invite\/(\w+)/.exec(text)?.[1]).find(found => found)!
  const outcome = await world.act(
    'acceptInvitation',
    { code },
    { as: await guestSession(service.context, person.email) },
  )
  assert.ok('value' in outcome && outcome.session)
  const { role, person: self } = await world.call('me', {}, { as: outcome.session })
  assert.deepEqual([role, self.id], ['member', person.id])
  await world.refused('unauthorized', 'me', {}, { as: person })
})

everywhere(
  'after fourteen days it has expired, and the list says so',
  async world => {
    const { email, code } = await invited(world)
    world.service.advance(14 * DAY)
    const session = await guestSession(world.service.context, email)
    await world.refused('invitation_expired', 'inspectInvitation', { code }, { as: 'nobody' })
    await world.refused('invitation_expired', 'acceptInvitation', { code }, { as: session })
    assert.equal((await world.call('listInvitations')).data[0].expired, true)
  },
  { RECTO_DEFAULT_PLAN: 'solo' },
)

everywhere(
  'where limits count, an organization does not send invitations without end to one address',
  async world => {
    const email = freshAddress('pestered')
    for (let n = 0; n < 10; n++) await world.call('invite', { email, role: 'member' })
    await world.refused('rate_limited', 'invite', { email, role: 'member' })
  },
  { RECTO_RATE_LIMITS: 'on' },
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

async function signIn(
  service: Running,
  email: string,
): Promise<{ cookie: string; json: { organizations: unknown[] } }> {
  assert.equal((await post(service.url, '/auth/code', { email })).status, 202)
  const code = await service.mail.code(email)
  const answer = await post(service.url, '/auth/code/verify', { email, code })
  assert.equal(answer.status, 200, answer.text)
  return { cookie: answer.headers['set-cookie']![0]!.split(';')[0]!, json: answer.json }
}

for (const signUp of ['open', 'invited'])
  onBothStores(
    `joining at the first sign-in by invitation makes no other organization (sign-up ${signUp})`,
    async service => {
      const company = await service.organization()
      const email = freshAddress('first.timer')
      const headers = { cookie: company.owner.session.cookie }
      const offer = { email, role: 'member' }
      const made = await post(service.url, '/v1/organization/invitations', offer, headers.cookie)
      assert.equal(made.status, 201)
      assert.equal(made.headers.location, `/v1/organization/invitations/${made.json.id}`)
      assert.equal('code' in made.json, false)
      const code = await codeFor({ service }, email)
      const { cookie, json } = await signIn(service, email)
      assert.deepEqual(json.organizations, [])
      const accepted = await post(service.url, '/v1/invitations/accept', { code }, cookie)
      assert.deepEqual([accepted.status, accepted.json.role], [200, 'member'])
      const renewed = accepted.headers['set-cookie']![0]!.split(';')[0]!
      const me = (as: string) => send(`${service.url}/v1/me`, { headers: { cookie: as } })
      assert.equal((await me(cookie)).status, 401)
      const { organizations, organization, person, role } = (await me(renewed)).json
      assert.deepEqual(organizations, [{ id: company.id, name: company.name, role: 'member' }])
      assert.deepEqual([organization.id, person.email, role], [company.id, email, 'member'])
      assert.equal(person.name, `First Timer ${person.name.split(' ').at(-1)}`)
      const again = await signIn(service, email)
      assert.deepEqual(again.json.organizations, organizations)
    },
    { RECTO_SIGN_UP: signUp },
  )

onBothStores(
  'where only invited people get in, a stranger gets no code and is told nothing',
  async service => {
    const email = freshAddress('stranger')
    const answer = await post(service.url, '/auth/code', { email })
    assert.deepEqual(
      [answer.status, answer.text],
      [
        202,
        (await post(service.url, '/auth/code', { email: (await service.organization()).owner.email })).text,
      ],
    )
    assert.deepEqual(await service.mail.to(email), [])
  },
  { RECTO_SIGN_UP: 'invited' },
)

onBothStores('who lets an invitation expire comes in with an organization of their own', async service => {
  const company = await service.organization()
  const email = freshAddress()
  const { cookie } = company.owner.session
  await post(service.url, '/v1/organization/invitations', { email, role: 'member' }, cookie)
  assert.deepEqual((await signIn(service, email)).json.organizations, [])
  service.advance(14 * DAY)
  assert.equal((await signIn(service, email)).json.organizations.length, 1)
})
