// Settings that all nodes on one database share: a node that differs would sign what the others refuse, or keep files
// where nobody else finds them.
import { randomUUID } from 'node:crypto'
import { hmac } from '../crypto.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Installation, NodeReading, NodeRow, Records } from '../storage/records.ts'

/** The settings of this node that must equal those of the others. */
export interface NodeSettings {
  /** RECTO_SECRET, and RECTO_SECRET_PREVIOUS where it is set. */
  secrets: readonly string[]
  /** RECTO_CONTENT_URL as it is set. */
  contentUrl: string | null
}

/** A node differs from its installation; the message says in what. */
export class NodeMismatch extends Error {
  override readonly name = 'NodeMismatch'
}

/** Milliseconds after which a node that was not heard of counts as gone. */
export const GONE = 30_000

type Stores = { records: Records; blobs: Blobs; clock(): number }

/**
 * Compares the node with its installation, whose first node says what it is. Throws a `NodeMismatch` that names every
 * difference; such a node changes nothing.
 */
export async function joinInstallation(stores: Stores, settings: NodeSettings): Promise<void> {
  const { records, blobs, clock } = stores
  const newName = randomUUID()
  const fingerprints = settings.secrets.map(fingerprintOf)
  const mark = await blobs.mark()
  const { name, isStoreMarked } = await records.transaction(async ({ nodes }) => {
    const installation = await nodes.installation(newName)
    const differences = [
      await secretDifference(nodes, fingerprints),
      storeDifference(installation, mark),
      contentDifference(await nodes.running(clock() - GONE), settings),
    ].filter(difference => difference !== null)
    if (differences.length > 0) throw new NodeMismatch(differences.join('\n'))
    await nodes.replaceSecrets(fingerprints)
    return installation
  })
  if (isStoreMarked) return
  // The name is committed by now: a mark that no installation has would refuse every node.
  await blobs.setMark(name)
  await records.transaction(rows => rows.nodes.markStore())
}

/** Tells whether two secrets are the same, and nothing else of them. */
const fingerprintOf = (secret: string): string => hmac({ secret }, 'fingerprint of the secret', '')

async function secretDifference(nodes: NodeReading, fingerprints: readonly string[]): Promise<string | null> {
  const known = await nodes.secrets()
  if (known.length === 0 || fingerprints.some(fingerprint => known.includes(fingerprint))) return null
  return 'RECTO_SECRET: is not the one of the nodes on this database. Give every node the same; to change it, set the old one as RECTO_SECRET_PREVIOUS.'
}

function storeDifference({ name, isStoreMarked }: Installation, mark: string | null): string | null {
  if (mark === name || (mark === null && !isStoreMarked)) return null
  return 'BLOBS_URL: is not where the other nodes on this database keep files. Give every node the same; where files are moved, the file "installation" moves with them.'
}

function contentDifference(others: readonly NodeRow[], { contentUrl }: NodeSettings): string | null {
  const other = others.find(node => node.contentUrl !== contentUrl)
  if (!other) return null
  return `RECTO_CONTENT_URL: the nodes that run have ${other.contentUrl ?? 'none'}, this one has ${contentUrl ?? 'none'}. Give every node the same; to change it, stop them all first.`
}
