// Grants as credentials in the table: whether one stands, when it was used, and how those of a member end.
import type { Time } from '../../../domain/artifact.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

/** The grant, where it still counts. */
export const grantStands = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .selectFrom('oauth_grant as g')
    .innerJoin('organization as o', 'o.id', 'g.organization_id')
    .innerJoin('membership as m', join =>
      join.onRef('m.person_id', '=', 'g.person_id').onRef('m.organization_id', '=', 'g.organization_id'),
    )
    .selectAll('g')
    .where('g.id', '=', param('id'))
    .where('g.expires_at', '>', param('now'))
    .where('o.delete_at', 'is', null),
)

const touch = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('oauth_grant')
    .set({ last_used_at: param('now') })
    .where('id', '=', param('id'))
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', param('now'))])),
)

const endOf = statement<{ personId: string; organizationId: string }>()((db, param) =>
  db
    .deleteFrom('oauth_grant')
    .where('person_id', '=', param('personId'))
    .where('organization_id', '=', param('organizationId')),
)

export async function touchGrant(x: Executor, id: string, now: Time): Promise<void> {
  await x.run(touch, { id, now })
}

/** Ends every grant of the person in the organization, with its tokens. */
export async function endGrantsOf(
  x: Executor,
  membership: { personId: string; organizationId: string },
): Promise<void> {
  await x.run(endOf, membership)
}
