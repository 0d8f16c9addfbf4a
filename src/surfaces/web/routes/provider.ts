// Sign-in with Google or Microsoft: leaving for the provider, and coming back.
import { visitor } from '../../../auth/credentials.ts'
import { originOf } from '../../../auth/origin.ts'
import { decryptPassage, PASSAGE_LIFE } from '../../../auth/passage.ts'
import type { ProviderClient } from '../../../auth/provider-clients.ts'
import { countSignIn, signInVouched } from '../../../auth/provider-sign-in.ts'
import { beginSignIn, finishSignIn, SignInFailure } from '../../../auth/providers.ts'
import { cookieValue } from '../../../auth/sessions.ts'
import { shortIdIn } from '../../../domain/artifact.ts'
import { notFound, Problem } from '../../../domain/problem.ts'
import type { ProviderName } from '../../../domain/sign-in.ts'
import { clientOf, header, type Wire } from '../../http/exchange.ts'
import type { SignInPassage } from '../components/sign-in-forms.tsx'
import { type Desk, redirect } from '../desk.ts'
import { returnPath } from '../text.ts'
import { passage, sendRefusal } from './passage.ts'
import { askForFactor, keepSignedIn } from './signing-in.ts'

function providerClient({ site }: Desk, name: ProviderName): ProviderClient {
  const client = site.providers[name]
  if (!client) throw notFound()
  return client
}

const isHttps = ({ site }: Desk): boolean => site.context.url.startsWith('https:')

const passageCookie = (desk: Desk): string => (isHttps(desk) ? '__Host-passage' : 'passage')

/** Lax, since the provider leads back from another site; an empty value removes it. */
function keepPassage(desk: Desk, { response }: Wire, encrypted: string): void {
  const life = encrypted === '' ? 0 : PASSAGE_LIFE
  const secure = isHttps(desk) ? '; Secure' : ''
  const cookie = `${passageCookie(desk)}=${encrypted}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
  response.appendHeader('Set-Cookie', cookie)
}

const queryOf = ({ request }: Wire): string => /\?.*/s.exec(request.url ?? '')?.[0] ?? ''

/** `GET /auth/{provider}`: a link of another site leads to the sign-in page, so that nobody is signed in unasked. */
export async function beginAtProvider(desk: Desk, wire: Wire, name: ProviderName): Promise<void> {
  const client = providerClient(desk, name)
  const where = passage(desk, wire, Object.fromEntries(new URLSearchParams(queryOf(wire))))
  if (header(wire.request, 'sec-fetch-site') === 'cross-site')
    return redirect(desk, wire, `/auth/sign-in?${new URLSearchParams({ next: where.next })}`)
  try {
    const artifact = shortIdIn(where.artifact ?? '')
    const { location, encrypted } = await beginSignIn(desk.site.context, client, {
      next: where.next,
      artifact,
    })
    keepPassage(desk, wire, encrypted)
    redirect(desk, wire, location)
  } catch (error) {
    refuse(desk, wire, name, error, where)
  }
}

/** `GET /auth/{provider}/callback` (OpenID Connect Core section 3.1.2.5): a session, or a page that says why not. */
export async function comeBack(desk: Desk, wire: Wire, name: ProviderName): Promise<void> {
  const { context } = desk.site
  const client = providerClient(desk, name)
  const encrypted = cookieValue(wire.request.headers.cookie, passageCookie(desk))
  keepPassage(desk, wire, '')
  try {
    await countSignIn(context, wire.network)
    const vouched = await finishSignIn(context, client, { query: queryOf(wire), encrypted })
    const before = await visitor(context, wire.request.headers.cookie)
    const origin = originOf(clientOf(wire.request), wire.network)
    const outcome = await signInVouched(context, vouched, { before, origin })
    const where = await passageOf(desk, encrypted)
    if ('half' in outcome) return askForFactor(desk, wire, outcome.half, where)
    keepSignedIn(desk, wire, outcome)
    redirect(desk, wire, where.next)
  } catch (error) {
    refuse(desk, wire, name, error, await passageOf(desk, encrypted))
  }
}

/** Where a sign-in that failed wanted to go, so that the next try goes there too. */
async function passageOf({ site }: Desk, encrypted: string | null): Promise<SignInPassage> {
  const kept = encrypted === null ? null : await decryptPassage(site.context, encrypted)
  return { next: returnPath(kept?.next), ...(kept?.artifact && { artifact: kept.artifact }) }
}

/** What was expected to go wrong is a page with every way to try again; the log gets a word, nothing that was sent. */
function refuse(desk: Desk, wire: Wire, provider: ProviderName, error: unknown, where: SignInPassage): void {
  if (!(error instanceof Problem)) throw error
  const reason = error instanceof SignInFailure ? error.reason : error.code
  desk.site.log.warn({ requestId: wire.requestId, provider, reason }, 'sign-in by provider failed')
  if (error.code === 'rate_limited') throw error
  sendRefusal(desk, wire, error, where)
}
