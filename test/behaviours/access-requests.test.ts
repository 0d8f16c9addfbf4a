// Asking for access: who is told nothing, who is mailed and when not, and how requests are blocked.
import assert from 'node:assert/strict'
import { answerAccessRequests } from '../../src/jobs/access-requests.ts'
import { type Credential, freshAddress, guestSession } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { tampered } from '../support/tampered.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'

const DAY = 86_400_000
const file = '# Plan\n\nWords.'
const unknown = '1111111111'

interface Asker {
  email: string
  as: Credential
}

async function newGuest({ context }: Running): Promise<Asker> {
  const email = freshAddress('guest')
  return { email, as: await guestSession(context, email) }
}

const request = (world: World, id: string, { as }: Asker, message?: string) =>
  world.call('requestAccess', { id, ...(message !== undefined && { message }) }, { as })

const subjects = async ({ service }: World, address: string, count: number) =>
  (await service.mail.wait(address, count)).map(({ subject }) => subject)

/** Everything that waits is answered, so that a mail which does not come will not come. */
async function settled({ service }: World, address: string): Promise<number> {
  await answerAccessRequests(service.context)
  return (await service.mail.to(address)).length
}

const published = async (world: World, input: object = {}) =>
  (await world.call('publish', { visibility: 'private', name: 'Plan', ...input }, { file })).shortId

everywhere(
  'the owner gets one mail that leads to sharing, and a message in it makes no link',
  async world => {
    const guest = await newGuest(world.service)
    const { email } = world.company.owner
    const id = await published(world)
    const answer = await request(world, id, guest, 'See https://evil.com, please.\nStop: me')
    assert.deepEqual(answer, { status: 'accepted' })
    assert.deepEqual(await subjects(world, email, 1), [`${guest.email} asks to open “Plan”`])
    const [letter] = await world.service.mail.to(email)
    const link = `${world.service.url}/${id}?share=${encodeURIComponent(guest.email)}`
    assert.ok(letter!.text.includes(link), letter!.text)
    assert.ok(!letter!.text.includes('https://evil.com'), letter!.text)
    assert.match(letter!.text.replaceAll('\u200a', ''), /\n> See https:\/\/evil.com, please.\n> Stop: me\n/)
    await request(world, id, guest)
    world.service.advance(6 * DAY)
    await request(world, id, guest)
    assert.equal(await settled(world, email), 1)
    world.service.advance(DAY + 1)
    await request(world, id, guest)
    assert.equal((await subjects(world, email, 2)).length, 2)
  },
)

everywhere('nobody is mailed who has nothing to grant, or to somebody who may have nothing', async world => {
  const { company, service } = world
  const guest = await newGuest(service)
  const member = await company.join('member')
  const { email } = company.owner
  await request(world, unknown, guest)
  await request(world, await published(world, { visibility: 'public' }), guest)
  await request(world, await published(world, { visibility: 'company' }), { email, as: member.session })
  await request(world, await published(world, { sharedWith: [guest.email] }), guest)
  await request(world, await published(world), { email, as: company.owner.session })
  const trashed = await published(world)
  await world.call('delete', { id: trashed })
  await request(world, trashed, guest)
  const preview = await world.call('publishPreview', {}, { as: 'nobody', file })
  await request(world, preview.shortId, guest)
  const forbidden = await published(world)
  await company.setPolicy({ allowExternalSharing: false })
  await request(world, forbidden, guest)
  assert.equal(await settled(world, email), 0)
  await request(world, forbidden, { email: member.email, as: member.session })
  assert.deepEqual(await subjects(world, email, 1), [`${member.email} asks to open “Plan”`])
})

everywhere(
  'what the organization owns is asked of its owners, each of whom may block the sender',
  async world => {
    const { company, service } = world
    const guest = await newGuest(service)
    const second = await company.join('owner')
    const admin = await company.join('admin')
    const key = await company.newKey('service')
    const ownerless = async () =>
      (await world.call('publish', { visibility: 'company' }, { file, as: key })).shortId
    await request(world, await ownerless(), guest)
    for (const { email } of [company.owner, second]) await subjects(world, email, 1)
    const [letter] = await service.mail.to(second.email)
    const [, link = ''] = /(http\S+\/block\/\S+)/.exec(letter!.text) ?? []
    assert.ok(!link.includes(guest.email.split('@')[0]!), link)
    const opened = await fetch(link)
    assert.equal(opened.status, 200)
    assert.ok((await opened.text()).includes(guest.email))
    await request(world, await ownerless(), guest)
    await subjects(world, second.email, 2)
    const headers = { Origin: service.url }
    const post = (to: string) => fetch(to, { method: 'POST', headers, body: new URLSearchParams() })
    assert.equal((await fetch(link, { method: 'POST' })).status, 403)
    assert.equal((await post(tampered(link))).status, 404)
    assert.deepEqual([(await post(link)).status, (await post(link)).status], [200, 200])
    await request(world, await ownerless(), guest)
    await subjects(world, company.owner.email, 3)
    assert.equal(await settled(world, second.email), 2)
    const another = await newGuest(service)
    await request(world, await ownerless(), another)
    await subjects(world, second.email, 3)
    assert.equal((await post(`${link}/undo`)).status, 200)
    await request(world, await ownerless(), guest)
    await subjects(world, second.email, 4)
    assert.equal(await settled(world, admin.email), 0)
  },
)

everywhere('an owner gets ten such mails a day, whoever asks for whatever', async world => {
  const { email } = world.company.owner
  const ids = [await published(world), await published(world)]
  for (let asked = 0; asked < 12; asked += 1)
    await request(world, ids[asked % 2]!, await newGuest(world.service))
  await subjects(world, email, 10)
  assert.equal(await settled(world, email), 10)
  world.service.advance(DAY + 1)
  await request(world, ids[0]!, await newGuest(world.service))
  assert.equal((await subjects(world, email, 11)).length, 11)
})

everywhere('only a session asks, with a well-formed address and message', async world => {
  const guest = await newGuest(world.service)
  const id = await published(world)
  await world.refused('unauthorized', 'requestAccess', { id }, { as: 'nobody' })
  await world.refused('session_required', 'requestAccess', { id }, { as: world.company.owner })
  const { as } = guest
  for (const bad of ['1234', 'https://elsewhere.example/1111111111', ''])
    await world.refused('not_found', 'requestAccess', { id: bad }, { as })
  for (const versioned of [`${id}@1`, `${unknown}@1`])
    await world.refused('invalid_input', 'requestAccess', { id: versioned }, { as })
  for (const name of [id, unknown])
    await world.refused('invalid_input', 'requestAccess', { id: name, message: 'x'.repeat(501) }, { as })
  await world.call('requestAccess', { id, message: '🙂'.repeat(500) }, { as })
})

everywhere(
  'the sixth request of a day is refused before anything is looked up',
  async world => {
    const guest = await newGuest(world.service)
    for (const id of [unknown, unknown, await published(world), unknown, unknown])
      await request(world, id, guest)
    for (const id of [unknown, await published(world, { visibility: 'public' })]) {
      const refusal = await world.refused('rate_limited', 'requestAccess', { id }, { as: guest.as })
      assert.ok(Number(refusal.extras.retryAfter) > 0)
    }
    assert.equal((await subjects(world, world.company.owner.email, 1)).length, 1)
    await request(world, unknown, await newGuest(world.service))
  },
  { RECTO_RATE_LIMITS: 'on' },
)

onBothStores('what is there, missing, closed, public or deleted answers with equal bytes', async service => {
  const company = await service.organization()
  const guest = await newGuest(service)
  const { cookie } = guest.as as { cookie: string }
  const publish = async (visibility: string) => {
    const body = new FormData()
    body.append('file', new Blob([file]), 'page.md')
    body.append('visibility', visibility)
    const headers = { authorization: `Bearer ${company.owner.key}` }
    const answer = await fetch(`${service.url}/v1/artifacts`, { method: 'POST', headers, body })
    return ((await answer.json()) as { shortId: string }).shortId
  }
  const trashed = await publish('private')
  const authorization = `Bearer ${company.owner.key}`
  await fetch(`${service.url}/v1/artifacts/${trashed}`, { method: 'DELETE', headers: { authorization } })
  const ids = [
    unknown,
    await publish('private'),
    await publish('public'),
    await publish(guest.email),
    trashed,
  ]
  const told = await Promise.all(ids.map(id => answersAbout(service, cookie, id)))
  for (const each of told) assert.deepEqual(each, told[0])
  const [rest, page] = told[0]!
  assert.deepEqual([rest!.status, rest!.body], [202, '{"status":"accepted"}'])
  assert.equal(page!.status, 202)
})

/** Of the API and of the form of the page, without what no two answers share. */
function answersAbout({ url }: Running, cookie: string, id: string) {
  const own = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
  const json = { ...own, 'content-type': 'application/json' }
  return Promise.all([
    told(fetch(`${url}/v1/artifacts/${id}/access-requests`, { method: 'POST', headers: json, body: '{}' })),
    told(
      fetch(`${url}/${id}`, { method: 'POST', headers: own, body: new URLSearchParams({ message: 'Hi' }) }),
    ),
  ])
}

async function told(answer: Promise<Response>) {
  const { status, headers, text } = await answer.then(async each => ({
    status: each.status,
    headers: [...each.headers],
    text: await each.text(),
  }))
  const nonces = /nonce-?["']?=?["']?[\w+/=-]+/g
  const kept = headers.filter(([name]) => !['x-request-id', 'date'].includes(name))
  return { status, headers: JSON.stringify(kept).replace(nonces, ''), body: text.replace(nonces, '') }
}
