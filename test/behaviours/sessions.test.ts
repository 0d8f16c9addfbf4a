// Sessions: where somebody is signed in, how that ends, and that a token never outlives what it was given for.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { freshAddress } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { ask, cookieOf, me, post, signIn } from '../support/sign-in.ts'
import { everywhere, onBothStores, unknownId } from '../support/world.ts'

const HOUR = 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** A session of a browser that says who it is. */
async function browse(service: Running, email: string, agent: string): Promise<string> {
  const code = await ask(service, email)
  const answer = await send(`${service.url}/auth/code/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, code }),
  })
  return cookieOf(answer)
}

const list = async ({ url }: Running, cookie: string) =>
  (await send(`${url}/v1/sessions`, { headers: { cookie } })).json.data

const end = (service: Running, cookie: string, id = '') =>
  send(`${service.url}/v1/sessions${id && `/${id}`}`, {
    method: 'DELETE',
    headers: { cookie, origin: service.url },
  })

onBothStores('a person sees where they are signed in, and which session is this one', async service => {
  const email = freshAddress()
  const first = await browse(service, email, firefox)
  service.advance(HOUR)
  const second = await browse(service, email, 'curl/8.5.0')
  await signIn(service, freshAddress('somebody.else'))
  const sessions = await list(service, first)
  assert.deepEqual(
    sessions.map((row: Record<string, unknown>) => [row.client, row.network, row.current, row.signedInBy]),
    [
      ['curl', '127.0.0.0/24', false, 'code'],
      ['Firefox on Linux', '127.0.0.0/24', true, 'code'],
    ],
  )
  assert.deepEqual(
    (await list(service, second)).map(({ current }: { current: boolean }) => current),
    [true, false],
  )
  for (const row of sessions) {
    assert.deepEqual(Object.keys(row), [
      'id',
      'createdAt',
      'lastSeenAt',
      'expiresAt',
      'client',
      'network',
      'signedInBy',
      'current',
    ])
    assert.equal(Date.parse(row.expiresAt) - Date.parse(row.createdAt), 30 * 24 * HOUR)
  }
})

onBothStores('a session is ended by its person, alone or with all others, at once', async service => {
  const email = freshAddress()
  const [one, two, three] = [
    await signIn(service, email),
    await signIn(service, email),
    await signIn(service, email),
  ]
  const [third] = await list(service, three)
  assert.equal((await end(service, one, third.id)).status, 204)
  assert.equal((await me(service, three)).status, 401)
  assert.equal((await end(service, one, third.id)).status, 404)
  const others = await end(service, one)
  assert.deepEqual([others.status, others.json], [200, { ended: 1 }])
  assert.deepEqual([(await me(service, two)).status, (await me(service, one)).status], [401, 200])
  const [own] = await list(service, one)
  const gone = await end(service, one, own.id)
  assert.equal(gone.status, 204)
  assert.match(gone.headers['set-cookie']![0]!, /^sid=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
  assert.equal((await me(service, one)).status, 401)
})

everywhere('sessions are for those who are signed in, each for their own', async world => {
  const { company } = world
  const ben = await company.join('member')
  const { data } = await world.call('listSessions', {}, { as: company.owner.session })
  assert.equal(data.length, 1)
  await world.refused('not_found', 'endSession', { id: data[0].id }, { as: ben.session })
  await world.refused('not_found', 'endSession', { id: unknownId() }, { as: ben.session })
  for (const operation of ['listSessions', 'endOtherSessions', 'endSession']) {
    const input = operation === 'endSession' ? { id: data[0].id } : {}
    await world.refused('session_required', operation, input, { as: company.owner })
    await world.refused('session_required', operation, input, { as: await company.newKey('service') })
    await world.refused('unauthorized', operation, input, { as: 'nobody' })
  }
  assert.equal((await world.call('listSessions', {}, { as: company.owner.session })).data.length, 1)
})

everywhere('ending sessions is in the audit, looking at them is not', async world => {
  const { company } = world
  const as = company.owner.session
  const { audits, events } = await world.traces(async () => {
    await world.call('listSessions', {}, { as })
    await world.call('endOtherSessions', {}, { as })
  })
  assert.deepEqual({ audits, events }, { audits: ['endOtherSessions'], events: [] })
})

onBothStores('signing in makes a new token and ends the session that the browser had', async service => {
  const [email, other] = [freshAddress('ana'), freshAddress('ben')]
  const before = await signIn(service, email)
  const code = await ask(service, other)
  const answer = await post(service, '/auth/code/verify', { email: other, code }, before)
  assert.equal(answer.json.person.email, other)
  assert.notEqual(cookieOf(answer), before)
  assert.equal((await me(service, before)).status, 401)
  assert.equal((await me(service, cookieOf(answer))).json.person.email, other)
})

onBothStores('a token that somebody else chose is never taken on', async service => {
  const email = freshAddress()
  const chosen = `sid=${'x'.repeat(44)}`
  const code = await ask(service, email)
  const answer = await post(service, '/auth/code/verify', { email, code }, chosen)
  assert.equal(answer.status, 200)
  assert.notEqual(cookieOf(answer), chosen)
  assert.equal((await me(service, chosen)).status, 401)
})
