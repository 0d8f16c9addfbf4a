// The rows of the installation and of the nodes that serve it: who runs, what they must have in common, and requests they counted.
import type { Time } from '../../domain/artifact.ts'

/** The facts that every node on one database has in common. */
export interface Installation {
  /** A random name, which the store of files carries too. */
  name: string
  /** True once the store of files was given the name. */
  isStoreMarked: boolean
}

/** One process that serves. */
export interface NodeRow {
  id: string
  startedAt: Time
  seenAt: Time
  /** RECTO_CONTENT_URL as it was set. */
  contentUrl: string | null
}

/** Requests of one credential and kind within a second. */
export interface RequestCount {
  /** Seconds since 1970. */
  second: number
  count: number
}

export interface NodeReading {
  /** Nodes that were seen since. */
  running(since: Time): Promise<NodeRow[]>
  /** Fingerprints of the secrets that the last node to start knows. */
  secrets(): Promise<string[]>
}

export interface NodeRows extends NodeReading {
  /** The installation of this database; where there was none it gets the name. No other transaction gets past this until it ends. */
  installation(name: string): Promise<Installation>
  markStore(): Promise<void>
  replaceSecrets(fingerprints: readonly string[]): Promise<void>
  /** Says that the node runs. */
  announce(node: NodeRow): Promise<void>
  leave(id: string): Promise<void>
  /** Writes down what a node counted under the name; a second that was written before is replaced. */
  writeCounts(name: string, node: string, counts: readonly RequestCount[]): Promise<void>
  /** Lists the counts of all other nodes under the name from that second on. */
  countsElsewhere(name: string, node: string, since: number): Promise<RequestCount[]>
  /** Sweep: removes nodes and counts of before. */
  removeEnded(before: Time): Promise<void>
}
