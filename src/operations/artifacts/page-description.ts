// What the card of a link says of a public page.
import { LRUCache } from 'lru-cache'
import { cardText } from '../../content/worker-calls.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import type { Context } from '../kernel/context.ts'
import { turnOfArtifact } from '../kernel/worker-turn.ts'

/** Characters of a text of which a description is made. */
const LOOKED_AT = 2000

/** Descriptions of pages opened lately, so that their text is read once for each version. */
const known = new LRUCache<string, { text: string | undefined }>({ max: 2000 })

/** Made from the text by which the current version is found. Undefined if not everybody may read it, or if it is an unclaimed preview. */
export function descriptionOf(
  context: Context,
  { id, version, name, visibility, organization }: Artifact,
): string | undefined | Promise<string | undefined> {
  if (visibility !== 'public' || organization === null) return undefined
  const turn = turnOfArtifact(context, { id, organization })
  const key = `${id} ${version} ${name}`
  const found = known.get(key)
  if (found) return found.text
  return context.records.versions
    .text(id, LOOKED_AT)
    .then(text => cardText(turn, text, name))
    .then(description => {
      known.set(key, { text: description ?? undefined })
      return description ?? undefined
    }, noneIfOverloaded)
}

/** The page is shown without it for now. */
function noneIfOverloaded(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'overloaded')) throw error
}
