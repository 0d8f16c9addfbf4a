// The anchors of all threads of an artifact in one answer, without their comments.
import { z } from 'zod'
import type { Artifact } from '../../domain/artifact.ts'
import { maySeeComments } from '../../domain/policy.ts'
import type { ThreadAnchor } from '../../storage/records.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { placeOf, threadSchema } from './comment-answer.ts'

/** Threads in one answer; of a page with more, resolved ones are left out first. */
const MOST = 5000

const { id, status, anchorState, anchor, element, current } = threadSchema.shape

const placeSchema = z.object({
  ...{ id, status, anchorState, anchor, element },
  current: current.unwrap().omit({ line: true, start: true, end: true }).optional(),
})

export const listThreadAnchors = operation({
  name: 'listPlaces',
  summary: 'List where the threads of an artifact are attached, all at once and without their words.',
  input: z.object({
    id: fields.id,
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only threads with activity since; the counts are of all'),
  }),
  output: z.object({
    data: z.array(placeSchema),
    version: z.int().describe('The version in which they are attached there'),
    openCount: z.int().describe('Open threads'),
    totalCount: z.int().describe('All threads there are now, resolved ones too'),
  }),
  effect: 'read',
  access: { artifact: 'comments' },
  fails: [],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/comments/places', success: 200 },
  mcp: { gap: 'list_comments carries the place of every thread' },
  cli: { gap: 'recto comments list carries the place of every thread' },
  async run({ actor, artifact, input, now, rows }) {
    const { version } = artifact
    if (!maySeeComments(actor, artifact)) return { data: [], version, openCount: 0, totalCount: 0 }
    const since = input.since === undefined ? null : Date.parse(input.since)
    const { places, open, total } = await rows.comments.threadAnchors(artifact.id, { since, limit: MOST })
    return {
      data: places.map(place => shown({ artifact, now }, place)),
      version,
      openCount: open,
      totalCount: total,
    }
  },
})

/** Only open threads are painted, so only their words are sent. */
function shown(
  viewing: { artifact: Artifact; now: number },
  thread: ThreadAnchor,
): z.output<typeof placeSchema> {
  const { anchor, current, ...place } = placeOf(viewing, thread)
  const { textPosition: _, textQuote, ...rest } = anchor ?? {}
  const isOpen = place.status === 'open'
  return {
    id: thread.id,
    ...place,
    anchor: anchor && { ...rest, ...(isOpen && textQuote ? { textQuote } : {}) },
    ...(current && { current: slim(current, isOpen) }),
  }
}

const slim = (
  { text, textStart, textEnd, cssPath }: NonNullable<ReturnType<typeof placeOf>['current']>,
  isOpen: boolean,
) => ({ text: isOpen ? text : '', textStart, textEnd, ...(cssPath !== undefined && { cssPath }) })
