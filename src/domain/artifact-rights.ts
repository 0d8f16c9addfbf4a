// The rights of a caller on an artifact and its comments now: the `can` of every answer (contract sections 3 and 5).
import type { Actor } from './actor.ts'
import type { Artifact } from './artifact.ts'
import { type ArtifactAction, isAllowed, maySeeComments } from './policy.ts'

export const artifactRights = [
  'comment',
  'edit',
  'share',
  'settings',
  'transfer',
  'delete',
  'undelete',
  'history',
] as const
export type ArtifactRight = (typeof artifactRights)[number]

/** The action that `decide` decides for a right. */
export const actionOf: Record<ArtifactRight, Exclude<ArtifactAction, 'copy'>> = {
  comment: 'comment',
  edit: 'edit',
  share: 'share',
  settings: 'settings',
  transfer: 'handOver',
  delete: 'delete',
  undelete: 'undelete',
  history: 'history',
}

/** Lists the actor's rights on the artifact; from the trash it can only be brought back. */
export const artifactRightsOf = (actor: Actor, artifact: Artifact, isLive: boolean): ArtifactRight[] =>
  artifactRights.filter(
    right => (right === 'undelete') !== isLive && isAllowed(actor, actionOf[right], artifact),
  )

export const commentRights = ['reply', 'resolve', 'edit', 'delete'] as const
export type CommentRight = (typeof commentRights)[number]

/** True where the actor may write in the threads of a live artifact. */
export const mayWriteComments = (actor: Actor, artifact: Artifact): boolean =>
  maySeeComments(actor, artifact) && isAllowed(actor, 'comment', artifact)
