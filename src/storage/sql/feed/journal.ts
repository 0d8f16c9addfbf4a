// Events, audit and idempotent answers in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type {
  AnswerKey,
  AuditEntry,
  AuditQuery,
  AuditRow,
  EventRow,
  IdempotentAnswer,
  JournalRows,
  NewEvent,
} from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { EventTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { audits, insertAudit, removeAudits } from '../organization/audit.ts'

const nextSequence = statement<{ organizationId: string }>()((db, param) =>
  db
    .updateTable('organization')
    .set(eb => ({ event_sequence: eb('event_sequence', '+', 1) }))
    .where('id', '=', param('organizationId'))
    .returning('event_sequence as sequence'),
)

const insertEvent = statement<EventTable>()((db, param) =>
  db.insertInto('event').values({
    organization_id: param('organization_id'),
    sequence: param('sequence'),
    id: param('id'),
    type: param('type'),
    artifact_id: param('artifact_id'),
    author_id: param('author_id'),
    author_name: param('author_name'),
    actor_type: param('actor_type'),
    actor_name: param('actor_name'),
    data: param('data'),
    created_at: param('created_at'),
  }),
)

const events = statement<{ organizationId: string; after: number; limit: number }>()((db, param) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('organization_id', '=', param('organizationId'))
    .where('sequence', '>', param('after'))
    .orderBy('sequence')
    .limit(param('limit')),
)

/** While a request runs, its holder stands where the fingerprint of the answer will be. */
type OwnClaim = AnswerKey & { holder: string }

type Claim = OwnClaim & { now: Time; abandonedBefore: Time; expiredBefore: Time }

const claimAnswer = statement<Claim>()((db, param) =>
  db
    .insertInto('idempotency')
    .values({
      credential: param('credential'),
      operation: param('operation'),
      key: param('key'),
      fingerprint: param('holder'),
      status: null,
      value: null,
      started_at: param('now'),
    })
    .onConflict(clash =>
      clash
        .columns(['credential', 'operation', 'key'])
        .doUpdateSet({ fingerprint: param('holder'), status: null, value: null, started_at: param('now') })
        .where(eb =>
          eb.or([
            eb.and([
              eb('idempotency.status', 'is', null),
              eb('idempotency.started_at', '<', param('abandonedBefore')),
            ]),
            eb('idempotency.started_at', '<', param('expiredBefore')),
          ]),
        ),
    )
    .returning('started_at'),
)

const standing = statement<AnswerKey>()((db, param) =>
  db
    .selectFrom('idempotency')
    .selectAll()
    .where('credential', '=', param('credential'))
    .where('operation', '=', param('operation'))
    .where('key', '=', param('key')),
)

/** The status of a claim that has its answer; one that still runs has none. */
const ANSWERED = 200

const renewAnswer = statement<OwnClaim & { now: Time }>()((db, param) =>
  db
    .updateTable('idempotency')
    .set({ started_at: param('now') })
    .where('credential', '=', param('credential'))
    .where('operation', '=', param('operation'))
    .where('key', '=', param('key'))
    .where('fingerprint', '=', param('holder'))
    .where('status', 'is', null),
)

const storeAnswer = statement<OwnClaim & { fingerprint: string; value: string }>()((db, param) =>
  db
    .updateTable('idempotency')
    .set({ fingerprint: param('fingerprint'), status: ANSWERED, value: param('value') })
    .where('credential', '=', param('credential'))
    .where('operation', '=', param('operation'))
    .where('key', '=', param('key'))
    .where('fingerprint', '=', param('holder'))
    .where('status', 'is', null),
)

const releaseAnswer = statement<OwnClaim>()((db, param) =>
  db
    .deleteFrom('idempotency')
    .where('credential', '=', param('credential'))
    .where('operation', '=', param('operation'))
    .where('key', '=', param('key'))
    .where('fingerprint', '=', param('holder'))
    .where('status', 'is', null),
)

const removeAnswers = statement<{ before: Time }>()((db, param) =>
  db.deleteFrom('idempotency').where('started_at', '<', param('before')),
)

export class JournalInTables implements JournalRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async event(event: NewEvent): Promise<void> {
    const next = await this.#x.first(nextSequence, { organizationId: event.organizationId })
    await this.#x.run(insertEvent, {
      organization_id: event.organizationId,
      sequence: next!.sequence,
      id: event.id,
      type: event.type,
      artifact_id: event.artifactId,
      author_id: event.actor.personId,
      author_name: event.actor.name,
      actor_type: event.actor.actorType,
      actor_name: event.actor.actorName,
      data: JSON.stringify(event.data),
      created_at: event.createdAt,
    })
  }

  audit(row: AuditRow): Promise<void> {
    return insertAudit(this.#x, row)
  }

  auditOnce(row: AuditRow): Promise<void> {
    return insertAudit(this.#x, row, 'once')
  }

  removeAudits(now: Time, limit: number): Promise<number> {
    return removeAudits(this.#x, now, limit)
  }

  async events(organizationId: string, after: number, limit: number): Promise<EventRow[]> {
    return (await this.#x.all(events, { organizationId, after, limit })).map(eventOf)
  }

  audits(query: AuditQuery): Promise<AuditEntry[]> {
    return audits(this.#x, query)
  }

  async claimAnswer(
    key: AnswerKey,
    holder: string,
    now: Time,
    limits: { abandonedBefore: Time; expiredBefore: Time },
  ): Promise<IdempotentAnswer | null> {
    for (;;) {
      if (await this.#x.first(claimAnswer, { ...key, holder, now, ...limits })) return null
      const row = await this.#x.first(standing, key)
      // Released between the two statements: it is free again.
      if (row) return answerOf(row)
    }
  }

  async renewAnswer(key: AnswerKey, holder: string, now: Time): Promise<void> {
    await this.#x.run(renewAnswer, { ...key, holder, now })
  }

  async storeAnswer(key: AnswerKey, holder: string, fingerprint: string, value: unknown): Promise<boolean> {
    const stored = { ...key, holder, fingerprint, value: JSON.stringify(value ?? null) }
    return (await this.#x.run(storeAnswer, stored)) > 0
  }

  async releaseAnswer(key: AnswerKey, holder: string): Promise<void> {
    await this.#x.run(releaseAnswer, { ...key, holder })
  }

  async removeAnswers(before: Time): Promise<void> {
    await this.#x.run(removeAnswers, { before })
  }
}

interface StandingRow {
  fingerprint: string | null
  status: number | null
  value: string | null
  started_at: Time
}

const answerOf = (row: StandingRow): IdempotentAnswer => ({
  fingerprint: row.status === null ? null : row.fingerprint,
  answer: row.status === null ? null : { value: JSON.parse(row.value!) },
  startedAt: row.started_at,
})

export const eventOf = (row: EventTable): EventRow => ({
  id: row.id,
  organizationId: row.organization_id,
  sequence: row.sequence,
  type: row.type,
  artifactId: row.artifact_id,
  actor: {
    personId: row.author_id,
    name: row.author_name,
    actorType: row.actor_type,
    actorName: row.actor_name,
  },
  data: JSON.parse(row.data),
  createdAt: row.created_at,
})
