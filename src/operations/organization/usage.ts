// The use that an organization makes of its plan, and, for those who govern it, the artifacts that take the most room.
import { z } from 'zod'
import type { Time } from '../../domain/artifact.ts'
import { isGated, visibilities } from '../../domain/audience.ts'
import { planNames, plans } from '../../domain/plan.ts'
import { asMember, isAdmin, type Member } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import type { Holding, Reading } from '../../storage/records.ts'
import { packCursor, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'

const artifactRow = z.object({
  shortId: z.string(),
  name: z.string().optional().describe('Absent for the private page of somebody else in the trash'),
  visibility: z.enum(visibilities),
  trashed: z.boolean(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable().describe('Null: the organization'),
  bytes: z.int().describe('All versions together'),
})

const usageSchema = z.object({
  plan: z.enum(planNames),
  gated: z
    .object({ count: z.int(), limit: z.int().nullable() })
    .describe('Company and private artifacts outside the trash; the limit is null where there is none'),
  public: z.object({ count: z.int() }),
  trashed: z.object({ count: z.int() }),
  storageBytes: z.int().describe('Bytes of all versions of all artifacts'),
  fileSize: z.int().describe('Largest file the plan takes, in bytes'),
  members: z.object({ count: z.int() }),
  viewers: z.object({ count: z.int() }),
  artifacts: z.array(artifactRow).optional().describe('The largest; only for owners and admins'),
  nextCursor: z.string().nullable().optional().describe('For smaller artifacts'),
})

export const usage = operation({
  name: 'usage',
  summary: 'Read what the organization uses of its plan.',
  input: z.object({ limit: fields.limit, cursor: fields.cursor.optional() }),
  output: usageSchema,
  effect: 'read',
  access: { organization: 'member', scope: 'org:read' },
  fails: [],
  rest: { method: 'GET', path: '/v1/organization/usage', success: 200 },
  mcp: { gap: 'get_account says plan and limits; use is for people, in the dashboard and over REST' },
  cli: { gap: 'recto whoami says plan and limits; use is for people, in the dashboard and over REST' },
  async run({ context, actor, input, rows, now }) {
    const { organizationId } = asMember(actor)
    const organization = await rows.people.organization(organizationId)
    if (!organization) throw notFound()
    const kind = `usage ${organizationId}`
    const after = unpackCursor<Position>(context, kind, input.cursor)
    const { largest, gated, ...counts } = await measured(
      rows,
      { organizationId, now },
      after,
      input.limit + 1,
    )
    const { gatedArtifacts: limit, fileSize } = plans[organization.plan]
    return {
      plan: organization.plan,
      gated: { count: gated, limit },
      public: { count: counts.public },
      trashed: { count: counts.trashed },
      storageBytes: counts.bytes,
      fileSize,
      ...(await rows.moderation.countPeople(organizationId)),
      ...(isAdmin(actor) && {
        artifacts: largest.slice(0, input.limit).map(each => presentHolding(asMember(actor), each)),
        nextCursor: largest.length > input.limit ? packCursor(context, kind, largest[input.limit - 1]) : null,
      }),
    }
  },
})

const inDashboard = { gap: 'the page of usage leads to it; the API names the right operation at once' }

export const inspectGoverned = operation({
  name: 'inspectGoverned',
  summary: 'See title, size and owner of the private page of somebody else, to hand it on or to delete it.',
  input: z.object({ id: fields.id }),
  output: z.object({
    shortId: z.string(),
    name: z.string(),
    size: z.int(),
    owner: z.object({ name: z.string(), email: z.string() }),
  }),
  effect: 'read',
  access: { artifact: 'delete' },
  fails: [],
  rest: inDashboard,
  mcp: inDashboard,
  cli: inDashboard,
  async run({ actor, artifact: { shortId, name, size, owner, visibility } }) {
    if (!isAdmin(actor) || visibility !== 'private' || !owner) throw notFound()
    return { shortId, name, size, owner: { name: owner.name, email: owner.email } }
  },
})

const presentHolding = (
  reader: Member,
  { shortId, name, visibility, trashed, owner, bytes }: Holding,
): z.output<typeof artifactRow> => ({
  shortId,
  ...((!trashed || visibility !== 'private' || isOwn(reader, owner)) && { name }),
  visibility,
  trashed,
  owner,
  bytes,
})

const isOwn = (reader: Member, owner: Holding['owner']): boolean =>
  reader.kind === 'person' && reader.email === owner?.email

/** The end of a page of the largest artifacts. */
type Position = Pick<Holding, 'bytes' | 'id'>

interface Place {
  organizationId: string
  now: Time
}

interface Measured {
  gated: number
  public: number
  trashed: number
  bytes: number
  /** The largest after the position, in order. */
  largest: Holding[]
}

/** Artifacts read at once; between two reads others are served. */
const WINDOW = 250

interface Kept {
  value: Promise<Measured>
  /** By `performance.now`. */
  until: number
}

const measurements = new WeakMap<object, Map<string, Kept>>()

/** A measurement of many thousand artifacts takes its time; what took long is good for twenty times as long. */
function measured(rows: Reading, at: Place, after: Position | null, most: number): Promise<Measured> {
  const all = measurements.get(rows.moderation) ?? new Map<string, Kept>()
  measurements.set(rows.moderation, all)
  const name = JSON.stringify([at.organizationId, after, most])
  const start = performance.now()
  for (const [other, { until }] of all) if (until <= start) all.delete(other)
  const known = all.get(name)
  if (known) return known.value
  const kept: Kept = { value: measure(rows, at, after, most), until: Number.POSITIVE_INFINITY }
  all.set(name, kept)
  const settle = (): void => {
    const took = performance.now() - start
    kept.until = took < 200 ? 0 : performance.now() + 20 * took
  }
  kept.value.then(settle, settle)
  return kept.value
}

/** Looks at every artifact once. */
async function measure(rows: Reading, at: Place, after: Position | null, most: number): Promise<Measured> {
  const sum: Measured = { gated: 0, public: 0, trashed: 0, bytes: 0, largest: [] }
  let last: string | null = null
  for (;;) {
    const page: Holding[] = await rows.moderation.holdings({ ...at, after: last, limit: WINDOW })
    for (const holding of page) add(sum, holding)
    const beyond = page.filter(holding => after === null || bySize(after, holding) < 0)
    sum.largest = [...sum.largest, ...beyond].sort(bySize).slice(0, most)
    if (page.length < WINDOW) return sum
    last = page.at(-1)!.id
  }
}

function add(sum: Measured, { visibility, trashed, bytes }: Holding): void {
  sum.bytes += bytes
  if (trashed) sum.trashed += 1
  else if (isGated(visibility)) sum.gated += 1
  else sum.public += 1
}

const bySize = (a: Position, b: Position): number =>
  b.bytes - a.bytes || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
