// One page of artifacts: a small sorted page of each way to reach them, merged and read in full.
import type { Expression, SqlBool } from 'kysely'
import type { Artifact } from '../../domain/artifact.ts'
import type { ListQuery } from '../records.ts'
import { type ArtifactRow, artifactOf, artifactQuery, nameKey } from './artifact-rows.ts'
import type { Executor } from './engine.ts'
import {
  type ArtifactExpressions,
  type Branch,
  branches,
  isLive,
  meets,
  type Place,
  type Wanted,
} from './reach.ts'
import type { Builder } from './schema.ts'
import { type Placeholder, type Statement, statement, type Value } from './statement.ts'

const sortColumns = { updatedAt: 'updated_at', createdAt: 'created_at', name: 'name_key' } as const

/** The values of a list by name; those of a way to reach carry its number. */
type Params = Record<string, Value>
type Param = Placeholder<Params>

export async function list(x: Executor, query: ListQuery): Promise<Artifact[]> {
  const ways = branches(query.reach, query.within, wantedOf(query))
  if (ways.length === 0) return []
  const rows = await x.all(shaped(query, ways), paramsOf(query, ways))
  return rows.map(artifactOf)
}

function wantedOf({ ownerId, visibility }: ListQuery): Wanted {
  return { ...(ownerId !== undefined && { ownerId }), ...(visibility !== undefined && { visibility }) }
}

/** Queries by their shape: building one takes many times longer than running it. */
const known = new Map<string, Statement<Params, ArtifactRow>>()
const MOST_SHAPES = 500

function shaped(query: ListQuery, ways: readonly Branch[]): Statement<Params, ArtifactRow> {
  const shape = shapeOf(query, ways)
  let found = known.get(shape)
  if (!found) {
    if (known.size >= MOST_SHAPES) known.clear()
    found = statement<Params>()((db, param) => pageOf(db, param, query, ways))
    known.set(shape, found)
  }
  return found
}

/** Everything that changes the text of the query, and nothing that is only a value in it. */
function shapeOf(query: ListQuery, ways: readonly Branch[]): string {
  const { sort, order, trashed, ownerless, format, label, after } = query
  const filters = [format, label].map(value => value !== undefined)
  const reach = ways.map(way => `${Object.keys(way).sort()}=${way.allowed}`)
  return [sort, order, trashed, ownerless === true, after !== null, ...filters, ...reach].join(' ')
}

function paramsOf(query: ListQuery, ways: readonly Branch[]): Params {
  const { now, limit, format, label, after, sort } = query
  const params: Params = { now, limit }
  Object.assign(params, { format, label })
  if (after) {
    params.afterValue = sort === 'name' ? nameKey(String(after.value)) : Number(after.value)
    params.afterId = after.id
  }
  for (const [number, way] of ways.entries()) {
    for (const [fact, value] of Object.entries(way)) params[`${number}.${fact}`] = value
  }
  return params
}

/**
 * Each way is sorted and cut off by itself, so that an index serves it however large the organization is; the
 * database would otherwise walk the whole order looking for the few rows that a caller may read.
 */
function pageOf(db: Builder, param: Param, query: ListQuery, ways: readonly Branch[]) {
  const [first, ...rest] = ways.map((way, number) => oneWay(db, param, query, way, number))
  const reached = rest.reduce((all, way) => all.union(way), first!)
  const column = sortColumns[query.sort]
  return artifactQuery(db)
    .where('a.id', 'in', db.selectFrom(reached.as('reached')).select('reached.id'))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(param('limit') as never)
}

function oneWay(db: Builder, param: Param, query: ListQuery, way: Branch, number: number) {
  const column = sortColumns[query.sort]
  const place = (fact => param(`${number}.${fact}`)) as Place
  const page = db
    .selectFrom('artifact as a')
    .select('a.id')
    .where(eb => eb.and([meets(eb, way, place), ...filters(eb, param, query)]))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(param('limit') as never)
  return db.selectFrom(page.as(`way${number}`)).select('id')
}

function filters(eb: ArtifactExpressions, param: Param, query: ListQuery): Expression<SqlBool>[] {
  const all = [query.trashed ? eb('a.trashed_at', 'is not', null) : isLive(eb, param('now') as never)]
  if (query.ownerless) all.push(eb('a.owner_id', 'is', null), eb('a.organization_id', 'is not', null))
  if (query.format !== undefined) all.push(eb('a.format', '=', param('format') as never))
  if (query.label !== undefined) all.push(labelled(eb, param))
  if (query.after) all.push(beyond(eb, param, query))
  return all
}

const labelled = (eb: ArtifactExpressions, param: Param): Expression<SqlBool> =>
  eb(
    'a.id',
    'in',
    eb
      .selectFrom('label as l')
      .select('l.artifact_id')
      .where('l.name', '=', param('label') as never),
  )

function beyond(eb: ArtifactExpressions, param: Param, query: ListQuery): Expression<SqlBool> {
  const column = eb.refTuple(`a.${sortColumns[query.sort]}`, 'a.id')
  const last = eb.tuple(param('afterValue') as never, param('afterId') as never)
  return eb(column, query.order === 'asc' ? '>' : '<', last)
}
