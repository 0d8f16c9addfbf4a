// Clients that publish and update without rest, noting in a ledger what they sent and what was acknowledged.
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../support/product.ts'
import { type Ledger, sha256 } from './ledger.ts'

/** A page of about so many bytes that no other page equals. */
export function uniquePage(bytes: number): string {
  const name = randomBytes(8).toString('hex')
  const filler = randomBytes(Math.ceil(bytes / 2)).toString('hex')
  return `<!doctype html><title>Page ${name}</title><p>${filler}</p>`
}

export interface Outcome {
  status: number
  code?: string
  shortId?: string
  version?: number
}

/** Publishes, or updates from the version given, and notes it. Rejects where no answer came. */
export async function write(
  product: Product,
  ledger: Ledger,
  html: string,
  update?: { shortId: string; base: number },
): Promise<Outcome> {
  const sha = sha256(html)
  ledger.sends(sha, update?.base ?? 0)
  const form = new FormData()
  form.set('file', new File([html], 'page.html'))
  const answer = await fetch(`${product.url}/v1/artifacts${update ? `/${update.shortId}` : ''}`, {
    method: update ? 'PUT' : 'POST',
    headers: { Authorization: `Bearer ${product.key}`, ...(update && { 'If-Match': `"v${update.base}"` }) },
    body: form,
  })
  const body = (await answer.json()) as { shortId: string; version: number; code?: string }
  if (answer.ok) ledger.acknowledged(body.shortId, body.version, sha)
  return { status: answer.status, ...body }
}

export interface Running {
  /** Tells them to stop, and waits until they have. */
  stop(): Promise<void>
  /** From now on each of them rests so many milliseconds after a write: what is written has to be read afterwards. */
  rest(milliseconds: number): void
  /** How often each status was answered; 0 where no answer came. */
  statuses: Record<number, number>
}

/** Writers that go on until told to stop, or until the server is gone. */
export function startWriters(products: readonly Product[], ledger: Ledger, count: number): Running {
  const statuses: Record<number, number> = {}
  let rest = 0
  let going = true
  const one = async (product: Product): Promise<void> => {
    while (going) {
      const status = await attempt(product, ledger)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 0) return
      if (rest > 0) await sleep(rest)
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, n) => one(products[n % products.length]!)))
  return {
    statuses,
    rest(milliseconds) {
      rest = milliseconds
    },
    async stop() {
      going = false
      await all
    },
  }
}

async function attempt(product: Product, ledger: Ledger): Promise<number> {
  const known = ledger.current()
  const some = known.length > 4 && randomInt(2) === 0 ? known[randomInt(known.length)] : undefined
  try {
    const html = uniquePage(randomInt(200, 40_000))
    const update = some && { shortId: some[0], base: some[1] }
    return (await write(product, ledger, html, update)).status
  } catch {
    return 0
  }
}
