// API keys in the table: adding, listing, revoking.
import type { Time } from '../../../domain/artifact.ts'
import type { CredentialReading, CredentialRows, KeyRow, NewKeyRow } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import type { ApiKeyTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { scopesIn, scopeWords } from './find-credential.ts'

type KeyQuery = Parameters<CredentialReading['keys']>[0]
type RevokeQuery = Parameters<CredentialRows['revokeKey']>[0]

export async function keys(x: Executor, query: KeyQuery): Promise<KeyRow[]> {
  const { organizationId, personId, service, after, limit } = query
  const rows = await x.allOf(
    x.engine.builder
      .selectFrom('api_key')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('revoked_at', 'is', null)
      .where('ci_rule_id', 'is', null)
      .where(eb => {
        const own = eb('person_id', '=', personId)
        return service ? eb.or([own, eb('person_id', 'is', null)]) : own
      })
      .$if(after !== null, q =>
        q.where(eb => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.createdAt, after!.id))),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
  return rows.map(keyOf)
}

export async function insertKey(x: Executor, key: NewKeyRow): Promise<void> {
  await x.runOf(
    x.engine.builder.insertInto('api_key').values({
      id: key.id,
      key_hash: key.keyHash,
      name: key.name,
      kind: key.kind,
      organization_id: key.organizationId,
      person_id: key.personId,
      scopes: scopeWords(key.scopes),
      prefix: key.prefix,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      revoked_at: null,
      ci_rule_id: key.rule?.id ?? null,
      visibilities: key.rule?.visibilities.join(' ') ?? null,
    }),
  )
}

export async function revokeKey(x: Executor, query: RevokeQuery, now: Time): Promise<KeyRow | null> {
  const { id, organizationId, personId } = query
  const [row] = await x.allOf(
    x.engine.builder
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('revoked_at', 'is', null)
      .$if(personId !== null, q => q.where('person_id', '=', personId))
      .returningAll(),
  )
  return row ? keyOf(row) : null
}

const revokeOf = statement<{ personId: string; organizationId: string; now: Time }>()((db, param) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: param('now') })
    .where('organization_id', '=', param('organizationId'))
    .where('person_id', '=', param('personId'))
    .where('revoked_at', 'is', null)
    .returningAll(),
)

/** Revokes every key of the person in the organization; answers them. */
export async function revokeKeysOf(
  x: Executor,
  query: { personId: string; organizationId: string; now: Time },
): Promise<KeyRow[]> {
  return (await x.all(revokeOf, query)).map(keyOf)
}

const keyOf = (row: ApiKeyTable): KeyRow => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  organizationId: row.organization_id,
  personId: row.person_id,
  scopes: scopesIn(row.scopes),
  prefix: row.prefix,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})
