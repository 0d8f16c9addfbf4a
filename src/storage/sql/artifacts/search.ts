// Search in both databases: in which order hits come, and what is shown of them.
import { type RawBuilder, sql } from 'kysely'
import type { SearchHit, SearchQuery } from '../../records.ts'
import {
  type ArtifactExpressions,
  type Branch,
  branches,
  isLive,
  meets,
  wantedOf,
} from '../engine/audience-conditions.ts'
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
import { AROUND, excerpt } from './excerpt.ts'
import { joinOwned, type OwnedRow, ownedColumns, ownedIn } from './owned.ts'
import { endsUnfinished, wordsOf } from './words.ts'

/** One look into the index: for words of names alone or of names and texts, whole ones or also an unfinished last one. */
export interface Look {
  words: readonly string[]
  open: boolean
  names: boolean
}

/** The part of a search that each database does by its index. */
export interface Finder {
  /** Identities of live artifacts that are reachable and hold all words, newest first, `most` of them. */
  newest(x: Executor, look: Look, search: Search): Promise<string[]>
  /** The position from which to show the text `t.body`: a little before the word, counted from 1. */
  start(word: RawBuilder<string>): RawBuilder<number>
}

/** A search on its way: who asks, and how many hits are needed to answer this page and those before it. */
export interface Search {
  query: SearchQuery
  ways: readonly Branch[]
  most: number
}

export async function searchWith(finder: Finder, x: Executor, query: SearchQuery): Promise<SearchHit[]> {
  const words = wordsOf(query.text)
  const ways = branches(query.reach, query.within, wantedOf(query))
  if (words.length === 0 || ways.length === 0) return []
  const search = { query, ways, most: query.offset + query.limit }
  const ids = new Set<string>()
  for (const look of looks(words)) {
    if (ids.size >= search.most) break
    for (const id of await finder.newest(x, look, search)) ids.add(id)
  }
  return show(finder, x, [...ids].slice(query.offset, search.most), words[0]!.slice(0, LOOKED_FOR))
}

/** Characters of a word that an excerpt is looked for by: a longer one is compared with each place of a text. */
const LOOKED_FOR = 64

/** Texts whose excerpts are read at once; others have their turn between. */
const READ = 16

/**
 * The best first: names before texts, whole words before those that only begin so. Where one look fills the page
 * the next is not taken, and for beginnings an index must gather all before it can answer the first.
 */
const looks = (words: readonly string[]): Look[] =>
  (endsUnfinished(words) ? [false, true] : [false]).flatMap(open => [
    { words, open, names: true },
    { words, open, names: false },
  ])

/** The condition on artifact `a` that is the same in both databases. */
export const isReachable = (eb: ArtifactExpressions, param: Param, ways: readonly Branch[]) =>
  eb.and([
    eb.or(ways.map((way, number) => meets(eb, way, placeOf(param, number)))),
    isLive(eb, param('now') as RawBuilder<never>),
  ])

export const searchShape = (look: Look, { ways }: Search): string =>
  `${look.names ? 'names' : 'texts'} ${shapeOfWays(ways)}`

export const searchParams = ({ query, ways, most }: Search): Params => ({
  now: query.now,
  most,
  ...paramsOfWays(ways),
})

interface Shown extends OwnedRow {
  id: string
  shortId: string
  name: string
  around: string
  start: number
  length: number
}

async function show(finder: Finder, x: Executor, ids: string[], word: string): Promise<SearchHit[]> {
  const shown = new Map<string, SearchHit>()
  for (const piece of chunkedIn(ids, READ)) {
    const params = Object.fromEntries(piece.map((id, index) => [`id${index}`, id]))
    const rows = await x.all(shownOf(finder, piece.length), { ...params, word })
    for (const row of rows) shown.set(row.id, hitOf(row))
  }
  return ids.flatMap(id => shown.get(id) ?? [])
}

const hitOf = ({ shortId, name, around, start, length, ...whose }: Shown): SearchHit => ({
  shortId,
  name,
  ...ownedIn(whose),
  snippet: excerpt(around, start > 1, start + AROUND <= length),
})

const shapes = new WeakMap<Finder, QueryCache<Shown>>()

function shownOf(finder: Finder, count: number) {
  const known = shapes.get(finder) ?? new QueryCache<Shown>()
  shapes.set(finder, known)
  return known.get(String(count), (db, param) => ({
    compile: () => {
      const ids = Array.from({ length: count }, (_, index) => param(`id${index}`))
      const start = finder.start(param('word') as RawBuilder<string>)
      return sql<Shown>`
        select f.id, f.short_id as "shortId", f.name, start, length(body) as length,
          substr(body, start, ${sql.lit(AROUND)}) as around, ${ownedColumns}
        from (
          select a.id, a.short_id, a.name, a.owner_id, a.organization_id, t.body, ${start} as start
          from artifact a join artifact_text t on t.artifact_id = a.id
          where a.id in (${sql.join(ids)})
        ) as f ${joinOwned}`.compile(db)
    },
  }))
}
