// Full text in PostgreSQL: a column of words beside the artifacts, with an index over it.
import { sql } from 'kysely'
import type { SearchHit, SearchQuery } from '../records.ts'
import type { Executor, TextIndex } from './engine.ts'
import { excerpt } from './excerpt.ts'
import { branches, isLive, meetsAny } from './reach.ts'
import { clean } from './statement.ts'
import { folded, foldedText, wordsOf } from './words.ts'

/** Statements that make the index, by the schema version they belong to. */
export const textTables: Record<number, readonly string[]> = {
  1: [
    `create table artifact_text (
       artifact_id text collate "C" primary key references artifact (id) on delete cascade,
       body text not null,
       words tsvector not null
     )`,
    'create index artifact_text_by_words on artifact_text using gin (words)',
  ],
}

/** Of the matches a caller may read, the newest so many are compared by rank. */
const RANKED = 1000
/** Characters of text around a match, and before it. */
const AROUND = 320
const BEFORE = 80

const nameWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'A')`
const bodyWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'B')`

export const postgresText: TextIndex = {
  async put(x, { artifactId, name, body }) {
    await x.modify(
      `insert into artifact_text (artifact_id, body, words) values ($1, $2, ${nameWords('$3')} || ${bodyWords('$4')})`,
      [artifactId, clean(body), foldedText(name), foldedText(body)],
    )
  },

  async change(x, artifactId, { name, body }) {
    if (name !== undefined) {
      await x.modify(
        `update artifact_text set words = ${nameWords('$2')} || ts_filter(words, '{b}') where artifact_id = $1`,
        [artifactId, foldedText(name)],
      )
    }
    if (body !== undefined) {
      await x.modify(
        `update artifact_text set body = $2, words = ts_filter(words, '{a}') || ${bodyWords('$3')} where artifact_id = $1`,
        [artifactId, clean(body), foldedText(body)],
      )
    }
  },

  async read(x, artifactId) {
    const rows = await x.select('select body from artifact_text where artifact_id = $1', [artifactId])
    return (rows[0] as { body: string } | undefined)?.body ?? ''
  },

  async search(x, query) {
    const words = wordsOf(query.text)
    const ways = branches(query.reach, query.within)
    if (words.length === 0 || ways.length === 0) return []
    const hits = await x.allOf({
      compile: () => searchQuery(x, query, words, ways).compile(x.engine.builder),
    })
    return hits.map(hitOf)
  },
}

interface Hit {
  shortId: string
  name: string
  around: string
  start: number
  length: number
}

const hitOf = ({ shortId, name, around, start, length }: Hit): SearchHit => ({
  shortId,
  name,
  snippet: excerpt(around, start > 1, start + AROUND <= length),
})

/** Every word must occur, the last one perhaps unfinished. */
const termsOf = (words: readonly string[]): string =>
  `${words.map(word => `'${folded(word)}'`).join(' & ')}:*`

function searchQuery(
  x: Executor,
  query: SearchQuery,
  words: readonly string[],
  ways: ReturnType<typeof branches>,
) {
  const terms = sql`to_tsquery('simple', ${termsOf(words)})`
  const found = x.engine.builder
    .selectFrom('artifact as a')
    .innerJoin(sql<{ artifact_id: string; words: unknown }>`artifact_text`.as('t'), 't.artifact_id', 'a.id')
    .select(['a.id', 'a.short_id', 'a.name'])
    .select(sql<number>`ts_rank(t.words, ${terms})`.as('rank'))
    .where(sql<boolean>`t.words @@ ${terms}`)
    .where(eb => eb.and([meetsAny(eb as never, ways), isLive(eb as never, query.now)]))
    .orderBy('a.id', 'desc')
    .limit(RANKED)
  return sql<Hit>`
    with found as ${found},
    page as (select * from found order by rank desc, id desc limit ${query.limit} offset ${query.offset}),
    placed as (
      select page.*, t.body, greatest(1, strpos(lower(t.body), ${words[0]!}) - ${BEFORE}) as start
      from page join artifact_text t on t.artifact_id = page.id
    )
    select short_id as "shortId", name, substr(body, start, ${AROUND}) as around, start, length(body) as length
    from placed order by rank desc, id desc`
}
