// One page of artifacts: a small sorted page of each way to reach them, merged and read in full.
import type { Expression, SqlBool } from 'kysely'
import type { Artifact } from '../../../domain/artifact.ts'
import type { ListQuery } from '../../records.ts'
import {
  type ArtifactExpressions,
  type Branch,
  branches,
  isLive,
  meets,
  wantedOf,
} from '../engine/audience-conditions.ts'
import type { Executor } from '../engine/engine.ts'
import {
  type Param,
  type Params,
  paramsOfWays,
  placeOf,
  QueryCache,
  shapeOfWays,
} from '../engine/query-cache.ts'
import type { Builder } from '../engine/schema.ts'
import { type ArtifactRow, artifactOf, artifactQuery, nameKey } from './artifact-rows.ts'

const sortColumns = { updatedAt: 'updated_at', createdAt: 'created_at', name: 'name_key' } as const

export async function list(x: Executor, query: ListQuery): Promise<Artifact[]> {
  const ways = waysOf(query)
  if (ways.length === 0) return []
  const rows = await x.all(shaped(query, ways), paramsOf(query, ways))
  return rows.map(artifactOf)
}

/** Counts from the beginning of the list, whichever page is asked for. */
export async function count(x: Executor, asked: ListQuery, most: number): Promise<number> {
  const query = { ...asked, after: null, limit: most }
  const ways = waysOf(query)
  if (ways.length === 0) return 0
  const counting = counts.get(shapeOf(query, ways), (db, param) => countOf(db, param, query, ways))
  const [row] = await x.all(counting, paramsOf(query, ways))
  return Math.min(Number(row?.n ?? 0), most)
}

function waysOf(query: ListQuery): Branch[] {
  const within = query.shared ? { ...query.within, organizationId: null } : query.within
  return branches(query.reach, within, wantedOf(query))
}

const shapes = new QueryCache<ArtifactRow>()
const counts = new QueryCache<{ n: number | string }>()

const shaped = (query: ListQuery, ways: readonly Branch[]) =>
  shapes.get(shapeOf(query, ways), (db, param) => pageOf(db, param, query, ways))

/** Everything that changes the text of the query, and nothing that is only a value in it. */
function shapeOf(query: ListQuery, ways: readonly Branch[]): string {
  const { sort, order, trashed, shared, format, label, after } = query
  const filters = [format, label].map(value => value !== undefined)
  return [sort, order, trashed, shared !== undefined, after !== null, ...filters, shapeOfWays(ways)].join(' ')
}

function paramsOf(query: ListQuery, ways: readonly Branch[]): Params {
  const { now, limit, format, label, after, sort, within } = query
  const params: Params = { ...paramsOfWays(ways), now, limit }
  Object.assign(params, {
    format,
    label,
    home: within.organizationId ?? '',
    notOwnerId: query.shared?.notOwnerId,
  })
  if (after) {
    params.afterValue = sort === 'name' ? nameKey(String(after.value)) : Number(after.value)
    params.afterId = after.id
  }
  return params
}

/**
 * Each way is sorted and cut off by itself, so that an index serves it however large the organization is; the
 * database would otherwise walk the whole order looking for the few rows that a caller may read.
 */
function pageOf(db: Builder, param: Param, query: ListQuery, ways: readonly Branch[]) {
  const reached = reachedBy(db, param, query, ways)
  const column = sortColumns[query.sort]
  return artifactQuery(db)
    .where('a.id', 'in', db.selectFrom(reached.as('reached')).select('reached.id'))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(param('limit') as never)
}

const countOf = (db: Builder, param: Param, query: ListQuery, ways: readonly Branch[]) =>
  db
    .selectFrom(reachedBy(db, param, query, ways).as('reached'))
    .select(eb => eb.fn.count<number | string>('reached.id').as('n'))

function reachedBy(db: Builder, param: Param, query: ListQuery, ways: readonly Branch[]) {
  const [first, ...rest] = ways.map((way, number) => oneWay(db, param, query, way, number))
  return rest.reduce((all, way) => all.union(way), first!)
}

function oneWay(db: Builder, param: Param, query: ListQuery, way: Branch, number: number) {
  const column = sortColumns[query.sort]
  const page = db
    .selectFrom('artifact as a')
    .select('a.id')
    .where(eb => eb.and([meets(eb, way, placeOf(param, number)), ...filters(eb, param, query)]))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(param('limit') as never)
  return db.selectFrom(page.as(`way${number}`)).select('id')
}

function filters(eb: ArtifactExpressions, param: Param, query: ListQuery): Expression<SqlBool>[] {
  const all = [query.trashed ? eb('a.trashed_at', 'is not', null) : isLive(eb, param('now') as never)]
  if (query.shared) all.push(eb(eb.fn.coalesce('a.owner_id', eb.val('')), '<>', param('notOwnerId') as never))
  if (query.format !== undefined) all.push(eb('a.format', '=', param('format') as never))
  if (query.label !== undefined) all.push(labelled(eb, param))
  if (query.after) all.push(beyond(eb, param, query))
  return all
}

/** Labels of other organizations are hidden, so they find nothing. No index is wanted for the organization. */
const labelled = (eb: ArtifactExpressions, param: Param): Expression<SqlBool> =>
  eb.and([
    eb(eb.fn.coalesce('a.organization_id', eb.val('')), '=', param('home') as never),
    eb(
      'a.id',
      'in',
      eb
        .selectFrom('label as l')
        .select('l.artifact_id')
        .where('l.name', '=', param('label') as never),
    ),
  ])

function beyond(eb: ArtifactExpressions, param: Param, query: ListQuery): Expression<SqlBool> {
  const column = eb.refTuple(`a.${sortColumns[query.sort]}`, 'a.id')
  const last = eb.tuple(param('afterValue') as never, param('afterId') as never)
  return eb(column, query.order === 'asc' ? '>' : '<', last)
}
