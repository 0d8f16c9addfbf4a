// The second factor: switched on with an authenticator app, asked for at sign-in, each code once, few tries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { administer } from '../../src/admin/admin.ts'
import { resetSecondFactor } from '../../src/admin/second-factor.ts'
import { serviceOn } from '../support/common-service.ts'
import { madeFor } from '../support/dashboard.ts'
import { type Received, send } from '../support/http.ts'
import type { Company } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { ask, cookieOf, me, post, verify, wrong } from '../support/sign-in.ts'
import { isSkip } from '../support/skip.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'
import type { Value } from '../support/world-surface.ts'

const HOUR = 3_600_000
const STEP = 30_000

/** Returns the code of an app whose clock is ahead by so many milliseconds. */
const shown = (service: Running, secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.context.clock() + ahead })

interface Enrolled {
  secret: string
  recoveryCodes: string[]
}

/** Switches it on for the owner; the clock goes on, so that the next code is another one. */
async function enrol({ call, company, service }: World): Promise<Enrolled> {
  const as = company.owner.session
  const { secret } = await call('beginSecondFactor', {}, { as })
  const { recoveryCodes } = await call('confirmSecondFactor', { code: shown(service, secret) }, { as })
  service.advance(STEP)
  return { secret, recoveryCodes }
}

everywhere(
  'it is switched on with a first code of the app, and says how many recovery codes are left',
  async world => {
    const { company, service } = world
    const as = company.owner.session
    assert.deepEqual(await world.call('secondFactor', {}, { as }), {
      enabled: false,
      since: null,
      recoveryCodesLeft: 0,
    })
    const begun = await world.call('beginSecondFactor', {}, { as })
    assert.match(begun.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(begun.uri)
    assert.deepEqual([uri.protocol, uri.searchParams.get('secret')], ['otpauth:', begun.secret])
    assert.ok(decodeURIComponent(begun.uri).includes(company.owner.email))
    await world.refused(
      'code_invalid',
      'confirmSecondFactor',
      { code: wrong(shown(service, begun.secret)) },
      { as },
    )
    assert.equal((await world.call('secondFactor', {}, { as })).enabled, false)
    const { recoveryCodes } = await world.call(
      'confirmSecondFactor',
      { code: shown(service, begun.secret) },
      { as },
    )
    assert.equal(new Set(recoveryCodes).size, 10)
    for (const code of recoveryCodes) assert.match(code, /^\w{4}-\w{4}-\w{4}-\w{4}$/)
    const state = await world.call('secondFactor', {}, { as })
    assert.deepEqual([state.enabled, typeof state.since, state.recoveryCodesLeft], [true, 'string', 10])
    await world.refused('second_factor_enabled', 'beginSecondFactor', {}, { as })
  },
)

everywhere('switching it on and off takes a session that was proven of late', async world => {
  const { company, service } = world
  const { secret } = await enrol(world)
  for (const as of [company.owner, { key: (await company.newKey('service')).key }])
    for (const operation of ['secondFactor', 'beginSecondFactor'])
      await world.refused('session_required', operation, {}, { as })
  const ben = await company.join('member')
  const begun = await world.call('beginSecondFactor', {}, { as: ben.session })
  service.advance(12 * HOUR)
  const late = { code: shown(service, secret) }
  await world.refused('reauthentication_required', 'endSecondFactor', late, { as: company.owner.session })
  await world.refused('reauthentication_required', 'beginSecondFactor', {}, { as: ben.session })
  const first = { code: shown(service, begun.secret) }
  await world.refused('reauthentication_required', 'confirmSecondFactor', first, { as: ben.session })
})

everywhere(
  'it is switched off with a code of the app or a recovery code, and both ways are told by mail',
  async world => {
    const { company, service } = world
    const as = company.owner.session
    const { secret } = await enrol(world)
    await world.refused('code_invalid', 'endSecondFactor', { code: 'nothing' }, { as })
    await world.call('endSecondFactor', { code: shown(service, secret) }, { as })
    assert.equal((await world.call('secondFactor', {}, { as })).enabled, false)
    await world.refused('not_found', 'endSecondFactor', { code: shown(service, secret) }, { as })
    const again = await enrol(world)
    await world.call('endSecondFactor', { code: again.recoveryCodes[3]! }, { as })
    const letters = await service.mail.wait(company.owner.email, 4)
    assert.deepEqual(
      letters.map(({ subject }) => subject).sort(),
      ['off', 'off', 'on', 'on'].map(state => `Second factor switched ${state}`),
    )
  },
)

everywhere('a code of the app works one step early or late, and not two', async world => {
  const as = world.company.owner.session
  for (const allowed of [-1, 1]) {
    const { secret } = await enrol(world)
    beginStep(world.service)
    const code = (steps: number) => ({ code: shown(world.service, secret, steps * STEP) })
    for (const steps of [-2, 2]) await world.refused('code_invalid', 'endSecondFactor', code(steps), { as })
    await world.call('endSecondFactor', code(allowed), { as })
  }
})

/** Turns the clock forward to where a step begins that no code was used of, so that the test ends within the step. */
const beginStep = (service: Running): void => service.advance(5 * STEP - (service.context.clock() % STEP))

everywhere('ten tries an hour are counted, also those that are refused', async world => {
  const { company, service } = world
  const as = company.owner.session
  const { secret } = await enrol(world)
  service.advance(HOUR)
  const codes = Array.from({ length: 14 }, () => wrong(shown(service, secret)))
  const outcomes = await Promise.all(codes.map(code => world.act('endSecondFactor', { code }, { as })))
  const found = outcomes.map(outcome => ('problem' in outcome ? outcome.problem.code : 'done')).sort()
  assert.deepEqual(found, [...Array(10).fill('code_invalid'), ...Array(4).fill('rate_limited')])
  await world.refused('rate_limited', 'endSecondFactor', { code: shown(service, secret) }, { as })
})

/** A company whose owner has a second factor. */
async function guarded(service: Running): Promise<{ company: Company } & Enrolled> {
  const company = await service.organization()
  const { cookie } = company.owner.session
  const { secret } = (await post(service, '/v1/me/second-factor', {}, cookie)).json
  const confirm = { code: shown(service, secret) }
  const { recoveryCodes } = (await post(service, '/v1/me/second-factor/confirm', confirm, cookie)).json
  service.advance(STEP)
  return { company, secret, recoveryCodes }
}

/** The first step; answers the cookie of the pending sign-in. */
async function pendingSignIn(service: Running, email: string): Promise<string> {
  const answer = await verify(service, email, await ask(service, email))
  assert.deepEqual([answer.status, answer.json], [200, { secondFactor: true }])
  assert.match(
    answer.headers['set-cookie']![0]!,
    /^pending-sign-in=\w{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  assert.equal(answer.headers['set-cookie']!.length, 1)
  return cookieOf(answer)
}

const finish = (service: Running, cookie: string, code: string): Promise<Received> =>
  post(service, '/auth/second-factor', { code }, cookie)

const sessionIn = ({ headers }: Received): string =>
  headers['set-cookie']!.find(cookie => cookie.startsWith('sid='))!.split(';')[0]!

onBothStores('signing in asks for a code of the app after the one by mail', async service => {
  const { company, secret } = await guarded(service)
  const cookie = await pendingSignIn(service, company.owner.email)
  assert.equal((await me(service, cookie)).status, 401)
  const answer = await finish(service, cookie, shown(service, secret))
  assert.deepEqual([answer.status, answer.json.person.id], [200, company.owner.id])
  assert.equal((await me(service, sessionIn(answer))).json.person.email, company.owner.email)
  assert.ok(answer.headers['set-cookie']!.some(each => /^pending-sign-in=; Path=\/; Max-Age=0;/.test(each)))
})

onBothStores('a code of the app counts once, also given twice at once, and none before it', async service => {
  const { company, secret } = await guarded(service)
  const { email } = company.owner
  const code = shown(service, secret)
  const halves = [await pendingSignIn(service, email), await pendingSignIn(service, email)]
  const both = await Promise.all(halves.map(cookie => finish(service, cookie, code)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
  assert.equal((await finish(service, await pendingSignIn(service, email), code)).status, 422)
  service.advance(2 * STEP)
  const old = shown(service, secret)
  service.advance(STEP)
  assert.equal(
    (await finish(service, await pendingSignIn(service, email), shown(service, secret))).status,
    200,
  )
  assert.equal((await finish(service, await pendingSignIn(service, email), old)).json.code, 'code_invalid')
})

onBothStores('a recovery code lets in once, dashes or not', async service => {
  const { company, recoveryCodes } = await guarded(service)
  const { email } = company.owner
  const [first, second] = recoveryCodes as [string, string]
  assert.equal((await finish(service, await pendingSignIn(service, email), first)).status, 200)
  assert.equal((await finish(service, await pendingSignIn(service, email), first)).status, 422)
  assert.equal(
    (await finish(service, await pendingSignIn(service, email), second.replaceAll('-', ' '))).status,
    200,
  )
})

onBothStores(
  'a pending sign-in allows five tries, also at once, ends after ten minutes and is finished once',
  async service => {
    const { company, secret } = await guarded(service)
    const { email } = company.owner
    const worn = await pendingSignIn(service, email)
    await Promise.all(Array.from({ length: 20 }, () => finish(service, worn, wrong(shown(service, secret)))))
    assert.equal((await finish(service, worn, shown(service, secret))).status, 422)
    const late = await pendingSignIn(service, email)
    service.advance(10 * 60_000)
    assert.equal((await finish(service, late, shown(service, secret))).status, 422)
    const used = await pendingSignIn(service, email)
    assert.equal((await finish(service, used, shown(service, secret))).status, 200)
    service.advance(STEP)
    assert.equal((await finish(service, used, shown(service, secret))).status, 422)
    assert.equal((await finish(service, 'pending-sign-in=nothing', shown(service, secret))).status, 422)
  },
)

onBothStores('a code of somebody else proves nothing', async service => {
  const [ana, ben] = [await guarded(service), await guarded(service)]
  const cookie = await pendingSignIn(service, ana.company.owner.email)
  assert.equal((await finish(service, cookie, shown(service, ben.secret))).status, 422)
  assert.equal((await finish(service, cookie, ben.recoveryCodes[0]!)).status, 422)
})

onBothStores('proving the address again asks for it too', async service => {
  const { company, secret } = await guarded(service)
  const { email, session } = company.owner
  service.advance(13 * HOUR)
  await post(service, '/auth/code', { again: '1' }, session.cookie)
  const fields = { email, code: await service.mail.code(email), again: '1' }
  const first = await post(service, '/auth/code/verify', fields, session.cookie)
  assert.deepEqual(first.json, { secondFactor: true })
  const change = async (cookie: string) =>
    (
      await send(`${service.url}/v1/organization`, {
        method: 'PATCH',
        headers: { cookie, origin: service.url, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Another name' }),
      })
    ).status
  assert.equal(await change(session.cookie), 403)
  const both = `${session.cookie}; ${cookieOf(first)}`
  const second = { code: shown(service, secret), again: '1' }
  const answer = await post(service, '/auth/second-factor', second, both)
  assert.equal(answer.status, 200)
  assert.equal((await me(service, session.cookie)).status, 401)
  assert.equal(await change(sessionIn(answer)), 200)
})

onBothStores('nothing in the store is the secret or a recovery code', async service => {
  const { company, secret, recoveryCodes } = await guarded(service)
  const factor = await service.context.records.factors.find(company.owner.id)
  const kept = JSON.stringify(factor)
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map(code => code.replaceAll('-', ''))])
    assert.ok(!kept.includes(text))
  assert.equal(Buffer.from(factor!.encryptedSecret, 'base64url').length, 12 + 16 + 32)
})

const form = async (service: Running, path: string, fields: Record<string, string>, cookie: string) =>
  send(service.url + path, {
    method: 'POST',
    headers: {
      ...{ cookie, origin: service.url, accept: 'text/html' },
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(await madeFor(service.url, { cookie }, fields)).toString(),
  })

onBothStores(
  'the page switches it on, shows each secret once, and leads through the second step',
  async service => {
    const { owner } = await service.organization()
    const { cookie } = owner.session
    const begun = await form(service, '/app/security/factor', {}, cookie)
    assert.equal(begun.status, 201)
    const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(begun.text)![1]!
    const code = wrong(shown(service, secret))
    const mistaken = await form(service, '/app/security/factor/confirm', { code, secret }, cookie)
    assert.equal(mistaken.status, 422)
    assert.ok(mistaken.text.includes(secret))
    const right = { code: shown(service, secret), secret }
    const confirmed = await form(service, '/app/security/factor/confirm', right, cookie)
    assert.equal(confirmed.status, 200)
    assert.equal(confirmed.text.match(/\b\w{4}(-\w{4}){3}\b/g)!.length >= 10, true)
    const page = await send(`${service.url}/app/security`, { headers: { cookie } })
    assert.ok(!page.text.includes(secret) && page.text.includes('10 recovery codes left'))
    service.advance(STEP)
    const asked = await form(service, '/auth/code', { email: owner.email, next: '/app/security' }, '')
    const given = { email: owner.email, code: await service.mail.code(owner.email), next: '/app/security' }
    const halfway = await form(service, '/auth/code/verify', given, cookieOf(asked))
    assert.equal(halfway.status, 200)
    assert.match(halfway.text, /action="\/auth\/second-factor"/)
    const second = { code: shown(service, secret), next: '/app/security' }
    const wrongly = await form(service, '/auth/second-factor', { ...second, code: 'x' }, cookieOf(halfway))
    assert.equal(wrongly.status, 422)
    const done = await form(service, '/auth/second-factor', second, cookieOf(halfway))
    assert.deepEqual([done.status, done.headers.location], [303, '/app/security'])
    const off = await form(service, '/app/security/factor/end', { code: 'x' }, sessionIn(done))
    assert.equal(off.status, 422)
  },
)

onBothStores('the page ends sessions, its own and all others', async service => {
  const { owner } = await service.organization()
  const { cookie } = owner.session
  const other = cookieOf(await verify(service, owner.email, await ask(service, owner.email)))
  const out = await form(service, '/app/security/sessions/end', {}, cookie)
  assert.equal(out.headers.location, '/app/security?done=ended-others')
  assert.equal((await me(service, other)).status, 401)
  const { data } = (await send(`${service.url}/v1/sessions`, { headers: { cookie } })).json
  const own = await form(service, `/app/security/sessions/${data[0].id}/end`, {}, cookie)
  assert.deepEqual([own.status, own.headers.location], [303, '/'])
  assert.equal((await me(service, cookie)).status, 401)
})

everywhere(
  'the operator lets somebody in again who lost app and recovery codes: signed out everywhere, told, and on record',
  async world => {
    const { company, service } = world
    const { owner } = company
    await enrol(world)
    const code = await ask(service, owner.email)
    assert.equal((await verify(service, owner.email, code)).json.secondFactor, true)
    const { records, clock } = service.context
    const done = await resetSecondFactor(records, owner.email.toUpperCase(), clock())
    assert.deepEqual(done, { email: owner.email, name: owner.name, sessionsEnded: 1 })
    assert.equal((await me(service, owner.session.cookie)).status, 401)
    const again = await verify(service, owner.email, await ask(service, owner.email))
    assert.equal(again.json.person.id, owner.id)
    const mails = await service.mail.to(owner.email)
    assert.ok(mails.some(({ subject }) => subject === 'Your second factor was switched off'))
    const { data } = await world.call('audit', { action: 'admin.reset-second-factor' })
    assert.deepEqual(
      data.map((row: Value) => [row.actor.name, row.actorType, row.subject]),
      [['Operator', 'system', owner.id]],
    )
    await assert.rejects(resetSecondFactor(records, owner.email, clock()), { code: 'not_found' })
    await assert.rejects(resetSecondFactor(records, 'nobody@example.org', clock()), { code: 'not_found' })
    await assert.rejects(resetSecondFactor(records, 'nobody', clock()), { code: 'malformed_address' })
  },
)

test('the command of the operator says what is wrong in a sentence', async () => {
  const service = await serviceOn('sqlite')
  assert.ok(!isSkip(service))
  const env = { RECTO_DATA: service.folder, RECTO_URL: service.url }
  const run = (email: string) =>
    administer({ command: 'admin reset-second-factor', input: { email }, progress: () => undefined }, env)
  const { owner } = await service.organization()
  await assert.rejects(run(owner.email), /has no second factor/)
})
