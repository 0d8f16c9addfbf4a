// Last files in the tables: one row for each page and the rule or key that sends it.
import type { LastFile, LastFileRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { LastFileTable } from '../engine/schema-versions.ts'
import { statement } from '../engine/statement.ts'

const find = statement<{ artifactId: string; credential: string }>()((db, param) =>
  db
    .selectFrom('last_file')
    .select(['number', 'blob', 'size', 'sha256'])
    .where('artifact_id', '=', param('artifactId'))
    .where('credential', '=', param('credential')),
)

const put = statement<LastFileTable>()((db, param) =>
  db
    .insertInto('last_file')
    .values({
      artifact_id: param('artifact_id'),
      credential: param('credential'),
      number: param('number'),
      blob: param('blob'),
      size: param('size'),
      sha256: param('sha256'),
    })
    .onConflict(conflict =>
      conflict.columns(['artifact_id', 'credential']).doUpdateSet(eb => ({
        number: eb.ref('excluded.number'),
        blob: eb.ref('excluded.blob'),
        size: eb.ref('excluded.size'),
        sha256: eb.ref('excluded.sha256'),
      })),
    ),
)

const firstByOthers = statement<{ artifactId: string }>()((db, param) =>
  db
    .selectFrom('version')
    .select('number')
    .where('artifact_id', '=', param('artifactId'))
    .where('actor_type', '<>', 'service')
    .orderBy('number')
    .limit(1),
)

const newest = statement<{ artifactId: string }>()((db, param) =>
  db.selectFrom('artifact').select('version').where('id', '=', param('artifactId')),
)

export class LastFilesInTables implements LastFileRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(artifactId: string, credential: string): Promise<LastFile | null> {
    return (await this.#x.first(find, { artifactId, credential })) ?? null
  }

  async lastBeforeOthers(artifactId: string): Promise<number> {
    const others = await this.#x.first(firstByOthers, { artifactId })
    if (others) return others.number - 1
    return (await this.#x.first(newest, { artifactId }))?.version ?? 0
  }

  async put(artifactId: string, credential: string, file: LastFile): Promise<void> {
    const { number, blob, size, sha256 } = file
    await this.#x.run(put, { artifact_id: artifactId, credential, number, blob, size, sha256 })
  }
}
