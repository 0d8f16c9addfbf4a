// Signing in with Google and Microsoft against a real OpenID provider: the whole way there and back, and what it makes of somebody.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomToken } from '../../src/crypto.ts'
import { freePort } from '../support/free-port.ts'
import { closeConnections, send } from '../support/http.ts'
import { type OpenIdProvider, startOpenId } from '../support/openid.ts'
import { type Company, freshAddress } from '../support/people.ts'
import { publish } from '../support/publish.ts'
import { type Running, type Store, startService } from '../support/service.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { newVisitor, type Step, type Visitor } from '../support/visitor.ts'

type Provider = 'google' | 'microsoft'

const started = new Map<Store, { service: Running; openid: OpenIdProvider }>()

async function startOn(store: Store) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const openid = await startOpenId([`${url}/auth/google/callback`, `${url}/auth/microsoft/callback`])
  const { issuer, clientId, clientSecret } = openid
  const env: Record<string, string> = { RECTO_URL: url, PORT: String(port) }
  for (const name of ['GOOGLE', 'MICROSOFT'])
    Object.assign(env, {
      [`${name}_CLIENT_ID`]: clientId,
      [`${name}_CLIENT_SECRET`]: clientSecret,
      [`${name}_ISSUER`]: issuer,
    })
  const service = await startService({ store, env })
  if (isSkip(service)) await openid.stop()
  else started.set(store, { service, openid })
  return service
}

after(async () => {
  closeConnections()
  for (const { service, openid } of started.values()) {
    await service.stop()
    await openid.stop()
  }
})

interface Place {
  service: Running
  openid: OpenIdProvider
  /** Makes an account at the provider and lets it use the provider's pages. */
  become(claims: Record<string, unknown>, sub?: string): string
  enter(provider?: Provider, options?: { by?: Visitor; from?: string; query?: string }): Promise<Entered>
}

interface Entered extends Step {
  visitor: Visitor
  me: {
    credential?: string
    role?: string
    person?: { email: string; name: string }
    organization?: { id: string; plan: string } | null
  }
}

function withProvider(title: string, body: (place: Place) => Promise<void>): void {
  test(title, async t => {
    for (const store of ['sqlite', 'postgres'] as const) {
      await t.test(`on ${store}`, async at => {
        const service: Running | Skip = started.get(store)?.service ?? (await startOn(store))
        if (isSkip(service)) return at.skip(service.skip)
        await body(placeOn(service, started.get(store)!.openid))
      })
    }
  })
}

const placeOn = (service: Running, openid: OpenIdProvider): Place => ({
  service,
  openid,
  become(claims, sub = `sub-${randomToken(12)}`) {
    openid.accounts.set(sub, { email_verified: true, xms_edov: true, ...claims })
    openid.visitor = sub
    return sub
  },
  async enter(provider = 'google', { by = newVisitor(), from, query = '' } = {}) {
    by.cookies.delete(openid.issuer)
    const address = `${service.url}/auth/${provider}${query}`
    const step = await by.open(address, from === undefined ? {} : { referer: from })
    const me = await send(`${service.url}/v1/me`, { headers: { cookie: by.cookie(service.url) } })
    return { ...step, visitor: by, me: me.json }
  },
})

const sessionOf = ({ url }: Running, { cookies }: Visitor) => cookies.get(url)?.get('sid')

for (const provider of ['google', 'microsoft'] as const)
  withProvider(
    `[S56] a member of an organization on Pro or Enterprise signs in with ${provider}; on Free and Solo a code is offered`,
    async ({ service, become, enter }) => {
      for (const plan of ['pro', 'enterprise', 'free', 'solo'] as const) {
        const company = await service.organization(plan)
        const viewer = await company.join('viewer')
        become({ email: viewer.email.toUpperCase() })
        const { status, text, visitor, me } = await enter(provider)
        if (plan === 'pro' || plan === 'enterprise') {
          assert.deepEqual([me.credential, me.role], ['session', 'viewer'])
          assert.equal(me.organization!.id, company.id)
          continue
        }
        assert.equal(status, 403)
        assert.match(text, /Pro or Enterprise/)
        assert.match(text, /action="\/auth\/code"/)
        assert.equal(sessionOf(service, visitor), undefined)
      }
    },
  )

withProvider('a first sign-in joins as a code does, and for a page as a guest', async place => {
  const { service, become, enter } = place
  become({ email: freshAddress('stranger') })
  const stranger = await enter()
  assert.deepEqual([stranger.status, sessionOf(service, stranger.visitor)], [403, undefined])
  const company = await service.organization('pro')
  const named = freshAddress('named')
  const page = await publish(service, company.owner.key, named)
  become({ email: named })
  const guest = await enter('google', { from: `${service.url}/${page}` })
  assert.deepEqual(
    [guest.status, new URL(guest.at).pathname, guest.me.credential],
    [200, `/${page}`, 'guest'],
  )
  become({ email: freshAddress('other') })
  const other = await enter('google', { from: `${service.url}/${page}` })
  const nowhere = await enter('google', { from: `${service.url}/zzzzzzzzzz` })
  assert.deepEqual([other.status, nowhere.status], [404, 404])
  assert.deepEqual([other.me.credential, nowhere.me.credential], ['guest', 'guest'])
  assert.equal(other.text.replaceAll(page, ''), nowhere.text.replaceAll('zzzzzzzzzz', ''))
})

withProvider('whom a free organization names or invites is offered a code', async place => {
  const { service, become, enter } = place
  const company = await service.organization('free')
  const named = freshAddress('named')
  const page = await publish(service, company.owner.key, named)
  become({ email: named })
  const { status, text } = await enter('google', { from: `${service.url}/${page}` })
  assert.equal(status, 403)
  assert.match(text, /Sign in with a code/)
})

withProvider('an issuer and subject stay one person, whatever the address becomes', async place => {
  const { service, become, enter } = place
  const company = await service.organization('pro')
  const member = await company.join('member')
  const sub = become({ email: member.email })
  assert.equal((await enter()).me.person!.email, member.email)
  become({ email: freshAddress('renamed') }, sub)
  assert.equal((await enter()).me.person!.email, member.email)
  become({ email: company.owner.email, email_verified: false }, sub)
  assert.equal((await enter()).me.person!.email, member.email)
  const audits = await service.context.records.transaction(rows =>
    rows.journal.audits({ organizationId: company.id, limit: 100 }),
  )
  assert.equal(audits.filter(({ action }) => action === 'linkIdentity').length, 1)
})

withProvider('an account that is unlinked signs nobody in any more, and a code still does', async place => {
  const { service, become, enter } = place
  const company = await service.organization('pro')
  const member = await company.join('member')
  const sub = become({ email: member.email })
  const [lost, own] = [await enter(), await enter()]
  const headers = { cookie: own.visitor.cookie(service.url), origin: service.url }
  const ask = (path: string, method = 'GET', as = headers) =>
    send(service.url + path, { method, headers: as })
  const { data } = (await ask('/v1/me/identities')).json
  assert.deepEqual(
    data.map(({ provider }: { provider: string }) => provider),
    ['google'],
  )
  const ways = (await ask('/v1/sessions')).json.data
  assert.deepEqual(ways.map(({ signedInBy }: { signedInBy: string }) => signedInBy).sort(), [
    'code',
    'google',
    'google',
  ])
  const path = `/v1/me/identities/${data[0].id}`
  const stranger = { cookie: company.owner.session.cookie, origin: service.url }
  assert.equal((await ask(path, 'DELETE', stranger)).status, 404)
  assert.equal((await ask(path, 'DELETE')).status, 204)
  assert.equal((await ask(path, 'DELETE')).status, 404)
  assert.deepEqual((await ask('/v1/me/identities')).json.data, [])
  const stolen = { cookie: lost.visitor.cookie(service.url) }
  assert.equal((await send(`${service.url}/v1/me`, { headers: stolen })).status, 401)
  become({ email: freshAddress('renamed') }, sub)
  assert.equal((await enter()).status, 403)
  assert.equal((await send(`${service.url}/v1/me`, { headers: member.session })).status, 200)
  const audits = await service.context.records.transaction(rows =>
    rows.journal.audits({ organizationId: company.id, limit: 100 }),
  )
  const unlinked = audits.filter(({ action }) => action === 'unlinkIdentity')
  assert.deepEqual(
    unlinked.map(({ personId, data }) => [personId, data.provider]),
    [[member.id, 'google']],
  )
})

withProvider('somebody with several organizations begins in one that has it', async place => {
  const { service, become, enter } = place
  const [free, pro] = [await service.organization('free'), await service.organization('pro')]
  const { email } = await free.join('member')
  await pro.join('admin', email)
  become({ email })
  const { me, visitor } = await enter()
  assert.equal(me.organization!.id, pro.id)
  const cookie = visitor.cookie(service.url)
  const refused = await switchTo(service, cookie, free.id)
  assert.deepEqual([refused.status, refused.json.code], [403, 'plan_limit'])
})

withProvider('signing in again stays in the organization the session acts in', async place => {
  const { service, become, enter } = place
  const [first, second] = [await service.organization('pro'), await service.organization('pro')]
  const { email } = await first.join('owner')
  await second.join('owner', email)
  become({ email })
  const { visitor, me } = await enter()
  assert.equal(me.organization!.id, first.id)
  const moved = await switchTo(service, visitor.cookie(service.url), second.id)
  visitor.cookies.get(service.url)!.set('sid', /sid=([^;]+)/.exec(moved.headers['set-cookie']![0]!)![1]!)
  const again = await visitor.open(`${service.url}/auth/sign-in?again=1&next=/docs`)
  assert.match(again.text, /Continue with Google/)
  assert.equal((await enter('google', { by: visitor })).me.organization!.id, second.id)
})

const switchTo = ({ url }: Running, cookie: string, organizationId: string) =>
  send(`${url}/v1/me`, {
    method: 'PATCH',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId }),
  })

withProvider('the sign-in returns to pages of ours alone, and the session is a new one', async place => {
  const { service, become, enter } = place
  const company = await service.organization('pro')
  become({ email: company.owner.email })
  const first = await enter('google', { query: `?${new URLSearchParams({ next: '/docs?a=b' })}` })
  assert.equal(first.at, `${service.url}/docs?a=b`)
  const before = sessionOf(service, first.visitor)
  for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/\t/evil.example']) {
    const again = await enter('google', { by: first.visitor, query: `?${new URLSearchParams({ next })}` })
    assert.ok(again.at.startsWith(`${service.url}/app`), again.at)
  }
  assert.notEqual(sessionOf(service, first.visitor), before)
  const old = await send(`${service.url}/v1/me`, { headers: { cookie: `sid=${before}` } })
  assert.equal(old.status, 401)
})

withProvider('calling it off leaves a page with every way to try again, and nothing else', async place => {
  const { service, openid, enter } = place
  openid.visitor = null
  const { status, text, visitor } = await enter('google', { query: '?next=%2Fdocs' })
  assert.equal(status, 403)
  assert.match(text, /called off/)
  assert.match(text, /href="\/auth\/google\?next=%2Fdocs"/)
  assert.deepEqual([...(visitor.cookies.get(service.url) ?? [])], [])
})

withProvider('a link of another site begins no sign-in', async ({ service }) => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const { status, headers: answer } = await send(`${service.url}/auth/google?next=/docs`, { headers })
  assert.deepEqual([status, answer.location], [303, '/auth/sign-in?next=%2Fdocs'])
  assert.equal(answer['set-cookie'], undefined)
})

withProvider(
  'what is missing and what is forbidden offer the same buttons in the same bytes',
  async place => {
    const { service } = place
    const company: Company = await service.organization('pro')
    const gated = await publish(service, company.owner.key, 'private')
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const [forbidden, missing] = await Promise.all(
      [gated, 'zzzzzzzzzz'].map(id => send(`${service.url}/${id}`, { headers })),
    )
    assert.deepEqual([forbidden!.status, missing!.status], [404, 404])
    assert.equal(forbidden!.text, missing!.text)
    assert.match(missing!.text, /href="\/auth\/google".*Continue with Google/s)
    assert.match(missing!.text, /href="\/auth\/microsoft".*Continue with Microsoft/s)
  },
)
