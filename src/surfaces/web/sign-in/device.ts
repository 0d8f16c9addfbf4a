// The page for the code that a device shows: the code, the same consent as for any program, and what came of it.
import { devicePage as path } from '../../../auth/oauth/oauth-request.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { FieldError } from '../layout/form.tsx'
import { sendDocument } from '../layout/theme.ts'
import { refusal } from '../page/dashboard.ts'
import { type PageContext, postedFields, redirect } from '../page/page-context.ts'
import { sendConsent, signedIn, takeConsent } from './consent-form.ts'
import { type DeviceOutcome, devicePage, isDeviceOutcome } from './device-page.tsx'

/** `GET /auth/device`: nothing in the address fills in a code, so that no link can carry one. */
export async function showDevice(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const person = await signedIn(pageContext, exchange, path)
  if (!person) return
  const done = new URL(exchange.request.url ?? '', pageContext.site.context.url).searchParams.get('done')
  const outcome = isDeviceOutcome(done) ? done : undefined
  sendDevice(pageContext, exchange, 200, { reader: person.email, outcome })
}

/** `POST /auth/device`: the code leads to the question. */
export async function giveDeviceCode(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { code = '' } = await postedFields(pageContext, exchange)
  const person = await signedIn(pageContext, exchange, path)
  if (!person) return
  const { personId, credential: session } = person
  const giver = { personId, session, network: exchange.network }
  try {
    const consent = await pageContext.site.authorization.device(code, giver)
    const hidden = { ticket: consent.ticket }
    await sendConsent(pageContext, exchange, 200, { consent, person, path: `${path}/consent`, hidden })
  } catch (error) {
    const { status, errors } = refusal(exchange, error, { code_invalid: 'code' })
    sendDevice(pageContext, exchange, status, { reader: person.email, code, errors })
  }
}

/** `POST /auth/device/consent` */
export async function answerDeviceConsent(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { answer, ticket = '', ...fields } = await postedFields(pageContext, exchange)
  const person = await signedIn(pageContext, exchange, path)
  if (!person) return
  const { authorization } = pageContext.site
  const consent = await authorization.deviceByTicket(person.credential, ticket)
  if (!consent) {
    const giver = { session: person.credential, personId: person.personId }
    const isConnected = await authorization.isDeviceConnected(giver, ticket)
    return redirect(pageContext, exchange, `${path}?done=${isConnected ? 'connected' : 'ended'}`)
  }
  const { device } = consent
  if (answer !== 'allow') {
    await authorization.declineDevice(device)
    return redirect(pageContext, exchange, `${path}?done=declined`)
  }
  const asking = { consent, person, path: `${path}/consent`, hidden: { ticket }, device }
  await takeConsent(pageContext, exchange, asking, fields, async () =>
    redirect(pageContext, exchange, `${path}?done=connected`),
  )
}

function sendDevice(
  { assets, site }: PageContext,
  exchange: HttpExchange,
  status: number,
  props: {
    reader: string
    code?: string
    errors?: readonly FieldError[]
    outcome?: DeviceOutcome | undefined
  },
): void {
  sendDocument(exchange, status, site.headers.signInPage(), devicePage({ assets, path, ...props }))
}
