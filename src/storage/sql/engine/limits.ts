// Uses counted in windows that slide, and leases, in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type { Counted, LimitRows } from '../../records.ts'
import type { Executor } from './engine.ts'
import { statement } from './statement.ts'

/** A moment is written with so many digits, so that moments compare as texts. */
const DIGITS = 14

const written = (time: Time): string => String(Math.max(0, time)).padStart(DIGITS, '0')

/** A use so far ahead was noted by a clock that was wrong, and does not count; clocks of processes differ by less. */
const AHEAD = 60_000

interface Use {
  name: string
  moment: string
  endsAt: Time
  /** Characters of the uses that are kept: as many as are allowed. */
  kept: number
  /** The position of the oldest of them, counted from 1. */
  oldest: number
  /** The last moment before the window. */
  before: string
  ahead: string
}

/** Notes a use if the oldest allowed use is out of the window. A missing use is an empty text, which is less than any. */
const count = statement<Use>()((db, param) =>
  db
    .insertInto('recent_use')
    .values({ name: param('name'), moments: param('moment'), ends_at: param('endsAt') })
    .onConflict(clash =>
      clash
        .column('name')
        .doUpdateSet(eb => ({
          moments: eb.fn<string>('substr', [
            eb(param('moment'), '||', eb.ref('recent_use.moments')),
            eb.lit(1),
            param('kept'),
          ]),
          ends_at: param('endsAt'),
        }))
        .where(eb => {
          const oldest = eb.fn<string>('substr', ['recent_use.moments', param('oldest'), eb.lit(DIGITS)])
          return eb.or([eb(oldest, '<=', param('before')), eb(oldest, '>', param('ahead'))])
        }),
    )
    .returning('moments'),
)

const momentsOf = statement<{ name: string }>()((db, param) =>
  db.selectFrom('recent_use').select('moments').where('name', '=', param('name')),
)

const removeEnded = statement<{ now: Time }>()((db, param) =>
  db.deleteFrom('recent_use').where('ends_at', '<=', param('now')),
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

const digits = new RegExp(`\\d{${DIGITS}}`, 'g')

export class LimitsInTables implements LimitRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async count(name: string, limit: number, windowMs: number, now: Time): Promise<Counted> {
    if (limit < 1) return { allowed: false, left: 0, freeAt: now + windowMs }
    const use = {
      ...{ name, moment: written(now), endsAt: now + windowMs },
      ...{ kept: limit * DIGITS, oldest: (limit - 1) * DIGITS + 1 },
      ...{ before: written(now - windowMs), ahead: written(now + AHEAD) },
    }
    const noted = await this.#x.first(count, use)
    const row = noted ?? (await this.#x.first(momentsOf, { name }))
    const moments = (row?.moments.match(digits) ?? []).map(Number)
    const left = limit - moments.filter(at => at > now - windowMs && at <= now + AHEAD).length
    const oldest = moments[limit - 1] ?? now - windowMs
    return { allowed: noted !== undefined, left: Math.max(0, left), freeAt: Math.max(now, oldest + windowMs) }
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.run(removeEnded, { now })
  }

  async lease(name: string, holder: string, until: Time, now: Time): Promise<boolean> {
    return (await this.#x.first(lease, { name, holder, until, now })) !== undefined
  }
}
