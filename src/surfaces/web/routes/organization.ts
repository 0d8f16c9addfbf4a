// Moves a session into another of the person's organizations.
import { operations } from '../../../operations/index.ts'
import type { Wire } from '../../http/exchange.ts'
import { ask, type Desk, postedFields, reader, redirect } from '../desk.ts'
import { returnPath } from '../text.ts'

/** `POST /app/organization`: the session goes on under a new token, at `next` or among that organization's pages. */
export async function switchOrganization(desk: Desk, wire: Wire): Promise<void> {
  const { organizationId = '', next } = await postedFields(desk, wire)
  await ask(desk, wire, await reader(desk, wire), operations.changeMe, { organizationId })
  redirect(desk, wire, returnPath(next, '/app?done=switched'))
}
