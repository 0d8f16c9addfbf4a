// Full text in SQLite: texts in a table, and beside it an FTS5 index of words that follows a moment later.
import { sql } from 'kysely'
import type { SearchHit, SearchQuery } from '../../records.ts'
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
import { scopeWord } from '../artifacts/words.ts'
import type { Executor, TextEntry, TextIndex } from '../engine/engine.ts'
import { type Param, QueryCache } from '../engine/query-cache.ts'
import type { Builder } from '../engine/schema.ts'
import { clean } from '../engine/statement.ts'
import { commentTables, sqliteComments } from './comments.ts'

/** Statements that make the indexes. */
export const textTables: readonly string[] = [
  ...commentTables,
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
]

/** Brings the index up to date with the texts; who searches asks for it first. */
export interface Freshness {
  /** Something became stale; it may be indexed when there is time. */
  wake(): void
  /** Resolves when everything that is committed by now can be found, or when that would take too long. */
  catchUp(): Promise<void>
}

export class SqliteText implements TextIndex {
  readonly takesFoldedWords = false
  readonly comments = sqliteComments
  readonly #freshness: Freshness
  readonly #searching: (turn: string) => Executor

  /** @param searching the way to run a search of what is committed, in the turn of who asks */
  constructor(freshness: Freshness, searching: (turn: string) => Executor) {
    this.#freshness = freshness
    this.#searching = searching
  }

  async put(x: Executor, { artifactId, organizationId, name, text }: TextEntry): Promise<void> {
    await x.modify('insert into artifact_text (artifact_id, scope, name, body) values (?, ?, ?, ?)', [
      artifactId,
      scopeWord(organizationId),
      clean(name),
      clean(text.body),
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

  async read(x: Executor, artifactId: string, most: number): Promise<string> {
    const read = 'select substr(body, 1, ?) as body from artifact_text where artifact_id = ?'
    const rows = await x.select(read, [most, artifactId])
    return (rows[0] as { body: string } | undefined)?.body ?? ''
  }

  async search(_: Executor, query: SearchQuery): Promise<SearchHit[]> {
    await this.#freshness.catchUp()
    const { organizationId, recipient } = query.within
    return searchWith(finder, this.#searching(organizationId ?? recipient ?? ''), query)
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
    ...(change.text && { body: clean(change.text.body) }),
  }
}

/** The words of names have an index of their own: looking for a name, nobody wades through all texts with the word. */
const indexOf = ({ names }: Look) => (names ? 'search_name' : 'search')

const newest = new QueryCache<{ id: string }>()

/** Read in the order of the index and no further than needed, so that the cost does not grow with the store. */
const finder: Finder = {
  async newest(x, look, search) {
    const found = newest.get(searchShape(look, search), (db, param) => ({
      compile: () => newestQuery(db, param, look, search).compile(db),
    }))
    const params = { ...searchParams(search), match: matchOf(look, search.query) }
    return (await x.all(found, params)).map(row => row.id)
  },

  start: word => sql`max(1, instr(lower(t.body), ${word}) - ${sql.lit(BEFORE)})`,
}

function newestQuery(db: Builder, param: Param, look: Look, { ways }: Search) {
  const index = sql.ref(indexOf(look))
  const reachable = db
    .selectFrom('artifact as a')
    .select('a.id')
    .whereRef('a.id', '=', sql`t.artifact_id`)
    .where(eb => isReachable(eb, param, ways))
  return sql<{ id: string }>`
    select t.artifact_id as id from ${index} cross join artifact_text t on t.row = ${index}.rowid
    where ${index} match ${param('match')} and exists ${reachable}
    order by ${index}.rowid desc limit ${param('most')}`
}

/** Every word must occur; only the organization's own entries are looked through. */
function matchOf({ words, open, names }: Look, { within }: SearchQuery): string {
  const all = words.map(word => `"${word}"`).join(' AND ')
  const text = `{${names ? 'name' : 'name body'}} : (${all}${open ? ' *' : ''})`
  return within.recipient === null ? `scope : "${scopeWord(within.organizationId)}" AND ${text}` : text
}
