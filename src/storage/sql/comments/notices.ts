// Notices in the tables; those of one person are taken together.
import type { Time } from '../../../domain/artifact.ts'
import type { NoticePace } from '../../../domain/notification.ts'
import type { Notice, NoticeRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { NoticeTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const insert = statement<NoticeTable>()((db, param) =>
  db.insertInto('notice').values({
    id: param('id'),
    person_id: param('person_id'),
    short_id: param('short_id'),
    thread_id: param('thread_id'),
    comment_id: param('comment_id'),
    kind: param('kind'),
    by_name: param('by_name'),
    actor_type: param('actor_type'),
    actor_name: param('actor_name'),
    created_at: param('created_at'),
    due_at: param('due_at'),
  }),
)

const take = statement<{ now: Time; limit: number }>()((db, param, locks) =>
  db
    .deleteFrom('notice')
    .where(
      'id',
      'in',
      locks.freeRows(
        db
          .selectFrom('notice')
          .select('id')
          .where('due_at', '<=', param('now'))
          .where('person_id', '=', eb =>
            eb
              .selectFrom('notice as n')
              .select('n.person_id')
              .where('n.due_at', '<=', param('now'))
              .orderBy('n.due_at')
              .orderBy('n.person_id')
              .limit(1),
          )
          .orderBy('due_at')
          .limit(param('limit')),
      ),
    )
    .returningAll(),
)

const pace = statement<{ personId: string }>()((db, param) =>
  db.selectFrom('notice_pace').select('pace').where('person_id', '=', param('personId')),
)

const changePace = statement<{ personId: string; pace: NoticePace }>()((db, param) =>
  db
    .insertInto('notice_pace')
    .values({ person_id: param('personId'), pace: param('pace') })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet({ pace: param('pace') })),
)

const forget = statement<{ personId: string }>()((db, param) =>
  db.deleteFrom('notice').where('person_id', '=', param('personId')),
)

export class NoticesInTables implements NoticeRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async pace(personId: string): Promise<NoticePace> {
    return (await this.#x.first(pace, { personId }))?.pace ?? 'each'
  }

  async insert({ personId, shortId, threadId, commentId, by, ...notice }: Notice): Promise<void> {
    await this.#x.run(insert, {
      id: notice.id,
      person_id: personId,
      short_id: shortId,
      thread_id: threadId,
      comment_id: commentId,
      kind: notice.kind,
      by_name: by.name,
      actor_type: by.actorType,
      actor_name: by.actorName,
      created_at: notice.createdAt,
      due_at: notice.dueAt,
    })
  }

  async changePace(personId: string, pace: NoticePace): Promise<void> {
    await this.#x.run(changePace, { personId, pace })
    if (pace === 'none') await this.#x.run(forget, { personId })
  }

  async take(now: Time, limit: number): Promise<Notice[]> {
    const rows = await this.#x.all(take, { now, limit })
    return rows.map(noticeOf).sort((a, b) => a.createdAt - b.createdAt)
  }
}

const noticeOf = (row: NoticeTable): Notice => ({
  id: row.id,
  personId: row.person_id,
  shortId: row.short_id,
  threadId: row.thread_id,
  commentId: row.comment_id,
  kind: row.kind,
  by: { name: row.by_name, actorType: row.actor_type, actorName: row.actor_name },
  createdAt: row.created_at,
  dueAt: row.due_at,
})
