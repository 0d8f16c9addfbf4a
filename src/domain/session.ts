// How long a session lives: a moving end while it is unused, and a fixed one; and what is answered in place of one.
import type { Actor } from './actor.ts'
import { DAY } from './artifact.ts'
import { Problem } from './problem.ts'

/** Milliseconds without use after which a session is over. */
export const SESSION_IDLE = 14 * DAY

/** Milliseconds after sign-in at which a session is over in any case. */
export const SESSION_ABSOLUTE = 30 * DAY

/** Milliseconds after which owner actions ask a session to prove its address again (ASVS 7.5.1). */
export const PROOF_AGE = 12 * 3_600_000

/** Wrong guesses a one-time code allows; the try after the last finds no code. */
export const CODE_TRIES = 5

/** 403 that says why what the caller shows is not enough. */
export const sessionRequired = (actor: Actor): Problem =>
  new Problem('session_required', `Do this signed in, in the dashboard. ${shownBy(actor)} cannot do it.`)

function shownBy(actor: Actor): string {
  if (actor.kind === 'guest') return 'A guest'
  return actor.kind === 'person' && actor.proof === 'grant' ? 'A connected app' : 'A key'
}
