// A person's own page, the front page of whoever is signed in, and claiming by a form, over HTTP.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileBody, openStage, type Stage } from '../../contract/stage.ts'
import { guestSession } from '../../support/people.ts'
import { visitor } from './visitor.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

test('the front page leads those with an account to their pages', async () => {
  const answer = await visitor(stage.url, stage.company.owner).open('/')
  assert.deepEqual([answer.status, answer.headers.location], [303, '/app'])
  assert.equal((await visitor(stage.url).open('/')).status, 200)
  const guest = await guestSession(stage.service.context, 'guest@elsewhere.example')
  assert.equal((await visitor(stage.url, guest).open('/')).status, 200)
})

describe('the account', () => {
  test('holds name, address and organizations, and takes another name', async () => {
    const member = await stage.company.join('member')
    const who = visitor(stage.url, member)
    const page = (await who.open('/app/account')).text
    assert.match(
      page,
      new RegExp(`value="${member.name}"[\\s\\S]*${member.email}[\\s\\S]*${stage.company.name}`),
    )
    assert.equal(
      (await who.submit('/app/account', { name: 'Another' })).headers.location,
      '/app/account?done=renamed',
    )
    assert.match((await who.open('/app/account')).text, /value="Another"/)
    const refused = await who.submit('/app/account', { name: '\u2066\u200b' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /id="name-error"/)
  })

  test('tells of an invitation that waits in the mail, and of nobody else’s', async () => {
    const member = await stage.company.join('member')
    const other = await stage.service.organization()
    const invited = await stage.send('POST', '/v1/organization/invitations', {
      as: other.owner.session,
      body: JSON.stringify({ email: member.email, role: 'member' }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    assert.equal(invited.status, 201, invited.text)
    assert.match(
      (await visitor(stage.url, member).open('/app/account')).text,
      new RegExp(`${other.name}[\\s\\S]*invites you`),
    )
    assert.doesNotMatch(
      (await visitor(stage.url, stage.company.owner).open('/app/account')).text,
      /invites you/,
    )
  })

  test('leaves an organization: the session ends, the pages pass on', async () => {
    const member = await stage.company.join('member')
    const id = await stage.publish({ visibility: 'company' }, { as: member })
    const who = visitor(stage.url, member)
    const left = await who.submit('/app/account/leave')
    assert.equal(left.status, 200)
    assert.match(left.text, /You have left/)
    assert.match(String(left.headers['set-cookie']), /Max-Age=0/)
    assert.equal((await who.open('/app')).status, 303)
    const { owner } = (await stage.send('GET', `/v1/artifacts/${id}/metadata`)).json
    assert.equal(owner.email, stage.company.owner.email)
  })

  test('says why the last owner cannot leave', async () => {
    const company = await stage.service.organization()
    const refused = await visitor(stage.url, company.owner).submit('/app/account/leave')
    assert.equal(refused.status, 409)
    assert.match(refused.text, /error-summary[\s\S]*only owner/)
  })

  test('of a guest says what a guest may do; nothing else of the dashboard is there', async () => {
    const session = await guestSession(stage.service.context, 'guest@elsewhere.example')
    const guest = visitor(stage.url, session)
    const page = await guest.open('/app/account')
    assert.equal(page.status, 200)
    assert.match(page.text, /You are a guest/)
    assert.doesNotMatch(page.text, /href="\/app\/(members|keys|new|trash)"/)
    assert.equal((await guest.open('/app')).headers.location, '/auth/sign-in?next=%2Fapp')
    assert.equal((await guest.submit('/app/account', { name: 'x' })).status, 404)
  })
})

describe('claiming by a form', () => {
  const preview = async () => {
    const key = `a-key-of-twenty-two-letters-${Math.random()}`
    const { headers, body } = fileBody('# Mine', { name: 'Weekly <report>' })
    const made = await stage.send('POST', '/v1/public/artifacts', {
      as: 'nobody',
      body,
      headers: { ...headers, 'idempotency-key': key },
    })
    assert.equal(made.status, 201, made.text)
    const { shortId, claimUrl } = made.json
    return { id: shortId as string, path: new URL(claimUrl).pathname }
  }

  test('shows what it is to anybody, and opening it changes nothing', async () => {
    const { path } = await preview()
    await stage.leavesNothing(async () => {
      for (const who of [visitor(stage.url), visitor(stage.url, stage.company.owner)])
        for (let n = 0; n < 3; n++) {
          const page = await who.open(path)
          assert.equal(page.status, 200)
          assert.match(page.text, /Weekly &lt;report(>|&gt;)/)
          assert.match(page.text, /just now|seconds? ago|minutes? ago/)
          assert.equal(page.headers['referrer-policy'], 'no-referrer')
        }
    })
    assert.match((await visitor(stage.url).open(path)).text, new RegExp(`name="next" value="${path}"`))
  })

  test('takes it into the organization that was chosen, for the audience that was chosen', async () => {
    const { id, path } = await preview()
    const both = await stage.company.join('member')
    const other = await stage.service.organization()
    await other.join('member', both.email)
    const who = visitor(stage.url, both)
    assert.match((await who.open(path)).text, new RegExp(`value="${other.id}"`))
    const done = await who.submit(path, { organizationId: other.id, visibility: 'company' })
    assert.deepEqual([done.status, done.headers.location], [303, `/${id}`])
    const facts = (await stage.send('GET', `/v1/artifacts/${id}/metadata`, { as: other.owner })).json
    assert.deepEqual(
      [facts.organization.id, facts.visibility, facts.owner.email],
      [other.id, 'company', both.email],
    )
    const [cookie] = String(done.headers['set-cookie']).split(';')
    const spent = await visitor(stage.url, { cookie: cookie! }).open(path)
    assert.equal(spent.status, 409)
    assert.match(spent.text, /is already claimed/)
  })

  test('refuses an organization of others, and says what the policy forbids', async () => {
    const { path } = await preview()
    const other = await stage.service.organization()
    const who = visitor(stage.url, stage.company.owner)
    await stage.leavesNothing(async () => {
      assert.equal((await who.submit(path, { organizationId: other.id })).status, 404)
    })
    await other.setPolicy({ allowPublic: false })
    const restricted = visitor(stage.url, other.owner)
    assert.match((await restricted.open(path)).text, /value="public" disabled/)
    const refused = await restricted.submit(path, { visibility: 'public' })
    assert.equal(refused.status, 403)
    assert.match(refused.text, /error-summary[\s\S]*public/)
  })

  test('offers only organizations that take previews from the reader, and says kindly where none does', async () => {
    const { id, path } = await preview()
    const [closed, reading] = [await stage.service.organization(), await stage.service.organization()]
    const both = await closed.join('member')
    const who = visitor(stage.url, both)
    await reading.join('viewer', both.email)
    await closed.setPolicy({ allowPreviewClaims: false })
    await stage.leavesNothing(async () => {
      const page = await who.open(path)
      assert.equal(page.status, 200)
      assert.match(page.text, /None of your organizations takes previews/)
      assert.doesNotMatch(page.text, /Claim page<|name="organizationId"|error-summary/)
      const insisted = await who.submit(path, { organizationId: closed.id })
      assert.equal(insisted.status, 403)
      assert.match(insisted.text, /None of your organizations takes previews/)
    })
    const open = await stage.service.organization()
    await open.join('member', both.email)
    const page = (await who.open(path)).text
    assert.match(page, new RegExp(`type="hidden" name="organizationId" value="${open.id}"`))
    assert.doesNotMatch(page, new RegExp(`${closed.id}|${reading.id}`))
    const done = await who.submit(path, { organizationId: open.id, visibility: 'private' })
    assert.deepEqual([done.status, done.headers.location], [303, `/${id}`])
  })

  test('takes nothing from nobody or from elsewhere', async () => {
    const { path } = await preview()
    await stage.leavesNothing(async () => {
      assert.equal((await visitor(stage.url).submit(path, { visibility: 'public' })).status, 401)
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }])
        assert.equal(
          (await visitor(stage.url, stage.company.owner).submit(path, {}, headers as Record<string, string>))
            .status,
          403,
        )
    })
  })

  test('says kindly that a link is unknown or has expired', async () => {
    const unknown = await visitor(stage.url).open('/claim/neverwas')
    assert.deepEqual([unknown.status, /not found/.test(unknown.text)], [404, true])
    const { path } = await preview()
    stage.service.advance(31 * 86_400_000)
    const expired = await visitor(stage.url).open(path)
    assert.deepEqual([expired.status, /has expired/.test(expired.text)], [410, true])
  })
})
