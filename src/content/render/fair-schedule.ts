// The schedule of the worker processes: whose piece of work is next, and which one is cut off because others wait.

/**
 * Processes work in three lanes. `quick` is for small work of tenants that used little lately, `small` for small work of
 * the others, `long` for large work and for what turned out to take long. Pages of a few kilobytes therefore wait behind
 * others of their kind, never behind large ones.
 */
export const lanes = ['quick', 'small', 'long'] as const
export type Lane = (typeof lanes)[number]

export interface Work {
  /** The organization or network that is charged for it. */
  tenant: string
  /** Characters and bytes it works on. */
  size: number
  /** The characters and bytes of these that lie in memory while it waits. */
  held: number
  /** When it began to wait, in milliseconds. */
  since: number
  /** True once it ran longer than small work does. */
  isLong: boolean
  /** Milliseconds of processor time before which it is not cut off for others. */
  secured: number
}

/** Milliseconds of processor time for work in the lanes `quick` and `small`; what takes longer is long work. */
export const SLICE = 500

/** The same for the first work of a process, which compiles what later work finds made. */
export const FIRST_SLICE = 1500

/** Characters and bytes of small work; a page of this size takes less than a slice. */
const SMALL = 200_000

/** Milliseconds of processor time of late up to which a tenant's small work is done in the quick lane. */
const LITTLE = 1500

/** After so many milliseconds half of what a tenant used is forgotten. */
const HALF_LIFE = 20_000

/** Characters by which work counts as smaller for each millisecond it waits: none of a tenant's waits for ever. */
const LIGHTER = 100

/** The most that may wait: of one tenant, of which one piece of work always may, and of all. */
export interface Room {
  jobs: number
  held: number
  allJobs: number
  allHeld: number
}

const ROOM: Room = { jobs: 500, held: 16 * 1_048_576, allJobs: 5000, allHeld: 64 * 1_048_576 }

/** Lanes in which work of a kind may begin. */
const open: Record<Lane, readonly Lane[]> = {
  quick: ['quick', 'small'],
  small: ['small', 'long'],
  long: ['long'],
}

/** Pure: times come from outside, and nothing is started or stopped here. All times are milliseconds of one clock. */
export class FairSchedule<W extends Work> {
  readonly #waiting = new Set<W>()
  readonly #accounts = new Map<string, { used: number; at: number }>()
  readonly #room: Room
  #forgotAt = 0

  constructor(room: Partial<Room> = {}) {
    this.#room = { ...ROOM, ...room }
  }

  /** Adds the processor time to what the tenant used. */
  charge(tenant: string, milliseconds: number, now: number): void {
    if (now - this.#forgotAt > HALF_LIFE) this.#forget(now)
    this.#accounts.set(tenant, { used: this.usage(tenant, now) + milliseconds, at: now })
  }

  /** Processor time the tenant used of late; what is longer ago counts less. */
  usage(tenant: string, now: number): number {
    const account = this.#accounts.get(tenant)
    return account ? account.used * 0.5 ** (Math.max(0, now - account.at) / HALF_LIFE) : 0
  }

  /** Lets the work wait. Answers the one that finds no room: itself, or other work of whoever used most. */
  add(work: W, now: number): W | null {
    if (!this.#hasRoomFor(work)) return work
    this.#waiting.add(work)
    return this.#isFull() ? this.#lastOfMostUsed(now) : null
  }

  /** Takes the work away; false if it no longer waits. */
  remove(work: W): boolean {
    return this.#waiting.delete(work)
  }

  /** Everything that waits. */
  get waiting(): readonly W[] {
    return [...this.#waiting]
  }

  /**
   * Takes what is to be done next in the lane: work of the tenant that used least, of that the smallest.
   * @param running whose work is being done; a tenant has one piece of work at a time in the quick lane
   */
  take(lane: Lane, running: readonly string[], now: number): W | undefined {
    const next = this.#wantedIn(lane, running, now).reduce<W | undefined>(
      (first, each) => (first && this.#order(first, each, now) <= 0 ? first : each),
      undefined,
    )
    if (next) this.#waiting.delete(next)
    return next
  }

  /** True if work waits that may begin in the lane. */
  isWanted(lane: Lane, running: readonly string[], now: number): boolean {
    return this.#wantedIn(lane, running, now).length > 0
  }

  /** True if running long work is to be cut off: it had its secured time, and a tenant that used less waits. */
  isOver(work: W, spent: number, now: number): boolean {
    if (spent < work.secured) return false
    const used = this.usage(work.tenant, now)
    return this.waiting.some(
      each => isLong(each) && each.tenant !== work.tenant && this.usage(each.tenant, now) < used,
    )
  }

  #wantedIn(lane: Lane, running: readonly string[], now: number): W[] {
    return this.waiting.filter(work => open[this.#laneOf(work, running, now)].includes(lane))
  }

  #laneOf(work: W, running: readonly string[], now: number): Lane {
    if (isLong(work)) return 'long'
    return this.usage(work.tenant, now) > LITTLE || running.includes(work.tenant) ? 'small' : 'quick'
  }

  #order(a: W, b: W, now: number): number {
    const rank = ({ size, since }: W): number => size + since * LIGHTER
    return this.usage(a.tenant, now) - this.usage(b.tenant, now) || rank(a) - rank(b)
  }

  #hasRoomFor(work: W): boolean {
    const own = this.waiting.filter(({ tenant }) => tenant === work.tenant)
    return own.length === 0 || (own.length < this.#room.jobs && heldBy(own) + work.held <= this.#room.held)
  }

  #isFull(): boolean {
    const { size } = this.#waiting
    return size > this.#room.allJobs || (size > 1 && heldBy(this.waiting) > this.#room.allHeld)
  }

  #lastOfMostUsed(now: number): W {
    const last = this.waiting.reduce((most, each) => (this.#order(most, each, now) > 0 ? most : each))
    this.#waiting.delete(last)
    return last
  }

  /** Accounts in which next to nothing is left go, so that there is no row for everybody who ever came. */
  #forget(now: number): void {
    this.#forgotAt = now
    for (const tenant of this.#accounts.keys()) if (this.usage(tenant, now) < 1) this.#accounts.delete(tenant)
  }
}

const isLong = ({ isLong: known, size }: Work): boolean => known || size > SMALL

const heldBy = (all: readonly Work[]): number => all.reduce((sum, { held }) => sum + held, 0)
