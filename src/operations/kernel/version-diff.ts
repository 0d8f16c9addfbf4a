// The changes from one version to another, as a unified diff.

import type { Turn } from '../../content/render/workers.ts'
import { KeptTexts } from '../../content/text/kept-texts.ts'
import { compare } from '../../content/worker-calls.ts'
import type { Version } from '../../domain/artifact.ts'
import { JsonBytes } from '../../domain/json-bytes.ts'
import type { Context } from './context.ts'
import { openStoredFile } from './stored-file.ts'

/** Writers who lose a race ask for the same difference at the same time. */
const kept = new KeptTexts<Uint8Array>(4_000_000)

const nothing = Buffer.from('""')

/** Empty if nothing changed. The caller has bounded the sizes of both. */
export async function unifiedDiff(
  { context, turn }: { context: Pick<Context, 'contents'>; turn: Turn },
  before: Version,
  after: Version,
): Promise<JsonBytes<string>> {
  if (before.sha256 === after.sha256) return new JsonBytes(nothing)
  const labels = { from: `v${before.number}`, to: `v${after.number}` }
  const [from, to] = [openStoredFile(context, before), openStoredFile(context, after)]
  const name = `${before.sha256} ${after.sha256} ${labels.from} ${labels.to}`
  return new JsonBytes(await kept.get(name, () => compare(turn, from, to, labels)))
}
