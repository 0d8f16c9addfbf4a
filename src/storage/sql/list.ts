// One page of artifacts: a small sorted page of each way to reach them, merged and read in full.
import type { Expression, SqlBool } from 'kysely'
import type { Artifact } from '../../domain/artifact.ts'
import type { ListQuery } from '../records.ts'
import { artifactOf, artifactQuery, nameKey } from './artifact-rows.ts'
import type { Executor } from './engine.ts'
import { type ArtifactExpressions, type Branch, branches, isLive, meets } from './reach.ts'
import type { Builder } from './schema.ts'

const sortColumns = { updatedAt: 'updated_at', createdAt: 'created_at', name: 'name_key' } as const

export async function list(x: Executor, query: ListQuery): Promise<Artifact[]> {
  const ways = branches(query.reach, query.within)
  if (ways.length === 0) return []
  const rows = await x.allOf(pageOf(x.engine.builder, query, ways))
  return rows.map(artifactOf)
}

/**
 * Each way is sorted and cut off by itself, so that an index serves it however large the organization is; the
 * database would otherwise walk the whole order looking for the few rows that a caller may read.
 */
function pageOf(db: Builder, query: ListQuery, ways: readonly Branch[]) {
  const [first, ...rest] = ways.map((way, index) => oneWay(db, query, way, index))
  const reached = rest.reduce((all, way) => all.union(way), first!)
  const column = sortColumns[query.sort]
  return artifactQuery(db)
    .where('a.id', 'in', db.selectFrom(reached.as('reached')).select('reached.id'))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(query.limit)
}

function oneWay(db: Builder, query: ListQuery, way: Branch, index: number) {
  const column = sortColumns[query.sort]
  const page = db
    .selectFrom('artifact as a')
    .select('a.id')
    .where(eb => eb.and([meets(eb, way), ...filters(eb, query)]))
    .orderBy(`a.${column}`, query.order)
    .orderBy('a.id', query.order)
    .limit(query.limit)
  return db.selectFrom(page.as(`way${index}`)).select('id')
}

function filters(eb: ArtifactExpressions, query: ListQuery): Expression<SqlBool>[] {
  const all = [query.trashed ? eb('a.trashed_at', 'is not', null) : isLive(eb, query.now)]
  if (query.ownerId !== undefined) all.push(eb('a.owner_id', '=', query.ownerId))
  if (query.ownerless) all.push(eb('a.owner_id', 'is', null), eb('a.organization_id', 'is not', null))
  if (query.visibility !== undefined) all.push(eb('a.visibility', '=', query.visibility))
  if (query.format !== undefined) all.push(eb('a.format', '=', query.format))
  if (query.label !== undefined) all.push(labelled(eb, query.label))
  if (query.after) all.push(beyond(eb, query, query.after))
  return all
}

const labelled = (eb: ArtifactExpressions, label: string): Expression<SqlBool> =>
  eb('a.id', 'in', eb.selectFrom('label as l').select('l.artifact_id').where('l.name', '=', label))

function beyond(
  eb: ArtifactExpressions,
  query: ListQuery,
  after: NonNullable<ListQuery['after']>,
): Expression<SqlBool> {
  const value = query.sort === 'name' ? nameKey(String(after.value)) : Number(after.value)
  const column = eb.refTuple(`a.${sortColumns[query.sort]}`, 'a.id')
  return eb(column, query.order === 'asc' ? '>' : '<', eb.tuple(value as never, after.id))
}
