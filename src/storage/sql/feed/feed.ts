// The feed in the tables: events joined with what their artifact is now, so that rights count at the time of reading.
import type { Expression, SqlBool } from 'kysely'
import { threadEvents } from '../../../domain/event.ts'
import type { FeedEvent, FeedQuery, FeedReading, Watched } from '../../records.ts'
import { type ArtifactExpressions, type Branch, branches, meets } from '../engine/audience-conditions.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import {
  type Param,
  type Params,
  paramsOfWays,
  placeOf,
  QueryCache,
  shapeOfWays,
} from '../engine/query-cache.ts'
import type { Builder, EventTable } from '../engine/schema.ts'
import { statement } from '../engine/statement.ts'
import { eventOf } from './journal.ts'

const head = statement<{ organizationId: string }>()((db, param) =>
  db
    .selectFrom('organization')
    .select('event_sequence as sequence')
    .where('id', '=', param('organizationId')),
)

const sequenceOf = statement<{ organizationId: string; id: string }>()((db, param) =>
  db
    .selectFrom('event')
    .select('sequence')
    .where('id', '=', param('id'))
    .where('organization_id', '=', param('organizationId')),
)

type Row = EventTable & { short_id: string | null }

const shapes = new QueryCache<Row>()

/** Ways to read and ways to see comments, numbered through. */
interface Ways {
  read: Branch[]
  comments: Branch[]
}

function waysOf({ organizationId, reach, comments }: FeedQuery): Ways {
  const within = { organizationId, recipient: null }
  return { read: branches(reach, within), comments: branches(comments, within) }
}

const shaped = (query: FeedQuery, ways: Ways) =>
  shapes.get(shapeOf(query, ways), (db, param) => feedOf(db, param, query, ways))

const shapeOf = ({ artifactId, types, personId }: FeedQuery, { read, comments }: Ways): string =>
  [
    artifactId !== undefined,
    types.join(),
    personId !== null,
    shapeOfWays(read),
    '|',
    shapeOfWays(comments),
  ].join(' ')

function feedOf(db: Builder, param: Param, query: FeedQuery, ways: Ways) {
  const events = db
    .selectFrom('event as e')
    .leftJoin('artifact as a', 'a.id', 'e.artifact_id')
    .selectAll('e')
    .select('a.short_id')
    .where('e.organization_id', '=', param('organizationId') as never)
    .where('e.sequence', '>', param('after') as never)
    .where('e.sequence', '<=', param('upTo') as never)
    .where(eb => {
      const artifacts = eb as unknown as ArtifactExpressions
      const any = (some: readonly Branch[], from: number): Expression<SqlBool> =>
        artifacts.or(some.map((way, number) => meets(artifacts, way, placeOf(param, from + number))))
      const isThread = eb('e.type', 'in', threadEvents)
      const general = eb.and([
        eb('e.artifact_id', 'is', null),
        eb.or([
          ...query.types.map(type => eb('e.type', '=', type)),
          ...(query.personId === null ? [] : [eb('e.author_id', '=', param('personId') as never)]),
        ]),
      ])
      return eb.or([
        general,
        eb.and([eb.not(isThread), any(ways.read, 0)]),
        eb.and([isThread, any(ways.comments, ways.read.length)]),
      ])
    })
    .orderBy('e.sequence')
    .limit(param('limit') as never)
  return query.artifactId === undefined
    ? events
    : events.where('e.artifact_id', '=', param('artifactId') as never)
}

export class FeedInTables implements FeedReading {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async head(organizationId: string): Promise<number> {
    return (await this.#x.first(head, { organizationId }))?.sequence ?? 0
  }

  async sequenceOf(organizationId: string, id: string): Promise<number | null> {
    return (await this.#x.first(sequenceOf, { organizationId, id }))?.sequence ?? null
  }

  async read(query: FeedQuery): Promise<FeedEvent[]> {
    const ways = waysOf(query)
    const { organizationId, artifactId = null, after, upTo, limit, personId } = query
    const params: Params = {
      ...paramsOfWays([...ways.read, ...ways.comments]),
      ...{ organizationId, artifactId, after, upTo, limit, personId },
    }
    const rows = await this.#x.all(shaped(query, ways), params)
    return rows.map(row => ({ ...eventOf(row), shortId: row.short_id }))
  }

  async marks(kind: Watched['kind'], ids: readonly string[]): Promise<Map<string, string>> {
    const marks = new Map<string, string>()
    for (const some of chunkedIn(ids)) {
      const rows = await this.#x.allOf(marksOf[kind](this.#x.engine.builder, some))
      for (const { id, ...facts } of rows) marks.set(id, Object.values(facts).join(' '))
    }
    return marks
  }
}

const marksOf = {
  feed: (db: Builder, ids: readonly string[]) =>
    db.selectFrom('organization').select(['id', 'event_sequence']).where('id', 'in', ids),
  policy: (db: Builder, ids: readonly string[]) =>
    db
      .selectFrom('organization')
      .select(['id', 'allow_public', 'allow_external_sharing', 'delete_at'])
      .where('id', 'in', ids),
  artifact: (db: Builder, ids: readonly string[]) =>
    db
      .selectFrom('artifact')
      .select(['id', 'organization_id', 'version', 'settings', 'trashed_at', 'hidden'])
      .select(['comments_shared', 'comment_sequence', 'open_threads'])
      .select(eb =>
        eb
          .selectFrom('editing')
          .select(({ fn }) => fn.sum('editing.since').as('since'))
          .whereRef('editing.artifact_id', '=', 'artifact.id')
          .as('editing'),
      )
      .where('id', 'in', ids),
  credential: (db: Builder, ids: readonly string[]) =>
    db
      .selectFrom('session')
      .select(['id', 'organization_id'])
      .where('id', 'in', ids)
      .unionAll(
        db
          .selectFrom('api_key')
          .select(['id', 'organization_id'])
          .where('id', 'in', ids)
          .where('revoked_at', 'is', null),
      ),
}
