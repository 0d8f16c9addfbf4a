// The secret of a webhook, which must be read again to sign: kept encrypted, shown once.
import { decrypt, encrypt, encryptAnew, type Keyring } from '../../crypto.ts'
import type { WebhookRow } from '../../storage/records.ts'

const purpose = 'webhook'

/** As it is kept, for the webhook of that id. */
export const encryptSecret = (keyring: Keyring, id: string, secret: string): string =>
  encrypt(keyring, purpose, id, secret)

export const decryptSecret = (keyring: Keyring, id: string, encrypted: string): string =>
  decrypt(keyring, purpose, id, encrypted)

/** All that sign now: the secret, and the one before while receivers change over. */
export function secretsOf(
  keyring: Keyring,
  { id, encryptedSecret, previous }: WebhookRow,
  now: number,
): string[] {
  const kept =
    previous && previous.until > now ? [encryptedSecret, previous.encryptedSecret] : [encryptedSecret]
  return kept.map(each => decryptSecret(keyring, id, each))
}

/** Both encrypted with the RECTO_SECRET of now; null where they are already. */
export function encryptSecretsAnew(
  keyring: Keyring,
  { id, encryptedSecret, previous }: WebhookRow,
): { encryptedSecret: string; previous: string | null } | null {
  const anew = (text: string) => encryptAnew(keyring, purpose, id, text)
  const [secret, former] = [anew(encryptedSecret), previous && anew(previous.encryptedSecret)]
  if (secret === null && former === null) return null
  return { encryptedSecret: secret ?? encryptedSecret, previous: former ?? previous?.encryptedSecret ?? null }
}
