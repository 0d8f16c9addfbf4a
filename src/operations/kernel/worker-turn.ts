// The turns of callers at the processes that read, render and compare files.

import { LRUCache } from 'lru-cache'
import type { Turn } from '../../content/render/workers.ts'
import { hmac } from '../../crypto.ts'
import { organizationOf } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { memoizeByObject } from '../../domain/memoize.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'

type Caller = Pick<Call, 'actor' | 'network'>

/** Returns the turn of the caller: the organization the credential acts in, else the network. */
export const turnOf = (context: Context, { actor, network }: Caller): Turn =>
  context.workers.turn(async () => {
    const organizationId = organizationOf(actor)
    return organizationId === null ? networkTenant(context, network) : tenantOf(context, organizationId)
  })

/** Returns the turn of the publisher: work done once for all readers is no reader's. A preview has its publisher's network. */
export const turnOfArtifact = (
  context: Context,
  { id, organization }: Pick<Artifact, 'id' | 'organization'>,
): Turn => context.workers.turn(() => tenantOf(context, organization?.id ?? id))

/** Digest of a network that says nothing without the secret; what is stored of it. */
export const networkKey = (context: Pick<Context, 'secret'>, network: string): string =>
  hmac(context, 'network', network)

const networkTenant = (context: Context, network: string): string => `network ${networkKey(context, network)}`

const HOUR = 3_600_000

/** Asked again every minute, and in each hour of the service's clock. No right depends on it. */
const tenants = memoizeByObject(
  (_: Context['records']) =>
    new LRUCache<string, string, { context: Context; id: string }>({
      max: 10_000,
      ttl: 60_000,
      ignoreFetchAbort: true,
      fetchMethod: (_name, _old, { context: { context, id } }) => found(context, id),
    }),
)

/** An organization or a preview by its id; as long as it is new, the network it came from. */
const tenantOf = (context: Context, id: string): Promise<string> =>
  tenants(context.records).forceFetch(`${id} ${Math.floor(context.clock() / HOUR)}`, {
    context: { context, id },
  })

async function found({ records, clock }: Context, id: string): Promise<string> {
  const network = await records.turns.sharedNetwork(id, clock())
  return network === null ? `organization ${id}` : `network ${network}`
}
