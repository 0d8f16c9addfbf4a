// While the secret is changed: what is kept encrypted is encrypted with the new one, so that the old one can go.
import { encryptAnew } from '../operations/account/authenticator.ts'
import type { Context } from '../operations/kernel/context.ts'

const BATCH = 200

/** Second factors that only the previous secret opens. */
export async function encryptFactorsAnew(context: Context): Promise<void> {
  const { records } = context
  let last = ''
  for (;;) {
    const some = await records.factors.encryptedAfter(last, BATCH)
    for (const factor of some) {
      const anew = encryptAnew(context, factor)
      if (anew === null) continue
      await records.transaction(rows =>
        rows.factors.replaceEncryption(factor.personId, factor.encryptedSecret, anew),
      )
    }
    if (some.length < BATCH) return
    last = some.at(-1)!.personId
  }
}
