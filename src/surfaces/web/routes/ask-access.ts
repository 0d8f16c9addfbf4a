// Asking for access on the page that is missing or closed: the answer is the same whatever is there.
import { parseAddressSegment } from '../../../domain/artifact-address.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { Wire } from '../../http/exchange.ts'
import { refuseMethod } from '../../http/problem.ts'
import { ask, type Desk, postedFields, reader, sendMissing, sendPage } from '../desk.ts'
import { askedPage } from '../pages/missing-page.tsx'

/** `POST {url}/{segment}` with `message`: the form of the missing page, which names no address of its own. */
export async function askForAccess(desk: Desk, wire: Wire, segment: string): Promise<void> {
  const address = parseAddressSegment(segment)
  if (!address) return refuseMethod(wire, ['GET', 'HEAD'])
  const { message = '' } = await postedFields(desk, wire)
  const actor = await reader(desk, wire)
  try {
    await ask(desk, wire, actor, operations.requestAccess, { id: address.shortId, message })
    sendPage(desk, wire, 202, askedPage(desk.assets))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = [{ field: 'message', message: 'It is longer than 500 characters.' }]
    sendMissing(desk, wire, { actor, typed: message, errors })
  }
}
