// Sign-in by provider puts words for what went wrong into the log, and nothing that anybody could sign in with.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { closeConnections } from '../support/http.ts'
import { type LyingProvider, startLyingProvider } from '../support/lying-provider.ts'
import { startProduct } from '../support/product.ts'
import { newVisitor } from '../support/visitor.ts'

const provider = await startLyingProvider()
after(async () => {
  closeConnections()
  await provider.stop()
})

const clientSecret = 'canary-of-the-client-Zk81mWb5TcYx9Pv'

/** Goes to the provider and comes back; what was secret on the way. */
async function attempt(url: string, lies: LyingProvider['lies']) {
  provider.lies = lies
  const visitor = newVisitor()
  const left = await visitor.open(`${url}/auth/google`, { until: `${provider.issuer}/authorize` })
  const asked = new URL(left.at)
  const [code, state] = [provider.allow(asked), asked.searchParams.get('state')!]
  const sealed = visitor.cookies.get(url)!.get('passage')!
  const step = await visitor.open(`${url}/auth/google/callback?${new URLSearchParams({ code, state })}`)
  const session = visitor.cookies.get(url)?.get('sid')
  const secrets = [code, state, sealed, asked.searchParams.get('nonce')!, ...(session ? [session] : [])]
  return { step, session, secrets }
}

test('no secret, code, token or address of a sign-in stands in the log, whether it succeeds or not', async () => {
  const email = 'canary-of-the-address@example.com'
  provider.claims = { sub: 'canary-of-the-subject', email, email_verified: true, name: 'Canary Name' }
  const env = {
    LOG_LEVEL: 'trace',
    RECTO_DEFAULT_PLAN: 'pro',
    GOOGLE_CLIENT_ID: 'recto',
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: provider.issuer,
  }
  const product = await startProduct({ env, host: 'localhost' })
  let logged = ''
  product.process.stdout!.on('data', chunk => {
    logged += chunk
  })
  const nonce = 'canary-of-the-nonce'
  const canaries = [clientSecret, email, 'canary', 'Canary', 'access-7Hq2kZk81mWb5TcY']
  try {
    const honest = await attempt(product.url, {})
    assert.ok(honest.session, honest.step.text)
    canaries.push(...honest.secrets)
    for (const lies of [
      { told: told => ({ ...told, claims: { ...told.claims, nonce } }) },
      { told: told => ({ ...told, claims: { ...told.claims, aud: 'canary-of-the-audience' } }) },
      { told: told => ({ ...told, claims: { ...told.claims, sub: 'other', email_verified: false } }) },
      { tokens: () => ({ error: 'canary-of-the-error', error_description: 'canary' }) },
    ] satisfies LyingProvider['lies'][]) {
      const { step, session, secrets } = await attempt(product.url, lies)
      assert.ok(step.status >= 400 && session === undefined)
      for (const canary of ['canary-of-the', clientSecret]) assert.ok(!step.text.includes(canary))
      canaries.push(...secrets)
    }
    canaries.push(...provider.tokens)
  } finally {
    await product.stop()
  }
  const all = logged + product.said()
  assert.equal(all.match(/sign-in by provider failed/g)?.length, 4, all)
  assert.match(all, /OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce/)
  assert.match(all, /unverified_address/)
  for (const canary of canaries) assert.ok(!all.includes(canary), canary)
})
