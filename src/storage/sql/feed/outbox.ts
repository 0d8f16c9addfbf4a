// Mail that waits to be sent, in the table; a row is taken by moving the time it is due.
import type { Time } from '../../../domain/artifact.ts'
import type { Mail, OutboxRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const post = statement<Omit<Mail, 'stopUrl'> & { stopUrl: string | null }>()((db, param) =>
  db.insertInto('outbox').values({
    id: param('id'),
    recipient: param('to'),
    subject: param('subject'),
    body: param('text'),
    due_at: param('createdAt'),
    created_at: param('createdAt'),
    stop_url: param('stopUrl'),
  }),
)

const take = statement<{ limit: number; now: Time; leasedUntil: Time }>()((db, param, locks) =>
  db
    .updateTable('outbox')
    .set(eb => ({ due_at: param('leasedUntil'), attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      locks.freeRows(
        db
          .selectFrom('outbox')
          .select('id')
          .where('due_at', '<=', param('now'))
          .orderBy('due_at')
          .limit(param('limit')),
      ),
    )
    .returningAll(),
)

const remove = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('outbox').where('id', '=', param('id')),
)

const waiting = statement<object>()(db =>
  db.selectFrom('outbox').select(({ fn }) => fn.countAll<number>().as('mails')),
)

const delay = statement<{ id: string; retryAt: Time }>()((db, param) =>
  db
    .updateTable('outbox')
    .set({ due_at: param('retryAt') })
    .where('id', '=', param('id')),
)

export class OutboxInTables implements OutboxRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async post(mail: Mail): Promise<void> {
    await this.#x.run(post, { ...mail, stopUrl: mail.stopUrl ?? null })
  }

  async take(limit: number, now: Time, leasedUntil: Time): Promise<(Mail & { attempts: number })[]> {
    const rows = await this.#x.all(take, { limit, now, leasedUntil })
    return rows.sort((a, b) => a.created_at - b.created_at).map(mailOf)
  }

  async waiting(): Promise<number> {
    return (await this.#x.first(waiting, {}))!.mails
  }

  async sent(id: string): Promise<void> {
    await this.#x.run(remove, { id })
  }

  async failed(id: string, retryAt: Time | null): Promise<void> {
    if (retryAt === null) await this.#x.run(remove, { id })
    else await this.#x.run(delay, { id, retryAt })
  }
}

interface OutboxRow {
  id: string
  recipient: string
  subject: string
  body: string
  attempts: number
  created_at: Time
  stop_url: string | null
}

const mailOf = (row: OutboxRow): Mail & { attempts: number } => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.body,
  attempts: row.attempts,
  createdAt: row.created_at,
  ...(row.stop_url !== null && { stopUrl: row.stop_url }),
})
