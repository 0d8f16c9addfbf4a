// The people who edit a page at the moment, in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type { EditingRows, Editor } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const at = statement<{ artifactId: string; now: Time }>()((db, param) =>
  db
    .selectFrom('editing')
    .innerJoin('person', 'person.id', 'editing.person_id')
    .select(['editing.person_id as personId', 'person.name', 'editing.since'])
    .where('editing.artifact_id', '=', param('artifactId'))
    .where('editing.until', '>', param('now'))
    .orderBy('editing.since')
    .orderBy('editing.person_id'),
)

export class EditingInTables implements EditingRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async at(artifactId: string, now: Time): Promise<Editor[]> {
    return this.#x.all(at, { artifactId, now })
  }

  async hold(
    artifactId: string,
    personId: string,
    { now, until }: { now: Time; until: Time },
  ): Promise<void> {
    const row = { artifact_id: artifactId, person_id: personId, since: now, until }
    const longer = await this.#x.runOf(
      this.#x.engine.builder
        .updateTable('editing')
        .set({ until })
        .where('artifact_id', '=', artifactId)
        .where('person_id', '=', personId)
        .where('until', '>', now),
    )
    if (longer > 0) return
    await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('editing')
        .values(row)
        .onConflict(clash => clash.columns(['artifact_id', 'person_id']).doUpdateSet({ since: now, until })),
    )
  }

  async leave(artifactId: string, personId: string): Promise<void> {
    await this.#x.runOf(
      this.#x.engine.builder
        .deleteFrom('editing')
        .where('artifact_id', '=', artifactId)
        .where('person_id', '=', personId),
    )
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.deleteFrom('editing').where('until', '<=', now))
  }
}
