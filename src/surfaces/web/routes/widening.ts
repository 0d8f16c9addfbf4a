// Whether a change of audience lets people from outside in, so that it is asked what becomes of the comments.
import type { Foreseen } from '../../../operations/foresight.ts'
import type { Visit } from '../dashboard.ts'

/** Those of the addresses that belong to nobody of the organization. */
export async function outsiders({ desk, me }: Visit, addresses: readonly string[]): Promise<string[]> {
  if (!me.organization || addresses.length === 0) return []
  const named = addresses.map(each => each.toLowerCase())
  const insiders = await desk.site.context.records.people.insiders(me.organization.id, named)
  return named.filter(address => !insiders.includes(address))
}

/** Whether somebody gains access who is outside. */
export const widens = ({ gains }: Foreseen, outside: readonly string[]): boolean =>
  gains.some(
    ({ kind, addresses = [] }) => kind === 'everyone' || addresses.some(each => outside.includes(each)),
  )
