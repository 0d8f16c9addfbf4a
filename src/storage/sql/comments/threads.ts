// Finds the threads of an artifact that are asked for, and reads what is in them.
import type { ExpressionBuilder } from 'kysely'
import { type AnchorStateName, NOWHERE } from '../../../domain/anchor.ts'
import type { ThreadPage, ThreadQuery } from '../../records.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import type { Builder, CommentTable, MentionTable, Schema, ThreadTable } from '../engine/schema.ts'

type Threads = ExpressionBuilder<Schema & { t: ThreadTable }, 't'>
type Mine = NonNullable<ThreadQuery['mine']>

export function threadPage(x: Executor, query: ThreadQuery & ThreadPage): Promise<ThreadTable[]> {
  return x.allOf(
    matching(x.engine.builder, query)
      .selectAll('t')
      .$if(query.after !== null, q => q.where(eb => behind(eb, query)))
      .$if(query.byPlace === true, q => q.orderBy(whereInText, query.newestFirst ? 'desc' : 'asc'))
      .orderBy('t.sequence', query.newestFirst ? 'desc' : 'asc')
      .limit(query.limit),
  )
}

const whereInText = (eb: Threads) =>
  eb
    .case()
    .when(eb.or([eb('t.anchor_state', 'in', ['orphaned', 'rendered']), eb('t.place_start', 'is', null)]))
    .then(eb.lit(NOWHERE))
    .else(eb.ref('t.place_start'))
    .end()

function behind(eb: Threads, { after, byPlace, newestFirst }: ThreadPage) {
  const { sequence, place } = after!
  const beyond = newestFirst ? '<' : '>'
  const next = eb('t.sequence', beyond, sequence)
  if (!byPlace) return next
  const here = whereInText(eb)
  return eb.or([eb(here, beyond, place), eb.and([eb(here, '=', place), next])])
}

/** The anchors of threads, open ones first. */
export const placesOf = (
  x: Executor,
  artifactId: string,
  { since, limit }: { since: number | null; limit: number },
): Promise<ThreadTable[]> =>
  x.allOf(
    x.engine.builder
      .selectFrom('thread as t')
      .selectAll('t')
      .where('t.artifact_id', '=', artifactId)
      .$if(since !== null, q => q.where('t.active_at', '>=', since!))
      .orderBy('t.status')
      .orderBy('t.sequence')
      .limit(limit),
  )

export async function countThreads(x: Executor, query: ThreadQuery): Promise<number> {
  const counted = matching(x.engine.builder, query).select(eb => eb.fn.countAll<number>().as('count'))
  return (await x.allOf(counted))[0]!.count
}

const matching = (db: Builder, { artifactId, status, since, state, holding, mine, answered }: ThreadQuery) =>
  db
    .selectFrom('thread as t')
    .where('t.artifact_id', '=', artifactId)
    .$if(status !== null, q => q.where('t.status', '=', status!))
    .$if(since !== null, q => q.where('t.active_at', '>=', since!))
    .$if(state !== null, q => q.where(eb => isShownAs(eb, state!)))
    .$if(holding !== null, q => q.where(eb => eb.exists(within(eb).where('w.id', '=', holding!))))
    .$if(mine !== null, q => q.where(eb => eb.or([wroteIn(eb, mine!), namedIn(eb, mine!)])))
    .$if(answered !== null, q =>
      q
        .where('t.resolved_on_version', '>', answered!.after)
        .where('t.resolved_on_version', '<=', answered!.upTo),
    )

/** One thread as a caller gets it. */
function isShownAs(
  eb: Threads,
  { shown, moment: { version, placingAfter } }: NonNullable<ThreadQuery['state']>,
) {
  const state = (is: AnchorStateName) => eb('t.anchor_state', '=', is)
  if (shown === 'orphaned') return state(shown)
  const isOpen = eb('t.status', '=', 'open')
  const isWaiting = eb(eb.fn.coalesce('t.placing_since', eb.lit(0)), '>', placingAfter)
  const isPlacing = eb.and([isOpen, isWaiting, eb.not(state('orphaned'))])
  if (shown === 'placing') return isPlacing
  if (shown === 'rendered') return eb.and([eb.not(isPlacing), state(shown)])
  const isStale = eb.and([isOpen, eb('t.anchor', 'is not', null), eb('t.anchor_version', '<', version)])
  const isAnchored = eb.and([state('anchored'), eb.not(isStale)])
  return eb.and([
    eb.not(isPlacing),
    shown === 'anchored' ? isAnchored : eb.or([state('changed'), eb.and([state('anchored'), isStale])]),
  ])
}

const within = (eb: Threads) =>
  eb
    .selectFrom('comment as w')
    .select('w.id')
    .where(e => e.or([e('w.id', '=', e.ref('t.id')), e('w.parent_id', '=', e.ref('t.id'))]))

const wroteIn = (eb: Threads, { personId, credential }: Mine) =>
  eb.exists(
    within(eb).where(personId === null ? 'w.credential' : 'w.author_id', '=', personId ?? credential ?? ''),
  )

const namedIn = (eb: Threads, { personId }: Mine) =>
  eb.exists(
    within(eb)
      .innerJoin('mention as m', 'm.comment_id', 'w.id')
      .where('m.person_id', '=', personId ?? ''),
  )

/** Roots and replies of the threads, in the order they were written. */
export async function commentsOf(x: Executor, roots: readonly string[]): Promise<CommentTable[]> {
  const found: CommentTable[] = []
  for (const ids of chunkedIn(roots)) {
    const query = x.engine.builder
      .selectFrom('comment')
      .selectAll()
      .where(eb => eb.or([eb('id', 'in', ids), eb('parent_id', 'in', ids)]))
      .orderBy('sequence')
    found.push(...(await x.allOf(query)))
  }
  return found
}

/** Reads the people who are named in the comments. */
export async function mentionsOf(x: Executor, comments: readonly string[]): Promise<MentionTable[]> {
  const found: MentionTable[] = []
  for (const ids of chunkedIn(comments))
    found.push(
      ...(await x.allOf(x.engine.builder.selectFrom('mention').selectAll().where('comment_id', 'in', ids))),
    )
  return found
}
