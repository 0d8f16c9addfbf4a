// Makes a store larger without its server: rows copied from one artifact, under new names and with texts of their own.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../test/support/product.ts'

/** A word that stands in so few of the copied texts, and one that stands in every tenth. */
export const rareWord = 'heliotrope'
export const commonWord = 'budget'
export const RARE = 20

/** How columns of a copy differ from those of the artifact copied; `n` is its number. */
const differing: Record<string, Record<string, string>> = {
  artifact: {
    id: "printf('%s-%07d', substr(id, 1, 28), n)",
    short_id: "printf('%010d', n)",
    name: "printf('Report %07d', n)",
    name_key: "printf('report %07d', n)",
    created_at: 'created_at - n * 1000',
    updated_at: 'updated_at - n * 1000',
  },
  version: {
    artifact_id: "printf('%s-%07d', substr(artifact_id, 1, 28), n)",
    blob: "printf('%s-%07d', blob, n)",
    created_at: 'created_at - n * 1000',
  },
  artifact_text: {
    row: 'row + n',
    artifact_id: "printf('%s-%07d', substr(artifact_id, 1, 28), n)",
    name: "printf('Report %07d', n)",
    body: `printf('The report of week %d on subject%d and subject%d%s%s', n % 53, n % 997, n % 7919,
             iif(n % 10 = 0, ' with its ${commonWord}', ''), iif(n % (:step) = 0, ' in ${rareWord}', ''))`,
  },
}

/** Copies the artifact until the store holds `more` of them besides. Its server may run: readers wait for nothing. */
export function grow({ data }: Product, shortId: string, more: number): void {
  const db = new DatabaseSync(join(data, 'recto.db'))
  try {
    db.exec('pragma busy_timeout = 60000; pragma synchronous = normal; begin immediate')
    const { id } = db.prepare('select id from artifact where short_id = ?').get(shortId) as { id: string }
    const keys = { artifact: 'id', version: 'artifact_id', artifact_text: 'artifact_id' }
    for (const [table, key] of Object.entries(keys)) copy(db, table, `${key} = '${id}'`, more)
    for (const [index, columns] of Object.entries({
      search: 'scope, name, body',
      search_name: 'scope, name',
    }))
      db.exec(
        `insert into ${index} (rowid, ${columns}) select row, ${columns} from artifact_text where artifact_id like '${id.slice(0, 28)}-_______'`,
      )
    db.exec('commit; pragma wal_checkpoint(truncate); analyze')
  } finally {
    db.close()
  }
}

function copy(db: DatabaseSync, table: string, where: string, more: number): void {
  const columns = (db.prepare(`pragma table_info(${table})`).all() as { name: string }[]).map(
    ({ name }) => name,
  )
  const values = columns.map(name => differing[table]?.[name] ?? name).join(', ')
  const step = String(Math.max(1, Math.floor(more / RARE)))
  db.exec(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${more})
     insert into ${table} (${columns.join(', ')})
     select ${values.replace(':step', step)} from ${table}, numbers where ${where}`,
  )
}
