// The service with Google and Microsoft set up, both of them one provider that lies when it is told to.

import assert from 'node:assert/strict'
import { randomToken } from '../../src/crypto.ts'
import type { ProviderName } from '../../src/domain/sign-in.ts'
import { freePort } from './free-port.ts'
import { send } from './http.ts'
import { type Lies, type LyingProvider, startLyingProvider } from './lying-provider.ts'
import { type Running, startService } from './service.ts'
import { isSkip } from './skip.ts'
import { newVisitor, type Step, type Visitor } from './visitor.ts'

export const clientSecret = 'the-secret-of-the-client-Zk81mWb5TcYx9Pv'
export const tenant = 'f1e2d3c4-0000-4000-8000-00000000abcd'

export interface Attempt extends Step {
  visitor: Visitor
  /** The address that the provider led back to. */
  callback: string
}

export interface LiedTo {
  service: Running
  /** The port on which the service listens, whatever its address is called. */
  port: number
  provider: LyingProvider
  /** A member of an organization on Pro, whom the provider vouches for unless it lies. */
  member(name: ProviderName): Promise<{ email: string; subject: string }>
  /** Goes to the provider and comes back, by way of `change`. */
  attempt(name: ProviderName, change?: (callback: URL) => void, visitor?: Visitor): Promise<Attempt>
  /** Makes an attempt under lies and proves that nothing came of it. */
  refused(name: ProviderName, lies: Lies, change?: (callback: URL) => void): Promise<Attempt>
  /** Proves that nobody is signed in and nothing was written of the member. */
  nothing(attempt: Pick<Attempt, 'visitor' | 'text'>, subject: string): Promise<void>
  /** Lets the next sign-in ask for discovery and keys again. */
  forget(): void
  stop(): Promise<void>
}

export async function startLiedTo(env: Record<string, string> = {}): Promise<LiedTo> {
  const provider = await startLyingProvider()
  const clients = {
    GOOGLE_CLIENT_ID: 'client-of-google',
    GOOGLE_CLIENT_SECRET: clientSecret,
    MICROSOFT_CLIENT_ID: 'client-of-microsoft',
    MICROSOFT_CLIENT_SECRET: clientSecret,
  }
  const port = await freePort()
  const own = { RECTO_URL: `http://localhost:${port}`, PORT: String(port) }
  const service = await startService({ env: { ...own, ...clients, ...env }, reach: provider.reach })
  assert.ok(!isSkip(service))
  const forget = () => service.advance(3_600_001)
  const attempt = attempts(service, provider)
  const nothing = nothingCame(service)
  const member: LiedTo['member'] = async name => {
    const { email } = await (await service.organization('pro')).join('member')
    const subject = `sub-${randomToken(12)}`
    const vouched =
      name === 'google' ? { email_verified: true, hd: 'example.com' } : { xms_edov: true, tid: tenant }
    provider.claims = { sub: subject, email, name: 'Ana Example', ...vouched }
    return { email, subject }
  }
  return {
    ...{ service, port, provider, forget, attempt, nothing },
    member,
    async refused(name, lies, change) {
      const { subject } = await member(name)
      forget()
      provider.lies = lies
      const made = await attempt(name, change).finally(() => {
        provider.lies = {}
      })
      assert.ok(made.status === 403 || made.status === 502, `${made.status} ${made.text}`)
      await nothing(made, subject)
      return made
    },
    async stop() {
      await service.stop()
      await provider.stop()
    },
  }
}

const attempts =
  ({ url }: Running, provider: LyingProvider): LiedTo['attempt'] =>
  async (name, change, visitor = newVisitor()) => {
    const left = await visitor.open(`${url}/auth/${name}?next=/docs`, { until: 'https:' })
    if (!left.at.startsWith('https:')) return { ...left, visitor, callback: '' }
    const asked = new URL(left.at)
    const callback = new URL(asked.searchParams.get('redirect_uri')!)
    callback.searchParams.set('code', provider.allow(asked))
    callback.searchParams.set('state', asked.searchParams.get('state')!)
    change?.(callback)
    return { ...(await visitor.open(callback.href)), visitor, callback: callback.href }
  }

const nothingCame =
  (service: Running): LiedTo['nothing'] =>
  async ({ visitor, text }, subject) => {
    assert.match(text, /role="alert"/)
    assert.match(text, /action="\/auth\/code"/)
    assert.equal(visitor.cookies.get(service.url)?.get('sid'), undefined)
    const me = await send(`${service.url}/v1/me`, { headers: { cookie: visitor.cookie(service.url) } })
    assert.equal(me.status, 401)
    for (const issuer of ['https://accounts.google.com', `https://login.microsoftonline.com/${tenant}/v2.0`])
      assert.equal(await service.context.records.identities.find(issuer, subject), null)
  }
