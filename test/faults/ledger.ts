// Remembers every write that was sent and every one that was acknowledged, and holds a server to them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { verify } from '../../src/admin/verify.ts'
import { createCheckedReader } from '../../src/storage/checked-reader.ts'
import { openBlobs, openRecords } from '../../src/storage/open.ts'
import type { Product } from '../support/product.ts'

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface Version {
  number: number
  sha256: string
  size: number
}

export interface Checked {
  artifacts: number
  versions: number
  /** Versions that are there without ever having been acknowledged: each of them whole. */
  unacknowledged: number
}

/**
 * The property of every fault: each acknowledged version is there with its exact bytes, versions run 1 to n
 * without gap, and one that was not acknowledged is wholly there or wholly not.
 */
export class Ledger {
  /** SHA-256 of all that was ever sent, with the version it was sent to follow; 0 for a publish. */
  readonly #sent = new Map<string, number>()
  readonly #kept = new Map<string, Map<number, string>>()

  sends(sha: string, base: number): void {
    this.#sent.set(sha, base)
  }

  acknowledged(shortId: string, version: number, sha: string): void {
    const versions = this.#kept.get(shortId) ?? new Map<number, string>()
    assert.ok(!versions.has(version), `version ${version} of ${shortId} was acknowledged twice`)
    versions.set(version, sha)
    this.#kept.set(shortId, versions)
  }

  /** Short IDs with their last acknowledged version. */
  current(): [string, number][] {
    return [...this.#kept].map(([shortId, versions]) => [shortId, Math.max(...versions.keys())])
  }

  /** Acknowledged writes so far. */
  get size(): number {
    return [...this.#kept.values()].reduce((sum, versions) => sum + versions.size, 0)
  }

  /** Throws where the server differs from what was promised. */
  async check(product: Product, { contents = true } = {}): Promise<Checked> {
    const there = await everyArtifact(product)
    for (const shortId of this.#kept.keys())
      assert.ok(there.includes(shortId), `${shortId} was acknowledged and is gone`)
    const result = { artifacts: there.length, versions: 0, unacknowledged: 0 }
    for (const shortId of there) {
      const versions = await everyVersion(product, shortId)
      result.versions += versions.length
      result.unacknowledged += this.#compare(shortId, versions)
      if (contents) for (const version of versions) await compareBytes(product, shortId, version)
    }
    return result
  }

  #compare(shortId: string, versions: readonly Version[]): number {
    const numbers = versions.map(version => version.number)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      `versions of ${shortId} run without gap`,
    )
    const kept = this.#kept.get(shortId) ?? new Map<number, string>()
    for (const [number, sha] of kept)
      assert.equal(
        versions[number - 1]?.sha256,
        sha,
        `${shortId} v${number} was acknowledged with other bytes`,
      )
    const others = versions.filter(({ number }) => !kept.has(number))
    for (const { number, sha256: sha } of others)
      assert.equal(this.#sent.get(sha), number - 1, `${shortId} v${number} is a write that somebody sent`)
    return others.length
  }
}

/** Reads all there is in the stores of a data folder, as `recto admin verify` does; a server may run on it. */
export async function findings(
  data: string,
  urls: { database?: string; blobs?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string[]> {
  const records = await openRecords(urls.database ?? `sqlite:${data}/recto.db`)
  const blobs = await openBlobs(urls.blobs ?? `file:${data}/blobs`, urls.env ?? {})
  try {
    const contents = createCheckedReader(blobs, { cacheBytes: 1 })
    const result = await verify({ records, contents }, () => undefined)
    return result.findings.map(({ shortId, version, what }) => `${shortId} v${version}: ${what}`)
  } finally {
    await records.close()
    await blobs.close()
  }
}

export async function ask<T>(product: Product, path: string, change?: object): Promise<T> {
  const answer = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
    ...(change && { method: 'PATCH', body: JSON.stringify(change) }),
  })
  assert.equal(answer.status, 200, `${path} answers ${answer.status}`)
  return (await answer.json()) as T
}

interface Page<T> {
  data: T[]
  nextCursor: string | null
}

async function everyPage<T>(product: Product, path: string): Promise<T[]> {
  const all: T[] = []
  let cursor: string | null = null
  do {
    const next: Page<T> = await ask(
      product,
      `${path}?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    all.push(...next.data)
    cursor = next.nextCursor
  } while (cursor)
  return all
}

export async function everyArtifact(product: Product): Promise<string[]> {
  return (await everyPage<{ shortId: string }>(product, '/v1/artifacts')).map(({ shortId }) => shortId)
}

/** Oldest first. */
export async function everyVersion(product: Product, shortId: string): Promise<Version[]> {
  const versions = await everyPage<Version & { version?: number }>(
    product,
    `/v1/artifacts/${shortId}/versions`,
  )
  return versions
    .map(version => ({ ...version, number: version.number ?? version.version! }))
    .sort((a, b) => a.number - b.number)
}

async function compareBytes(product: Product, shortId: string, version: Version): Promise<void> {
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/content?version=${version.number}`, {
    headers: { Authorization: `Bearer ${product.key}` },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  assert.equal(answer.status, 200, `${shortId} v${version.number} is read`)
  assert.equal(sha256(bytes), version.sha256, `${shortId} v${version.number} has its bytes`)
}
