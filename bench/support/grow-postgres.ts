// Makes a store on Postgres larger without its server, as `grow` does an embedded one.
import pg from 'pg'
import { commonWord, RARE, rareWord } from './grow.ts'

const idOf = (column: string) => `substr(${column}, 1, 28) || '-' || lpad(n::text, 7, '0')`
const name = "'Report ' || lpad(n::text, 7, '0')"

/** The text of a copy; every so many hold the rare word. */
const bodyOf = (
  step: number,
) => `'The report of week ' || n % 53 || ' on subject' || n % 997 || ' and subject' || n % 7919
  || case when n % 10 = 0 then ' with its ${commonWord}' else '' end
  || case when n % ${step} = 0 then ' in ${rareWord}' else '' end`

const wordsOf = (text: string, weight: 'A' | 'B') => `setweight(to_tsvector('simple', ${text}), '${weight}')`

/** How columns of a copy differ from those of the artifact copied; `n` is its number. */
const differing = (step: number): Record<string, Record<string, string>> => ({
  artifact: {
    id: idOf('id'),
    short_id: "lpad(n::text, 10, '0')",
    name,
    name_key: `lower(${name})`,
    created_at: 'created_at - n * 1000',
    updated_at: 'updated_at - n * 1000',
  },
  version: {
    artifact_id: idOf('artifact_id'),
    blob: "blob || '-' || lpad(n::text, 7, '0')",
    created_at: 'created_at - n * 1000',
  },
  artifact_text: {
    artifact_id: idOf('artifact_id'),
    body: bodyOf(step),
    name_words: wordsOf(name, 'A'),
    words: `${wordsOf(name, 'A')} || ${wordsOf(bodyOf(step), 'B')}`,
  },
})

/** Copies the artifact until the database holds `more` of them besides. */
export async function growPostgres(url: string, shortId: string, more: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('select id from artifact where short_id = $1', [shortId])
    const keys = { artifact: 'id', version: 'artifact_id', artifact_text: 'artifact_id' }
    const differs = differing(Math.max(1, Math.floor(more / RARE)))
    await client.query('begin')
    for (const [table, key] of Object.entries(keys)) {
      const found = await client.query(
        'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
        [table],
      )
      const columns = found.rows.map(column => column.name as string)
      const values = columns.map(column => differs[table]?.[column] ?? column)
      await client.query(
        `insert into ${table} (${columns.join(', ')})
         select ${values.join(', ')} from ${table}, generate_series(1, ${more}) as n where ${key} = '${rows[0].id}'`,
      )
    }
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
