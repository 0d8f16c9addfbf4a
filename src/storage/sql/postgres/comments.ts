// Full text over comments in PostgreSQL: a column of words beside the comments, with an index over it.
import { sql } from 'kysely'
import { folded, foldedText } from '../../../domain/search-text.ts'
import { type CommentFinder, searchComments } from '../comments/comment-search.ts'
import type { CommentIndex } from '../engine/engine.ts'
import { QueryCache } from '../engine/query-cache.ts'

/** Statements that make the index. */
export const commentTables: readonly string[] = [
  `create table comment_text (
     comment_id text collate "C" primary key references comment (id) on delete cascade,
     words tsvector not null
   )`,
  'create index comment_text_by_words on comment_text using gin (words) with (gin_pending_list_limit = 128)',
]

const finder: CommentFinder = {
  from: sql`comment_text t`,
  matches: param => sql<boolean>`t.words @@ to_tsquery('simple', ${param('match')})`,
  match: (words, open) =>
    words
      .map((word, index) => `'${folded(word)}'${open && index === words.length - 1 ? ':*' : ''}`)
      .join(' & '),
  shapes: new QueryCache(),
}

export const postgresComments: CommentIndex = {
  async put(x, { id, body }) {
    await x.modify("insert into comment_text (comment_id, words) values ($1, to_tsvector('simple', $2))", [
      id,
      foldedText(body),
    ])
  },
  async change(x, id, body) {
    await x.modify("update comment_text set words = to_tsvector('simple', $2) where comment_id = $1", [
      id,
      foldedText(body),
    ])
  },
  async remove(x, id) {
    await x.modify('delete from comment_text where comment_id = $1', [id])
  },
  search: (x, query) => searchComments(finder, x, query),
}
