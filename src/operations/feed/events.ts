// The feed of an organization: what happened, in order, as far as the caller may read it; and waiting for what comes.
import { z } from 'zod'
import { type Actor, hasScope } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { parseArtifactAddress } from '../../domain/artifact-address.ts'
import { type EventType, eventTypes } from '../../domain/event.ts'
import {
  asMember,
  isAdmin,
  isFullMember,
  may,
  reach,
  reachComments,
  requireOrganization,
} from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import type { FeedEvent, FeedQuery } from '../../storage/records.ts'
import { refuseVersion } from '../kernel/addressed-version.ts'
import { packCursor, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type Task } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'

/** Events read by one query, so that many events the reader may not see delay nobody. */
const WINDOW = 2000

/** Milliseconds between two checks of a caller who waits: a credential that ended ends the wait. */
const RECHECK = 5000

export const eventSchema = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  createdAt: z.iso.datetime(),
  artifact: z.string().optional().describe('Short ID of the artifact it is about'),
  actor: z.object({
    id: z.string().nullable().describe('The person whose credential it was, if it was one'),
    name: z.string().describe('Name at that moment'),
    actorType: z.enum(['human', 'agent', 'service', 'system']),
    actorName: z.string().nullable().describe('Name the caller claimed'),
  }),
  data: z.record(z.string(), z.unknown()),
})

const input = z.object({
  after: z
    .string()
    .max(2000)
    .optional()
    .describe('Id of the last event seen, or nextCursor; now begins at the end, without it the first comes'),
  wait: z
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe('Seconds to wait for an event where there is none, at most 60'),
  artifact: fields.id.optional().describe('Only events of this artifact: short ID or full address'),
  limit: fields.limit,
})

type Following = Task<z.output<typeof input>>

export const events = operation({
  name: 'events',
  summary: 'Follow what happens in the organization, in order; waits for the next event where asked to.',
  input,
  output: z.object({
    data: z.array(eventSchema),
    nextCursor: z.string().describe('Where to go on; also where there was nothing'),
  }),
  effect: 'read',
  access: { organization: 'member', scope: 'artifacts:read' },
  waits: true,
  fails: ['not_found'],
  rest: { method: 'GET', path: '/v1/events', success: 200 },
  mcp: { gap: 'a tool answers once; agents list versions and comments, or follow over REST' },
  cli: { gap: 'recto events follows and prints one line for each event; written by hand' },
  async run(task) {
    let place = await placeOf(task, task.actor)
    let after = await startOf(task, place)
    const end = performance.now() + task.input.wait * 1000
    const watch = task.context.watch
    for (;;) {
      const seen = await watch.see([
        { kind: 'feed', id: place.organizationId },
        { kind: 'credential', id: place.actor.credential },
      ])
      const page = await readOn(task, place, after)
      after = page.after
      const left = end - performance.now()
      if (page.found.length > 0 || left <= 0 || isOver(task)) return present(task, place, page)
      const told = await watch.changed(seen, { ms: Math.min(left, RECHECK), signal: task.call.signal })
      const next = await placeOf(task, await callerNow(task))
      const stays = next.organizationId === place.organizationId
      if (!stays || (!told && (watch.isClosed || isOver(task)))) return present(task, place, page)
      place = next
    }
  },
})

const isOver = ({ call }: Following): boolean => call.signal?.aborted === true

/** The caller as its credential proves it now; throws if that has ended. */
async function callerNow({ call, actor }: Following): Promise<Actor> {
  const now = call.recheck ? await call.recheck() : actor
  requireOrganization(now, 'artifacts:read')
  return now
}

/** The feed that is followed, and the actor who follows it. */
interface Place {
  actor: Actor
  organizationId: string
  artifact: Artifact | null
}

/** The caller's organization, or that of the artifact; 404 if the artifact is not for the caller. */
async function placeOf({ context, rows, input }: Following, actor: Actor): Promise<Place> {
  if (!input.artifact) return { actor, organizationId: asMember(actor).organizationId, artifact: null }
  const address = parseArtifactAddress(input.artifact, context.url)
  const artifact = address && (await rows.artifacts.find(address.shortId))
  // Readers of an artifact can follow it in the trash too, or they would not see that it was deleted.
  if (!artifact || !may(actor, 'read', artifact)) throw notFound()
  refuseVersion('artifact', address.version)
  if (artifact.organization) return { actor, organizationId: artifact.organization.id, artifact }
  return fields.refuse('artifact', 'is an unclaimed preview, which has no events')
}

const kindOf = ({ organizationId }: Place): string => `events ${organizationId}`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The number of the event to begin behind. */
async function startOf({ rows, context, input }: Following, place: Place): Promise<number> {
  const { after = '' } = input
  if (after === '') return 0
  if (after === 'now') return rows.feed.head(place.organizationId)
  const known = uuid.test(after)
    ? await rows.feed.sequenceOf(place.organizationId, after)
    : positionIn(context, kindOf(place), after)
  return known ?? unknownPosition()
}

function positionIn(context: Following['context'], kind: string, cursor: string): number | null {
  try {
    return unpackCursor<number>(context, kind, cursor)
  } catch {
    return null
  }
}

const unknownPosition = (): never =>
  fields.refuse('after', 'is no event and no cursor of this feed. Begin without it, or with now.')

interface Found {
  found: FeedEvent[]
  /** Number of the last event looked at. */
  after: number
}

/** The next events the reader may know of; looks through windows until there are some, or no more. */
async function readOn({ rows, input }: Following, place: Place, start: number): Promise<Found> {
  const head = await rows.feed.head(place.organizationId)
  const query = queryOf(place, input.limit)
  let after = start
  while (after < head) {
    const upTo = place.artifact ? head : Math.min(head, after + WINDOW)
    const found = await rows.feed.read({ ...query, after, upTo })
    if (found.length > 0) {
      const last = found.length === input.limit ? found.at(-1)!.sequence : upTo
      return { found, after: last }
    }
    after = upTo
  }
  return { found: [], after }
}

/** Asks for the events that the caller may know of (contract section 6): those of what it reads, and what its role shows. */
function queryOf(
  { actor, organizationId, artifact }: Place,
  limit: number,
): Omit<FeedQuery, 'after' | 'upTo'> {
  const inside = 'organizationId' in actor && actor.organizationId === organizationId
  return {
    organizationId,
    limit,
    ...(artifact && { artifactId: artifact.id }),
    reach: reach(actor, 'read'),
    comments: hasScope(actor, 'comments:read') ? reachComments(actor) : [],
    types: inside && hasScope(actor, 'org:read') ? typesFor(actor) : [],
    personId: inside && actor.kind === 'person' && hasScope(actor, 'org:read') ? actor.personId : null,
  }
}

/**
 * Everybody inside knows the policy, and all but viewers the members; keys are for those who govern, and for whoever
 * made them.
 */
function typesFor(actor: Actor): EventType[] {
  if (!isFullMember(actor)) return ['policy.changed']
  const known: EventType[] = ['member.joined', 'member.removed', 'policy.changed']
  return isAdmin(actor) ? [...known, 'key.created', 'key.revoked'] : known
}

function present({ context }: Following, place: Place, { found, after }: Found) {
  return { data: found.map(presentEvent), nextCursor: packCursor(context, kindOf(place), after) }
}

/** An event as every reader of the feed is answered it. */
export const presentEvent = ({
  id,
  type,
  createdAt,
  shortId,
  actor,
  data,
}: FeedEvent): z.output<typeof eventSchema> => ({
  id,
  type,
  createdAt: iso(createdAt),
  ...(shortId !== null && { artifact: shortId }),
  actor: {
    id: actor.personId,
    name: actor.name,
    actorType: actor.actorType,
    actorName: actor.actorName,
  },
  data,
})
