// Sessions: a random token in a cookie, its hash in the records.

import { randomToken, sha256Hex } from '../crypto.ts'
import type { Actor } from '../domain/actor.ts'
import { SESSION_ABSOLUTE } from '../domain/session.ts'
import type { SignInWay } from '../domain/sign-in.ts'
import { SESSION_TOKEN } from '../operations/account/session.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Rows, SessionOrigin } from '../storage/records.ts'

const isHttps = (context: Pick<Context, 'url'>): boolean => context.url.startsWith('https:')

/** `__Host-` binds the cookie to this very host, but browsers take it over https only. */
export const cookieName = (context: Pick<Context, 'url'>): string => (isHttps(context) ? '__Host-sid' : 'sid')

/** The session token in a Cookie header. */
export function sessionToken(context: Pick<Context, 'url'>, cookie: string | undefined): string | null {
  return cookieValue(cookie, cookieName(context))
}

/** The value of one cookie in a Cookie header (RFC 6265 section 4.2). */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  const start = header.startsWith(`${name}=`) ? 0 : header.indexOf(`; ${name}=`) + 2
  if (start === 1) return null
  const end = header.indexOf(';', start)
  return header.slice(start + name.length + 1, end < 0 ? undefined : end)
}

export interface SessionOwner {
  personId: string | null
  organizationId: string | null
  email: string
  origin: SessionOrigin
  /** By which way it begins, where it is not a code. */
  way?: SignInWay
}

/** Starts a session in the transaction and returns the token for the cookie. */
export async function startSession(rows: Rows, owner: SessionOwner, now: number): Promise<string> {
  const token = randomToken(SESSION_TOKEN)
  const session = {
    id: uuid(now),
    tokenHash: sha256Hex(token),
    way: 'code' as const,
    ...owner,
    createdAt: now,
    expiresAt: now + SESSION_ABSOLUTE,
  }
  await rows.credentials.insertSession(session)
  return token
}

/** The session proved its address again: it goes on under the token that is answered; null if it has ended. */
export async function renewSession(rows: Rows, id: string, now: number): Promise<string | null> {
  const token = randomToken(SESSION_TOKEN)
  const session = { id, tokenHash: sha256Hex(token), provedAt: now }
  return (await rows.credentials.renewSession(session)) ? token : null
}

/** The Set-Cookie value that starts the session; an empty token ends it. */
export function sessionCookie(context: Pick<Context, 'url'>, token: string): string {
  const life = token === '' ? 0 : SESSION_ABSOLUTE / 1000
  const secure = isHttps(context) ? '; Secure' : ''
  return `${cookieName(context)}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
}

/** Ends the session that the caller came with. */
export const endOwnSession = (context: Pick<Context, 'records'>, { credential }: Actor): Promise<unknown> =>
  context.records.transaction(rows => rows.credentials.endSession(credential))
