// A read whose artifact is looked up while it is still being found out who asks: one wait instead of two.
import type { Actor } from '../../domain/actor.ts'
import { findArtifact } from './authorize.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import type { Operation, OutputOf, UncheckedInput } from './operation.ts'
import { type Answer, perform } from './perform.ts'

/** A read whose caller is not known yet; the rest of the call is made once the caller is. */
export interface EarlyRead<Op extends Operation> {
  input: UncheckedInput<Op> & { id: string }
  actor: Promise<Actor>
  callOf(actor: Actor): Omit<Call, 'input'>
}

/** Performs the read as `perform` does, which alone decides on what was found. */
export async function performAtOnce<Op extends Operation>(
  context: Context,
  operation: Op,
  { input, actor, callOf }: EarlyRead<Op>,
): Promise<Answer<OutputOf<Op>>> {
  const [caller, found] = await Promise.all([actor, findArtifact(context.records, input.id, context.url)])
  return perform(context, operation, Object.assign(callOf(caller), { input }), found)
}
