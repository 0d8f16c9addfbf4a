// The holder of a preview's edit token: who may change or remove it without an account.
import { isMadeHere } from '../crypto.ts'
import type { Actor } from '../domain/actor.ts'
import { shortIdIn } from '../domain/artifact.ts'
import { Problem } from '../domain/problem.ts'
import { editToken } from '../operations/artifacts/previews.ts'
import type { Context } from '../operations/kernel/context.ts'

/**
 * The actor of an edit token.
 * @throws Problem 401 unless the token edits this preview and the preview is still unclaimed (contract section 4)
 */
export async function holderOf(context: Context, id: string, token: string): Promise<Actor> {
  const shortId = shortIdIn(id, context.url)
  if (!shortId || !isMadeHere(context, token, each => editToken(each, shortId))) throw notHolder()
  const artifact = await context.records.artifacts.find(shortId)
  if (!artifact || artifact.organization !== null) throw notHolder()
  return { kind: 'preview', credential: `preview ${artifact.id}`, artifactId: artifact.id }
}

const notHolder = (): Problem =>
  new Problem(
    'unauthorized',
    'Send the edit token of this preview as "Authorization: Bearer <editToken>". Once a preview is claimed the token is spent: then use a key of its organization, or sign in.',
  )
