// Sign-in by a code sent by mail: six digits, ten minutes, five tries, once.
import { randomInt, timingSafeEqual } from 'node:crypto'
import { DAY } from '../domain/artifact.ts'
import { address } from '../domain/audience.ts'
import { Problem } from '../domain/problem.ts'
import { type Context, keyed } from '../operations/context.ts'
import { countUse } from '../operations/limits.ts'
import { uuid } from '../operations/uuid.ts'
import type { CodeRow, Rows } from '../storage/records.ts'
import { type Joined, join, mayJoin } from './joining.ts'
import { codeMail } from './mails.ts'
import { startSession } from './sessions.ts'

const lifetime = 10 * 60_000
const HOUR = 3_600_000

export interface CodeRequest {
  email: string
  /** Short ID the person wants to open, if any. */
  artifact: string | null
  /** Random handle of the asking browser; the code then works only with it. */
  handle: string | null
  network: string
}

/** Stands before an address whose code leads nowhere, so that no sign-in can find it; and names no mail. */
const NOBODY = 'nobody'

/**
 * Sends a code to those whom it would let in. For all others it does the same work and takes the mail back, so that
 * answer and time are the same for every address; the limits per address and network are the only refusal.
 */
export async function requestCode(context: Context, request: CodeRequest): Promise<void> {
  const email = address(request.email)
  const now = context.clock()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await context.records.unit(async rows => {
    if (context.rateLimits) await countCodes(rows, email, request.network, now)
    const welcome = await mayJoin(context, rows, email, request.artifact, now)
    await rows.credentials.insertCode({
      id: uuid(now),
      email: welcome ? email : `${NOBODY} ${email}`,
      codeHash: codeHash(context, email, code),
      handleHash: request.handle === null ? null : keyed(context, 'handle', request.handle),
      shortId: request.artifact,
      createdAt: now,
      expiresAt: now + lifetime,
    })
    const mail = { id: uuid(now), to: email, ...codeMail(context, code), createdAt: now }
    await rows.outbox.post(mail)
    await rows.outbox.sent(welcome ? NOBODY : mail.id)
  })
}

async function countCodes(rows: Rows, email: string, network: string, now: number): Promise<void> {
  await countUse(rows, { what: 'codes', name: email, limit: 5, windowMs: HOUR }, now)
  await countUse(rows, { what: 'codes', name: email, limit: 10, windowMs: DAY }, now)
  await countUse(rows, { what: 'codes', name: network, limit: 20, windowMs: HOUR }, now)
}

const codeHash = (context: Context, email: string, code: string): string =>
  keyed(context, 'code', `${email}\0${code}`)

export interface SignedIn extends Joined {
  /** For the session cookie. */
  token: string
}

/** Signs in with a code: counts the try first, then compares, then spends it, in one unit. */
export async function verifyCode(
  context: Context,
  given: { email: string; code: string; handle: string | null },
): Promise<SignedIn> {
  const email = address(given.email)
  const now = context.clock()
  const signedIn = await context.records.unit(async rows => {
    const row = await rows.credentials.tryCode(email, now)
    if (!row || !matches(context, row, given) || !(await rows.credentials.spendCode(row.id, now))) return null
    const joined = await join(context, rows, email, row.shortId, now)
    if (!joined) return null
    const owner = {
      personId: joined.person?.id ?? null,
      organizationId: joined.current,
      email,
    }
    return { ...joined, token: await startSession(rows, owner, now) }
  })
  if (signedIn) return signedIn
  throw new Problem(
    'code_invalid',
    'The code is wrong, was used, or is older than ten minutes. Check it, or ask for another one.',
  )
}

function matches(context: Context, row: CodeRow, given: { code: string; handle: string | null }): boolean {
  const bound =
    row.handleHash === null ||
    (given.handle !== null && same(row.handleHash, keyed(context, 'handle', given.handle)))
  return bound && same(row.codeHash, codeHash(context, row.email, given.code.replace(/\D/g, '')))
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
