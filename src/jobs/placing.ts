// Anchors threads on elements of large files in versions that were saved: right after, by one process at a time.
import { type AnchorState, PLACING } from '../domain/anchor.ts'
import type { Artifact, Author } from '../domain/artifact.ts'
import {
  asLastSeen,
  findInNewestVersion,
  isSameAnchorState,
  isTemporaryFailure,
  saveThreadAnchor,
} from '../operations/comments/reanchor-threads.ts'
import type { Context } from '../operations/kernel/context.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Anchored, Rows, ToPlace } from '../storage/records.ts'

/** Milliseconds after which another process takes over from one that is gone. */
const LEASE = 10_000

/** Artifacts worked on at the same time, and of one organization. */
const MOST = 8
const MOST_OF_ONE = 2

/** Threads written in one transaction. */
const TOGETHER = 100

/** The new anchors of threads. */
type Places = readonly { thread: Anchored; next: AnchorState }[]

export class Placing {
  readonly #context: Context
  readonly #holder: string
  readonly #failed: (error: unknown) => void
  readonly #running = new Map<string, { organizationId: string; work: Promise<void> }>()
  #stopped = false

  /** @param holder names this process among those that share the store */
  constructor(context: Context, holder: string, failed: (error: unknown) => void) {
    this.#context = context
    this.#holder = holder
    this.#failed = failed
  }

  /** Begins what waits and renews the lease; to be called about once a second. */
  async start(): Promise<void> {
    const { clock, records } = this.#context
    const waiting = await records.comments.toPlace(10 * MOST)
    if (waiting.length + this.#running.size === 0) return
    const now = clock()
    const isOurs = await records.transaction(rows =>
      rows.limits.lease('placing', this.#holder, now + LEASE, now),
    )
    for (const artifact of isOurs ? waiting : []) if (this.#hasRoom(artifact)) this.#begin(artifact)
  }

  /** Resolves when what runs has ended; nothing begins after it. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#running.values()].map(({ work }) => work))
  }

  #hasRoom({ artifactId, organizationId }: ToPlace): boolean {
    const ofOne = [...this.#running.values()].filter(each => each.organizationId === organizationId)
    const isFull = this.#running.size >= MOST || ofOne.length >= MOST_OF_ONE
    return !this.#stopped && !isFull && !this.#running.has(artifactId)
  }

  #begin({ artifactId, shortId, organizationId }: ToPlace): void {
    const work = placeThreads(this.#context, shortId)
      .catch(this.#failed)
      .finally(() => this.#running.delete(artifactId))
    this.#running.set(artifactId, { organizationId, work })
  }
}

/** Anchors the threads of an artifact that are to be placed; those of a version made meanwhile stay for the next time. */
export async function placeThreads(context: Context, shortId: string): Promise<void> {
  const { records } = context
  const artifact = await records.artifacts.find(shortId)
  if (!artifact?.organization) return
  const threads = (await records.comments.anchored(artifact.id)).filter(
    ({ anchorState }) => anchorState.placingSince !== undefined,
  )
  const places = await placesOf(context, artifact, threads)
  const author = (await records.versions.find(artifact.id, artifact.version))?.author
  for (let start = 0; author && start < places.length; start += TOGETHER) {
    const some = places.slice(start, start + TOGETHER)
    await records.transaction(rows => writePlaces(rows, { artifact, author, now: context.clock() }, some))
    context.watch.ring()
  }
}

/** Finds the new places of the threads. One that cannot be looked for is tried again for a time, then stays where it was last seen. */
async function placesOf(context: Context, artifact: Artifact, threads: readonly Anchored[]): Promise<Places> {
  try {
    return await findInNewestVersion(context, artifact, threads)
  } catch (error) {
    if (isTemporaryFailure(error)) return []
    const late = threads.filter(({ anchorState }) => anchorState.placingSince! <= context.clock() - PLACING)
    if (late.length === 0) throw error
    return late.map(thread => ({ thread, next: asLastSeen(thread.anchorState) }))
  }
}

interface Saved {
  artifact: Artifact
  /** Of the version: events of its threads are theirs. */
  author: Author
  now: number
}

async function writePlaces(rows: Rows, { artifact, author, now }: Saved, places: Places): Promise<void> {
  const { version } = await rows.comments.begin(artifact.id)
  if (version !== artifact.version) return
  const current = new Map(
    (await rows.comments.anchored(artifact.id)).map(({ id, anchorState }) => [id, anchorState]),
  )
  for (const { thread, next } of places) {
    const anchorState = current.get(thread.id)
    if (!anchorState || !isSameAnchorState(anchorState, thread.anchorState)) continue
    if (await saveThreadAnchor(rows, thread, next, now))
      await rows.journal.event({
        ...{ id: uuid(now), organizationId: artifact.organization!.id, artifactId: artifact.id },
        ...{ type: 'thread.orphaned' as const, actor: author, data: { threadId: thread.id }, createdAt: now },
      })
  }
}
