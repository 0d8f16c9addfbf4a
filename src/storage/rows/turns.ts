// The rows of turns at the worker processes: what is new shares the turn of the network it came from.
import type { Time } from '../../domain/artifact.ts'

export interface TurnReading {
  /**
   * Keyed digest of the network whose turn an organization or a preview shares at that time; null if it has one of its
   * own, as an organization with a second member does (viewers do not count).
   */
  sharedNetwork(subjectId: string, now: Time): Promise<string | null>
}

export interface TurnRows extends TurnReading {
  /** Until then the organization or preview shares the turn of the network. */
  share(subjectId: string, network: string, until: Time): Promise<void>
  /** Sweep: forgets the networks of what has a turn of its own. */
  removeEnded(now: Time): Promise<void>
}
