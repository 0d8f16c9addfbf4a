// Signing in: a code by mail, once, in time, with few tries; and what a first sign-in makes of somebody.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { freshAddress } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { ask, cookieOf, me, post, signIn, verify, wrong } from '../support/sign-in.ts'
import { until } from '../support/until.ts'
import { onBothStores } from '../support/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

onBothStores(
  '[S55] a code by mail signs in, and the first time it makes an account with an organization',
  async service => {
    const email = freshAddress('new.person')
    const answer = await verify(service, email.toUpperCase(), await ask(service, ` ${email} `))
    assert.equal(answer.status, 200)
    assert.equal(answer.json.person.email, email)
    assert.match(
      answer.headers['set-cookie']![0]!,
      /^sid=[\w]{40,}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    const { json } = await me(service, cookieOf(answer))
    assert.deepEqual([json.credential, json.role, json.organization.plan], ['session', 'owner', 'free'])
    assert.deepEqual(answer.json.organizations, json.organizations)
    const again = await verify(service, email, await ask(service, email))
    assert.deepEqual(again.json, answer.json)
    const audit = await send(`${service.url}/v1/organization/audit`, {
      headers: { cookie: cookieOf(again) },
    })
    const told = audit.json.data.map(({ action, details }: { action: string; details: object }) => ({
      action,
      ...details,
    }))
    assert.deepEqual(told, [{ action: 'join', email, role: 'owner' }])
  },
)

onBothStores('the mail is plain text and its code the only number of six digits', async service => {
  const email = freshAddress()
  const code = await ask(service, email)
  const [letter] = await service.mail.to(email)
  assert.deepEqual(`${letter!.subject}\n${letter!.text}`.match(/\d{6,}/g), [code])
  assert.doesNotMatch(letter!.subject, /\d/)
})

onBothStores('asking answers the same for every address', async service => {
  const known = (await service.organization()).owner.email
  const answers = await Promise.all(
    [known, freshAddress()].map(email => post(service, '/auth/code', { email })),
  )
  assert.deepEqual([answers[0]!.status, answers[0]!.text], [answers[1]!.status, answers[1]!.text])
  const malformed = await post(service, '/auth/code', { email: 'nobody' })
  assert.deepEqual([malformed.status, malformed.json.code], [422, 'malformed_address'])
})

onBothStores('a code works once', async service => {
  const email = freshAddress()
  const code = await ask(service, email)
  const answers = await Promise.all([1, 2, 3, 4].map(() => verify(service, email, code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422])
  assert.equal((await verify(service, email, code)).json.code, 'code_invalid')
})

onBothStores('a code allows five tries, also at once', async service => {
  const email = freshAddress()
  const code = await ask(service, email)
  for (let n = 0; n < 4; n++) assert.equal((await verify(service, email, wrong(code))).status, 422)
  assert.equal((await verify(service, email, code)).status, 200)
  const second = await ask(service, email)
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => verify(service, email, wrong(second))))
  assert.equal((await verify(service, email, second)).status, 422)
})

onBothStores('a code ends after ten minutes, and with the next one', async service => {
  const email = freshAddress()
  const first = await ask(service, email)
  service.advance(10 * MINUTE)
  assert.equal((await verify(service, email, first)).status, 422)
  const second = await ask(service, email)
  const third = await ask(service, email)
  if (second !== third) assert.equal((await verify(service, email, second)).status, 422)
  assert.equal((await verify(service, email, third)).status, 200)
})

onBothStores('a code is for its address', async service => {
  const [ana, ben] = [freshAddress('ana'), freshAddress('ben')]
  const code = await ask(service, ana)
  await ask(service, ben)
  const answer = await verify(service, ben, code)
  if (answer.status !== 200) assert.equal(answer.json.code, 'code_invalid')
  assert.equal((await verify(service, ana, code)).json.person.email, ana)
})

async function publish({ url }: Running, key: string, visibility: string): Promise<string> {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="visibility"\r\n\r\n${visibility}\r\n--b--\r\n`
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  return (await send(`${url}/v1/artifacts`, { method: 'POST', headers, body })).json.shortId
}

onBothStores(
  'who is named on an artifact and has no account comes in as a guest and reaches that alone',
  async service => {
    const { owner } = await service.organization()
    const email = freshAddress('guest')
    const [named, company] = [
      await publish(service, owner.key, email),
      await publish(service, owner.key, 'company'),
    ]
    const answer = await verify(service, email, await ask(service, email, named))
    assert.deepEqual(answer.json, { person: null, organizations: [] })
    const headers = { cookie: cookieOf(answer), origin: service.url }
    const status = async (path: string, method = 'GET') =>
      (await send(service.url + path, { method, headers })).status
    assert.equal(await status(`/v1/artifacts/${named}/content`), 200)
    assert.equal(await status(`/v1/artifacts/${company}/content`), 404)
    assert.equal(await status('/v1/artifacts'), 403)
    assert.equal(await status('/v1/keys', 'POST'), 403)
    assert.equal(await status(`/v1/artifacts/${named}`, 'DELETE'), 403)
    assert.equal((await me(service, headers.cookie)).json.credential, 'guest')
  },
)

onBothStores(
  'an account gets its ordinary code whatever the page, and everybody else comes in for it as a guest',
  async service => {
    const { owner, join } = await service.organization()
    const elsewhere = (await service.organization()).owner
    const member = await join('member')
    const named = freshAddress('named')
    const pages = [
      await publish(service, owner.key, named),
      await publish(service, owner.key, 'public'),
      'zzzzzzzzzz',
    ]
    const texts = new Set<string>()
    const enter = async (email: string, artifact: string) => {
      texts.add((await post(service, '/auth/code', { email, artifact })).text)
      return verify(service, email, await service.mail.code(email))
    }
    for (const artifact of pages) {
      for (const { email, id } of [owner, member, elsewhere]) {
        const answer = await enter(email, artifact)
        assert.equal(answer.json.person.id, id)
        assert.equal((await me(service, cookieOf(answer))).json.credential, 'session')
      }
      for (const email of [named, freshAddress('stranger')]) {
        const answer = await enter(email, artifact)
        assert.deepEqual(answer.json, { person: null, organizations: [] })
        const headers = { cookie: cookieOf(answer) }
        const statuses = pages.map(
          async id => (await send(`${service.url}/v1/artifacts/${id}`, { headers })).status,
        )
        assert.deepEqual(await Promise.all(statuses), email === named ? [200, 200, 404] : [404, 200, 404])
      }
    }
    assert.deepEqual([...texts], ['{"status":"accepted"}'])
  },
)

onBothStores('without a page an address without an account makes one', async service => {
  const email = freshAddress()
  assert.equal((await me(service, await signIn(service, email, 'zzzzzzzzzz'))).json.credential, 'guest')
  assert.equal((await me(service, await signIn(service, email))).json.role, 'owner')
})

onBothStores(
  'a session ends by signing out, after fourteen days without use, and after thirty in any case',
  async service => {
    const cookie = await signIn(service, freshAddress())
    const headers = { cookie, origin: service.url, 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await send(`${service.url}/auth/sign-out`, { method: 'POST', headers })).status, 303)
    assert.equal((await me(service, cookie)).status, 401)
    const idle = await signIn(service, freshAddress())
    const used = await signIn(service, freshAddress())
    service.advance(13 * DAY)
    assert.equal((await me(service, used)).status, 200)
    await touched(service, used)
    service.advance(1 * DAY + MINUTE)
    assert.equal((await me(service, idle)).status, 401)
    assert.equal((await me(service, used)).status, 200)
    await touched(service, used)
    service.advance(13 * DAY)
    assert.equal((await me(service, used)).status, 200)
    service.advance(3 * DAY)
    assert.equal((await me(service, used)).status, 401)
  },
)

/** Waits for the time of last use, which is written behind the answer. */
async function touched(service: Running, cookie: string): Promise<void> {
  const lastSeen = async (): Promise<number> => {
    const { json } = await send(`${service.url}/v1/sessions`, { headers: { cookie } })
    return Date.parse(json.data.find(({ current }: { current: boolean }) => current).lastSeenAt)
  }
  await until(
    'the time of last use is written',
    async () => service.context.clock() - (await lastSeen()) <= 10 * MINUTE,
  )
}

onBothStores('the setup link makes the first owner, once', async service => {
  const link = service.setupUrl!
  assert.ok(link.startsWith(`${service.url}/auth/setup/`))
  const form = {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: freshAddress('boss'), name: 'The Boss' }).toString(),
  }
  assert.equal((await send(link)).status, 200)
  const answer = await send(link, form)
  assert.equal(answer.status, 303)
  const { json } = await me(service, cookieOf(answer))
  assert.deepEqual([json.role, json.organization.plan, json.person.name], ['owner', 'enterprise', 'The Boss'])
  const headers = { cookie: cookieOf(answer) }
  const sessions = (await send(`${service.url}/v1/sessions`, { headers })).json.data
  assert.deepEqual(
    sessions.map(({ signedInBy }: { signedInBy: string }) => signedInBy),
    ['setup_link'],
  )
  const audit = (await send(`${service.url}/v1/organization/audit`, { headers })).json.data
  assert.ok(audit.some(({ action }: { action: string }) => action === 'join'))
  const events = (await send(`${service.url}/v1/events`, { headers })).json.data
  assert.equal(events.at(-1).type, 'member.joined')
  assert.equal((await send(link, form)).status, 404)
  assert.equal((await send(link)).status, 404)
})

onBothStores(
  'where only the invited sign up, a stranger is answered the same and gets no mail',
  async service => {
    const known = (await service.organization()).owner.email
    const stranger = freshAddress('stranger')
    assert.equal((await post(service, '/auth/code', { email: stranger })).status, 202)
    await ask(service, known)
    assert.deepEqual(await service.mail.to(stranger), [])
    const guest = await verify(service, stranger, await ask(service, stranger, 'zzzzzzzzzz'))
    assert.deepEqual(guest.json, { person: null, organizations: [] })
    const boss = 'boss@example.com'
    const { json } = await me(service, await signIn(service, boss))
    assert.deepEqual([json.role, json.organization.plan], ['owner', 'enterprise'])
  },
  { RECTO_SIGN_UP: 'invited', RECTO_OWNER_EMAIL: 'boss@example.com' },
)

onBothStores(
  'who is named as owner after they made an account owns the organization of the operator at the next sign-in, once',
  async service => {
    const email = 'late@example.com'
    const elsewhere = await service.organization()
    await elsewhere.join('member', email)
    const rolesOf = async () => {
      const { json } = await verify(service, email, await ask(service, email))
      return json.organizations.map(({ name, role }: { name: string; role: string }) => `${name}: ${role}`)
    }
    const both = [`${elsewhere.name}: member`, 'My organization: owner']
    assert.deepEqual(await rolesOf(), both)
    assert.deepEqual(await rolesOf(), both)
  },
  { RECTO_OWNER_EMAIL: 'late@example.com' },
)

onBothStores(
  'five codes an hour go to one address',
  async service => {
    const email = freshAddress()
    service.advance(3_600_000 - (service.context.clock() % 3_600_000))
    for (let n = 0; n < 5; n++) await ask(service, email)
    const refused = await post(service, '/auth/code', { email })
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    const { owner } = await service.organization()
    for (let n = 0; n < 5; n++) await ask(service, owner.email)
    assert.equal((await post(service, '/auth/code', { email: owner.email })).status, 429)
    const again = await post(service, '/auth/code', { again: '1' }, owner.session.cookie)
    assert.equal(again.status, 202, 'who is signed in proves the address again all the same')
    service.advance(3_600_000)
    await ask(service, email)
  },
  { RECTO_RATE_LIMITS: 'on', RECTO_DEFAULT_PLAN: 'pro' },
)

const onPage = async (service: Running, fields: Record<string, string>): Promise<string> => {
  const headers = { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ next: '/', ...fields }).toString()
  const answer = await send(`${service.url}/auth/code`, { method: 'POST', headers, body })
  assert.equal(answer.status, 202)
  return answer.text.replaceAll(fields.email!, 'EMAIL')
}

const claims = /We sent a code to/
const doubts = /If this address can sign in here, a code is on its way/

onBothStores('where anybody may sign in, the page says to all that the code was sent', async service => {
  const known = (await service.organization()).owner.email
  const page = await onPage(service, { email: known })
  assert.match(page, claims)
  assert.equal(await onPage(service, { email: freshAddress() }), page)
})

onBothStores(
  'where only the invited sign up, the page claims no code for strangers and tells nobody apart',
  async service => {
    const known = (await service.organization()).owner.email
    const page = await onPage(service, { email: known })
    assert.match(page, doubts)
    assert.equal(await onPage(service, { email: freshAddress() }), page)
    for (const artifact of ['no short id', '']) {
      const email = freshAddress()
      assert.match(await onPage(service, { email, artifact }), doubts)
      assert.deepEqual(await service.mail.to(email), [])
    }
    const email = freshAddress()
    assert.match(await onPage(service, { email, artifact: 'zzzzzzzzzz' }), claims)
    assert.equal((await service.mail.wait(email, 1)).length, 1)
  },
  { RECTO_SIGN_UP: 'invited' },
)
