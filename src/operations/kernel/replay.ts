// Idempotency keys: the same request answered the same, once (contract section 3, Idempotency-Key).
import { organizationOf } from '../../domain/actor.ts'
import { DAY, shortIdIn } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import type { AnswerKey, IdempotentAnswer, Rows } from '../../storage/records.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import type { Operation } from './operation.ts'
import { uuid } from './uuid.ts'

/** Stores the answer in the transaction that makes it; does nothing without a key. */
export type Settle = (rows: Rows, fingerprint: string, value: unknown) => Promise<void>

/** Milliseconds after which a claim that was not renewed is free: whoever held it is gone, or cannot reach the store. */
const LEASE = 10_000

/** Milliseconds between two renewals. */
const RENEWAL = 3000

/** Seconds after which a request that met a running one may come again. */
const RETRY = 2

export interface Replay {
  key: AnswerKey
  /** Distinguishes this claim from a later one of the same key. */
  holder: string
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
  const holder = uuid(now)
  const limits = { abandonedBefore: now - LEASE, expiredBefore: now - DAY }
  const earlier = await context.records.transaction(rows =>
    rows.journal.claimAnswer(key, holder, now, limits),
  )
  if (earlier && !earlier.answer) {
    throw inProgress('The first request with this Idempotency-Key is still running. Wait and send it again.')
  }
  return { key, holder, earlier }
}

const inProgress = (detail: string): Problem =>
  new Problem('idempotency_in_progress', detail, { retryAfter: RETRY })

/** Does the work while the claim is renewed, and frees the key where it fails. */
export async function whileClaimed<T>(
  context: Context,
  claimed: Replay | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!claimed || claimed.earlier) return work()
  const renewing = setInterval(() => void renew(context, claimed), RENEWAL)
  try {
    return await work()
  } catch (error) {
    const released = release(context, claimed)
    // A store that fails is not waited for: it may take long to say so once more.
    if (!(error instanceof Problem && error.code === 'storage_unavailable')) await released
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** A renewal that fails is one too few: the next may succeed, else the claim ends. */
const renew = ({ records, clock }: Context, { key, holder }: Replay): Promise<void> =>
  records.transaction(rows => rows.journal.renewAnswer(key, holder, clock())).catch(() => undefined)

/** Frees the key. An answer that was stored with its change stays. A release that fails is left to the lease. */
const release = ({ records }: Context, { key, holder }: Replay): Promise<void> =>
  records.transaction(rows => rows.journal.releaseAnswer(key, holder)).catch(() => undefined)

/** Returns the subject of the call, however the input names it. */
function subjectOf({ url }: Context, { input: { id, commentId } }: Call): unknown {
  return (typeof id === 'string' && shortIdIn(id, url)) || (id ?? commentId ?? '')
}

/**
 * The credential and the organization it acts in: a session or grant that moves to another one starts anew there.
 * Every build has a key of its own, so the builds of a rule count as one: a job that is tried again gets the first answer.
 * Anonymous callers share no credential, so their key itself must be beyond guessing.
 */
function owner({ actor }: Call, key: string): string {
  if (actor.kind === 'service' && actor.rule) return `rule ${actor.rule.id}`
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
export function createSettler(context: Context, operation: Operation, replay: Replay | null): Settle {
  return async (rows, fingerprint, value) => {
    if (!replay) return
    const stored =
      typeof operation.replayAnswer === 'object' ? operation.replayAnswer.store(value, context) : value
    if (await rows.journal.storeAnswer(replay.key, replay.holder, fingerprint, stored ?? null)) return
    throw inProgress(
      'This request took so long that its Idempotency-Key was taken over by a repeat. Look at what that one did.',
    )
  }
}
