// How the authorization server's library keeps what it makes: in our tables, and no secret of it.
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { sha256Hex } from '../../crypto.ts'
import { DAY } from '../../domain/artifact.ts'
import { deviceRecord } from '../../operations/account/device-answer.ts'
import type { Context } from '../../operations/kernel/context.ts'
import { isUsedUp, mostUses } from '../../operations/kernel/token-record.ts'
import type { GrantRow, OAuthRecord, Rows } from '../../storage/records.ts'
import { deviceCodes } from './device-codes.ts'
import { type Ending, noteEnding } from './ended-grant.ts'
import { waitingRecords, withProgram } from './waiting-records.ts'

type Keeping = Pick<Context, 'records' | 'clock' | 'secret' | 'url'>

/** The adapter for one kind of thing that the library keeps. */
export function recordsAdapter(context: Keeping, kind: string): Adapter {
  if (kind === 'Client') return clients(context)
  if (kind === 'Grant') return grants(context)
  const adapter = kept.has(kind) ? records(context, kind) : nothing
  if (!waitingRecords.has(kind)) return adapter
  const waiting = kind === deviceRecord.waiting ? deviceCodes(context, adapter) : adapter
  return withProgram(waiting, () => Provider.ctx?.oidc.client)
}

const kept = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', ...waitingRecords])

const none = async (): Promise<undefined> => undefined

/** Sessions are our own: the library's end with their request. */
const nothing: Adapter = {
  upsert: none,
  find: none,
  findByUid: none,
  findByUserCode: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
}

/** Registered programs, for a day until somebody lets them in. */
function clients({ records: { oauth, transaction }, clock }: Keeping): Adapter {
  return {
    ...nothing,
    upsert: (id, payload) =>
      transaction(rows =>
        rows.oauth.insertClient({
          id,
          metadata: JSON.stringify(payload),
          createdAt: clock(),
          expiresAt: clock() + DAY,
        }),
      ),
    async find(id) {
      const row = await oauth.client(id, clock())
      return row ? (JSON.parse(row.metadata) as AdapterPayload) : undefined
    },
  }
}

/** Grants are made by an operation of ours; the library reads and ends them. */
function grants({ records: { oauth, transaction }, clock, url }: Keeping): Adapter {
  return {
    ...nothing,
    async find(id) {
      const row = await oauth.grant(id, clock())
      return row ? payloadOf(row) : undefined
    },
    async destroy(id) {
      const how = endedBy()
      await transaction(async rows => {
        const grant = await rows.oauth.revokeGrant({ id, personId: null })
        if (grant) await noteEnding(rows, grant, { how, now: clock(), url })
      })
    },
  }
}

/** The ways in which the library ends a grant: the app gives it back, or a code or token was used twice. */
const endedBy = (): Ending => (Provider.ctx?.oidc.route === 'revocation' ? 'app' : 'reuse')

const seconds = (time: number): number => Math.floor(time / 1000)

const payloadOf = (grant: GrantRow): AdapterPayload => ({
  kind: 'Grant',
  jti: grant.id,
  accountId: grant.personId,
  clientId: grant.clientId,
  iat: seconds(grant.createdAt),
  exp: seconds(grant.expiresAt),
  resources: Object.fromEntries(grant.resources.map(resource => [resource, grant.scopes.join(' ')])),
})

/** Tokens, codes and waiting authorizations: found by the hash of their value, which is written nowhere. */
function records({ records: { oauth, transaction }, clock }: Keeping, kind: string): Adapter {
  return {
    ...nothing,
    async upsert(id, { jti: _, ...payload }, life = 0) {
      const now = clock()
      const record = { kind, idHash: sha256Hex(id), grantId: payload.grantId ?? null }
      const times = { createdAt: now, expiresAt: now + life * 1000 }
      await transaction(rows => put(rows, { ...record, payload: JSON.stringify(payload), ...times }))
    },
    async find(id) {
      const record = await oauth.record(kind, sha256Hex(id), clock())
      return record
        ? { ...(JSON.parse(record.payload) as object), jti: id, ...spent(record, clock()) }
        : undefined
    },
    async consume(id) {
      const used = { kind, idHash: sha256Hex(id), most: mostUses(kind), now: clock() }
      if (!(await transaction(rows => rows.oauth.spendRecord(used))))
        throw new errors.InvalidGrant('it was used already')
    },
    async destroy(id) {
      await transaction(rows => rows.oauth.removeRecord(kind, sha256Hex(id)))
    },
    revokeByGrantId: id => transaction(rows => rows.oauth.removeRecordsOf(id, kind)),
  }
}

/** A grant may have ended while its token was made: then there is nothing it could belong to. */
async function put(rows: Rows, record: Parameters<Rows['oauth']['putRecord']>[0]): Promise<void> {
  if (record.grantId !== null && !(await rows.oauth.grant(record.grantId, record.createdAt)))
    throw new errors.InvalidGrant('the grant has ended')
  await rows.oauth.putRecord(record)
}

/** Marks a record that is used up, in the field that the library reads. */
const spent = (record: OAuthRecord, now: number): { consumed?: number } =>
  isUsedUp(record, now) ? { consumed: seconds(record.spentAt!) } : {}
