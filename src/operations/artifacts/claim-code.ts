// The code in a claim address: derived from the preview, with the time at which the preview ends.
import { derivedToken, isMadeHere } from '../../crypto.ts'
import type { Context } from '../kernel/context.ts'

type Secret = Pick<Context, 'secret'>

const checksumLength = 16

/** The code of a preview that ends at `expiresAt` (milliseconds); the same whenever it is asked for. */
export function claimCode(context: Secret, shortId: string, expiresAt: number): string {
  const open = derivedToken(context, 'claim', shortId) + Math.floor(expiresAt / 1000).toString(36)
  return open + checksum(context, open)
}

/** True where the code was one of ours and its time is over, also when nothing is left of the preview. */
export function isEnded(context: Secret, code: string, now: number): boolean {
  const open = code.slice(0, -checksumLength)
  const seconds = Number.parseInt(open.slice(32), 36)
  return isSealed(context, open, code) && seconds * 1000 <= now
}

const isSealed = (context: Secret, open: string, code: string): boolean =>
  isMadeHere(context, code.slice(-checksumLength), each => checksum(each, open))

const checksum = (context: Secret, open: string): string =>
  derivedToken(context, 'claim seal', open).slice(0, checksumLength)
