// This node among those that serve the same installation: says that it runs, and knows how many do.
import { randomUUID } from 'node:crypto'
import type { Records, RequestCount } from '../storage/records.ts'
import { GONE } from './installation.ts'

type Place = { records: Records; clock(): number }

export class NodeRegistry {
  readonly id = randomUUID()
  readonly #place: Place
  readonly #contentUrl: string | null
  readonly #startedAt: number
  #count = 1

  constructor(place: Place, contentUrl: string | null) {
    this.#place = place
    this.#contentUrl = contentUrl
    this.#startedAt = place.clock()
  }

  /** How many nodes run, this one included, as of the last announcement. */
  get count(): number {
    return this.#count
  }

  /** To be called every few seconds. */
  async announce(): Promise<void> {
    const { records, clock } = this.#place
    const now = clock()
    const node = { id: this.id, startedAt: this.#startedAt, seenAt: now, contentUrl: this.#contentUrl }
    await records.transaction(rows => rows.nodes.announce(node))
    this.#count = Math.max(1, (await records.nodes.running(now - GONE)).length)
  }

  /** Tells the others what was counted here, and answers what they counted. */
  exchangeCounts(name: string, mine: readonly RequestCount[], since: number): Promise<RequestCount[]> {
    return this.#place.records.transaction(async rows => {
      await rows.nodes.writeCounts(name, this.id, mine)
      return rows.nodes.countsElsewhere(name, this.id, since)
    })
  }

  async leave(): Promise<void> {
    await this.#place.records.transaction(rows => rows.nodes.leave(this.id))
  }
}
