// A read that is answered without waiting: the store knows who asks and for what, and that both are current.
import type { Actor } from '../../domain/actor.ts'
import { isAllowed } from '../../domain/policy.ts'
import type { KeptReading } from '../../storage/records.ts'
import { type ArtifactAccess, liveSubject } from './authorize.ts'
import type { Context } from './context.ts'
import type { Operation, OutputOf } from './operation.ts'
import type { ReadDetails } from './read-audit.ts'

export type { KeptReading }

export interface KeptRead<Out> {
  /** The short ID of the artifact. */
  id: string
  /** Finds the caller; undefined where that takes a read. */
  callerIn(kept: KeptReading): Actor | undefined
  details(): ReadDetails
  /** Gets the answer. Throws nothing. */
  answer(value: Out, actor: Actor): void
  /** Performs the call with `perform`, which reads what it needs and says why it refuses. Throws nothing. */
  otherwise(): void
}

/** Answers at the end of this turn of the event loop, when the store has been asked whether what it keeps is current. */
export function performKept<Op extends Operation>(
  context: Context,
  operation: Op,
  read: KeptRead<OutputOf<Op>>,
): void {
  const { kept } = context.records
  if (!kept) {
    read.otherwise()
    return
  }
  kept.confirm(() => {
    const actor = read.callerIn(kept)
    const value = actor && run(context, kept, operation, actor, read)
    if (actor && value !== undefined) read.answer(value as OutputOf<Op>, actor)
    else read.otherwise()
  })
}

/** Undefined where it takes a read, and where the caller is refused. */
function run(
  context: Context,
  kept: KeptReading,
  { access, runKept }: Operation,
  actor: Actor,
  { id, details }: Pick<KeptRead<never>, 'id' | 'details'>,
): unknown {
  const { artifact: action } = access as ArtifactAccess
  const artifact = liveSubject(kept.artifact(id), context.clock())
  if (!artifact || action === 'copy' || !isAllowed(actor, action, artifact)) return undefined
  return runKept?.({ context, actor, artifact, details })
}
