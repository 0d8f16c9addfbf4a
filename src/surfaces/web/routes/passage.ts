// What every way of signing in shares: where it leads, the other ways offered, and the page that says why one failed.
import { shortIdIn } from '../../../domain/artifact.ts'
import type { Problem } from '../../../domain/problem.ts'
import { providerTitles } from '../../../domain/sign-in.ts'
import { header, type Wire } from '../../http/exchange.ts'
import type { Provider, SignInPassage } from '../components/sign-in-forms.tsx'
import type { Desk } from '../desk.ts'
import { type SignInPageProps, signInPage } from '../pages/sign-in-pages.tsx'
import { returnPath } from '../text.ts'
import { sendDocument } from '../theme.ts'

/** Whether the answer goes to a program: those who send or accept JSON. */
export const isProgram = ({ request }: Wire): boolean =>
  (header(request, 'accept') ?? '').includes('application/json') ||
  (header(request, 'content-type') ?? '').startsWith('application/json')

/** Where the sign-in leads: what the form or link says, else the page of ours that it was sent from. */
export function passage(desk: Desk, wire: Wire, fields: Record<string, string>): SignInPassage {
  const from = isProgram(wire) ? undefined : pathSentFrom(desk, wire)
  const next = returnPath(fields.next ?? from)
  const artifact = fields.artifact ?? (from && shortIdIn(from.split('/')[1] ?? '')) ?? undefined
  return { next, ...(artifact && { artifact }), ...(fields.again === '1' && { again: '1' }) }
}

function pathSentFrom(desk: Desk, { request }: Wire): string | undefined {
  const from = URL.parse(header(request, 'referer') ?? '')
  return from?.origin === desk.site.context.url ? from.pathname + from.search : undefined
}

/**
 * The buttons of the providers that are set up, the same for everybody. Without a passage, as on the page that is
 * the same everywhere, the sign-in returns to the page it was begun on.
 */
export function providersOf({ site }: Desk, passage?: SignInPassage): Provider[] {
  const query = passage ? `?${new URLSearchParams(Object.entries(passage))}` : ''
  return site.context.signInProviders.map(name => ({
    name: providerTitles[name],
    href: `/auth/${name}${query}`,
  }))
}

/** The page with every way of signing in. */
export function sendSignIn(
  desk: Desk,
  wire: Wire,
  status: number,
  props: Omit<SignInPageProps, 'assets' | 'providers'>,
): void {
  const { next, artifact } = props
  const providers = providersOf(desk, { next, ...(artifact && { artifact }) })
  sendDocument(
    wire,
    status,
    desk.site.headers.signInPage(),
    signInPage({ assets: desk.assets, providers, ...props }),
  )
}

/** Says why nobody was signed in, above every way to try again. */
export function sendRefusal(desk: Desk, wire: Wire, problem: Problem, passage: SignInPassage): void {
  const errors = [{ field: null, message: problem.message }]
  sendSignIn(desk, wire, problem.status, { ...passage, errors })
}
