// The rows of addresses that want no mail about pages that others share with them.
import type { Time } from '../../domain/artifact.ts'

export interface MailStopRows {
  has(addressHash: string): Promise<boolean>
  insert(addressHash: string, now: Time): Promise<void>
  remove(addressHash: string): Promise<void>
}
