// The page that asks a person whether a program may act for them, and their answer, which the program hears through the browser.
import type { WaitingConsent } from '../../../auth/oauth/authorization-server.ts'
import type { OAuthRequest } from '../../../auth/oauth/oauth-request.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { type PageContext, postedFields, redirect, sendMissing } from '../page/page-context.ts'
import { sendConsent, signedIn, takeConsent } from './consent-form.ts'

const pathOf = (uid: string): string => `/oauth/consent/${uid}`

/** `GET /oauth/consent/{uid}` */
export async function showConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<void> {
  const consent = await waitingFor(pageContext, exchange, uid)
  if (!consent) return sendMissing(pageContext, exchange)
  const path = pathOf(uid)
  const person = await signedIn(pageContext, exchange, path)
  if (person) await sendConsent(pageContext, exchange, 200, { consent, person, path })
}

/** `POST /oauth/consent/{uid}` */
export async function answerConsent(
  pageContext: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<void> {
  const { answer, ...fields } = await postedFields(pageContext, exchange)
  const consent = await waitingFor(pageContext, exchange, uid)
  if (!consent) return sendMissing(pageContext, exchange)
  const { authorization } = pageContext.site
  if (answer !== 'allow') {
    const next = await authorization.decline(asked(exchange), exchange.response)
    return redirect(pageContext, exchange, next)
  }
  const path = pathOf(uid)
  const person = await signedIn(pageContext, exchange, path)
  if (!person) return
  await takeConsent(pageContext, exchange, { consent, person, path }, fields, async grantId => {
    const { personId } = person
    const next = await authorization.agree({ personId, grantId }, asked(exchange), exchange.response)
    redirect(pageContext, exchange, next)
  })
}

const waitingFor = (
  { site }: PageContext,
  exchange: HttpExchange,
  uid: string,
): Promise<WaitingConsent | null> => site.authorization.waiting(uid, asked(exchange), exchange.response)

/** The request as the authorization server needs it here: it only looks for its cookie. */
const asked = ({ request: { headers, socket }, network }: HttpExchange): OAuthRequest => ({
  method: 'GET',
  path: '/consent',
  headers,
  body: null,
  socket,
  network,
  refused: () => undefined,
})
