// A page with many comment threads: its words, and the rows of the threads, copied from two that were written over the API.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../test/support/product.ts'
import { publish } from './content.ts'

/** Every paragraph has as many characters as every other, in the file and in its text. */
const paragraph = (n: number): string =>
  `<p>Passage ${name(n)} says in <b>plain words</b> what the figures of the quarter mean, <a href="#">why they rose</a>, and who will ask about them in the next meeting.</p>\n`

const name = (n: number): string => String(n).padStart(6, '0')

const head = '<!doctype html><meta charset="utf-8"><title>A page with threads</title>'

export interface Threaded {
  html: string
  shortId: string
  paragraphs: number
  /** Ids of the open threads, in the order of the text. */
  threads: string[]
  /** Words of the passage of a thread. */
  words(thread: number): string
}

/** Publishes a page of about so many bytes with threads all over it, and every tenth more of them resolved. */
export async function publishThreaded(product: Product, bytes: number, count: number): Promise<Threaded> {
  const paragraphs = Math.floor((bytes - head.length) / paragraph(0).length)
  const html = head + Array.from({ length: paragraphs }, (_, n) => paragraph(n)).join('')
  const shortId = await publish(product, html, { visibility: 'company' })
  const first = await begin(product, shortId, { textQuote: { exact: `Passage ${name(0)} says` } })
  const resolved = Math.floor(count / 10)
  const threads = copyThread(product, first, {
    count: count + resolved,
    resolved,
    step: paragraph(0).replace(/<[^>]*>/g, '').length,
    sourceStep: paragraph(0).length,
    every: Math.max(1, Math.floor(paragraphs / count)),
    paragraphs,
  })
  const every = Math.max(1, Math.floor(paragraphs / count))
  return {
    ...{ html, shortId, paragraphs, threads },
    words: thread => `Passage ${name((thread * every) % paragraphs)} says`,
  }
}

async function begin(product: Product, shortId: string, anchor: object): Promise<string> {
  const post = async (fields: object) => {
    const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (answer.status !== 201) throw new Error(`Commenting failed: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post({
    body: 'Is this **so**? It differs from `figures.csv` and [what was said](https://files.example) last month.',
    anchor,
  })
  await post({ body: 'I asked:\n\n- the answer comes *tomorrow*', parentId: id })
  return id
}

interface Copies {
  count: number
  resolved: number
  /** Characters from one paragraph to the next, in the text and in the file. */
  step: number
  sourceStep: number
  /** Threads stand on every so manieth paragraph, and begin again at the first. */
  every: number
  paragraphs: number
}

type Fields = Record<string, string | number | null>

/** Copies the thread with its answer, which is the first of all; ids of the open ones. */
function copyThread({ data }: Product, id: string, copies: Copies): string[] {
  const db = new DatabaseSync(join(data, 'recto.db'))
  const ids = [id]
  try {
    db.exec('pragma busy_timeout = 60000; begin immediate')
    const read = (table: string, where: string) =>
      db.prepare(`select * from ${table} where ${where}`).get(id) as Fields
    const [root, reply, thread] = [
      read('comment', 'id = ?'),
      read('comment', 'parent_id = ?'),
      read('thread', 'id = ?'),
    ]
    for (let n = 1; n < copies.count; n += 1) {
      const isResolved = n >= copies.count - copies.resolved
      const own = numbered(id, n)
      const sequence = Number(reply.sequence) + 2 * n
      insert(db, 'comment', { ...root, id: own, sequence })
      const answer = { id: numbered(String(reply.id), n), parent_id: own, sequence: sequence + 1 }
      insert(db, 'comment', { ...reply, ...answer })
      insert(db, 'thread', {
        ...thread,
        id: own,
        sequence,
        ...placed(thread, n, copies),
        ...state(isResolved),
      })
      if (!isResolved) ids.push(own)
    }
    db.prepare('update artifact set open_threads = ?, comment_sequence = ? where id = ?').run(
      ids.length,
      Number(reply.sequence) + 2 * copies.count + 2,
      root.artifact_id!,
    )
    db.exec('commit; pragma wal_checkpoint(truncate); analyze')
  } finally {
    db.close()
  }
  return ids
}

export const numbered = (id: string, n: number): string => `${id.slice(0, 28)}${String(n).padStart(8, '0')}`

const state = (isResolved: boolean): Fields =>
  isResolved ? { status: 'resolved', resolver_name: 'Ana', resolved_at: 1, resolved_on_version: 1 } : {}

function placed(thread: Fields, n: number, { step, sourceStep, every, paragraphs }: Copies): Fields {
  const at = (n * every) % paragraphs
  const renamed = (text: string | number | null | undefined) =>
    String(text).replace(`Passage ${name(0)}`, `Passage ${name(at)}`)
  return {
    anchor: renamed(thread.anchor),
    place_text: renamed(thread.place_text),
    place_start: Number(thread.place_start) + at * step,
    place_end: Number(thread.place_end) + at * step,
    source_start: Number(thread.source_start) + at * sourceStep,
    source_end: Number(thread.source_end) + at * sourceStep,
    source_line: Number(thread.source_line) + at,
  }
}

export function insert(db: DatabaseSync, table: string, fields: Fields): void {
  const columns = Object.keys(fields)
  db.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  ).run(...Object.values(fields))
}
