// The rows that say who edits a page at the moment.
import type { Time } from '../../domain/artifact.ts'

/** Somebody who edits, and since when. */
export interface Editor {
  personId: string
  name: string
  since: Time
}

export interface EditingReading {
  /** Lists the people who edit the artifact now, in the order they began. */
  at(artifactId: string, now: Time): Promise<Editor[]>
}

export interface EditingRows extends EditingReading {
  /** The person edits until then, unless it is said again; `since` stays as long as one follows the other. */
  hold(artifactId: string, personId: string, times: { now: Time; until: Time }): Promise<void>
  leave(artifactId: string, personId: string): Promise<void>
  /** Sweep: what is over. */
  removeEnded(now: Time): Promise<void>
}
