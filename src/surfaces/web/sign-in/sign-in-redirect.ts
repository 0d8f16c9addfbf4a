// The parts that every way of signing in shares: its target, the other ways offered, and the page that says why one failed.
import { shortIdIn } from '../../../domain/artifact.ts'
import type { Problem } from '../../../domain/problem.ts'
import { type HttpExchange, header } from '../../http/http-exchange.ts'
import type { SignInReturn } from '../layout/sign-in-forms.tsx'
import { returnPath } from '../layout/text.ts'
import { sendDocument } from '../layout/theme.ts'
import type { PageContext } from '../page/page-context.ts'
import { providersOf } from '../page/providers.ts'
import { type SignInPageProps, signInPage } from './sign-in-pages.tsx'

/** Tells whether the answer goes to a program: those send or accept JSON. */
export const isProgram = ({ request }: HttpExchange): boolean =>
  (header(request, 'accept') ?? '').includes('application/json') ||
  (header(request, 'content-type') ?? '').startsWith('application/json')

/** Returns the target of a sign-in: what the form or link says, else the page of ours that it was sent from. */
export function signInReturnOf(
  pageContext: PageContext,
  exchange: HttpExchange,
  fields: Record<string, string>,
): SignInReturn {
  const from = isProgram(exchange) ? undefined : pathSentFrom(pageContext, exchange)
  const next = returnPath(fields.next ?? from)
  const artifact = fields.artifact ?? (from && shortIdIn(from.split('/')[1] ?? '')) ?? undefined
  return { next, ...(artifact && { artifact }), ...(fields.again === '1' && { again: '1' }) }
}

function pathSentFrom(pageContext: PageContext, { request }: HttpExchange): string | undefined {
  const from = URL.parse(header(request, 'referer') ?? '')
  return from?.origin === pageContext.site.context.url ? from.pathname + from.search : undefined
}

/** The page with every way of signing in. */
export function sendSignIn(
  pageContext: PageContext,
  exchange: HttpExchange,
  status: number,
  props: Omit<SignInPageProps, 'assets' | 'providers'>,
): void {
  const { next, artifact } = props
  const providers = providersOf(pageContext, { next, ...(artifact && { artifact }) })
  sendDocument(
    exchange,
    status,
    pageContext.site.headers.signInPage(),
    signInPage({ assets: pageContext.assets, providers, ...props }),
  )
}

/** Says why nobody was signed in, above every way to try again. */
export function sendRefusal(
  pageContext: PageContext,
  exchange: HttpExchange,
  problem: Problem,
  passage: SignInReturn,
): void {
  const errors = [{ field: null, message: problem.message }]
  sendSignIn(pageContext, exchange, problem.status, { ...passage, errors })
}
