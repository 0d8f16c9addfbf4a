// Sign-in by a code sent by mail: six digits, ten minutes, five tries, once.

import { randomInt } from 'node:crypto'
import { hmac, isMadeHere, type Keyring, randomToken, sha256Hex } from '../crypto.ts'
import { address } from '../domain/audience.ts'
import { Problem } from '../domain/problem.ts'
import { providerRequired } from '../domain/sign-in.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Rows } from '../storage/records.ts'
import { countCode, type LastCode } from './code-limits.ts'
import { completeSignIn, type SignedIn, type SignInBrowser } from './complete-sign-in.ts'
import { knownBrowser } from './known-browser.ts'
import { codeMail } from './mails.ts'
import { type PendingSignIn, startPendingSignIn } from './pending-sign-in.ts'
import { mayJoin } from './resolve-account.ts'

const lifetime = 10 * 60_000

export interface CodeRequest {
  email: string
  /** Short ID the person wants to open, if any; whoever has no account comes as a guest then. */
  artifact: string | null
  /** Random handle of the asking browser; the code then works only with it. */
  handle: string | null
  network: string
  /** Cookie header of the asking browser, which may say that it signed in with the address before. */
  cookie?: string | undefined
  /** A session verified the address before and does so again. */
  again?: true
}

/**
 * Sends a code to those whom it would let in. For all others it does the same work with a code that nobody has and
 * takes the mail back, so that answer and time are the same for every address, also when codes are guessed; the
 * limits per network, browser and address are the only refusal.
 */
export async function requestCode(context: Context, request: CodeRequest): Promise<void> {
  const email = address(request.email)
  const now = context.clock()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await context.records.transaction(async rows => {
    const last = await count(context, rows, email, request, now)
    const mayCome = await mayJoin(context, rows, email, request.artifact, now)
    const welcome = mayCome || request.again === true
    await rows.credentials.insertCode({
      id: uuid(now),
      email,
      codeHash: codeHash(context, email, welcome ? code : randomToken(32)),
      handleHash: hashOfHandle(request.handle),
      shortId: request.artifact,
      createdAt: now,
      expiresAt: now + lifetime,
    })
    const mail = { id: uuid(now), to: email, ...codeMail(context, code, last), createdAt: now }
    await rows.outbox.post(mail)
    await rows.outbox.sent(welcome ? NO_MAIL : mail.id)
  })
}

/** Names no mail, where none is taken back. */
const NO_MAIL = 'none'

/** Null where limits are off, and where this code is not the last one for a while. */
async function count(
  context: Context,
  rows: Rows,
  email: string,
  { network, handle, cookie, again }: CodeRequest,
  now: number,
): Promise<LastCode | null> {
  if (!context.rateLimits) return null
  const handleHash = hashOfHandle(handle)
  const known = knownBrowser(context, cookie, email)
  return countCode(rows, { email, network, handleHash, knownBrowser: known, again: again === true }, now)
}

const codeHash = (keyring: Keyring, email: string, code: string): string =>
  hmac(keyring, 'code', `${email}\0${code}`)

const hashOfHandle = (handle: string | null): string | null => (handle === null ? null : sha256Hex(handle))

export interface GivenCode extends SignInBrowser {
  email: string
  code: string
  handle: string | null
}

/**
 * Signs in with a code: counts the try first, then compares, then spends it, in one transaction. An address whose
 * organizations accept providers only learns so once the code is right. A person with a second factor gets a pending sign-in.
 */
export async function verifyCode(context: Context, given: GivenCode): Promise<SignedIn | PendingSignIn> {
  const email = address(given.email)
  const now = context.clock()
  const signedIn = await context.records.transaction(async rows => {
    const row = await rows.credentials.tryCode(email, hashOfHandle(given.handle), now)
    const digits = given.code.replace(/\D/g, '')
    const isRight = isMadeHere(context, row?.codeHash ?? NOBODY, each => codeHash(each, email, digits))
    if (!row || !isRight || !(await rows.credentials.spendCode(row.id, now))) return null
    return (await startPendingSignIn(rows, row, now)) ?? completeSignIn(context, rows, row, given, now)
  })
  if (signedIn === 'other_way') throw providerRequired()
  if (signedIn) return signedIn
  throw new Problem(
    'code_invalid',
    'The code is wrong, was used, or is older than ten minutes. Check it, or ask for another one.',
  )
}

/** Stands where there is no code, so that comparing takes as long. */
const NOBODY = '0'.repeat(64)
