// Previews in the table: artifacts of nobody, until somebody claims them.
import type { Time } from '../../../domain/artifact.ts'
import type { Visibility } from '../../../domain/audience.ts'
import type { Preview, PreviewRows } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const previewQuery = (db: Builder) =>
  db
    .selectFrom('preview as v')
    .innerJoin('artifact as a', 'a.id', 'v.artifact_id')
    .select([
      'v.artifact_id as artifactId',
      'a.short_id as shortId',
      'a.name',
      'a.size',
      'a.created_at as createdAt',
      'v.expires_at as expiresAt',
      'v.claimed_at as claimedAt',
    ])

const byClaim = statement<{ claimHash: string }>()((db, param) =>
  previewQuery(db).where('v.claim_hash', '=', param('claimHash')),
)

const byArtifact = statement<{ artifactId: string }>()((db, param) =>
  previewQuery(db).where('v.artifact_id', '=', param('artifactId')),
)

const insert = statement<{ artifactId: string; claimHash: string; expiresAt: Time }>()((db, param) =>
  db.insertInto('preview').values({
    artifact_id: param('artifactId'),
    claim_hash: param('claimHash'),
    expires_at: param('expiresAt'),
    claimed_at: null,
  }),
)

const claim = statement<{ artifactId: string; now: Time }>()((db, param) =>
  db
    .updateTable('preview')
    .set({ claimed_at: param('now') })
    .where('artifact_id', '=', param('artifactId'))
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', param('now')),
)

const give = statement<{
  id: string
  organizationId: string
  ownerId: string | null
  visibility: Visibility
}>()((db, param) =>
  db
    .updateTable('artifact')
    .set(eb => ({
      organization_id: param('organizationId'),
      owner_id: param('ownerId'),
      visibility: param('visibility'),
      expires_at: null,
      settings: eb('settings', '+', 1),
    }))
    .where('id', '=', param('id')),
)

export class PreviewsInTables implements PreviewRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async findByClaim(claimHash: string): Promise<Preview | null> {
    return plain(await this.#x.first(byClaim, { claimHash }))
  }

  async findByArtifact(artifactId: string): Promise<Preview | null> {
    return plain(await this.#x.first(byArtifact, { artifactId }))
  }

  async insert(preview: { artifactId: string; claimHash: string; expiresAt: Time }): Promise<void> {
    await this.#x.run(insert, preview)
  }

  async claim(
    artifactId: string,
    to: { organizationId: string; ownerId: string | null; visibility: Visibility },
    now: Time,
  ): Promise<boolean> {
    if ((await this.#x.run(claim, { artifactId, now })) === 0) return false
    await this.#x.run(give, { id: artifactId, ...to })
    await this.#x.engine.text.change(this.#x, artifactId, { organizationId: to.organizationId })
    return true
  }
}

const plain = (row: Preview | undefined): Preview | null => (row ? { ...row } : null)
