// Requests for access in the tables; each is taken by one process alone.
import type { Time } from '../../../domain/artifact.ts'
import type { AccessRequest, AccessRequestRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { AccessRequestTable, BlockedSenderTable } from '../engine/schema-sharing.ts'
import { statement } from '../engine/statement.ts'

type Sender = Pick<BlockedSenderTable, 'person_id' | 'email'>

const insert = statement<AccessRequestTable>()((db, param) =>
  db.insertInto('access_request').values({
    id: param('id'),
    short_id: param('short_id'),
    email: param('email'),
    message: param('message'),
    created_at: param('created_at'),
  }),
)

const take = statement()((db, _, locks) =>
  db
    .deleteFrom('access_request')
    .where('id', 'in', locks.freeRows(db.selectFrom('access_request').select('id').orderBy('id').limit(1)))
    .returningAll(),
)

const blocked = statement<Sender>()((db, param) =>
  db
    .selectFrom('blocked_sender')
    .select('email')
    .where('person_id', '=', param('person_id'))
    .where('email', '=', param('email')),
)

const block = statement<BlockedSenderTable>()((db, param) =>
  db
    .insertInto('blocked_sender')
    .values({ person_id: param('person_id'), email: param('email'), created_at: param('created_at') })
    .onConflict(conflict => conflict.columns(['person_id', 'email']).doNothing()),
)

const unblock = statement<Sender>()((db, param) =>
  db
    .deleteFrom('blocked_sender')
    .where('person_id', '=', param('person_id'))
    .where('email', '=', param('email')),
)

export class AccessRequestsInTables implements AccessRequestRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async insert({ id, shortId, email, message, createdAt }: AccessRequest): Promise<void> {
    await this.#x.run(insert, { id, short_id: shortId, email, message, created_at: createdAt })
  }

  async take(): Promise<AccessRequest | null> {
    const row = await this.#x.first(take, {})
    if (!row) return null
    const { id, short_id: shortId, email, message, created_at: createdAt } = row
    return { id, shortId, email, message, createdAt }
  }

  async isBlocked(personId: string, email: string): Promise<boolean> {
    return (await this.#x.first(blocked, { person_id: personId, email })) !== undefined
  }

  async block(personId: string, email: string, now: Time): Promise<void> {
    await this.#x.run(block, { person_id: personId, email, created_at: now })
  }

  async unblock(personId: string, email: string): Promise<void> {
    await this.#x.run(unblock, { person_id: personId, email })
  }
}
