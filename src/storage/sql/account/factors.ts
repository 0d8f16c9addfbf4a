// Second factors in the tables.
import type { Time } from '../../../domain/artifact.ts'
import { CODE_TRIES } from '../../../domain/session.ts'
import type { FactorRow, FactorRows, PendingSignInRow } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const HOUR = 3_600_000

const find = statement<{ personId: string }>()((db, param) =>
  db.selectFrom('factor').selectAll().where('person_id', '=', param('personId')),
)

const codesLeft = statement<{ personId: string }>()((db, param) =>
  db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('person_id', '=', param('personId'))
    .where('spent_at', 'is', null),
)

const encryptedAfter = statement<{ personId: string; limit: number }>()((db, param) =>
  db
    .selectFrom('factor')
    .select(['person_id', 'encrypted_secret'])
    .where('person_id', '>', param('personId'))
    .orderBy('person_id')
    .limit(param('limit')),
)

const replaceEncryption = statement<{ personId: string; from: string; to: string }>()((db, param) =>
  db
    .updateTable('factor')
    .set({ encrypted_secret: param('to') })
    .where('person_id', '=', param('personId'))
    .where('encrypted_secret', '=', param('from')),
)

const confirm = statement<{ personId: string; now: Time }>()((db, param) =>
  db
    .updateTable('factor')
    .set({ confirmed_at: param('now') })
    .where('person_id', '=', param('personId'))
    .where('confirmed_at', 'is', null),
)

const use = statement<{ personId: string; step: number }>()((db, param) =>
  db
    .updateTable('factor')
    .set({ last_step: param('step') })
    .where('person_id', '=', param('personId'))
    .where('last_step', '<', param('step')),
)

const spend = statement<{ personId: string; hash: string; now: Time }>()((db, param) =>
  db
    .updateTable('recovery_code')
    .set({ spent_at: param('now') })
    .where('person_id', '=', param('personId'))
    .where('code_hash', '=', param('hash'))
    .where('spent_at', 'is', null),
)

const tryHalf = statement<{ tokenHash: string; now: Time }>()((db, param) =>
  db
    .updateTable('pending_sign_in')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', param('tokenHash'))
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', param('now'))
    .returningAll(),
)

const finishHalf = statement<{ id: string }>()((db, param) =>
  db.deleteFrom('pending_sign_in').where('id', '=', param('id')),
)

export class FactorsInTables implements FactorRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async find(personId: string): Promise<FactorRow | null> {
    const row = await this.#x.first(find, { personId })
    if (!row) return null
    const { encrypted_secret: encryptedSecret, created_at: createdAt, confirmed_at: confirmedAt } = row
    return { personId, encryptedSecret, createdAt, confirmedAt }
  }

  async recoveryCodesLeft(personId: string): Promise<number> {
    return (await this.#x.all(codesLeft, { personId })).length
  }

  async encryptedAfter(
    personId: string,
    limit: number,
  ): Promise<Pick<FactorRow, 'personId' | 'encryptedSecret'>[]> {
    const rows = await this.#x.all(encryptedAfter, { personId, limit })
    return rows.map(row => ({ personId: row.person_id, encryptedSecret: row.encrypted_secret }))
  }

  async replaceEncryption(personId: string, from: string, to: string): Promise<void> {
    await this.#x.run(replaceEncryption, { personId, from, to })
  }

  async begin({ personId, encryptedSecret, createdAt }: Omit<FactorRow, 'confirmedAt'>): Promise<boolean> {
    const begun = {
      encrypted_secret: encryptedSecret,
      last_step: 0,
      created_at: createdAt,
      confirmed_at: null,
    }
    const changed = await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('factor')
        .values({ person_id: personId, ...begun })
        .onConflict(clash =>
          clash.column('person_id').doUpdateSet(begun).where('factor.confirmed_at', 'is', null),
        ),
    )
    return changed === 1
  }

  async confirm(personId: string, now: Time, recoveryHashes: readonly string[]): Promise<boolean> {
    if ((await this.#x.run(confirm, { personId, now })) === 0) return false
    const rows = recoveryHashes.map(hash => ({ person_id: personId, code_hash: hash, spent_at: null }))
    await this.#x.runOf(this.#x.engine.builder.insertInto('recovery_code').values(rows))
    return true
  }

  async use(personId: string, step: number): Promise<boolean> {
    return (await this.#x.run(use, { personId, step })) === 1
  }

  async spendRecoveryCode(personId: string, hash: string, now: Time): Promise<boolean> {
    return (await this.#x.run(spend, { personId, hash, now })) === 1
  }

  async remove(personId: string): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.deleteFrom('factor').where('person_id', '=', personId))
  }

  async insertPendingSignIn(pending: PendingSignInRow): Promise<void> {
    await this.#x.runOf(
      this.#x.engine.builder.insertInto('pending_sign_in').values({
        id: pending.id,
        token_hash: pending.tokenHash,
        email: pending.email,
        short_id: pending.shortId,
        identity: pending.identity && JSON.stringify(pending.identity),
        tries: 0,
        created_at: pending.createdAt,
        expires_at: pending.expiresAt,
      }),
    )
  }

  async tryPendingSignIn(tokenHash: string, now: Time): Promise<PendingSignInRow | null> {
    const row = await this.#x.first(tryHalf, { tokenHash, now })
    if (!row) return null
    const { id, email, short_id: shortId, created_at: createdAt, expires_at: expiresAt } = row
    const identity = row.identity === null ? null : JSON.parse(row.identity)
    return { id, tokenHash, email, shortId, identity, createdAt, expiresAt }
  }

  async finishPendingSignIn(id: string): Promise<boolean> {
    return (await this.#x.run(finishHalf, { id })) === 1
  }

  async removeEnded(now: Time): Promise<void> {
    const db = this.#x.engine.builder
    await this.#x.runOf(db.deleteFrom('pending_sign_in').where('expires_at', '<=', now))
    await this.#x.runOf(
      db
        .deleteFrom('factor')
        .where('confirmed_at', 'is', null)
        .where('created_at', '<=', now - HOUR),
    )
  }
}
