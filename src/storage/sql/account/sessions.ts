// Sessions in the table: begun, moved, renewed, listed and ended.
import type { Time } from '../../../domain/artifact.ts'
import { SESSION_IDLE } from '../../../domain/session.ts'
import { type ProviderName, providerNames, type SignInWay } from '../../../domain/sign-in.ts'
import type { CredentialReading, CredentialRows, OpenSession, SessionRow } from '../../records.ts'
import type { Executor } from '../engine/engine.ts'
import { statement } from '../engine/statement.ts'

const end = statement<{ id: string }>()((db, param) => db.deleteFrom('session').where('id', '=', param('id')))

const endOf = statement<{ personId: string; id: string }>()((db, param) =>
  db.deleteFrom('session').where('id', '=', param('id')).where('person_id', '=', param('personId')),
)

const endOthers = statement<{ personId: string; keptId: string }>()((db, param) =>
  db.deleteFrom('session').where('person_id', '=', param('personId')).where('id', '!=', param('keptId')),
)

const endIn = statement<{ personId: string; organizationId: string }>()((db, param) =>
  db
    .deleteFrom('session')
    .where('person_id', '=', param('personId'))
    .where('organization_id', '=', param('organizationId')),
)

const endBy = statement<{ personId: string; provider: ProviderName; keptId: string }>()((db, param) =>
  db
    .deleteFrom('session')
    .where('person_id', '=', param('personId'))
    .where('provider', '=', param('provider'))
    .where('id', '!=', param('keptId')),
)

type Move = Parameters<CredentialRows['moveSession']>[0]

const move = statement<Move>()((db, param) =>
  db
    .updateTable('session')
    .set({
      token_hash: param('tokenHash'),
      person_id: param('personId'),
      organization_id: param('organizationId'),
    })
    .where('id', '=', param('id')),
)

type Renewal = Parameters<CredentialRows['renewSession']>[0]

const renew = statement<Renewal>()((db, param) =>
  db
    .updateTable('session')
    .set({ token_hash: param('tokenHash'), proved_at: param('provedAt') })
    .where('id', '=', param('id'))
    .where('provider', 'is', null),
)

const touch = statement<{ id: string; now: Time }>()((db, param) =>
  db
    .updateTable('session')
    .set({ last_seen_at: param('now') })
    .where('id', '=', param('id'))
    .where('last_seen_at', '<', param('now')),
)

const isProvider = (way: SignInWay): way is ProviderName => (providerNames as readonly string[]).includes(way)

export async function insertSession(x: Executor, { origin, ...session }: SessionRow): Promise<void> {
  const row = {
    id: session.id,
    token_hash: session.tokenHash,
    person_id: session.personId,
    organization_id: session.organizationId,
    email: session.email,
    provider: isProvider(session.way) ? session.way : null,
    by_setup: session.way === 'setup_link' ? (1 as const) : (0 as const),
    created_at: session.createdAt,
    last_seen_at: session.createdAt,
    proved_at: session.createdAt,
    expires_at: session.expiresAt,
    client: origin.client,
    network: origin.network,
  }
  await x.runOf(x.engine.builder.insertInto('session').values(row))
}

export async function sessionsOf(
  x: Executor,
  { personId, now, limit, after }: Parameters<CredentialReading['sessions']>[0],
): Promise<OpenSession[]> {
  const rows = await x.allOf(
    x.engine.builder
      .selectFrom('session')
      .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'client', 'network', 'provider', 'by_setup'])
      .where('person_id', '=', personId)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', now - SESSION_IDLE)
      .$if(after !== null, q =>
        q.where(eb =>
          eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(eb.val(after!.createdAt), eb.val(after!.id))),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
  return rows.map(row => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    client: row.client,
    network: row.network,
    way: row.provider ?? (row.by_setup === 1 ? 'setup_link' : 'code'),
  }))
}

export const endSession = (x: Executor, id: string): Promise<number> => x.run(end, { id })

export const endSessionOf = async (x: Executor, personId: string, id: string): Promise<boolean> =>
  (await x.run(endOf, { personId, id })) === 1

export const endOtherSessions = (x: Executor, personId: string, keptId: string): Promise<number> =>
  x.run(endOthers, { personId, keptId })

export async function endSessionsBy(
  x: Executor,
  query: { personId: string; provider: ProviderName; keptId: string },
): Promise<void> {
  await x.run(endBy, query)
}

export const endSessionsIn = (
  x: Executor,
  membership: { personId: string; organizationId: string },
): Promise<number> => x.run(endIn, membership)

export const moveSession = async (x: Executor, session: Move): Promise<boolean> =>
  (await x.run(move, session)) === 1

export const renewSession = async (x: Executor, session: Renewal): Promise<boolean> =>
  (await x.run(renew, session)) === 1

export const touchSession = async (x: Executor, id: string, now: Time): Promise<boolean> =>
  (await x.run(touch, { id, now })) === 1
