// The tables of requests for access and of mail about sharing.
import type { Time } from '../../../domain/artifact.ts'

export interface AccessRequestTable {
  id: string
  short_id: string
  /** The address of the person who asks. */
  email: string
  message: string | null
  created_at: Time
}

export interface BlockedSenderTable {
  /** The person who gets no more requests from the address. */
  person_id: string
  email: string
  created_at: Time
}

export interface MailStopTable {
  /** SHA-256 of the address, in hex: most belong to people without an account. */
  address_hash: string
  created_at: Time
}
