// The belongings of a membership: its last use, and the artifacts and keys that are transferred or end with it.
import type { Time } from '../../../domain/artifact.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

interface Place {
  organizationId: string
  personId: string
}

const sessionsOf = (db: Builder, organizationId: string, people: readonly string[]) =>
  db
    .selectFrom('session')
    .select(['person_id', eb => eb.fn.max('last_seen_at').as('seen')])
    .where('organization_id', '=', organizationId)
    .where('person_id', 'in', people)
    .groupBy('person_id')

const keysOf = (db: Builder, organizationId: string, people: readonly string[]) =>
  db
    .selectFrom('api_key')
    .select(['person_id', eb => eb.fn.max('last_used_at').as('seen')])
    .where('organization_id', '=', organizationId)
    .where('person_id', 'in', people)
    .where('last_used_at', 'is not', null)
    .groupBy('person_id')

/** Tells when a session or key of each person was last used in the organization. */
export async function lastSeen(
  x: Executor,
  organizationId: string,
  personIds: readonly string[],
): Promise<Map<string, Time>> {
  const seen = new Map<string, Time>()
  for (const people of chunkedIn(personIds))
    for (const query of [sessionsOf, keysOf])
      for (const row of await x.allOf(query(x.engine.builder, organizationId, people)))
        seen.set(row.person_id!, Math.max(Number(row.seen), seen.get(row.person_id!) ?? 0))
  return seen
}

const ownedBy = statement<Place>()((db, param) =>
  db
    .selectFrom('artifact')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', param('organizationId'))
    .where('owner_id', '=', param('personId')),
)

const liveKeys = statement<Place>()((db, param) =>
  db
    .selectFrom('api_key')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', param('organizationId'))
    .where('person_id', '=', param('personId'))
    .where('revoked_at', 'is', null),
)

/** Counts what passes or ends with the membership: artifacts owned, also in the trash, and keys that are not revoked. */
export async function holdings(x: Executor, place: Place): Promise<{ artifacts: number; keys: number }> {
  const artifacts = await x.first(ownedBy, place)
  const keys = await x.first(liveKeys, place)
  return { artifacts: artifacts!.count, keys: keys!.count }
}
