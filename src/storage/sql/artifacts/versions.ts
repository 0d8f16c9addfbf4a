// Versions in the tables: one row for each time somebody saved.
import type { Miniature, Time, Version } from '../../../domain/artifact.ts'
import type { NewVersion, VersionRows } from '../../records.ts'
import { toBit } from '../engine/boolean-column.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { MiniatureTable, VersionTable } from '../engine/schema-versions.ts'
import { statement } from '../engine/statement.ts'

const insert = statement<VersionTable>()((db, param) =>
  db.insertInto('version').values({
    artifact_id: param('artifact_id'),
    number: param('number'),
    blob: param('blob'),
    size: param('size'),
    sha256: param('sha256'),
    format: param('format'),
    note: param('note'),
    author_id: param('author_id'),
    author_name: param('author_name'),
    actor_type: param('actor_type'),
    actor_name: param('actor_name'),
    restored_from: param('restored_from'),
    created_at: param('created_at'),
    key_hashes: param('key_hashes'),
    reload: param('reload'),
  }),
)

const insertMiniature = statement<MiniatureTable>()((db, param) =>
  db
    .insertInto('miniature')
    .values({
      artifact_id: param('artifact_id'),
      number: param('number'),
      drawing: param('drawing'),
      opening: param('opening'),
    })
    .onConflict(conflict =>
      conflict.columns(['artifact_id', 'number']).doUpdateSet(eb => ({
        drawing: eb.ref('excluded.drawing'),
        opening: eb.ref('excluded.opening'),
      })),
    ),
)

const addMiniature = (x: Executor, artifactId: string, number: number, { drawing, opening }: Miniature) =>
  x.run(insertMiniature, { artifact_id: artifactId, number, drawing: drawing ?? '', opening })

/** Adds the row of one version; the artifact's own row is the caller's. */
export async function insertVersion(
  x: Executor,
  artifactId: string,
  number: number,
  version: NewVersion,
): Promise<void> {
  await x.run(insert, {
    artifact_id: artifactId,
    number,
    blob: version.blob,
    size: version.size,
    sha256: version.sha256,
    format: version.format,
    note: version.note,
    author_id: version.author.personId,
    author_name: version.author.name,
    actor_type: version.author.actorType,
    actor_name: version.author.actorName,
    restored_from: version.restoredFrom,
    created_at: version.createdAt,
    key_hashes: hashWords(version.keyHashes),
    reload: toBit(version.reload === true),
  })
  await addMiniature(x, artifactId, number, version.miniature)
}

const find = statement<{ artifactId: string; number: number }>()((db, param) =>
  db
    .selectFrom('version')
    .selectAll()
    .where('artifact_id', '=', param('artifactId'))
    .where('number', '=', param('number')),
)

const newest = statement<{ artifactId: string; before: number; limit: number }>()((db, param) =>
  db
    .selectFrom('version')
    .selectAll()
    .where('artifact_id', '=', param('artifactId'))
    .where('number', '<', param('before'))
    .orderBy('number', 'desc')
    .limit(param('limit')),
)

const page = statement<{ artifactId: string; number: number; limit: number }>()((db, param) =>
  db
    .selectFrom('version')
    .selectAll()
    .where(eb =>
      eb(eb.refTuple('artifact_id', 'number'), '>', eb.tuple(param('artifactId'), param('number'))),
    )
    .orderBy('artifact_id')
    .orderBy('number')
    .limit(param('limit')),
)

const keyHashes = statement<{ artifactId: string }>()((db, param) =>
  db
    .selectFrom('version')
    .select(['number', 'key_hashes'])
    .where('artifact_id', '=', param('artifactId'))
    .where('key_hashes', 'is not', null),
)

const reloads = statement<{ artifactId: string; shown: number; upTo: number; since: number }>()((db, param) =>
  db
    .selectFrom('version')
    .select('number')
    .where('artifact_id', '=', param('artifactId'))
    .where('number', '>', param('shown'))
    .where('number', '<=', param('upTo'))
    .where('reload', '=', 1)
    .where('created_at', '>=', param('since'))
    .limit(1),
)

/** Hashes as one text; null for none. */
export const hashWords = (hashes: readonly string[] = []): string | null =>
  hashes.length === 0 ? null : hashes.join(' ')

export const hashesIn = (words: string | null): string[] => words?.split(' ') ?? []

export class VersionsInTables implements VersionRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(artifactId: string, number: number): Promise<Version | null> {
    const row = await this.#x.first(find, { artifactId, number })
    return row ? versionOf(row) : null
  }

  async list(artifactId: string, before: number | null, limit: number): Promise<Version[]> {
    const below = before ?? Number.MAX_SAFE_INTEGER
    return (await this.#x.all(newest, { artifactId, before: below, limit })).map(versionOf)
  }

  async keyHashes(artifactId: string, number: number | 'any'): Promise<string[]> {
    const rows = await this.#x.all(keyHashes, { artifactId })
    const wanted = rows.filter(row => number === 'any' || row.number === number)
    return [...new Set(wanted.flatMap(row => hashesIn(row.key_hashes)))]
  }

  async asksReload(artifactId: string, shown: number, upTo: number, since: Time): Promise<boolean> {
    return (await this.#x.first(reloads, { artifactId, shown, upTo, since })) !== undefined
  }

  async page(after: { artifactId: string; number: number } | null, limit: number): Promise<Version[]> {
    const { artifactId, number } = after ?? { artifactId: '', number: 0 }
    return (await this.#x.all(page, { artifactId, number, limit })).map(versionOf)
  }

  async miniatures(artifactIds: readonly string[]): Promise<Map<string, Miniature>> {
    const found = new Map<string, Miniature>()
    for (const ids of chunkedIn(artifactIds))
      for (const { artifact_id, drawing, opening } of await this.#x.allOf(currentMiniatures(this.#x, ids)))
        found.set(artifact_id, { drawing: drawing || null, opening })
    return found
  }

  async addMiniature(artifactId: string, number: number, miniature: Miniature): Promise<void> {
    await addMiniature(this.#x, artifactId, number, miniature)
  }

  text(artifactId: string, most = 1_000_000): Promise<string> {
    return this.#x.engine.text.read(this.#x, artifactId, most)
  }
}

const currentMiniatures = (x: Executor, artifactIds: readonly string[]) =>
  x.engine.builder
    .selectFrom('artifact as a')
    .innerJoin('miniature as m', join =>
      join.onRef('m.artifact_id', '=', 'a.id').onRef('m.number', '=', 'a.version'),
    )
    .select(['m.artifact_id', 'm.drawing', 'm.opening'])
    .where('a.id', 'in', artifactIds)

export const versionOf = (row: VersionTable): Version => ({
  artifactId: row.artifact_id,
  number: row.number,
  blob: row.blob,
  size: row.size,
  sha256: row.sha256,
  format: row.format,
  note: row.note,
  author: {
    personId: row.author_id,
    name: row.author_name,
    actorType: row.actor_type,
    actorName: row.actor_name,
  },
  restoredFrom: row.restored_from,
  createdAt: row.created_at,
})
