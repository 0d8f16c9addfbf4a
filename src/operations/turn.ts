// Whose turn it is at the processes that read, render and compare files.
import type { Turn } from '../content/workers.ts'
import { organizationOf } from '../domain/actor.ts'
import type { Artifact } from '../domain/artifact.ts'
import type { Call } from './call.ts'
import { type Context, keyed } from './context.ts'

type Caller = Pick<Call, 'actor' | 'network'>

/** The turn of who asks: the organization the credential acts in, else the network. */
export const turnOf = (context: Context, { actor, network }: Caller): Turn =>
  turnIn(context, organizationOf(actor), network)

/** The turn of who published: what is made once for all readers is no reader's work. A preview has the network's. */
export const turnOfArtifact = (
  context: Context,
  { organization }: Pick<Artifact, 'organization'>,
  { network }: Pick<Call, 'network'>,
): Turn => turnIn(context, organization?.id ?? null, network)

const turnIn = (context: Context, organizationId: string | null, network: string): Turn =>
  context.workers.turn(async () =>
    organizationId === null
      ? `network ${keyed(context, 'network', network)}`
      : `organization ${organizationId}`,
  )
