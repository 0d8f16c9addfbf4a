// The records of tokens and codes of OAuth: how often each may be used, and whether whoever holds one still gets something for it.
import type { OAuthReading, OAuthRecord } from '../../storage/records.ts'

/** Milliseconds in which a spent refresh token still gives a pair: its answer may have been lost, or two processes share it. */
const grace = 30_000

/** Returns how often a record of the kind may be used up. */
export const mostUses = (kind: string): number => (kind === 'RefreshToken' ? 2 : 1)

/** True where the record was used up. A refresh token may be used once more within the grace. */
export function isUsedUp({ kind, uses, spentAt }: OAuthRecord, now: number): boolean {
  if (spentAt === null) return false
  return uses >= mostUses(kind) || now - spentAt > grace
}

/** Kinds of records for whose value somebody is given tokens. */
const exchanged = ['RefreshToken', 'DeviceCode'] as const

/** Tells whether the value with this SHA-256 (hex) is a live refresh token or the live code of a device. */
export async function givesTokens(
  oauth: Pick<OAuthReading, 'record' | 'grant'>,
  hash: string,
  now: number,
): Promise<boolean> {
  for (const kind of exchanged) {
    const record = await oauth.record(kind, hash, now)
    if (record) return isGood(oauth, record, now)
  }
  return false
}

/** A record may be kept longer than it is good, so that whoever asks hears that it has ended. */
async function isGood(
  oauth: Pick<OAuthReading, 'grant'>,
  record: OAuthRecord,
  now: number,
): Promise<boolean> {
  const { exp = 0 } = JSON.parse(record.payload) as { exp?: number }
  if (exp * 1000 <= now || isUsedUp(record, now)) return false
  return record.grantId === null || (await oauth.grant(record.grantId, now)) !== null
}
