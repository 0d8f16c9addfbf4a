// Artifacts in the tables: reading, publishing, updating, settings, trash.
import type { Updateable } from 'kysely'
import type { Artifact, Theme, Time } from '../../../domain/artifact.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import type {
  ArtifactRows,
  CurrentFile,
  Expired,
  ListQuery,
  NewArtifact,
  NewVersion,
  Removed,
  SearchHit,
  SearchQuery,
  SettingsChange,
} from '../../records.ts'
import { toBit } from '../engine/boolean-column.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor, Kept } from '../engine/engine.ts'
import type { ArtifactTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { type ArtifactRow, artifactOf, artifactQuery, nameKey } from './artifact-rows.ts'
import { count, list } from './list.ts'
import { purge } from './purge.ts'
import { insertVersion } from './versions.ts'

type Inserted = Omit<
  ArtifactTable,
  | 'history_visible'
  | 'open_threads'
  | 'comments_shared'
  | 'comment_sequence'
  | 'settings'
  | 'trashed_at'
  | 'hidden'
  | 'hidden_at'
  | 'cleared_at'
>

const find = statement<{ shortId: string }>()((db, param) =>
  artifactQuery(db).where('a.short_id', '=', param('shortId')),
)

const hold = statement<{ shortId: string }>()((db, param, locks) =>
  locks.rows(db.selectFrom('artifact').select('id').where('short_id', '=', param('shortId'))),
)

const page = statement<{ after: string; limit: number }>()((db, param) =>
  db
    .selectFrom('artifact')
    .select(['id', 'short_id as shortId', 'version', 'size', 'sha256', 'format'])
    .where('id', '>', param('after'))
    .orderBy('id')
    .limit(param('limit')),
)

const insert = statement<Inserted>()((db, param) =>
  db.insertInto('artifact').values({
    id: param('id'),
    short_id: param('short_id'),
    organization_id: param('organization_id'),
    owner_id: param('owner_id'),
    name: param('name'),
    name_key: param('name_key'),
    format: param('format'),
    visibility: param('visibility'),
    theme: param('theme'),
    version: param('version'),
    size: param('size'),
    sha256: param('sha256'),
    created_at: param('created_at'),
    updated_at: param('updated_at'),
    expires_at: param('expires_at'),
  }),
)

const advance = statement<
  { id: string; from: number } & Pick<ArtifactTable, 'format' | 'size' | 'sha256' | 'updated_at'>
>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({
      version: eb('version', '+', 1),
      format: param('format'),
      size: param('size'),
      sha256: param('sha256'),
      updated_at: param('updated_at'),
    }))
    .where('id', '=', param('id'))
    .where('version', '=', param('from'))
    .where('trashed_at', 'is', null),
)

const handAll = statement<{ organizationId: string; from: string; to: string }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ owner_id: param('to'), settings: eb('settings', '+', 1) }))
    .where('organization_id', '=', param('organizationId'))
    .where('owner_id', '=', param('from')),
)

const unname = statement<{ organizationId: string; email: string }>()((db, param) =>
  db
    .deleteFrom('recipient')
    .where('email', '=', param('email'))
    .where('artifact_id', 'in', eb =>
      eb.selectFrom('artifact').select('id').where('organization_id', '=', param('organizationId')),
    ),
)

const trash = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ trashed_at: param('now'), settings: eb('settings', '+', 1) }))
    .where('id', '=', param('id'))
    .where('trashed_at', 'is', null),
)

const undelete = statement<{ id: string; expiresAt: Time | null }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ trashed_at: null, expires_at: param('expiresAt'), settings: eb('settings', '+', 1) }))
    .where('id', '=', param('id')),
)

const countGated = statement<{ organizationId: string; now: Time }>()((db, param) =>
  db
    .selectFrom('artifact')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', param('organizationId'))
    .where('visibility', 'in', ['company', 'private'])
    .where('trashed_at', 'is', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', param('now'))])),
)

const trashExpired = statement<{ now: Time; limit: number }>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({ trashed_at: param('now'), settings: eb('settings', '+', 1) }))
    .where('id', 'in', eb =>
      eb
        .selectFrom('artifact')
        .select('id')
        .where('organization_id', 'is not', null)
        .where('trashed_at', 'is', null)
        .where('expires_at', '<=', param('now'))
        .limit(param('limit')),
    )
    .where('trashed_at', 'is', null)
    .returning(['id', 'short_id as shortId', 'organization_id as organizationId', 'expires_at as expiresAt']),
)

const removeRecipients = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('recipient').where('artifact_id', '=', param('id')),
)

const removeLabels = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('label').where('artifact_id', '=', param('id')),
)

/** The row is shared by all who ask at the same moment, so the artifact is too. */
const artifactIn = memoizeByObject((row: ArtifactRow) => artifactOf(row))

/** Answers as `find` would; undefined where that takes a read. */
export function peekArtifact(kept: Kept, shortId: string): Artifact | null | undefined {
  const found = kept.peekFirst(find, { shortId })
  return found ? artifactIfAny(found.row) : undefined
}

const artifactIfAny = (row: ArtifactRow | undefined): Artifact | null => (row ? artifactIn(row) : null)

export class ArtifactsInTables implements ArtifactRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(shortId: string): Promise<Artifact | null> {
    return artifactIfAny(await this.#x.firstKept(find, { shortId }))
  }

  count(query: ListQuery, most: number): Promise<number> {
    return count(this.#x, query, most)
  }

  list(query: ListQuery): Promise<Artifact[]> {
    return list(this.#x, query)
  }

  search(query: SearchQuery): Promise<SearchHit[]> {
    return this.#x.engine.text.search(this.#x, query)
  }

  page(after: string | null, limit: number): Promise<CurrentFile[]> {
    return this.#x.all(page, { after: after ?? '', limit })
  }

  async insert(artifact: NewArtifact, version: NewVersion): Promise<void> {
    await this.#x.run(insert, {
      id: artifact.id,
      short_id: artifact.shortId,
      organization_id: artifact.organizationId,
      owner_id: artifact.ownerId,
      name: artifact.name,
      name_key: nameKey(artifact.name),
      format: version.format,
      visibility: artifact.visibility,
      theme: artifact.theme,
      version: 1,
      size: version.size,
      sha256: version.sha256,
      created_at: artifact.createdAt,
      updated_at: artifact.createdAt,
      expires_at: artifact.expiresAt,
    })
    await this.#addRecipients(artifact.id, artifact.sharedWith)
    await insertVersion(this.#x, artifact.id, 1, version)
    const { id: artifactId, organizationId, name } = artifact
    await this.#x.engine.text.put(this.#x, { artifactId, organizationId, name, text: version.text })
  }

  async addVersion(
    id: string,
    from: number,
    change: { version: NewVersion; name?: string; theme?: Theme },
  ): Promise<boolean> {
    const { version, name, theme } = change
    const { format, size, sha256, createdAt: updated_at } = version
    const changed = await this.#x.run(advance, { id, from, format, size, sha256, updated_at })
    if (changed === 0) return false
    await insertVersion(this.#x, id, from + 1, version)
    const rename = { ...(name !== undefined && { name }), ...(theme !== undefined && { theme }) }
    if (Object.keys(rename).length > 0) await this.#set(id, columnsOf(rename))
    const { text } = version
    await this.#x.engine.text.change(this.#x, id, name === undefined ? { text } : { name, text })
    return true
  }

  async change(id: string, settings: SettingsChange, now: Time): Promise<void> {
    await this.#set(id, { ...columnsOf(settings), updated_at: now })
    if (settings.sharedWith) {
      await this.#x.run(removeRecipients, { id })
      await this.#addRecipients(id, settings.sharedWith)
    }
    if (settings.labels) {
      await this.#x.run(removeLabels, { id })
      await this.#addLabels(id, settings.labels)
    }
    const { name, organizationId } = settings
    if (name === undefined && organizationId === undefined) return
    await this.#x.engine.text.change(this.#x, id, {
      ...(name !== undefined && { name }),
      ...(organizationId !== undefined && { organizationId }),
    })
  }

  transferOwnership(organizationId: string, from: string, to: string): Promise<number> {
    return this.#x.run(handAll, { organizationId, from, to })
  }

  removeRecipient(organizationId: string, email: string): Promise<number> {
    return this.#x.run(unname, { organizationId, email })
  }

  async lock(shortId: string): Promise<void> {
    await this.#x.all(hold, { shortId })
  }

  async trash(id: string, now: Time): Promise<void> {
    await this.#x.run(trash, { id, now })
  }

  async undelete(id: string, expiresAt: Time | null): Promise<void> {
    await this.#x.run(undelete, { id, expiresAt })
  }

  async countGated(organizationId: string, now: Time): Promise<number> {
    return (await this.#x.first(countGated, { organizationId, now }))!.count
  }

  async trashExpired(now: Time, limit: number): Promise<Expired[]> {
    const rows = await this.#x.all(trashExpired, { now, limit })
    return rows.map(row => ({ ...row }) as Expired)
  }

  purge(query: Parameters<ArtifactRows['purge']>[0]): Promise<Removed> {
    return purge(this.#x, query)
  }

  async #set(id: string, columns: Updateable<ArtifactTable>): Promise<void> {
    const db = this.#x.engine.builder
    await this.#x.runOf(
      db
        .updateTable('artifact')
        .set(columns)
        .set(eb => ({ settings: eb('settings', '+', 1) }))
        .where('id', '=', id),
    )
  }

  async #addRecipients(id: string, emails: readonly string[]): Promise<void> {
    const db = this.#x.engine.builder
    for (const piece of chunkedIn(emails)) {
      const rows = piece.map(email => ({ artifact_id: id, email }))
      await this.#x.runOf(
        db
          .insertInto('recipient')
          .values(rows)
          .onConflict(clash => clash.doNothing()),
      )
    }
  }

  async #addLabels(id: string, labels: readonly string[]): Promise<void> {
    const db = this.#x.engine.builder
    for (const piece of chunkedIn(labels)) {
      const rows = piece.map(name => ({ artifact_id: id, name }))
      await this.#x.runOf(
        db
          .insertInto('label')
          .values(rows)
          .onConflict(clash => clash.doNothing()),
      )
    }
  }
}

/** Columns to set; Kysely leaves out what is undefined. */
function columnsOf(settings: SettingsChange): Updateable<ArtifactTable> {
  const { name, historyVisible, commentsShared } = settings
  return {
    name,
    name_key: name === undefined ? undefined : nameKey(name),
    theme: settings.theme,
    visibility: settings.visibility,
    expires_at: settings.expiresAt,
    history_visible: historyVisible === undefined ? undefined : toBit(historyVisible),
    comments_shared: commentsShared === undefined ? undefined : toBit(commentsShared),
    owner_id: settings.ownerId,
    organization_id: settings.organizationId,
  }
}
