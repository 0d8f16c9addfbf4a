// Credentials in the tables: one-time codes here; sessions, keys and the setup link beside.
import type { Time } from '../../../domain/artifact.ts'
import { CODE_TRIES, SESSION_IDLE } from '../../../domain/session.ts'
import type { ProviderName } from '../../../domain/sign-in.ts'
import type {
  CodeRow,
  CredentialRows,
  FoundCredential,
  KeyRow,
  NewKeyRow,
  OpenSession,
  SessionRow,
} from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { OneTimeCodeTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { ended } from './ended-credentials.ts'
import { findAccessToken, findKey, findSession } from './find-credential.ts'
import { endGrantsOf, grantStands, touchGrant } from './grants.ts'
import { insertKey, keys, revokeKey, revokeKeysOf } from './keys.ts'
import * as sessions from './sessions.ts'
import { replaceSetup, setupOpen, spendSetup } from './setup.ts'

const touchKey = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: param('now') })
    .where('id', '=', param('id'))
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', param('now'))])),
)

const keyStands = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .selectFrom('api_key as k')
    .innerJoin('organization as o', 'o.id', 'k.organization_id')
    .select('k.id')
    .where('k.id', '=', param('id'))
    .where('k.revoked_at', 'is', null)
    .where('o.delete_at', 'is', null)
    .where(eb => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', param('now'))])),
)

const sessionStands = statement<{ id: string; now: Time }>()((db, param) =>
  db.selectFrom('session').select('id').where('id', '=', param('id')).where('expires_at', '>', param('now')),
)

const standing = { key: keyStands, session: sessionStands, grant: grantStands }

const tryCode = statement<{ email: string; handleHash: string; now: Time }>()((db, param) =>
  db
    .updateTable('one_time_code')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', param('email'))
    .where('handle_hash', '=', param('handleHash'))
    .where('tries', '<', CODE_TRIES)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', param('now'))
    .returningAll(),
)

const spendCode = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('one_time_code')
    .set({ spent_at: param('now') })
    .where('id', '=', param('id'))
    .where('spent_at', 'is', null)
    .where('expires_at', '>', param('now')),
)

export class CredentialsInTables implements CredentialRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  session(tokenHash: string, now: Time): Promise<FoundCredential | null> {
    return findSession(this.#x, tokenHash, now)
  }

  key(keyHash: string, now: Time): Promise<FoundCredential | null> {
    return findKey(this.#x, keyHash, now)
  }

  accessToken(tokenHash: string, now: Time): Promise<FoundCredential | null> {
    return findAccessToken(this.#x, tokenHash, now)
  }

  keys(query: Parameters<CredentialRows['keys']>[0]): Promise<KeyRow[]> {
    return keys(this.#x, query)
  }

  insertKey(key: NewKeyRow): Promise<void> {
    return insertKey(this.#x, key)
  }

  revokeKey(query: Parameters<CredentialRows['revokeKey']>[0], now: Time): Promise<KeyRow | null> {
    return revokeKey(this.#x, query, now)
  }

  sessions(query: Parameters<CredentialRows['sessions']>[0]): Promise<OpenSession[]> {
    return sessions.sessionsOf(this.#x, query)
  }

  insertSession(session: SessionRow): Promise<void> {
    return sessions.insertSession(this.#x, session)
  }

  async endSession(id: string): Promise<void> {
    await sessions.endSession(this.#x, id)
  }

  endSessionOf(personId: string, id: string): Promise<boolean> {
    return sessions.endSessionOf(this.#x, personId, id)
  }

  endOtherSessions(personId: string, keptId: string): Promise<number> {
    return sessions.endOtherSessions(this.#x, personId, keptId)
  }

  endSessionsBy(personId: string, provider: ProviderName, keptId: string): Promise<void> {
    return sessions.endSessionsBy(this.#x, { personId, provider, keptId })
  }

  moveSession(session: Parameters<CredentialRows['moveSession']>[0]): Promise<boolean> {
    return sessions.moveSession(this.#x, session)
  }

  renewSession(session: Parameters<CredentialRows['renewSession']>[0]): Promise<boolean> {
    return sessions.renewSession(this.#x, session)
  }

  async endMembership(personId: string, organizationId: string, now: Time): Promise<KeyRow[]> {
    await sessions.endSessionsIn(this.#x, { personId, organizationId })
    await endGrantsOf(this.#x, { personId, organizationId })
    return revokeKeysOf(this.#x, { personId, organizationId, now })
  }

  async stands(id: string, kind: Parameters<CredentialRows['stands']>[1], now: Time): Promise<boolean> {
    return (await this.#x.first(standing[kind], { id, now })) !== undefined
  }

  async touch(credential: string, now: Time): Promise<void> {
    const touched = await sessions.touchSession(this.#x, credential, now)
    if (touched || (await this.#x.run(touchKey, { id: credential, now })) === 1) return
    await touchGrant(this.#x, credential, now)
  }

  async insertCode(code: CodeRow): Promise<void> {
    const slot = { email: code.email, handle_hash: code.handleHash ?? ANY_BROWSER }
    const row: Omit<OneTimeCodeTable, keyof typeof slot> = {
      id: code.id,
      code_hash: code.codeHash,
      short_id: code.shortId,
      tries: 0,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      spent_at: null,
    }
    await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('one_time_code')
        .values({ ...slot, ...row })
        .onConflict(clash => clash.columns(['email', 'handle_hash']).doUpdateSet(row)),
    )
  }

  async tryCode(email: string, handleHash: string | null, now: Time): Promise<CodeRow | null> {
    const tried = (handle: string) => this.#x.first(tryCode, { email, handleHash: handle, now })
    const row = (handleHash && (await tried(handleHash))) || (await tried(ANY_BROWSER))
    return row ? codeOf(row) : null
  }

  async spendCode(id: string, now: Time): Promise<boolean> {
    return (await this.#x.run(spendCode, { id, now })) === 1
  }

  replaceSetup(tokenHash: string, now: Time): Promise<boolean> {
    return replaceSetup(this.#x, tokenHash, now)
  }

  setupOpen(tokenHash: string): Promise<boolean> {
    return setupOpen(this.#x, tokenHash)
  }

  spendSetup(tokenHash: string, now: Time): Promise<boolean> {
    return spendSetup(this.#x, tokenHash, now)
  }

  async removeEnded(now: Time): Promise<void> {
    for (const remove of ended) await this.#x.run(remove, { now, idleSince: now - SESSION_IDLE })
  }
}

/** Stands in place of a handle where the code is bound to none. */
const ANY_BROWSER = ''

const codeOf = (row: OneTimeCodeTable): CodeRow => ({
  id: row.id,
  email: row.email,
  codeHash: row.code_hash,
  handleHash: row.handle_hash === ANY_BROWSER ? null : row.handle_hash,
  shortId: row.short_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
