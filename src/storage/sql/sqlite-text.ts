// Full text in SQLite: an FTS5 table beside the artifacts.
import { type RawBuilder, sql } from 'kysely'
import type { SearchHit, SearchQuery } from '../records.ts'
import type { Executor, TextEntry, TextIndex } from './engine.ts'
import { branches, isLive, meetsAny } from './reach.ts'
import { clean } from './statement.ts'
import { oneLine, scopeWord, wordsOf } from './words.ts'

/** Statements that make the index, by the schema version they belong to. */
export const textTables: Record<number, readonly string[]> = {
  1: [
    `create table artifact_text (
       row integer primary key,
       artifact_id text not null unique references artifact (id) on delete cascade
     )`,
    `create virtual table search using fts5 (
       scope, name, body, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
     )`,
    `insert into search (search, rank) values ('rank', 'bm25(0.0, 10.0, 1.0)')`,
    `create trigger artifact_text_removed after delete on artifact_text begin
       delete from search where rowid = old.row;
     end`,
  ],
}

const rowOf = '(select row from artifact_text where artifact_id = ?)'

export const sqliteText: TextIndex = {
  async put(x, entry) {
    await x.modify('insert into artifact_text (artifact_id) values (?)', [entry.artifactId])
    await x.modify(`insert into search (rowid, scope, name, body) values (${rowOf}, ?, ?, ?)`, [
      entry.artifactId,
      scopeWord(entry.organizationId),
      clean(entry.name),
      clean(entry.body),
    ])
  },

  async change(x, artifactId, change) {
    const columns = columnsOf(change)
    const names = Object.keys(columns)
    if (names.length === 0) return
    const assignments = names.map(name => `${name} = ?`).join(', ')
    const values = [...Object.values(columns), artifactId]
    await x.modify(`update search set ${assignments} where rowid = ${rowOf}`, values)
  },

  async read(x, artifactId) {
    const rows = await x.select(`select body from search where rowid = ${rowOf}`, [artifactId])
    return (rows[0] as { body: string } | undefined)?.body ?? ''
  },

  async search(x, query) {
    const match = matchOf(query)
    const ways = branches(query.reach, query.within)
    if (match === null || ways.length === 0) return []
    const hits = await x.allOf({
      compile: () => searchQuery(x, query, match, ways).compile(x.engine.builder),
    })
    return hits.map(hit => ({ shortId: hit.shortId, name: hit.name, snippet: oneLine(hit.snippet) }))
  },
}

function columnsOf(change: Partial<Omit<TextEntry, 'artifactId'>>): Record<string, string> {
  return {
    ...(change.organizationId !== undefined && { scope: scopeWord(change.organizationId) }),
    ...(change.name !== undefined && { name: clean(change.name) }),
    ...(change.body !== undefined && { body: clean(change.body) }),
  }
}

/** Every word must occur, the last one perhaps unfinished; only the organization's own entries are looked through. */
function matchOf(query: SearchQuery): string | null {
  const words = wordsOf(query.text)
  if (words.length === 0) return null
  const text = `{name body} : (${words.map(word => `"${word}"`).join(' AND ')} *)`
  const { organizationId, recipient } = query.within
  return recipient === null ? `scope : "${scopeWord(organizationId)}" AND ${text}` : text
}

/** The index comes first and in its own order, so that snippets are made only of what is answered. */
function searchQuery(
  x: Executor,
  query: SearchQuery,
  match: string,
  ways: ReturnType<typeof branches>,
): RawBuilder<SearchHit> {
  const reachable = x.engine.builder
    .selectFrom('artifact as a')
    .select('a.id')
    .whereRef('a.id', '=', sql`t.artifact_id`)
    .where(eb => eb.and([meetsAny(eb, ways), isLive(eb, query.now)]))
  return sql<SearchHit>`
    select n.short_id as "shortId", n.name, snippet(search, 2, '', '', '…', 24) as snippet
    from search
    cross join artifact_text t on t.row = search.rowid
    cross join artifact n on n.id = t.artifact_id
    where search match ${match} and exists ${reachable}
    order by rank limit ${query.limit} offset ${query.offset}`
}
