// Idempotency keys: the same request answered the same, once (contract section 3, Idempotency-Key).
import { organizationOf } from '../../domain/actor.ts'
import { DAY, shortIdIn } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import type { AnswerKey, IdempotentAnswer, Rows } from '../../storage/records.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import type { Operation } from './operation.ts'

/** Stores the answer in the transaction that makes it; does nothing without a key. */
export type Settle = (rows: Rows, fingerprint: string, value: unknown) => Promise<void>

/** A request that began so long ago is over: none is granted more than 15 minutes to arrive. */
const abandoned = 20 * 60_000

export interface Replay {
  key: AnswerKey
  /** Distinguishes this claim from a later one of the same key. */
  claimedAt: number
  /** The first answer, where there is one. */
  earlier: IdempotentAnswer | null
}

/** Claims the key; null if the call carries none. Throws 409 while the first request runs. */
export async function claimReplay(
  context: Context,
  operation: Operation,
  call: Call,
): Promise<Replay | null> {
  const text = call.idempotencyKey
  if (text === undefined || operation.replayAnswer === undefined) return null
  if (operation.replayAnswer === 'refused') {
    throw new Problem(
      'not_replayable',
      'This answer holds a secret that is shown once, so it cannot be replayed. Leave out the Idempotency-Key.',
    )
  }
  const key = {
    credential: owner(call, text),
    operation: `${operation.name} ${subjectOf(context, call)}`,
    key: text,
  }
  const now = context.clock()
  const limits = { abandonedBefore: now - abandoned, expiredBefore: now - DAY }
  const earlier = await context.records.transaction(rows => rows.journal.claimAnswer(key, now, limits))
  if (earlier && !earlier.answer) {
    throw new Problem(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Wait and send it again.',
    )
  }
  return { key, claimedAt: now, earlier }
}

/** What the call is about, however it was named. */
function subjectOf({ url }: Context, { input: { id, commentId } }: Call): unknown {
  return (typeof id === 'string' && shortIdIn(id, url)) || (id ?? commentId ?? '')
}

/**
 * The credential and the organization it acts in: a session or grant that moves to another one starts anew there.
 * Anonymous callers share no credential, so their key itself must be beyond guessing.
 */
function owner({ actor }: Call, key: string): string {
  if (actor.kind !== 'anonymous') return `${actor.credential} ${organizationOf(actor) ?? ''}`
  if (key.length >= 22) return 'anonymous'
  throw new Problem(
    'malformed_idempotency_key',
    'Without a credential an Idempotency-Key needs at least 22 characters, so that nobody else can guess it.',
  )
}

/** The earlier answer, or 422 if the request differs from the one that was answered. */
export function replay(
  context: Context,
  operation: Operation,
  earlier: IdempotentAnswer,
  fingerprint: string,
): unknown {
  if (earlier.fingerprint !== fingerprint) {
    throw new Problem(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    )
  }
  const stored = earlier.answer?.value
  return typeof operation.replayAnswer === 'object' ? operation.replayAnswer.derive(stored, context) : stored
}

/** Settles a claim inside the transaction; fields that the operation marks as secret are left out. */
export function createSettler(operation: Operation, replay: Replay | null): Settle {
  return async (rows, fingerprint, value) => {
    if (!replay) return
    const stored = typeof operation.replayAnswer === 'object' ? operation.replayAnswer.store(value) : value
    if (await rows.journal.storeAnswer(replay.key, replay.claimedAt, fingerprint, stored ?? null)) return
    throw new Problem(
      'idempotency_in_progress',
      'This request took so long that its Idempotency-Key was taken over by a repeat. Look at what that one did.',
    )
  }
}
