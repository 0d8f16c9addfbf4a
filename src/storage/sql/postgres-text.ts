// Full text in PostgreSQL: a column of words beside the artifacts, with an index over it.
import { type RawBuilder, sql } from 'kysely'
import type { SearchQuery } from '../records.ts'
import type { Executor, TextIndex } from './engine.ts'
import { AROUND, BEFORE, enough, type Hit, hitOf, wholeWordsFirst } from './excerpt.ts'
import { type Branch, branches, isLive, meetsAny } from './reach.ts'
import { clean } from './statement.ts'
import { folded, foldedText, type Terms, wordsOf } from './words.ts'

/** Statements that make the index, by the schema version they belong to. */
export const textTables: Record<number, readonly string[]> = {
  1: [
    `create table artifact_text (
       artifact_id text collate "C" primary key references artifact (id) on delete cascade,
       body text not null,
       name_words tsvector not null,
       words tsvector not null
     )`,
    'create index artifact_text_by_name_words on artifact_text using gin (name_words)',
    'create index artifact_text_by_words on artifact_text using gin (words)',
  ],
}

const nameWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'A')`
const bodyWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'B')`

export const postgresText: TextIndex = {
  async put(x, { artifactId, name, body }) {
    await x.modify(
      `insert into artifact_text (artifact_id, body, name_words, words)
       values ($1, $2, ${nameWords('$3')}, ${nameWords('$3')} || ${bodyWords('$4')})`,
      [artifactId, clean(body), foldedText(name), foldedText(body)],
    )
  },

  async change(x, artifactId, { name, body }) {
    if (name !== undefined) {
      await x.modify(
        `update artifact_text set name_words = ${nameWords('$2')},
           words = ${nameWords('$2')} || ts_filter(words, '{b}')
         where artifact_id = $1`,
        [artifactId, foldedText(name)],
      )
    }
    if (body !== undefined) {
      await x.modify(
        `update artifact_text set body = $2, words = name_words || ${bodyWords('$3')} where artifact_id = $1`,
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
    const found = (open: boolean) =>
      x.allOf({ compile: () => searchQuery(x, query, { words, open }, ways).compile(x.engine.builder) })
    return (await wholeWordsFirst(query, words, found)).map(hitOf)
  },
}

/** Every word must occur. */
function termsOf({ words, open }: Terms): RawBuilder<unknown> {
  const terms = words.map(
    (word, index) => `'${folded(word)}'${open && index === words.length - 1 ? ':*' : ''}`,
  )
  return sql`to_tsquery('simple', ${terms.join(' & ')})`
}

/**
 * Newest first and no further than needed; how common the words are decides which index serves it. The words of
 * names have one of their own: looking for a name, nobody wades through all texts that have the word.
 */
function newest(
  x: Executor,
  query: SearchQuery,
  terms: Terms,
  ways: readonly Branch[],
  column: 'words' | 'name_words',
) {
  const reachable = x.engine.builder
    .selectFrom('artifact as a')
    .innerJoin(sql<{ artifact_id: string }>`artifact_text`.as('t'), 't.artifact_id', 'a.id')
    .select(['a.id', eb => eb.lit(column === 'name_words' ? 1 : 0).as('named')])
    .where(sql<boolean>`${sql.ref(`t.${column}`)} @@ ${termsOf(terms)}`)
    .where(eb => eb.and([meetsAny(eb as never, ways), isLive(eb as never, query.now)]))
    .orderBy('a.id', 'desc')
    .limit(enough(query))
  return sql`select * from ${reachable} as found`
}

function searchQuery(x: Executor, query: SearchQuery, terms: Terms, ways: readonly Branch[]) {
  const byName = newest(x, query, terms, ways, 'name_words')
  const byText = newest(x, query, terms, ways, 'words')
  return sql<Hit>`
    with page as (
      select id, max(named) as named from (${byName} union all ${byText}) as found
      group by id order by named desc, id desc limit ${enough(query)}
    ), placed as (
      select page.*, t.body, greatest(1, strpos(lower(t.body), ${terms.words[0]!}) - ${BEFORE}) as start
      from page join artifact_text t on t.artifact_id = page.id
    )
    select a.short_id as "shortId", a.name, p.start, length(p.body) as length,
      substr(p.body, p.start, ${AROUND}) as around
    from placed p join artifact a on a.id = p.id
    order by p.named desc, p.id desc`
}
