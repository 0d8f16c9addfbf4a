// A check for a reader who went to another organization in another window since this page was made.

import { me } from '../../../operations/account/account.ts'
import { call } from './call.ts'

/** Tells whether the reader is in another organization now. False also where the server does not say; never rejects. */
export async function isElsewhere(madeFor: string | null): Promise<boolean> {
  const reader = await call(me, {}).catch(() => null)
  return reader !== null && (reader.organization?.id ?? null) !== madeFor
}
