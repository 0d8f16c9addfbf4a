// What the card of a link says of a public page.
import { LRUCache } from 'lru-cache'
import { firstSentences } from '../../../content/first-sentences.ts'
import type { Artifact } from '../../../domain/artifact.ts'
import type { Desk } from '../desk.ts'

/** Descriptions of pages opened lately, so that their text is read once for each version. */
const known = new LRUCache<string, { text: string | undefined }>({ max: 2000 })

/** Made from the text by which the current version is found. Undefined where not everybody may know it, or nobody vouches for it. */
export function descriptionOf(
  { site }: Desk,
  { id, version, name, visibility, organization }: Artifact,
): string | undefined | Promise<string | undefined> {
  if (visibility !== 'public' || organization === null) return undefined
  const key = `${id} ${version} ${name}`
  const found = known.get(key)
  if (found) return found.text
  return site.context.records.versions.text(id).then(text => {
    const description = firstSentences(text, name) ?? undefined
    known.set(key, { text: description })
    return description
  })
}
