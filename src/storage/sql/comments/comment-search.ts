// Search over comments in both databases: newest first, and only where the caller may see them.
import { type RawBuilder, sql } from 'kysely'
import type { CommentHit, CommentSearch } from '../../records.ts'
import { AROUND, BEFORE, excerpt } from '../artifacts/excerpt.ts'
import { joinOwned, type OwnedRow, ownedColumns, ownedIn } from '../artifacts/owned.ts'
import { isReachable } from '../artifacts/search.ts'
import { endsUnfinished, wordsOf } from '../artifacts/words.ts'
import { type Branch, branches, wantedOf } from '../engine/audience-conditions.ts'
import type { Executor } from '../engine/engine.ts'
import { type Param, paramsOfWays, type QueryCache, shapeOfWays } from '../engine/query-cache.ts'
import type { Builder } from '../engine/schema.ts'

/** How the index of a database is asked: `t` must name the comment. */
export interface CommentFinder {
  from: RawBuilder<unknown>
  /** The condition; the parameter `match` holds what `match` wrote. */
  matches(param: Param): RawBuilder<boolean>
  match(words: readonly string[], open: boolean, query: CommentSearch): string
  shapes: QueryCache<Found>
}

interface Found extends OwnedRow {
  commentId: string
  shortId: string
  name: string
  body: string
}

export async function searchComments(
  finder: CommentFinder,
  x: Executor,
  query: CommentSearch,
): Promise<CommentHit[]> {
  const words = wordsOf(query.text)
  const ways = branches(query.reach, query.within, wantedOf(query))
  if (words.length === 0 || ways.length === 0) return []
  const found = finder.shapes.get(shapeOfWays(ways), (db, param) => ({
    compile: () => newest(finder, db, param, ways).compile(db),
  }))
  const match = finder.match(words, endsUnfinished(words), query)
  const { now, offset, limit } = query
  const rows = await x.all(found, { ...paramsOfWays(ways), now, offset, limit, match })
  return rows.map(row => hitOf(row, words[0]!))
}

function newest(finder: CommentFinder, db: Builder, param: Param, ways: readonly Branch[]) {
  const reachable = db
    .selectFrom('artifact as a')
    .select('a.id')
    .whereRef('a.id', '=', sql`c.artifact_id`)
    .where(eb => isReachable(eb, param, ways))
  return sql<Found>`
    select c.id as "commentId", f.short_id as "shortId", f.name, c.body, ${ownedColumns}
    from ${finder.from} join comment c on c.id = t.comment_id join artifact f on f.id = c.artifact_id ${joinOwned}
    where ${finder.matches(param)} and exists ${reachable}
    order by c.id desc limit ${param('limit')} offset ${param('offset')}`
}

function hitOf({ body, commentId, shortId, name, ...whose }: Found, word: string): CommentHit {
  const start = Math.max(0, body.toLowerCase().indexOf(word) - BEFORE)
  const around = body.slice(start, start + AROUND)
  const row = { commentId, shortId, name, ...ownedIn(whose) }
  return { ...row, snippet: excerpt(around, start > 0, start + AROUND < body.length) }
}
