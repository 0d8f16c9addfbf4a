// Identities at sign-in providers, in the table.
import type { Time } from '../../../domain/artifact.ts'
import type { IdentityRow, IdentityRows, KnownIdentity } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { IdentityTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'

const find = statement<{ issuer: string; subject: string }>()((db, param) =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject')),
)

const ofPerson = statement<{ personId: string }>()((db, param) =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('person_id', '=', param('personId'))
    .orderBy('created_at')
    .orderBy('issuer')
    .orderBy('subject'),
)

const remove = statement<{ issuer: string; subject: string }>()((db, param) =>
  db.deleteFrom('identity').where('issuer', '=', param('issuer')).where('subject', '=', param('subject')),
)

export class IdentitiesInTables implements IdentityRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(issuer: string, subject: string): Promise<IdentityRow | null> {
    const row = await this.#x.first(find, { issuer, subject })
    return row ? identityOf(row) : null
  }

  async of(personId: string): Promise<KnownIdentity[]> {
    const rows = await this.#x.all(ofPerson, { personId })
    return rows.map(row => ({
      ...identityOf(row),
      linkedAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  async remove(issuer: string, subject: string): Promise<void> {
    await this.#x.run(remove, { issuer, subject })
  }

  async use({ issuer, subject, provider, personId }: IdentityRow, now: Time): Promise<void> {
    const row = { issuer, subject, provider, person_id: personId, created_at: now, last_used_at: now }
    await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('identity')
        .values(row)
        .onConflict(clash => clash.columns(['issuer', 'subject']).doUpdateSet({ last_used_at: now })),
    )
  }

  async useOAuthState(id: string, expiresAt: Time): Promise<boolean> {
    const added = await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('used_oauth_state')
        .values({ id, expires_at: expiresAt })
        .onConflict(clash => clash.column('id').doNothing()),
    )
    return added === 1
  }

  async removeEnded(now: Time): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.deleteFrom('used_oauth_state').where('expires_at', '<=', now))
  }
}

const identityOf = (row: IdentityTable): IdentityRow => ({
  issuer: row.issuer,
  subject: row.subject,
  provider: row.provider,
  personId: row.person_id,
})
