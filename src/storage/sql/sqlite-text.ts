// Full text in SQLite: texts in a table, and beside it an FTS5 index of words that follows a moment later.
import { type RawBuilder, sql } from 'kysely'
import type { SearchHit, SearchQuery } from '../records.ts'
import type { Executor, TextEntry, TextIndex } from './engine.ts'
import { AROUND, BEFORE, enough, type Hit, hitOf, wholeWordsFirst } from './excerpt.ts'
import { type Branch, branches, isLive, meetsAny } from './reach.ts'
import { clean } from './statement.ts'
import { scopeWord, type Terms, wordsOf } from './words.ts'

/** Statements that make the index, by the schema version they belong to. */
export const textTables: Record<number, readonly string[]> = {
  1: [
    `create table artifact_text (
       row integer primary key,
       artifact_id text not null unique references artifact (id) on delete cascade,
       scope text not null,
       name text not null,
       body text not null
     )`,
    'create table stale_text (row integer primary key)',
    `create virtual table search using fts5 (
       scope, name, body,
       content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
     )`,
    `create virtual table search_name using fts5 (
       scope, name, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
     )`,
    `create trigger artifact_text_removed after delete on artifact_text begin
       delete from search where rowid = old.row;
       delete from search_name where rowid = old.row;
       delete from stale_text where row = old.row;
     end`,
  ],
}

/** Brings the index up to date with the texts; who searches asks for it first. */
export interface Freshness {
  /** Something became stale; it may be indexed when there is time. */
  wake(): void
  /** Resolves when everything that is committed by now can be found through `x`. */
  catchUp(x: Executor): Promise<void>
}

export class SqliteText implements TextIndex {
  readonly #freshness: Freshness

  constructor(freshness: Freshness) {
    this.#freshness = freshness
  }

  async put(x: Executor, { artifactId, organizationId, name, body }: TextEntry): Promise<void> {
    await x.modify('insert into artifact_text (artifact_id, scope, name, body) values (?, ?, ?, ?)', [
      artifactId,
      scopeWord(organizationId),
      clean(name),
      clean(body),
    ])
    await this.#markStale(x, artifactId)
  }

  async change(
    x: Executor,
    artifactId: string,
    change: Partial<Omit<TextEntry, 'artifactId'>>,
  ): Promise<void> {
    const columns = columnsOf(change)
    const names = Object.keys(columns)
    if (names.length === 0) return
    const assignments = names.map(name => `${name} = ?`).join(', ')
    const values = [...Object.values(columns), artifactId]
    await x.modify(`update artifact_text set ${assignments} where artifact_id = ?`, values)
    await this.#markStale(x, artifactId)
  }

  async read(x: Executor, artifactId: string): Promise<string> {
    const rows = await x.select('select body from artifact_text where artifact_id = ?', [artifactId])
    return (rows[0] as { body: string } | undefined)?.body ?? ''
  }

  async search(x: Executor, query: SearchQuery): Promise<SearchHit[]> {
    const words = wordsOf(query.text)
    const ways = branches(query.reach, query.within)
    if (words.length === 0 || ways.length === 0) return []
    await this.#freshness.catchUp(x)
    const found = (open: boolean) =>
      x.allOf({ compile: () => searchQuery(x, query, { words, open }, ways).compile(x.engine.builder) })
    return (await wholeWordsFirst(query, words, found)).map(hitOf)
  }

  async #markStale(x: Executor, artifactId: string): Promise<void> {
    await x.modify(
      'insert or ignore into stale_text (row) select row from artifact_text where artifact_id = ?',
      [artifactId],
    )
    this.#freshness.wake()
  }
}

function columnsOf(change: Partial<Omit<TextEntry, 'artifactId'>>): Record<string, string> {
  return {
    ...(change.organizationId !== undefined && { scope: scopeWord(change.organizationId) }),
    ...(change.name !== undefined && { name: clean(change.name) }),
    ...(change.body !== undefined && { body: clean(change.body) }),
  }
}

/** Every word must occur; only the organization's own entries are looked through. */
function matchOf(query: SearchQuery, { words, open }: Terms, columns: string): string {
  const all = words.map(word => `"${word}"`).join(' AND ')
  const text = `{${columns}} : (${all}${open ? ' *' : ''})`
  const { organizationId, recipient } = query.within
  return recipient === null ? `scope : "${scopeWord(organizationId)}" AND ${text}` : text
}

/** The index of names is one of its own: looking for a name, nobody wades through all texts that have the word. */
const indexes = { search: 'name body', search_name: 'name' } as const

/** Newest first, straight from the index, and no further than needed: the cost does not grow with the store. */
function newest(
  x: Executor,
  query: SearchQuery,
  terms: Terms,
  ways: readonly Branch[],
  index: keyof typeof indexes,
) {
  const i = sql.ref(index)
  const match = matchOf(query, terms, indexes[index])
  const reachable = x.engine.builder
    .selectFrom('artifact as a')
    .select('a.id')
    .whereRef('a.id', '=', sql`t.artifact_id`)
    .where(eb => eb.and([meetsAny(eb, ways), isLive(eb, query.now)]))
  return sql`select * from (
    select ${i}.rowid as row, ${sql.lit(index === 'search_name' ? 1 : 0)} as named
    from ${i} cross join artifact_text t on t.row = ${i}.rowid
    where ${i} match ${match} and exists ${reachable}
    order by ${i}.rowid desc limit ${enough(query)})`
}

function searchQuery(
  x: Executor,
  query: SearchQuery,
  terms: Terms,
  ways: readonly Branch[],
): RawBuilder<Hit> {
  const byName = newest(x, query, terms, ways, 'search_name')
  const byText = newest(x, query, terms, ways, 'search')
  return sql<Hit>`
    with page as (
      select row, max(named) as named from (${byName} union all ${byText})
      group by row order by named desc, row desc limit ${enough(query)}
    ), placed as (
      select page.*, t.artifact_id, t.body, max(1, instr(lower(t.body), ${terms.words[0]!}) - ${BEFORE}) as start
      from page join artifact_text t on t.row = page.row
    )
    select a.short_id as "shortId", a.name, p.start, length(p.body) as length,
      substr(p.body, p.start, ${AROUND}) as around
    from placed p join artifact a on a.id = p.artifact_id
    order by p.named desc, p.row desc`
}
