// While the secret is changed: what is kept encrypted is encrypted with the new one, so that the old one can go.
import { encryptFactorAnew } from '../operations/account/authenticator.ts'
import type { Context } from '../operations/kernel/context.ts'
import { encryptSecretsAnew } from '../operations/webhooks/webhook-secret.ts'

const BATCH = 200

/** Everything that only the previous secret opens. */
export async function encryptAllAnew(context: Context): Promise<void> {
  await encryptFactors(context)
  await encryptWebhooks(context)
}

async function encryptFactors(context: Context): Promise<void> {
  const { records } = context
  let last = ''
  for (;;) {
    const some = await records.factors.encryptedAfter(last, BATCH)
    for (const factor of some) {
      const anew = encryptFactorAnew(context, factor)
      if (anew === null) continue
      await records.transaction(rows =>
        rows.factors.replaceEncryption(factor.personId, factor.encryptedSecret, anew),
      )
    }
    if (some.length < BATCH) return
    last = some.at(-1)!.personId
  }
}

async function encryptWebhooks(context: Context): Promise<void> {
  const { records } = context
  let last = ''
  for (;;) {
    const some = await records.webhooks.after(last, BATCH)
    for (const webhook of some) {
      const anew = encryptSecretsAnew(context, webhook)
      if (anew === null) continue
      await records.transaction(rows =>
        rows.webhooks.replaceEncryption(webhook, anew.encryptedSecret, anew.previous),
      )
    }
    if (some.length < BATCH) return
    last = some.at(-1)!.id
  }
}
