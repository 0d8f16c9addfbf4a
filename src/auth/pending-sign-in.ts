// A pending sign-in: the address is verified, the second factor is still missing.
import { randomToken, sha256Hex } from '../crypto.ts'
import { Problem } from '../domain/problem.ts'
import { providerRequired } from '../domain/sign-in.ts'
import { matchStep } from '../operations/account/authenticator.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { PendingSignInRow, ProviderIdentity, Rows } from '../storage/records.ts'
import { completeSignIn, type ProvenAddress, type SignedIn, type SignInBrowser } from './complete-sign-in.ts'
import { refusal, startSsoSession } from './sso-session.ts'

/** Milliseconds for finding the phone. */
export const PENDING_SIGN_IN_LIFE = 10 * 60_000

export interface PendingSignIn {
  /** For the cookie that the second step comes back with. */
  pendingToken: string
}

/** Starts a pending sign-in under a token of its own if the person has a second factor. */
export async function startPendingSignIn(
  rows: Rows,
  { email, shortId, identity = null }: ProvenAddress & { identity?: ProviderIdentity | null },
  now: number,
): Promise<PendingSignIn | null> {
  const person = await rows.people.personByEmail(email)
  const factor = person && (await rows.factors.find(person.id))
  if (!factor || factor.confirmedAt === null) return null
  const pendingToken = randomToken(32)
  const times = { createdAt: now, expiresAt: now + PENDING_SIGN_IN_LIFE }
  await rows.factors.insertPendingSignIn({
    id: uuid(now),
    tokenHash: sha256Hex(pendingToken),
    email,
    shortId,
    identity,
    ...times,
  })
  return { pendingToken }
}

export interface GivenFactor extends SignInBrowser {
  /** The token of the pending sign-in. */
  pendingToken: string
  /** Of the app, or a recovery code. */
  code: string
}

/** Completes the sign-in: counts the try, compares, then uses up code and pending sign-in, in one transaction. Five tries. */
export async function verifyFactor(context: Context, given: GivenFactor): Promise<SignedIn> {
  const now = context.clock()
  const signedIn = await context.records.transaction(async rows => {
    const pending = await rows.factors.tryPendingSignIn(sha256Hex(given.pendingToken), now)
    if (!pending || !(await isProven(context, rows, pending, given.code, now))) return null
    if (!pending.identity) return completeSignIn(context, rows, pending, given, now)
    const { email, shortId, identity } = pending
    const entry = { email, shortId, identity, origin: given.origin, before: given.session }
    const entered = await startSsoSession(context, rows, entry, now)
    return 'refused' in entered ? refusal(identity.provider, entered) : entered
  })
  if (signedIn === 'other_way') throw providerRequired()
  if (signedIn instanceof Error) throw signedIn
  if (signedIn) return signedIn
  throw new Problem(
    'code_invalid',
    'The code is wrong or was used. Wait for the next one in the app, or give a recovery code. After five wrong codes, or ten minutes, sign in from the beginning.',
  )
}

async function isProven(
  context: Context,
  rows: Rows,
  { id, email }: PendingSignInRow,
  code: string,
  now: number,
): Promise<boolean> {
  const person = await rows.people.personByEmail(email)
  return (
    person !== null &&
    (await matchStep(context, rows, person.id, code, now)) &&
    rows.factors.finishPendingSignIn(id)
  )
}
