// The authorization server's clients, grants and records in the tables.
import type { Scope } from '../../../domain/actor.ts'
import type { Time } from '../../../domain/artifact.ts'
import type {
  ConnectedApp,
  GrantRow,
  OAuthClientRow,
  OAuthReading,
  OAuthRecord,
  OAuthRows,
} from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { OAuthGrantTable, OAuthRecordTable } from '../engine/schema-oauth.ts'
import { statement } from '../engine/statement.ts'
import { grantStands } from './grants.ts'

const client = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .selectFrom('oauth_client')
    .selectAll()
    .where('id', '=', param('id'))
    .where('expires_at', '>', param('now')),
)

const keepClient = statement<{ id: string; until: Time }>()((db, param) =>
  db
    .updateTable('oauth_client')
    .set({ expires_at: param('until') })
    .where('id', '=', param('id'))
    .where('expires_at', '<', param('until')),
)

const record = statement<{ kind: string; idHash: string; now: Time }>()((db, param) =>
  db
    .selectFrom('oauth_record')
    .selectAll()
    .where('kind', '=', param('kind'))
    .where('id_hash', '=', param('idHash'))
    .where('expires_at', '>', param('now')),
)

const spend = statement<{ kind: string; idHash: string; most: number; now: Time }>()((db, param) =>
  db
    .updateTable('oauth_record')
    .set(eb => ({ uses: eb('uses', '+', 1), spent_at: eb.fn.coalesce('spent_at', param('now')) }))
    .where('kind', '=', param('kind'))
    .where('id_hash', '=', param('idHash'))
    .where('uses', '<', param('most')),
)

const removeRecord = statement<{ kind: string; idHash: string }>()((db, param) =>
  db.deleteFrom('oauth_record').where('kind', '=', param('kind')).where('id_hash', '=', param('idHash')),
)

const removeRecordsOf = statement<{ grantId: string; kind: string }>()((db, param) =>
  db.deleteFrom('oauth_record').where('grant_id', '=', param('grantId')).where('kind', '=', param('kind')),
)

const ended = [
  statement<{ now: Time }>()((db, param) =>
    db.deleteFrom('oauth_record').where('expires_at', '<=', param('now')),
  ),
  statement<{ now: Time }>()((db, param) =>
    db.deleteFrom('oauth_grant').where('expires_at', '<=', param('now')),
  ),
  statement<{ now: Time }>()((db, param) =>
    db.deleteFrom('oauth_client').where('expires_at', '<=', param('now')),
  ),
]

export class OAuthInTables implements OAuthRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async client(id: string, now: Time): Promise<OAuthClientRow | null> {
    const row = await this.#x.first(client, { id, now })
    return row
      ? { id: row.id, metadata: row.metadata, createdAt: row.created_at, expiresAt: row.expires_at }
      : null
  }

  async insertClient({ id, metadata, createdAt, expiresAt }: OAuthClientRow): Promise<void> {
    const row = { id, metadata, created_at: createdAt, expires_at: expiresAt }
    await this.#x.runOf(this.#x.engine.builder.insertInto('oauth_client').values(row))
  }

  async keepClient(id: string, until: Time): Promise<void> {
    await this.#x.run(keepClient, { id, until })
  }

  async grant(id: string, now: Time): Promise<GrantRow | null> {
    const row = await this.#x.first(grantStands, { id, now })
    return row ? grantOf(row) : null
  }

  async grants({
    personId,
    now,
    limit,
    after,
  }: Parameters<OAuthReading['grants']>[0]): Promise<ConnectedApp[]> {
    const rows = await this.#x.allOf(
      this.#x.engine.builder
        .selectFrom('oauth_grant as g')
        .innerJoin('organization as o', 'o.id', 'g.organization_id')
        .selectAll('g')
        .select('o.name as organization_name')
        .where('g.person_id', '=', personId)
        .where('g.expires_at', '>', now)
        .where('o.delete_at', 'is', null)
        .$if(after !== null, q =>
          q.where(eb =>
            eb(
              eb.refTuple('g.created_at', 'g.id'),
              '<',
              eb.tuple(eb.val(after!.createdAt), eb.val(after!.id)),
            ),
          ),
        )
        .orderBy('g.created_at', 'desc')
        .orderBy('g.id', 'desc')
        .limit(limit),
    )
    return rows.map(row => ({ ...grantOf(row), organizationName: row.organization_name }))
  }

  async insertGrant(given: GrantRow): Promise<void> {
    await this.#x.runOf(this.#x.engine.builder.insertInto('oauth_grant').values(rowOf(given)))
  }

  async revokeGrant({ id, personId }: Parameters<OAuthRows['revokeGrant']>[0]): Promise<GrantRow | null> {
    const [row] = await this.#x.allOf(
      this.#x.engine.builder
        .deleteFrom('oauth_grant')
        .where('id', '=', id)
        .$if(personId !== null, q => q.where('person_id', '=', personId!))
        .returningAll(),
    )
    return row ? grantOf(row) : null
  }

  async record(kind: string, idHash: string, now: Time): Promise<OAuthRecord | null> {
    const row = await this.#x.first(record, { kind, idHash, now })
    return row ? recordOf(row) : null
  }

  async putRecord(put: Parameters<OAuthRows['putRecord']>[0]): Promise<void> {
    const rest = {
      ...{ grant_id: put.grantId, payload: put.payload },
      ...{ created_at: put.createdAt, expires_at: put.expiresAt, uses: 0, spent_at: null },
    }
    await this.#x.runOf(
      this.#x.engine.builder
        .insertInto('oauth_record')
        .values({ kind: put.kind, id_hash: put.idHash, ...rest })
        .onConflict(clash => clash.columns(['kind', 'id_hash']).doUpdateSet(rest)),
    )
  }

  async spendRecord(spent: Parameters<OAuthRows['spendRecord']>[0]): Promise<boolean> {
    return (await this.#x.run(spend, spent)) === 1
  }

  async removeRecord(kind: string, idHash: string): Promise<boolean> {
    return (await this.#x.run(removeRecord, { kind, idHash })) === 1
  }

  async removeRecordsOf(grantId: string, kind: string): Promise<void> {
    await this.#x.run(removeRecordsOf, { grantId, kind })
  }

  async removeEnded(now: Time): Promise<void> {
    for (const remove of ended) await this.#x.run(remove, { now })
  }
}

const rowOf = (given: GrantRow): OAuthGrantTable => ({
  id: given.id,
  client_id: given.clientId,
  client_name: given.clientName,
  client_host: given.clientHost,
  person_id: given.personId,
  organization_id: given.organizationId,
  scopes: given.scopes.join(' '),
  resources: given.resources.join(' '),
  created_at: given.createdAt,
  expires_at: given.expiresAt,
  last_used_at: given.lastUsedAt,
})

const grantOf = (row: OAuthGrantTable): GrantRow => ({
  id: row.id,
  clientId: row.client_id,
  clientName: row.client_name,
  clientHost: row.client_host,
  personId: row.person_id,
  organizationId: row.organization_id,
  scopes: row.scopes.split(' ') as Scope[],
  resources: row.resources.split(' '),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})

const recordOf = (row: OAuthRecordTable): OAuthRecord => ({
  kind: row.kind,
  idHash: row.id_hash,
  grantId: row.grant_id,
  payload: row.payload,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  uses: row.uses,
  spentAt: row.spent_at,
})
