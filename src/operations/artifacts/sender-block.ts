// The address in a mail that blocks who asked for access: it works signed out, and only for whom it was made.
import { decrypt, encrypt } from '../../crypto.ts'
import type { Context } from '../kernel/context.ts'

/** The person who wants no more requests, and the address that sends them. */
export interface SenderBlock {
  personId: string
  email: string
}

const purpose = 'block sender'

/** Encrypted with RECTO_SECRET, so that the address of the sender stands in no log. */
export const blockToken = (context: Pick<Context, 'secret'>, { personId, email }: SenderBlock): string =>
  encrypt(context, purpose, '', JSON.stringify([personId, email]))

/** Reads the person and the sender that the token names; null for any other text. */
export function readBlockToken(context: Pick<Context, 'secret'>, token: string): SenderBlock | null {
  try {
    const [personId, email] = JSON.parse(decrypt(context, purpose, '', token)) as [string, string]
    return { personId, email }
  } catch {
    return null
  }
}

/** Blocks the sender; false if the person is gone. Repeating it is harmless. */
export async function blockSender(context: Context, { personId, email }: SenderBlock): Promise<boolean> {
  const now = context.clock()
  return context.records.transaction(async rows => {
    if (!(await rows.people.person(personId))) return false
    await rows.accessRequests.block(personId, email, now)
    return true
  })
}

export const unblockSender = ({ records }: Context, { personId, email }: SenderBlock): Promise<void> =>
  records.transaction(rows => rows.accessRequests.unblock(personId, email))
