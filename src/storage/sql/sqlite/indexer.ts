// Indexes texts after the transaction that wrote them: many at once cost half as much, and only a search waits for it.
import { Problem } from '../../../domain/problem.ts'
import type { Engine, Executor } from '../engine/engine.ts'
import type { Freshness } from './text.ts'

/** Bounds of one portion, which holds up the event loop as a whole: texts, and characters of them. */
const MOST_TEXTS = 200
const MOST_CHARACTERS = 150_000
/** Milliseconds until written texts are indexed without a search, and between portions of them. */
const LATER = 40
/** Beyond so many waiting texts there is no pause between portions, so that the rest cannot grow for ever. */
const BACKLOG = 2000
/** Milliseconds until a portion that failed is tried again. */
const AFTER_FAILURE = 5000

export class SqliteIndexer implements Freshness {
  readonly #unit: Engine['unit']
  readonly #reading: Executor
  #timer: NodeJS.Timeout | null = null
  #stopped = false

  constructor(unit: Engine['unit'], reading: Executor) {
    this.#unit = unit
    this.#reading = reading
  }

  wake(): void {
    if (!this.#timer) this.#schedule(LATER)
  }

  async catchUp(x: Executor): Promise<void> {
    const inUnit = x !== this.#reading
    for (let left = await allWaiting(x); left > 0; ) {
      const indexed = await (inUnit ? index(x) : this.#unit(index).catch(laterIfRefused))
      if (indexed === 0) return
      left -= indexed
    }
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #schedule(pause: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#portion(), pause).unref()
  }

  async #portion(): Promise<void> {
    try {
      if ((await waiting(this.#reading, 1)) > 0) await this.#unit(index)
      const left = await waiting(this.#reading)
      this.#timer = null
      if (left > 0) this.#schedule(left < BACKLOG ? LATER : 0)
    } catch {
      this.#schedule(AFTER_FAILURE)
    }
  }
}

/** Where nothing can be written, as on a full disk, what is indexed is searched; the rest follows when there is room. */
function laterIfRefused(error: unknown): number {
  if (error instanceof Problem) return 0
  throw error
}

/** How many texts wait, counted no further than `most`. */
async function waiting(x: Executor, most = BACKLOG): Promise<number> {
  const counted = 'select count(*) as waiting from (select 1 from stale_text limit ?)'
  const [row] = await x.select(counted, [most])
  return (row as { waiting: number }).waiting
}

async function allWaiting(x: Executor): Promise<number> {
  const [row] = await x.select('select count(*) as waiting from stale_text', [])
  return (row as { waiting: number }).waiting
}

interface StaleText {
  row: number
  scope: string
  name: string
  body: string
}

const oldest = `
  select t.row, t.scope, t.name, t.body from stale_text s join artifact_text t on t.row = s.row
  order by s.row limit ?`

/** Indexes one portion, at least one text where any waits; answers how many. */
async function index(x: Executor): Promise<number> {
  let characters = 0
  let indexed = 0
  for (const { row, scope, name, body } of (await x.select(oldest, [MOST_TEXTS])) as StaleText[]) {
    if (characters > 0 && characters + body.length > MOST_CHARACTERS) break
    characters += body.length
    await x.modify('insert or replace into search (rowid, scope, name, body) values (?, ?, ?, ?)', [
      row,
      scope,
      name,
      body,
    ])
    await x.modify('insert or replace into search_name (rowid, scope, name) values (?, ?, ?)', [
      row,
      scope,
      name,
    ])
    await x.modify('delete from stale_text where row = ?', [row])
    indexed += 1
  }
  return indexed
}
