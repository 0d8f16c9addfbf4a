// Coming back from a provider: only in the browser that left, once, in time, and with an answer that is one.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { closeConnections, send } from '../support/http.ts'
import { clientSecret, startLiedTo } from '../support/lied-to.ts'
import { tampered } from '../support/tampered.ts'
import { newVisitor } from '../support/visitor.ts'

const stage = await startLiedTo()
const { provider, service } = stage
const { url } = service
after(async () => {
  closeConnections()
  await stage.stop()
})

const changes: Record<string, (callback: URL) => void> = {
  'without its state': ({ searchParams }) => searchParams.delete('state'),
  'with another state': ({ searchParams }) => searchParams.set('state', 'another'),
  'with a second state': ({ searchParams }) => searchParams.append('state', 'another'),
  'without a code': ({ searchParams }) => searchParams.delete('code'),
  'with two codes': ({ searchParams }) => searchParams.append('code', 'another'),
  'with a code that nobody gave': ({ searchParams }) => searchParams.set('code', 'another'),
  'from another issuer': ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
  'with a token in its address': ({ searchParams }) => searchParams.set('response', 'e30.e30.e30'),
  'with an error': ({ searchParams }) => {
    searchParams.delete('code')
    searchParams.set('error', 'server_error')
  },
}

describe('coming back', () => {
  for (const [what, change] of Object.entries(changes))
    test(`${what} signs nobody in`, async () => {
      await stage.refused('google', {}, change)
    })

  test('with an error that is a page shows nothing of it', async () => {
    const { text } = await stage.refused('google', {}, ({ searchParams }) => {
      searchParams.delete('code')
      searchParams.set('error', '<script>alert(1)</script>')
      searchParams.set('error_description', 'Call 0800 CANARY at once')
      searchParams.set('error_uri', 'https://evil.example/canary')
    })
    assert.doesNotMatch(text, /alert\(1\)|CANARY|evil\.example/)
  })

  test('where discovery promises the issuer, its absence signs nobody in', async () => {
    const promise = () => ({ authorization_response_iss_parameter_supported: true })
    await stage.refused('google', { discovery: promise })
    await stage.member('google')
    stage.forget()
    provider.lies = { discovery: promise }
    const issuer = 'https://accounts.google.com'
    const { at } = await stage.attempt('google', ({ searchParams }) => searchParams.set('iss', issuer))
    provider.lies = {}
    assert.equal(at, `${url}/docs`)
  })

  test('to the address of the other provider signs nobody in', async () => {
    const { subject } = await stage.member('microsoft')
    stage.forget()
    // The other provider takes the code and vouches for the member: nothing but the address is wrong.
    provider.lies = { told: told => ({ ...told, claims: { ...told.claims, aud: 'client-of-microsoft' } }) }
    const strayed = await stage.attempt('google', callback => {
      callback.pathname = '/auth/microsoft/callback'
    })
    provider.lies = {}
    assert.equal(strayed.status, 403)
    await stage.nothing(strayed, subject)
    assert.equal((await stage.attempt('microsoft')).at, `${url}/docs`)
  })

  test('in a browser that never left signs nobody in: no session is forced on anybody', async () => {
    const { subject } = await stage.member('google')
    const thief = newVisitor()
    let callback = ''
    await stage.attempt(
      'google',
      address => {
        callback = address.href
        address.searchParams.set('state', 'kept')
      },
      thief,
    )
    for (const victim of [newVisitor(), await onTheWay()]) {
      const { status, text } = await victim.open(callback)
      assert.equal(status, 403)
      await stage.nothing({ visitor: victim, text }, subject)
    }
  })

  test('a second time signs nobody in, also with the cookie of the first and at the same moment', async () => {
    await stage.member('google')
    const visitor = newVisitor()
    let kept = ''
    const { callback } = await stage.attempt(
      'google',
      () => {
        kept = visitor.cookie(url)
      },
      visitor,
    )
    const again = await send(callback, { headers: { cookie: kept, accept: 'text/html' } })
    assert.equal(again.status, 403)
    assert.match(again.text, /finished already/)
    await stage.member('google')
    const racer = newVisitor()
    const left = await racer.open(`${url}/auth/google`, { until: 'https:' })
    const asked = new URL(left.at)
    const query = new URLSearchParams({
      code: provider.allow(asked),
      state: asked.searchParams.get('state')!,
    })
    const headers = { cookie: racer.cookie(url), accept: 'text/html' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(`${url}/auth/google/callback?${query}`, { headers })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403, 403, 403, 403])
    const sessions = answers.flatMap(({ headers: each }) => each['set-cookie'] ?? [])
    assert.equal(sessions.filter(cookie => /^sid=\w/.test(cookie)).length, 1)
  })

  test('after ten minutes, or with what was not sealed here, signs nobody in', async () => {
    await stage.refused('google', {}, () => service.advance(600_000))
    const visitor = newVisitor()
    for (const change of [tampered, () => 'e30', () => '']) {
      const { subject } = await stage.member('google')
      const { text } = await stage.attempt(
        'google',
        () => {
          const jar = visitor.cookies.get(url)!
          jar.set('passage', change(jar.get('passage')!))
        },
        visitor,
      )
      await stage.nothing({ visitor, text }, subject)
    }
  })

  test('leaves the session of somebody else who was signed in only if it succeeds', async () => {
    const { owner } = await service.organization('pro')
    const visitor = newVisitor()
    const sid = owner.session.cookie.split('=')[1]!
    visitor.cookies.set(url, new Map([['sid', sid]]))
    await stage.member('google')
    provider.lies = { told: told => ({ ...told, claims: { ...told.claims, nonce: 'another' } }) }
    await stage.attempt('google', undefined, visitor)
    provider.lies = {}
    assert.equal(visitor.cookies.get(url)!.get('sid'), sid)
    const me = () => send(`${url}/v1/me`, { headers: owner.session })
    assert.equal((await me()).status, 200)
    await stage.attempt('google', undefined, visitor)
    assert.notEqual(visitor.cookies.get(url)!.get('sid'), sid)
    assert.equal((await me()).status, 401)
  })
})

/** A browser that left for the provider by itself. */
async function onTheWay() {
  const visitor = newVisitor()
  await visitor.open(`${url}/auth/google`, { until: 'https:' })
  assert.ok(visitor.cookies.get(url)?.get('passage'))
  return visitor
}

test('what goes to the provider holds no secret and asks for a code with PKCE', async () => {
  const { status, headers } = await send(`${url}/auth/google?next=/docs`)
  assert.equal(status, 303)
  const { origin, pathname, searchParams } = new URL(headers.location!)
  assert.equal(origin + pathname, 'https://accounts.google.com/authorize')
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams)
  assert.deepEqual(rest, {
    client_id: 'client-of-google',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    redirect_uri: `${url}/auth/google/callback`,
    response_type: 'code',
    scope: 'openid email profile',
  })
  for (const random of [state, nonce, code_challenge]) assert.match(random!, /^[\w-]{43}$/)
  assert.match(headers['set-cookie']![0]!, /^passage=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  assert.ok(!headers['set-cookie']![0]!.includes(clientSecret))
})

test('over https the cookie is bound to the host', async () => {
  const secure = await startLiedTo({
    RECTO_URL: 'https://recto.example',
    RECTO_MAIL: 'outbox',
    RECTO_RATE_LIMITS: 'on',
  })
  try {
    const { headers } = await send(`http://127.0.0.1:${secure.port}/auth/microsoft`, {
      headers: { host: 'recto.example' },
    })
    assert.match(
      headers['set-cookie']![0]!,
      /^__Host-passage=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const asked = new URL(headers.location!)
    assert.equal(asked.origin, 'https://login.microsoftonline.com')
    assert.equal(asked.searchParams.get('redirect_uri'), 'https://recto.example/auth/microsoft/callback')
  } finally {
    await secure.stop()
  }
})

test('a provider that is not set up is not there', async () => {
  const alone = await startLiedTo({ MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })
  try {
    const there = await send(`${alone.service.url}/auth/sign-in`)
    assert.match(there.text, /Continue with Google/)
    assert.doesNotMatch(there.text, /Continue with Microsoft/)
    for (const path of ['/auth/microsoft', '/auth/microsoft/callback?code=a&state=b', '/auth/yahoo'])
      assert.equal((await send(alone.service.url + path)).status, 404)
  } finally {
    await alone.stop()
  }
})
