// Asking for access on the page that is missing or closed: the answer is the same whatever is there.
import { parseAddressSegment } from '../../../domain/artifact-address.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { refuseMethod } from '../../http/problem.ts'
import { askedPage } from '../page/missing-page.tsx'
import { ask, type PageContext, postedFields, reader, sendMissing, sendPage } from '../page/page-context.ts'
import { wall } from '../words/sign-in.ts'

/** `POST {url}/{segment}` with `message`: the form of the missing page, which names no address of its own. */
export async function askForAccess(
  pageContext: PageContext,
  exchange: HttpExchange,
  segment: string,
): Promise<void> {
  const address = parseAddressSegment(segment)
  if (!address) return refuseMethod(exchange, ['GET', 'HEAD'])
  const { message = '' } = await postedFields(pageContext, exchange)
  const actor = await reader(pageContext, exchange)
  try {
    await ask(pageContext, exchange, actor, operations.requestAccess, { id: address.shortId, message })
    sendPage(pageContext, exchange, 202, askedPage(pageContext.assets))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = [{ field: 'message', message: wall.tooLong }]
    sendMissing(pageContext, exchange, { actor, mayAsk: true, typed: message, errors })
  }
}
