// The description of a public page, for the card of its link.
import { LRUCache } from 'lru-cache'
import { cardText } from '../../content/worker-calls.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import type { Context } from '../kernel/context.ts'
import { turnOfArtifact } from '../kernel/worker-turn.ts'

/** Characters of a text of which a description is made. */
const LOOKED_AT = 2000

/** Descriptions of pages opened lately, so that their text is read once for each version. */
const known = new LRUCache<string, Description>({ max: 2000 })

interface Description {
  text: string | undefined
}

/** Made from the text by which the current version is found. Undefined if not everybody may read it, or if it is an unclaimed preview. */
export function descriptionOf(
  context: Context,
  artifact: Artifact,
): string | undefined | Promise<string | undefined> {
  const found = knownDescription(artifact)
  if (found) return found.text
  const { id, name, organization } = artifact
  const turn = turnOfArtifact(context, { id, organization })
  return context.records.versions
    .text(id, LOOKED_AT)
    .then(text => cardText(turn, text, name))
    .then(description => {
      known.set(keyOf(artifact), { text: description ?? undefined })
      return description ?? undefined
    }, noneIfOverloaded)
}

/** The description where it needs no reading; undefined where it does. */
export const knownDescription = (artifact: Artifact): Description | undefined =>
  artifact.visibility === 'public' && artifact.organization !== null ? known.get(keyOf(artifact)) : none

const none: Description = { text: undefined }

const keyOf = ({ id, version, name }: Artifact): string => `${id} ${version} ${name}`

/** The page is shown without it for now. */
function noneIfOverloaded(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'overloaded')) throw error
}
