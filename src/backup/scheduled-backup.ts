// Backups at their time: one at once an installation, by lease, however many processes would make one.
import { randomUUID } from 'node:crypto'
import type { BackupPlace } from '../storage/backup-place.ts'
import { type BackupDone, BackupError, type BackupSource, type BackupTarget, backUp } from './back-up.ts'
import { readManifests, timeOf } from './manifest.ts'

const LEASE = 5 * 60_000
const RENEWAL = 60_000

type Clock = () => number

/** Makes a backup, or refuses while another one is made. */
export async function backUpAlone(
  source: BackupSource,
  target: BackupTarget,
  clock: Clock,
  progress?: (copied: number, of: number) => void,
): Promise<BackupDone> {
  const lease = leaseOf(source, clock)
  if (!(await lease.take()))
    throw new BackupError('Another backup is being made. Try again when it has ended.')
  const renewing = setInterval(() => void lease.take().catch(() => undefined), RENEWAL)
  try {
    return await backUp(source, target, clock(), progress)
  } finally {
    clearInterval(renewing)
    await lease.end()
  }
}

function leaseOf({ records }: BackupSource, clock: Clock) {
  const holder = randomUUID()
  const until = (ms: number) =>
    records.transaction(rows => rows.limits.lease('backup', holder, clock() + ms, clock()))
  return { take: () => until(LEASE), end: () => until(0) }
}

export interface Schedule {
  everyMs: number
  openPlace(): Promise<BackupPlace>
}

/** The backups of RECTO_BACKUP. */
export class ScheduledBackup {
  readonly #source: BackupSource
  readonly #target: Omit<BackupTarget, 'place'>
  readonly #schedule: Schedule
  readonly #clock: Clock
  #lastAt: number | null = null

  constructor(source: BackupSource, target: Omit<BackupTarget, 'place'>, schedule: Schedule, clock: Clock) {
    this.#source = source
    this.#target = target
    this.#schedule = schedule
    this.#clock = clock
  }

  /** When the last complete one began, in milliseconds; null until that is known, or where there is none. */
  get lastAt(): number | null {
    return this.#lastAt
  }

  /** Makes one if it is time, whoever made the last one. */
  async runIfDue(): Promise<void> {
    if (!this.#isDue()) return
    const place = await this.#schedule.openPlace()
    try {
      const last = (await readManifests(place)).at(-1)
      this.#lastAt = last ? timeOf(last.name) : null
      if (!this.#isDue()) return
      const { manifest } = await backUpAlone(this.#source, { ...this.#target, place }, this.#clock)
      this.#lastAt = timeOf(manifest.name)
    } finally {
      await place.close()
    }
  }

  #isDue(): boolean {
    return this.#lastAt === null || this.#clock() >= this.#lastAt + this.#schedule.everyMs
  }
}
