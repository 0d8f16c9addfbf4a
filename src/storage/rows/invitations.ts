// The rows of invitations: by mail, for one address, once.
import type { Role } from '../../domain/actor.ts'
import type { Organization, Time } from '../../domain/artifact.ts'

export interface InvitationRow {
  id: string
  organizationId: string
  email: string
  role: Role
  inviter: { id: string; name: string }
  createdAt: Time
  expiresAt: Time
  acceptedAt: Time | null
}

export interface InvitationReading {
  /** By SHA-256 (hex) of the code, in any state, with its organization. */
  findByCode(codeHash: string): Promise<(InvitationRow & { organization: Organization }) | null>
  /** Those not accepted, also expired ones; newest first. */
  page(query: {
    organizationId: string
    after: { createdAt: Time; id: string } | null
    limit: number
  }): Promise<InvitationRow[]>
  /** Live organizations that have an invitation open for the address. */
  open(email: string, now: Time): Promise<string[]>
}

export interface InvitationRows extends InvitationReading {
  /** Adds it in the place of every other one of the organization to the address that was not accepted. */
  insert(invitation: Omit<InvitationRow, 'acceptedAt' | 'inviter'> & NewInvitation): Promise<void>
  /** Spends it; false if it was spent or has expired. */
  accept(id: string, now: Time): Promise<boolean>
  /** Withdraws one that was not accepted; null if there is none. */
  remove(organizationId: string, id: string): Promise<{ email: string } | null>
  /** Withdraws what the person offered and nobody accepted, of these roles. */
  withdraw(organizationId: string, inviterId: string, roles: readonly Role[]): Promise<void>
}

interface NewInvitation {
  inviterId: string
  codeHash: string
}
