// A page of many megabytes with threads on a thousand elements is saved: when the answer comes, and when the last thread has its place.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Product, startProduct } from '../test/support/product.ts'
import { publish } from './support/content.ts'
import { count, isQuick, type Row, times } from './support/row.ts'
import { insert, numbered } from './support/threads.ts'

const MB = isQuick ? 2 : 10
const THREADS = 1000

const passage = (n: number): string => `Passage ${String(n).padStart(6, '0')}`

const paragraph = (n: number, word: string): string =>
  `<p>${passage(n)} says in <b>plain ${word}</b> what the figures of the quarter mean.</p>\n`

const length = paragraph(0, 'words').length
const paragraphs = Math.floor((MB * 1e6) / length)
const head = '<!doctype html><title>A page with commented elements</title><body>'

/** In the second version one paragraph of 997 is gone, and one of seven says something else. */
function pageOf(isSecond: boolean): string {
  const all = Array.from({ length: paragraphs }, (_, n) =>
    isSecond && n % 997 === 5 ? '' : paragraph(n, isSecond && n % 7 === 0 ? 'terms' : 'words'),
  )
  return head + all.join('')
}

const path = (n: number): string => `body > p:nth-of-type(${n + 1})`

/** Comments on the first paragraph, and copies that thread to a thousand others. */
async function comment(product: Product, shortId: string): Promise<void> {
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/comments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'Since when?', anchor: { cssPath: path(0) } }),
  })
  const { id } = (await answer.json()) as { id: string }
  const db = new DatabaseSync(join(product.data, 'recto.db'))
  db.exec('pragma busy_timeout = 60000; begin immediate')
  const read = (table: string) => db.prepare(`select * from ${table} where id = ?`).get(id) as never
  for (let n = 1; n < THREADS; n += 1) copy(db, { root: read('comment'), thread: read('thread') }, n)
  db.prepare('update artifact set open_threads = ?, comment_sequence = ? where short_id = ?').run(
    ...[THREADS, THREADS + 1, shortId],
  )
  db.exec('commit')
  db.close()
}

type Fields = Record<string, string | number>

function copy(db: DatabaseSync, { root, thread }: { root: Fields; thread: Fields }, n: number): void {
  const at = Math.floor((n * paragraphs) / THREADS)
  const own = { id: numbered(String(root.id), n), sequence: n + 1 }
  const moved = (name: string) => Number(thread[name]) + at * length
  insert(db, 'comment', { ...root, ...own })
  insert(db, 'thread', {
    ...{ ...thread, ...own, anchor: JSON.stringify({ cssPath: path(at) }), place_suffix: path(at) },
    place_text: String(thread.place_text).replace(passage(0), passage(at)),
    source_start: moved('source_start'),
    source_end: moved('source_end'),
    source_line: Number(thread.source_line) + at,
  })
}

/** Milliseconds until the answer to a save. */
async function save(product: Product, shortId: string, html: string): Promise<number> {
  const form = new FormData()
  form.set('file', new File([html], 'page.html'))
  const began = performance.now()
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${product.key}`, 'If-Match': '"v1"' },
    body: form,
  })
  if (answer.status !== 200) throw new Error(`Saving failed: ${answer.status} ${await answer.text()}`)
  return performance.now() - began
}

/** Resolves when no thread waits for its place; how many are anchored then. */
async function placed(product: Product): Promise<number> {
  const db = new DatabaseSync(join(product.data, 'recto.db'))
  const many = (where: string) => Number(db.prepare(`select count(*) n from thread where ${where}`).get()!.n)
  while (many('placing_since is not null') > 0) await new Promise(resolve => setTimeout(resolve, 50))
  const anchored = many("anchor_state = 'anchored'")
  db.close()
  return anchored
}

async function measured(product: Product) {
  const [before, after] = [pageOf(false), pageOf(true)]
  const fields = { visibility: 'company' }
  const bare = await save(product, await publish(product, before, fields), after)
  const shortId = await publish(product, before, fields)
  await comment(product, shortId)
  const began = performance.now()
  const answered = await save(product, shortId, after)
  const anchored = await placed(product)
  return { bare, answered, anchored, whole: performance.now() - began }
}

/** One row: the save beside the same save of a page without threads. */
export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const { bare, answered, anchored, whole } = await measured(product)
    return [
      {
        what: `saving ${MB} MB with threads on ${count(THREADS)} elements; ${count(anchored)} of them anchored after ${count(whole)} ms`,
        ours: `${count(answered)} ms`,
        peer: `${count(bare)} ms without threads`,
        ratio: times(answered / bare),
        goal: 'answered within 3,000 ms, every thread placed within 30,000',
        met: answered <= 3000 && whole <= 30_000,
      },
    ]
  } finally {
    await product.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await rows())
