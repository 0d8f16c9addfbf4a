// Counted uses in fixed windows, and leases, in the tables.
import type { Time } from '../../domain/artifact.ts'
import type { LimitRows } from '../records.ts'
import type { Executor } from './engine.ts'
import { statement } from './statement.ts'

const count = statement<{ name: string; startsAt: Time; endsAt: Time; limit: number }>()((db, param) =>
  db
    .insertInto('rate')
    .values({ name: param('name'), starts_at: param('startsAt'), ends_at: param('endsAt'), uses: 1 })
    .onConflict(clash =>
      clash
        .columns(['name', 'starts_at', 'ends_at'])
        .doUpdateSet(eb => ({ uses: eb('rate.uses', '+', 1) }))
        .where('rate.uses', '<', param('limit')),
    )
    .returning('uses'),
)

const removeEnded = statement<{ now: Time }>()((db, param) =>
  db.deleteFrom('rate').where('ends_at', '<=', param('now')),
)

const lease = statement<{ name: string; holder: string; until: Time; now: Time }>()((db, param) =>
  db
    .insertInto('lease')
    .values({ name: param('name'), holder: param('holder'), until_at: param('until') })
    .onConflict(clash =>
      clash
        .column('name')
        .doUpdateSet({ holder: param('holder'), until_at: param('until') })
        .where(eb =>
          eb.or([eb('lease.holder', '=', param('holder')), eb('lease.until_at', '<=', param('now'))]),
        ),
    )
    .returning('holder'),
)

export class LimitsInTables implements LimitRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async count(
    name: string,
    limit: number,
    windowMs: number,
    now: Time,
  ): Promise<{ allowed: boolean; left: number; resetsAt: Time }> {
    const startsAt = now - (now % windowMs)
    const resetsAt = startsAt + windowMs
    if (limit < 1) return { allowed: false, left: 0, resetsAt }
    const row = await this.#x.first(count, { name, startsAt, endsAt: resetsAt, limit })
    return { allowed: row !== undefined, left: row ? limit - row.uses : 0, resetsAt }
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.run(removeEnded, { now })
  }

  async lease(name: string, holder: string, until: Time, now: Time): Promise<boolean> {
    return (await this.#x.first(lease, { name, holder, until, now })) !== undefined
  }
}
