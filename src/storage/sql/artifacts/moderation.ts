// Artifacts hidden and reported, files blocked, and room used, in the tables.
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Hidden, Time } from '../../../domain/artifact.ts'
import type { Exposure, Holding, ModerationRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { ArtifactTable, RecipientTable, ReportTable, Schema } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const holdings = statement<{ organizationId: string; after: string; limit: number }>()((db, param) =>
  db
    .selectFrom('artifact as a')
    .leftJoin('person as p', 'p.id', 'a.owner_id')
    .select(['a.id', 'a.short_id', 'a.name', 'a.visibility', 'a.trashed_at', 'p.name as p_name', 'p.email'])
    .select('a.expires_at')
    .select(eb =>
      eb
        .selectFrom(
          eb
            .selectFrom('version as v')
            .select(['v.blob', 'v.size'])
            .distinct()
            .whereRef('v.artifact_id', '=', 'a.id')
            .as('stored'),
        )
        .select(e => e.fn.sum<number | string>('stored.size').as('all'))
        .as('bytes'),
    )
    .where('a.organization_id', '=', param('organizationId'))
    .where('a.id', '>', param('after'))
    .orderBy('a.id')
    .limit(param('limit')),
)

const exposures = statement<{ organizationId: string; after: string; limit: number }>()((db, param) =>
  db
    .selectFrom('artifact as a')
    .select(['a.id', 'a.visibility', 'a.format'])
    .select(eb =>
      eb
        .selectFrom('recipient as r')
        .select(e => e.fn.countAll<number>().as('all'))
        .whereRef('r.artifact_id', '=', 'a.id')
        .where(e => e.not(e.exists(membersNamed(e))))
        .where(e => e.not(e.exists(domainsNamed(e))))
        .as('outsiders'),
    )
    .where('a.organization_id', '=', param('organizationId'))
    .where('a.id', '>', param('after'))
    .where('a.trashed_at', 'is', null)
    .orderBy('a.id')
    .limit(param('limit')),
)

type Named = ExpressionBuilder<Schema & { a: ArtifactTable; r: RecipientTable }, 'a' | 'r'>

const membersNamed = (eb: Named) =>
  eb
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select('p.id')
    .whereRef('m.organization_id', '=', 'a.organization_id')
    .whereRef('p.email', '=', 'r.email')

/** A domain holds no letter that `like` reads as a pattern. */
const domainsNamed = (eb: Named) =>
  eb
    .selectFrom('domain as d')
    .select('d.id')
    .whereRef('d.organization_id', '=', 'a.organization_id')
    .where('d.verified_at', 'is not', null)
    .where(e => sql<SqlBool>`${e.ref('r.email')} like '%@' || ${e.ref('d.name')}`)

const headcount = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('membership')
    .select(['role', eb => eb.fn.countAll<number>().as('count')])
    .where('organization_id', '=', param('organizationId'))
    .groupBy('role'),
)

const blocked = statement<{ sha256: string }>()((db, param) =>
  db.selectFrom('blocked_file').select('sha256').where('sha256', '=', param('sha256')).limit(1),
)

const withhold = statement<{ id: string; how: Hidden; now: Time }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ hidden: param('how'), hidden_at: param('now'), settings: eb('settings', '+', 1) }))
    .where('id', '=', param('id'))
    .where(eb => eb.or([eb('hidden', 'is', null), eb('hidden', '=', 'quarantined')])),
)

const release = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({
      hidden: null,
      hidden_at: null,
      cleared_at: param('now'),
      settings: eb('settings', '+', 1),
    }))
    .where('id', '=', param('id')),
)

const forgetReports = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('report').where('artifact_id', '=', param('id')),
)

const report = statement<ReportTable>()((db, param) =>
  db
    .insertInto('report')
    .values({
      artifact_id: param('artifact_id'),
      network: param('network'),
      created_at: param('created_at'),
    })
    .onConflict(clash => clash.columns(['artifact_id', 'network']).doNothing()),
)

const reporters = statement<{ id: string }>()((db, param) =>
  db
    .selectFrom('report as r')
    .innerJoin('artifact as a', 'a.id', 'r.artifact_id')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('r.artifact_id', '=', param('id'))
    .where(eb => eb.or([eb('a.cleared_at', 'is', null), eb('a.cleared_at', '<', eb.ref('a.updated_at'))])),
)

const unblock = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('blocked_file').where('artifact_id', '=', param('id')),
)

const block = statement<{ id: string; now: Time }>()((db, param) =>
  db.insertInto('blocked_file').expression(
    db
      .selectFrom('version')
      .select(['sha256', 'artifact_id'])
      .select(eb => eb.cast<number>(param('now'), 'bigint').as('created_at'))
      .distinct()
      .where('artifact_id', '=', param('id')),
  ),
)

export class ModerationInTables implements ModerationRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async holdings({
    organizationId,
    after,
    limit,
    now,
  }: Parameters<ModerationRows['holdings']>[0]): Promise<Holding[]> {
    const rows = await this.#x.all(holdings, { organizationId, after: after ?? '', limit })
    return rows.map(
      ({ id, short_id: shortId, name, visibility, trashed_at, expires_at, p_name, email, bytes }) => ({
        id,
        shortId,
        name,
        visibility,
        trashed: trashed_at !== null || (expires_at !== null && expires_at <= now),
        owner: email === null ? null : { name: p_name!, email },
        bytes: Number(bytes ?? 0),
      }),
    )
  }

  async exposures(organizationId: string, after: string | null, limit: number): Promise<Exposure[]> {
    const rows = await this.#x.all(exposures, { organizationId, after: after ?? '', limit })
    return rows.map(({ outsiders, ...row }) => ({ ...row, outsiders: Number(outsiders ?? 0) }))
  }

  async countPeople(organizationId: string) {
    const rows = await this.#x.all(headcount, { organizationId })
    const sum = (viewers: boolean) =>
      rows.filter(row => (row.role === 'viewer') === viewers).reduce((all, row) => all + row.count, 0)
    return { members: { count: sum(false) }, viewers: { count: sum(true) } }
  }

  async isBlocked(sha256: string): Promise<boolean> {
    return (await this.#x.first(blocked, { sha256 })) !== undefined
  }

  async hide(artifactId: string, how: Hidden, now: Time): Promise<void> {
    await this.#x.run(withhold, { id: artifactId, how, now })
  }

  async unhide(artifactId: string, now: Time): Promise<void> {
    await this.#x.run(release, { id: artifactId, now })
    await this.#x.run(forgetReports, { id: artifactId })
  }

  async report(artifactId: string, network: string, now: Time): Promise<number> {
    await this.#x.run(report, { artifact_id: artifactId, network, created_at: now })
    return (await this.#x.first(reporters, { id: artifactId }))!.count
  }

  async block(artifactId: string, now: Time): Promise<void> {
    await this.unblock(artifactId)
    await this.#x.run(block, { id: artifactId, now })
  }

  async unblock(artifactId: string): Promise<void> {
    await this.#x.run(unblock, { id: artifactId })
  }
}
