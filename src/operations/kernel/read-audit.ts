// Reads of pages that are not public: recorded on the plans that promise it, behind the answer and in batches.
import { hash } from 'node:crypto'
import { type Actor, actorTypeOf, type Claim } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { isGated } from '../../domain/audience.ts'
import { plans } from '../../domain/plan.ts'
import type { AuditRow, Records } from '../../storage/records.ts'
import { authorOf } from './audit-log.ts'
import type { Surface } from './call.ts'
import { uuidOf } from './uuid.ts'

/** Milliseconds in which one credential's reads of one version count once; windows begin on the hour. */
const WINDOW = 3_600_000

/** Milliseconds a view waits for others, so that they are written together. */
const PAUSE = 1000

/** Rows written by one transaction. */
const BATCH = 100

/** Views remembered as recorded, and views that may wait while the store does not answer. */
const MOST = 50_000

/** The circumstances of a view; asked for only where it is recorded. */
export interface ReadDetails {
  surface: Surface
  claim: Claim
  client: string | null
}

/**
 * Records views. The row of a view has an identifier that follows from credential, version and hour, so that
 * several processes write it once.
 */
export class ReadAudit {
  readonly #records: Pick<Records, 'transaction'>
  readonly #clock: () => number
  #known = new Set<string>()
  #window = 0
  #waiting: AuditRow[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(records: Pick<Records, 'transaction'>, clock: () => number) {
    this.#records = records
    this.#clock = clock
  }

  /** Notes that the actor was given a version. Costs next to nothing if that is no news. */
  note(actor: Actor, artifact: Artifact, version: number, circumstances: () => ReadDetails): void {
    const { organization } = artifact
    if (organization === null || !isGated(artifact.visibility) || !plans[organization.plan].auditViews) return
    const name = `${actor.credential} ${artifact.id} ${version}`
    const now = this.#clock()
    const window = now - (now % WINDOW)
    if (window !== this.#window || this.#known.size >= MOST) this.#forget(window)
    if (this.#known.has(name)) return
    this.#known.add(name)
    if (this.#waiting.length < MOST)
      this.#waiting.push(rowOf(name, window, now, artifact, actor, version, circumstances()))
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE).unref()
  }

  /** Writes what waits. What cannot be written now waits on. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  #forget(window: number): void {
    this.#window = window
    this.#known = new Set()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      try {
        await this.#records.transaction(async rows => {
          for (const row of batch) await rows.journal.auditOnce(row)
        })
      } catch {
        this.#timer ??= setTimeout(() => void this.flush(), PAUSE * 5).unref()
        return
      }
      this.#waiting.splice(0, batch.length)
    }
  }
}

function rowOf(
  name: string,
  window: number,
  now: number,
  artifact: Artifact,
  actor: Actor,
  version: number,
  { surface, claim, client }: ReadDetails,
): AuditRow {
  const { personId, name: authorName } = authorOf({ actor, claim })
  return {
    id: uuidOf(window, hash('sha256', `view\0${name}\0${window}`, 'buffer')),
    organizationId: artifact.organization!.id,
    action: 'view',
    subject: artifact.shortId,
    personId,
    credential: actor.credential,
    actorType: actorTypeOf(actor, claim),
    actorName: claim.actorName,
    authorName,
    surface,
    client,
    data: { version },
    createdAt: now,
  }
}
