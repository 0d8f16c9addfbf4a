// The end of a sign-in by code: starts a session, or renews the proof of the browser's session.
import type { Context } from '../operations/kernel/context.ts'
import type { Rows } from '../storage/records.ts'
import type { SignInOrigin } from './origin.ts'
import { findAccount, type ResolvedAccount, resolveAccount } from './resolve-account.ts'
import { renewSession, startSession } from './sessions.ts'

export interface SignedIn extends ResolvedAccount {
  /** The verified address. */
  email: string
  /** For the session cookie. */
  token: string
}

/** The browser that signs in. */
export interface SignInBrowser {
  origin: SignInOrigin
  /** The session it has, if any: it proves its own address again, or another one takes its place. */
  session: { id: string; email: string; organizationId: string | null; again: boolean } | null
}

/** The verified address, and the page it is for, if any. */
export interface ProvenAddress {
  email: string
  shortId: string | null
}

/** A session for the verified address; null if it may not sign in, `other_way` if its organizations accept providers only. */
export async function completeSignIn(
  context: Context,
  rows: Rows,
  proven: ProvenAddress,
  visit: SignInBrowser,
  now: number,
): Promise<SignedIn | 'other_way' | null> {
  return (await again(rows, proven.email, visit, now)) ?? enter(context, rows, proven, visit, now)
}

/** The session goes on where it is, with a new proof; null if another one begins. */
async function again(
  rows: Rows,
  email: string,
  { session }: SignInBrowser,
  now: number,
): Promise<SignedIn | null> {
  if (!session?.again || session.email !== email) return null
  const token = await renewSession(rows, session.id, now)
  return token === null ? null : { ...(await findAccount(rows, email)), email, token }
}

async function enter(
  context: Context,
  rows: Rows,
  { email, shortId }: ProvenAddress,
  { session, origin }: SignInBrowser,
  now: number,
): Promise<SignedIn | 'other_way' | null> {
  const organizationId = session?.organizationId ?? null
  const joined = await resolveAccount(
    context,
    rows,
    { email, provider: null, shortId, organizationId, network: origin.exactNetwork },
    now,
  )
  if ('refused' in joined) return joined.refused === 'other_way' ? 'other_way' : null
  if (session) await rows.credentials.endSession(session.id)
  const owner = {
    personId: joined.person?.id ?? null,
    organizationId: joined.current,
    email,
    origin,
  }
  return { ...joined, email, token: await startSession(rows, owner, now) }
}
