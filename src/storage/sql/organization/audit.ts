// The table of the audit: append only, read newest first, kept as long as the plan promised.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY, type Time } from '../../../domain/artifact.ts'
import { planNames, plans } from '../../../domain/plan.ts'
import type { AuditEntry, AuditQuery, AuditRow } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { AuditTable, Schema } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

/** Days that rows of no organization are kept, such as those of previews. */
const unowned = 90

/** Stands for no end: about a hundred thousand years. */
const forGood = 36_500_000

const promises = planNames.map(
  name => sql`when ${sql.lit(name)} then ${sql.lit((plans[name].auditDays ?? forGood) * DAY)}`,
)

/** Milliseconds that the plan of organization `o` keeps a row. */
const promised = sql<number>`case o.plan ${sql.join(promises, sql` `)} end`

const insertStatement = (once: boolean) =>
  statement<Omit<AuditTable, 'kept_until'>>()((db, param) => {
    const insert = db.insertInto('audit').values(eb => {
      const kept = eb
        .selectFrom('organization as o')
        .select(promised.as('kept'))
        .where('o.id', '=', param('organization_id'))
      return {
        id: param('id'),
        organization_id: param('organization_id'),
        action: param('action'),
        subject: param('subject'),
        person_id: param('person_id'),
        credential: param('credential'),
        actor_type: param('actor_type'),
        actor_name: param('actor_name'),
        surface: param('surface'),
        client: param('client'),
        data: param('data'),
        created_at: param('created_at'),
        author_name: param('author_name'),
        kept_until: eb(param('created_at'), '+', eb.fn.coalesce(kept, eb.lit(unowned * DAY))),
      }
    })
    return once ? insert.onConflict(clash => clash.column('id').doNothing()) : insert
  })

const inserts = { always: insertStatement(false), once: insertStatement(true) }

/** Appends a row; with `once` only where none of its id is there. */
export async function insertAudit(
  x: Executor,
  row: AuditRow,
  when: keyof typeof inserts = 'always',
): Promise<void> {
  await x.run(inserts[when], {
    id: row.id,
    organization_id: row.organizationId,
    action: row.action,
    subject: row.subject,
    person_id: row.personId,
    credential: row.credential,
    actor_type: row.actorType,
    actor_name: row.actorName,
    surface: row.surface,
    client: row.client,
    data: JSON.stringify(row.data),
    created_at: row.createdAt,
    author_name: row.authorName,
  })
}

/** Rows looked through by one query: a filter that little fits must not hold up everybody else. */
const WINDOW = 2000

type Place = { createdAt: Time; id: string } | null

/** Newest first. Where filters are given, the rows are looked through in windows of bounded length. */
export async function audits(x: Executor, query: AuditQuery): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  let after: Place = query.after ?? null
  for (;;) {
    const edge = filtersOf(query).length > 0 ? await edgeOf(x, query, after) : null
    const rows = await x.allOf(windowOf(x, query, after, edge, query.limit - found.length))
    found.push(...rows.map(entryOf))
    if (edge === null || found.length >= query.limit) return found
    after = edge
  }
}

type AuditExpressions = ExpressionBuilder<Schema & { a: AuditTable }, 'a'>

/** The last row of the window that begins after the place; null if the rest fits into one. */
async function edgeOf(x: Executor, query: AuditQuery, after: Place): Promise<Place> {
  const [row] = await x.allOf(
    x.engine.builder
      .selectFrom('audit as a')
      .select(['a.created_at as createdAt', 'a.id'])
      .where(eb => eb.and(boundsOf(eb, query, after)))
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(1)
      .offset(WINDOW - 1),
  )
  return row ? { ...row } : null
}

const windowOf = (x: Executor, query: AuditQuery, after: Place, edge: Place, limit: number) =>
  x.engine.builder
    .selectFrom('audit as a')
    .leftJoin('person as p', 'p.id', 'a.person_id')
    .selectAll('a')
    .select('p.email')
    .where(eb => eb.and(boundsOf(eb, query, after)))
    .$if(edge !== null, q => q.where(eb => eb(place(eb), '>=', eb.tuple(edge!.createdAt, edge!.id))))
    .$if(filtersOf(query).length > 0, q => q.where(eb => eb.and(filtersOf(query).map(filter => filter(eb)))))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)

const place = (eb: AuditExpressions) => eb.refTuple('a.created_at', 'a.id')

function boundsOf(eb: AuditExpressions, query: AuditQuery, after: Place): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [eb('a.organization_id', '=', query.organizationId)]
  if (query.from !== undefined) all.push(eb('a.created_at', '>=', query.from))
  if (query.to !== undefined) all.push(eb('a.created_at', '<', query.to))
  if (after) all.push(eb(place(eb), '<', eb.tuple(after.createdAt, after.id)))
  return all
}

type Filter = (eb: AuditExpressions) => Expression<SqlBool>

function filtersOf({ actor, actorType, action, subject, surface }: AuditQuery): Filter[] {
  const equal = (
    column: 'action' | 'subject' | 'surface' | 'actor_type',
    value: string | undefined,
  ): Filter[] => (value === undefined ? [] : [eb => eb(`a.${column}`, '=', value as never)])
  const by: Filter = eb => eb.or([eb('a.person_id', '=', actor!), eb('a.credential', '=', actor!)])
  return [
    ...(actor === undefined ? [] : [by]),
    ...equal('actor_type', actorType),
    ...equal('action', action),
    ...equal('subject', subject),
    ...equal('surface', surface),
  ]
}

/** Removes rows whose time is over. */
export function removeAudits(x: Executor, now: Time, limit: number): Promise<number> {
  const db = x.engine.builder
  const over = db.selectFrom('audit').select('id').where('kept_until', '<=', now).limit(limit)
  return x.runOf(db.deleteFrom('audit').where('id', 'in', x.engine.locks.freeRows(over)))
}

const entryOf = (row: AuditTable & { email: string | null }): AuditEntry => ({
  id: row.id,
  organizationId: row.organization_id,
  action: row.action,
  subject: row.subject,
  personId: row.person_id,
  email: row.email,
  credential: row.credential,
  actorType: row.actor_type,
  actorName: row.actor_name,
  authorName: row.author_name,
  surface: row.surface,
  client: row.client,
  data: JSON.parse(row.data),
  createdAt: row.created_at,
})
