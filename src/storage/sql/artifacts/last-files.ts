// Last files in the tables: one row for each page and the rule or key that sends it.
import { sql } from 'kysely'
import type { ActorType } from '../../../domain/actor.ts'
import type { Version } from '../../../domain/artifact.ts'
import type { LastFile, LastFileRows, Saver } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { LastFileTable } from '../engine/schema-versions.ts'
import { statement } from '../engine/statement.ts'
import { versionOf } from './versions.ts'

const find = statement<{ artifactId: string; credential: string }>()((db, param) =>
  db
    .selectFrom('last_file')
    .select(['number', 'own_number as ownNumber', 'blob', 'size', 'sha256'])
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
      own_number: param('own_number'),
    })
    .onConflict(conflict =>
      conflict.columns(['artifact_id', 'credential']).doUpdateSet(eb => ({
        number: eb.ref('excluded.number'),
        blob: eb.ref('excluded.blob'),
        size: eb.ref('excluded.size'),
        sha256: eb.ref('excluded.sha256'),
        own_number: eb.fn.coalesce('excluded.own_number', 'last_file.own_number'),
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

const byOthers = statement<{
  artifactId: string
  after: number
  personId: string
  name: string
  actorType: ActorType
  limit: number
}>()((db, param) =>
  db
    .selectFrom('version')
    .selectAll()
    .where('artifact_id', '=', param('artifactId'))
    .where('number', '>', param('after'))
    .where(eb =>
      eb.not(
        eb.and([
          eb(eb.fn.coalesce('author_id', eb.val(NOBODY)), '=', param('personId')),
          eb('author_name', '=', param('name')),
          eb('actor_type', '=', param('actorType')),
        ]),
      ),
    )
    .orderBy('number', 'desc')
    .limit(param('limit')),
)

/** Stands for the person where a service saves. */
const NOBODY = ''

/** A rule's id stands behind the word `rule` (`lastingCredential`). */
const removeEnded = statement<object>()(db =>
  db.deleteFrom('last_file').where(({ and, not, exists, selectFrom, ref }) => {
    const ruleId = sql<string>`substr(${ref('last_file.credential')}, 6)`
    return and([
      not(exists(selectFrom('api_key').select('id').whereRef('id', '=', 'last_file.credential'))),
      not(exists(selectFrom('oauth_grant').select('id').whereRef('id', '=', 'last_file.credential'))),
      not(exists(selectFrom('ci_rule').select('id').where('id', '=', ruleId))),
    ])
  }),
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

  async savedByOthers(artifactId: string, after: number, than: Saver, limit: number): Promise<Version[]> {
    const { personId, name, actorType } = than
    const saver = { personId: personId ?? NOBODY, name, actorType }
    return (await this.#x.all(byOthers, { artifactId, after, ...saver, limit })).map(versionOf)
  }

  async put(artifactId: string, credential: string, file: LastFile): Promise<void> {
    const { number, ownNumber: own_number, blob, size, sha256 } = file
    await this.#x.run(put, { artifact_id: artifactId, credential, number, blob, size, sha256, own_number })
  }

  async removeEnded(): Promise<void> {
    await this.#x.run(removeEnded, {})
  }
}
