// Brings a few texts into the index of words.
import type { SqliteConnection } from './connection.ts'

/** Bounds of one portion, during which nobody else writes: texts, and characters of them. */
const MOST_TEXTS = 200
const MOST_CHARACTERS = 150_000

interface StaleText {
  row: number
  scope: string
  name: string
  body: string
}

const oldest = `
  select t.row, t.scope, t.name, t.body from stale_text s join artifact_text t on t.row = s.row
  order by s.row limit 1`

/** Indexes what waits the longest, at least one text where any waits, as one transaction; answers how many texts. */
export function indexPortion(connection: SqliteConnection): number {
  connection.exec('BEGIN IMMEDIATE')
  try {
    const indexed = indexOldest(connection)
    connection.exec('COMMIT')
    return indexed
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function indexOldest(connection: SqliteConnection): number {
  let indexed = 0
  for (let characters = 0; indexed < MOST_TEXTS && characters < MOST_CHARACTERS; indexed += 1) {
    const [text] = connection.select(oldest, []) as StaleText[]
    if (!text) break
    indexText(connection, text)
    characters += text.body.length
  }
  return indexed
}

function indexText(connection: SqliteConnection, { row, scope, name, body }: StaleText): void {
  const words = [row, scope, name]
  connection.modify('insert or replace into search (rowid, scope, name, body) values (?, ?, ?, ?)', [
    ...words,
    body,
  ])
  connection.modify('insert or replace into search_name (rowid, scope, name) values (?, ?, ?)', words)
  connection.modify('delete from stale_text where row = ?', [row])
}
