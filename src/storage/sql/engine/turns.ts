// Turns at the worker processes that are shared with a network, in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type { TurnRows } from '../../records.ts'
import type { Executor } from './engine.ts'
import type { SharedTurnTable } from './schema.ts'
import { statement } from './statement.ts'

const sharedNetwork = statement<{ subjectId: string; now: Time }>()((db, param) =>
  db
    .selectFrom('shared_turn as t')
    .select('t.network')
    .where('t.subject_id', '=', param('subjectId'))
    .where('t.until', '>', param('now'))
    .where(
      eb =>
        eb
          .selectFrom('membership as m')
          .select(({ fn }) => fn.countAll<number>().as('members'))
          .whereRef('m.organization_id', '=', 't.subject_id')
          .where('m.role', '!=', 'viewer'),
      '<',
      2,
    ),
)

const share = statement<SharedTurnTable>()((db, param) =>
  db
    .insertInto('shared_turn')
    .values({ subject_id: param('subject_id'), network: param('network'), until: param('until') }),
)

const removeEnded = statement<{ now: Time }>()((db, param) =>
  db.deleteFrom('shared_turn').where('until', '<=', param('now')),
)

export class TurnsInTables implements TurnRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async sharedNetwork(subjectId: string, now: Time): Promise<string | null> {
    return (await this.#x.first(sharedNetwork, { subjectId, now }))?.network ?? null
  }

  async share(subject_id: string, network: string, until: Time): Promise<void> {
    await this.#x.run(share, { subject_id, network, until })
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.run(removeEnded, { now })
  }
}
