// Moves a session into another of the person's organizations.
import { operations } from '../../../operations/index.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { returnPath } from '../layout/text.ts'
import { ask, type PageContext, postedFields, reader, redirect } from '../page/page-context.ts'

/** `POST /app/organization`: the session goes on under a new token, at `next` or among that organization's pages. */
export async function switchOrganization(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { organizationId = '', next } = await postedFields(pageContext, exchange)
  await ask(pageContext, exchange, await reader(pageContext, exchange), operations.changeMe, {
    organizationId,
  })
  redirect(pageContext, exchange, returnPath(next, '/app?done=switched'))
}
