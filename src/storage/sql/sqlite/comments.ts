// Full text over comments in SQLite: an FTS5 index of words, written in the transaction that writes the comment.
import { sql } from 'kysely'
import { scopeWord } from '../artifacts/words.ts'
import { type CommentFinder, searchComments } from '../comments/comment-search.ts'
import type { CommentIndex } from '../engine/engine.ts'
import { QueryCache } from '../engine/query-cache.ts'
import { clean } from '../engine/statement.ts'

/** Statements that make the index. */
export const commentTables: readonly string[] = [
  `create table comment_text (
     row integer primary key,
     comment_id text not null unique references comment (id) on delete cascade,
     scope text not null
   )`,
  `create virtual table comment_search using fts5 (
     scope, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
   )`,
  `create trigger comment_text_removed after delete on comment_text begin
     delete from comment_search where rowid = old.row;
   end`,
]

const index = `insert or replace into comment_search (rowid, scope, body)
  select row, scope, ? from comment_text where comment_id = ?`

const finder: CommentFinder = {
  from: sql`comment_search cross join comment_text t on t.row = comment_search.rowid`,
  matches: param => sql<boolean>`comment_search match ${param('match')}`,
  match(words, open, { within }) {
    const all = words.map(word => `"${word}"`).join(' AND ')
    const text = `body : (${all}${open ? ' *' : ''})`
    return within.recipient === null ? `scope : "${scopeWord(within.organizationId)}" AND ${text}` : text
  },
  shapes: new QueryCache(),
}

export const sqliteComments: CommentIndex = {
  async put(x, { id, organizationId, body }) {
    const scope = scopeWord(organizationId)
    await x.modify('insert into comment_text (comment_id, scope) values (?, ?)', [id, scope])
    await x.modify(index, [clean(body), id])
  },
  async change(x, id, body) {
    await x.modify(index, [clean(body), id])
  },
  async remove(x, id) {
    await x.modify('delete from comment_text where comment_id = ?', [id])
  },
  search: (x, query) => searchComments(finder, x, query),
}
