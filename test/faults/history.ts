// The history of clients that publish, update, read and follow over several nodes, and the laws that it has to obey.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { extendTimeout } from '../support/patience.ts'
import type { Product } from '../support/product.ts'
import { everyArtifact, everyVersion, Ledger, sha256 } from './ledger.ts'
import { uniquePage } from './writers.ts'

interface FeedEvent {
  id: string
  type: string
  artifact?: string
  data: { version?: number }
}

interface Read {
  shortId: string
  version: number
  sha: string
}

/** Milliseconds that a client waits for an answer on a quiet machine, and before it asks another node. */
const PATIENCE = 15_000
const AGAIN = 100

/** Answers after which the same request is sent again, with the same key; 0 is none. */
const isTemporary = (status: number, code?: string): boolean =>
  status === 0 || status === 429 || status >= 500 || code === 'idempotency_in_progress'

interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
}

/**
 * Clients ask whichever node they like, and repeat what was not answered at another one. They note in one process, so each
 * answer that has come before a request begins is known when that request is judged.
 */
export class History {
  readonly #nodes: readonly Product[]
  readonly #ledger = new Ledger()
  /** The newest version of each artifact that any answer has told of. */
  readonly #newest = new Map<string, number>()
  readonly #reads: Read[] = []
  readonly #mistakes: string[] = []
  readonly #followed: FeedEvent[][] = []
  #isOver = false
  #isWhole = false
  #working: Promise<unknown> = Promise.resolve()
  #following: Promise<unknown> = Promise.resolve()

  /** @param nodes those of now; whoever restarts one puts the new one in its place */
  constructor(nodes: readonly Product[]) {
    this.#nodes = nodes
  }

  get acknowledged(): number {
    return this.#ledger.size
  }

  /** Starts so many clients, and followers of the feed beside them. */
  start(clients: number, followers: number): void {
    this.#isOver = false
    this.#isWhole = false
    this.#followed.length = 0
    this.#working = Promise.all(Array.from({ length: clients }, () => this.#work()))
    this.#following = Promise.all(Array.from({ length: followers }, () => this.#follow()))
  }

  /** Waits until all clients have ended what they began, and the followers have seen the end of the feed. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
    this.#isWhole = true
    await this.#following
  }

  /**
   * Throws where a law is broken: versions without gaps, each acknowledged write there once with its writer's bytes, no read
   * behind what was answered before it began, and each version once in the feed, for all followers in the same order.
   */
  async check(): Promise<{ versions: number; reads: number; events: number }> {
    assert.deepEqual(this.#mistakes, [])
    const [product] = this.#nodes as [Product]
    await this.#ledger.check(product)
    const versions = new Map<string, string>()
    for (const shortId of await everyArtifact(product))
      for (const { number, sha256: sha } of await everyVersion(product, shortId))
        versions.set(`${shortId} v${number}`, sha)
    assert.equal(new Set(versions.values()).size, versions.size, 'no write is there twice')
    for (const { shortId, version, sha } of this.#reads)
      assert.equal(versions.get(`${shortId} v${version}`), sha, `a read of ${shortId} v${version}`)
    const events = await this.#checkFeed([...versions.keys()])
    return { versions: versions.size, reads: this.#reads.length, events }
  }

  async #checkFeed(versions: string[]): Promise<number> {
    const whole: FeedEvent[] = []
    let page = await this.#feed('')
    for (; page && page.data.length > 0; page = await this.#feed(page.nextCursor)) whole.push(...page.data)
    const ofVersions = whole.filter(({ type }) => /^artifact\.(published|updated)$/.test(type))
    const told = ofVersions.map(({ artifact, data }) => `${artifact} v${data.version ?? 1}`)
    assert.deepEqual(told.toSorted(), versions.toSorted(), 'the feed tells of each version once')
    const ids = whole.map(({ id }) => id)
    for (const events of this.#followed)
      assert.deepEqual(
        events.map(({ id }) => id),
        ids,
        'who follows sees the whole feed in its order',
      )
    const last = new Map<string, number>()
    for (const { artifact = '', data } of ofVersions) {
      assert.equal(data.version ?? 1, (last.get(artifact) ?? 0) + 1, `versions of ${artifact} come in order`)
      last.set(artifact, data.version ?? 1)
    }
    return whole.length
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const known = [...this.#newest.keys()]
      const some = known[randomInt(Math.max(1, known.length))]
      const kind = randomInt(4)
      if (!some || kind === 0) await this.#write()
      else if (kind === 1) await this.#write({ shortId: some, base: this.#newest.get(some)! })
      else await this.#read(some)
    }
  }

  async #write(update?: { shortId: string; base: number }): Promise<void> {
    const html = uniquePage(randomInt(200, 20_000))
    const sha = sha256(html)
    this.#ledger.sends(sha, update?.base ?? 0)
    const form = () => {
      const body = new FormData()
      body.set('file', new File([html], 'page.html'))
      return body
    }
    const headers = { 'Idempotency-Key': randomUUID(), ...(update && { 'If-Match': `"v${update.base}"` }) }
    const path = update ? `/v1/artifacts/${update.shortId}` : '/v1/artifacts'
    const answer = await this.#ask(path, () => ({ method: update ? 'PUT' : 'POST', headers, body: form() }))
    if (!answer) return
    const { shortId, version, code } = JSON.parse(answer.bytes.toString())
    if (answer.status === 412) return
    if (answer.status >= 300) return void this.#mistakes.push(`${path} answers ${answer.status} ${code}`)
    this.#ledger.acknowledged(shortId, version, sha)
    this.#saw(shortId, version)
  }

  async #read(shortId: string): Promise<void> {
    const before = this.#newest.get(shortId)!
    const answer = await this.#ask(`/v1/artifacts/${shortId}/content`, () => ({}))
    if (!answer) return
    const version = Number(/^"v(\d+)"$/.exec(answer.headers.get('etag') ?? '')?.[1])
    if (answer.status !== 200 || !(version >= before))
      this.#mistakes.push(`${shortId} reads ${answer.status} v${version} after v${before}`)
    else this.#reads.push({ shortId, version, sha: sha256(answer.bytes) })
    this.#saw(shortId, version)
  }

  #saw(shortId: string, version: number): void {
    this.#newest.set(shortId, Math.max(version, this.#newest.get(shortId) ?? 0))
  }

  async #follow(): Promise<void> {
    const events: FeedEvent[] = []
    this.#followed.push(events)
    for (let after = ''; ; ) {
      const isLast = this.#isWhole
      const page = await this.#feed(after, isLast ? 0 : 1)
      if (page) events.push(...page.data)
      if (isLast && page?.data.length === 0) return
      after = page?.nextCursor ?? after
    }
  }

  /** Null where the node asked does not answer. */
  async #feed(after: string, wait = 0): Promise<{ data: FeedEvent[]; nextCursor: string } | null> {
    const from = after && `&after=${encodeURIComponent(after)}`
    const answer = await this.#ask(`/v1/events?limit=100&wait=${wait}${from}`, () => ({}), { always: true })
    return JSON.parse(answer!.bytes.toString())
  }

  /** Asks until a node answers; null where the clients were told to stop before. */
  async #ask(path: string, request: () => RequestInit, { always = false } = {}): Promise<Answer | null> {
    for (;;) {
      const answer = await this.#askOnce(path, request())
      if (answer) return answer
      if (this.#isOver && !always) return null
      await sleep(AGAIN)
    }
  }

  async #askOnce(path: string, { headers, ...request }: RequestInit): Promise<Answer | null> {
    const { url, key } = this.#nodes[randomInt(this.#nodes.length)]!
    try {
      const answer = await fetch(url + path, {
        ...request,
        headers: { Authorization: `Bearer ${key}`, ...(headers as Record<string, string>) },
        signal: AbortSignal.timeout(extendTimeout(PATIENCE)),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const code = answer.ok ? undefined : JSON.parse(bytes.toString()).code
      return isTemporary(answer.status, code)
        ? null
        : { status: answer.status, headers: answer.headers, bytes }
    } catch {
      return null
    }
  }
}
