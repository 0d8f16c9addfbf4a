// The owner of a found artifact: the columns that a search reads beside it, and their meaning.
import { sql } from 'kysely'
import type { Owned } from '../../records.ts'

export interface OwnedRow {
  ownerId: string | null
  ownerName: string | null
  ownerEmail: string | null
  organizationId: string | null
  organizationName: string | null
}

/** Columns of the person `p` and the organization `o`, either of whom may be missing. */
export const ownedColumns = sql`p.id as "ownerId", p.name as "ownerName", p.email as "ownerEmail",
  o.id as "organizationId", o.name as "organizationName"`

/** Joins person and organization to the artifact `f`. */
export const joinOwned = sql`left join person p on p.id = f.owner_id left join organization o on o.id = f.organization_id`

export const ownedIn = ({
  ownerId,
  ownerName,
  ownerEmail,
  organizationId,
  organizationName,
}: OwnedRow): Owned => ({
  owner: ownerId === null ? null : { personId: ownerId, name: ownerName!, email: ownerEmail! },
  organization: organizationId === null ? null : { id: organizationId, name: organizationName! },
})
