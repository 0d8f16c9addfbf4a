// How comments and threads are read from their rows.
import type { Anchor, AnchorState, TextRange } from '../../../domain/anchor.ts'
import type { Comment, Mention, Resolution, Thread } from '../../../domain/thread.ts'
import type { CommentTable, ThreadTable } from '../engine/schema.ts'

/** The columns of a thread's anchor. */
export type AnchorStateColumns = Pick<
  ThreadTable,
  | 'anchor_state'
  | 'anchor_version'
  | 'placing_since'
  | 'place_start'
  | 'place_end'
  | 'place_text'
  | 'place_prefix'
  | 'place_suffix'
  | 'source_start'
  | 'source_end'
  | 'source_line'
>

export const commentOf = (row: CommentTable, mentions: readonly Mention[]): Comment => ({
  id: row.id,
  artifactId: row.artifact_id,
  parentId: row.parent_id,
  sequence: row.sequence,
  body: row.body,
  author: {
    personId: row.author_id,
    credential: row.credential,
    name: row.author_name,
    kind: row.author_kind,
    actorType: row.actor_type,
    actorName: row.actor_name,
  },
  mentions,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  deletedAt: row.deleted_at,
})

export const commentColumns = ({ author, mentions: _, ...comment }: Comment): CommentTable => ({
  id: comment.id,
  artifact_id: comment.artifactId,
  parent_id: comment.parentId,
  sequence: comment.sequence,
  body: comment.body,
  author_id: author.personId,
  author_name: author.name,
  author_kind: author.kind,
  credential: author.credential,
  actor_type: author.actorType,
  actor_name: author.actorName,
  created_at: comment.createdAt,
  edited_at: comment.editedAt,
  deleted_at: comment.deletedAt,
})

export const threadOf = (row: ThreadTable, root: Comment, replies: readonly Comment[]): Thread => ({
  root,
  status: row.status,
  anchor: anchorOf(row),
  anchorState: anchorStateOf(row),
  createdOnVersion: row.created_on_version,
  resolution: resolutionOf(row),
  replies,
})

export const anchorOf = ({ anchor }: Pick<ThreadTable, 'anchor'>): Anchor | null =>
  anchor === null ? null : JSON.parse(anchor)

const resolutionOf = (row: ThreadTable): Resolution | null =>
  row.resolved_at === null
    ? null
    : {
        personId: row.resolver_id,
        name: row.resolver_name!,
        at: row.resolved_at,
        onVersion: row.resolved_on_version!,
      }

export const anchorStateOf = (row: AnchorStateColumns): AnchorState => ({
  state: row.anchor_state,
  version: row.anchor_version,
  range: placeOf(row),
  ...(row.placing_since !== null && { placingSince: row.placing_since }),
})

function placeOf(row: AnchorStateColumns): TextRange | null {
  if (row.place_text === null) return null
  const { source_start: start, source_end: end, source_line: line } = row
  return {
    start: row.place_start!,
    end: row.place_end!,
    text: row.place_text,
    prefix: row.place_prefix!,
    suffix: row.place_suffix!,
    source: start === null ? null : { start, end: end!, line: line! },
  }
}

export const anchorStateColumns = ({
  state,
  version,
  range,
  placingSince,
}: AnchorState): AnchorStateColumns => ({
  anchor_state: state,
  anchor_version: version,
  placing_since: placingSince ?? null,
  place_start: range?.start ?? null,
  place_end: range?.end ?? null,
  place_text: range?.text ?? null,
  place_prefix: range?.prefix ?? null,
  place_suffix: range?.suffix ?? null,
  source_start: range?.source?.start ?? null,
  source_end: range?.source?.end ?? null,
  source_line: range?.source?.line ?? null,
})
