// Addresses that want no mail about sharing, in the table.
import type { Time } from '../../../domain/artifact.ts'
import type { MailStopRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { MailStopTable } from '../engine/schema-sharing.ts'
import { statement } from '../engine/statement.ts'

const find = statement<{ addressHash: string }>()((db, param) =>
  db.selectFrom('mail_stop').select('address_hash').where('address_hash', '=', param('addressHash')),
)

const insert = statement<MailStopTable>()((db, param) =>
  db
    .insertInto('mail_stop')
    .values({ address_hash: param('address_hash'), created_at: param('created_at') })
    .onConflict(conflict => conflict.column('address_hash').doNothing()),
)

const remove = statement<{ addressHash: string }>()((db, param) =>
  db.deleteFrom('mail_stop').where('address_hash', '=', param('addressHash')),
)

export class MailStopsInTables implements MailStopRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async has(addressHash: string): Promise<boolean> {
    return (await this.#x.first(find, { addressHash })) !== undefined
  }

  async insert(addressHash: string, now: Time): Promise<void> {
    await this.#x.run(insert, { address_hash: addressHash, created_at: now })
  }

  async remove(addressHash: string): Promise<void> {
    await this.#x.run(remove, { addressHash })
  }
}
