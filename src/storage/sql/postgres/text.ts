// Full text in PostgreSQL: a column of words beside the artifacts, with an index over it.
import { sql } from 'kysely'
import { folded, foldedText } from '../../../domain/search-text.ts'
import { BEFORE } from '../artifacts/excerpt.ts'
import {
  type Finder,
  isReachable,
  type Look,
  type Search,
  searchParams,
  searchShape,
  searchWith,
} from '../artifacts/search.ts'
import type { ArtifactExpressions } from '../engine/audience-conditions.ts'
import type { TextIndex } from '../engine/engine.ts'
import { type Param, QueryCache } from '../engine/query-cache.ts'
import type { Builder } from '../engine/schema.ts'
import { clean } from '../engine/statement.ts'
import { commentTables, postgresComments } from './comments.ts'

/** Every search reads what waits to enter the index, in kB. */
const smallBacklog = 'with (gin_pending_list_limit = 128)'

/** Statements that make the indexes. */
export const textTables: readonly string[] = [
  ...commentTables,
  `create table artifact_text (
       artifact_id text collate "C" primary key references artifact (id) on delete cascade,
       body text not null,
       name_words tsvector not null,
       words tsvector not null
     )`,
  `create index artifact_text_by_name_words on artifact_text using gin (name_words) ${smallBacklog}`,
  `create index artifact_text_by_words on artifact_text using gin (words) ${smallBacklog}`,
]

const nameWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'A')`
const bodyWords = (place: string) => `setweight(to_tsvector('simple', ${place}), 'B')`

export const postgresText: TextIndex = {
  takesFoldedWords: true,

  async put(x, { artifactId, name, text }) {
    await x.modify(
      `insert into artifact_text (artifact_id, body, name_words, words)
       values ($1, $2, ${nameWords('$3')}, ${nameWords('$3')} || ${bodyWords('$4')})`,
      [artifactId, clean(text.body), foldedText(name), text.words],
    )
  },

  async change(x, artifactId, { name, text }) {
    if (name !== undefined) {
      await x.modify(
        `update artifact_text set name_words = ${nameWords('$2')},
           words = ${nameWords('$2')} || ts_filter(words, '{b}')
         where artifact_id = $1`,
        [artifactId, foldedText(name)],
      )
    }
    if (text) {
      await x.modify(
        `update artifact_text set body = $2, words = name_words || ${bodyWords('$3')} where artifact_id = $1`,
        [artifactId, clean(text.body), text.words],
      )
    }
  },

  async read(x, artifactId, most) {
    const read = 'select left(body, $2) as body from artifact_text where artifact_id = $1'
    const rows = await x.select(read, [artifactId, most])
    return (rows[0] as { body: string } | undefined)?.body ?? ''
  },

  search: (x, query) => searchWith(finder, x, query),

  comments: postgresComments,
}

/** More matches than this are many: then the newest artifacts are looked through, else all matches are sorted. */
const MANY = 5000

/** The words of names have a column of their own: looking for a name, nobody wades through all texts with the word. */
const columnOf = ({ names }: Look) => sql.ref(names ? 't.name_words' : 't.words')

const newest = new QueryCache<{ id: string }>()
const amounts = new QueryCache<{ amount: number }>()

const finder: Finder = {
  async newest(x, look, search) {
    const params = { ...searchParams(search), terms: termsOf(look) }
    const [row] = await x.all(amountOf(look), params)
    if (row!.amount === 0) return []
    const many = row!.amount > MANY
    const found = newest.get(`${many} ${searchShape(look, search)}`, (db, param) => ({
      compile: () => (many ? walk : gather)(db, param, look, search).compile(db),
    }))
    return (await x.all(found, params)).map(one => one.id)
  },

  start: word => sql`greatest(1, strpos(lower(t.body), ${word}) - ${sql.lit(BEFORE)})`,
}

const amountOf = (look: Look) =>
  amounts.get(String(look.names), (db, param) => ({
    compile: () =>
      sql<{ amount: number }>`
        select count(*) as amount from (
          select 1 from artifact_text t where ${matches(param, look)} limit ${sql.lit(MANY + 1)}
        ) as counted`.compile(db),
  }))

const matches = (param: Param, look: Look) =>
  sql<boolean>`${columnOf(look)} @@ to_tsquery('simple', ${param('terms')})`

/** All matches from the index of words, each looked up: `offset 0` keeps the planner from guessing another way. */
function gather(db: Builder, param: Param, look: Look, { ways }: Search) {
  const reachable = db
    .selectFrom('artifact as a')
    .select('a.id')
    .whereRef('a.id', '=', sql`m.artifact_id`)
    .where(eb => isReachable(eb, param, ways))
    .offset(sql.lit(0) as never)
  return sql<{ id: string }>`
    with m as materialized (
      select t.artifact_id from artifact_text t where ${matches(param, look)}
    )
    select found.id from m cross join lateral ${reachable} as found
    order by found.id desc limit ${param('most')}`
}

/** From the newest artifact on until enough match. */
const walk = (db: Builder, param: Param, look: Look, { ways }: Search) =>
  db
    .selectFrom('artifact as a')
    .innerJoin(sql<{ artifact_id: string }>`artifact_text`.as('t'), 't.artifact_id', 'a.id')
    .select('a.id')
    .where(matches(param, look))
    .where(eb => isReachable(eb as unknown as ArtifactExpressions, param, ways))
    .orderBy('a.id', 'desc')
    .limit(param('most') as never)

/** Every word must occur. */
const termsOf = ({ words, open }: Look): string =>
  words.map((word, index) => `'${folded(word)}'${open && index === words.length - 1 ? ':*' : ''}`).join(' & ')
