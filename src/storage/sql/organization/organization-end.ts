// The end of an organization: the time is set, may be taken back, and when it has come everything goes.
import type { Time } from '../../../domain/artifact.ts'
import { purgeArtifacts } from '../artifacts/purge.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const end = statement<{ id: string; deleteAt: Time | null }>()((db, param) =>
  db
    .updateTable('organization')
    .set({ delete_at: param('deleteAt') })
    .where('id', '=', param('id')),
)

/** One whose time has come and of which something can go; what is kept for review keeps its organization. */
const due = statement<{ now: Time }>()((db, param, locks) =>
  locks.freeRows(
    db
      .selectFrom('organization as o')
      .select('o.id')
      .where('o.delete_at', '<=', param('now'))
      .where(eb => {
        const artifacts = eb
          .selectFrom('artifact as a')
          .select('a.id')
          .whereRef('a.organization_id', '=', 'o.id')
        return eb.or([eb.not(eb.exists(artifacts)), eb.exists(artifacts.where('a.hidden_at', 'is', null))])
      })
      .orderBy('o.id')
      .limit(1),
  ),
)

const artifactsOf = statement<{ id: string; limit: number }>()((db, param) =>
  db
    .selectFrom('artifact')
    .select('id')
    .where('organization_id', '=', param('id'))
    .where('hidden_at', 'is', null)
    .limit(param('limit')),
)

const remaining = statement<{ id: string }>()((db, param) =>
  db.selectFrom('artifact').select('id').where('organization_id', '=', param('id')).limit(1),
)

/** The audit has no foreign key, so that it can also hold rows of no organization. */
const removeAudit = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('audit').where('organization_id', '=', param('id')),
)

/** Members, domains, invitations, credentials and events go with it by their foreign keys. */
const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('organization').where('id', '=', param('id')),
)

export async function endOrganization(x: Executor, id: string, deleteAt: Time | null): Promise<void> {
  await x.run(end, { id, deleteAt })
}

export async function purgeOrganizations(
  x: Executor,
  now: Time,
  limit: number,
): Promise<{ blobs: string[]; done: boolean }> {
  const organization = await x.first(due, { now })
  if (!organization) return { blobs: [], done: true }
  const { id } = organization
  const artifacts = await x.all(artifactsOf, { id, limit })
  const blobs = await purgeArtifacts(
    x,
    artifacts.map(artifact => artifact.id),
  )
  if (!(await x.first(remaining, { id }))) {
    await x.run(removeAudit, { id })
    await x.run(remove, { id })
  }
  return { blobs, done: false }
}
