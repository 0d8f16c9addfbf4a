// Whether a store that has grown answers as fast as when it was small.
import { type Product, startProduct } from '../test/support/product.ts'
import { pageOf, publish, writeRequest } from './support/content.ts'
import { commonWord, grow, rareWord } from './support/grow.ts'
import { load, readsPerSecond } from './support/load.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row, times } from './support/row.ts'

const SMALL = 1000
const LARGE = isQuick ? 50_000 : 1_000_000
const seconds = isQuick ? 1 : 2
const rounds = isQuick ? 2 : 4

const measures = ['read', 'publish', 'list', 'next page', 'rare word', 'common word'] as const
type Measures = Record<(typeof measures)[number], number>

/** How many times slower each may be at most. */
const most: Record<keyof Measures, number> = {
  read: 1.2,
  publish: 1.2,
  list: 2,
  'next page': 2,
  'rare word': 2,
  'common word': 2,
}

const words: Record<keyof Measures, string> = {
  read: 'gated read of 30 KB',
  publish: 'durable publish of 16 KB, 64 writers',
  list: 'the first 25 of the list',
  'next page': 'a later page of the list',
  'rare word': 'search for a word of 20 texts',
  'common word': 'search for a word of every tenth text',
}

export async function rows(): Promise<Row[]> {
  const [small, large] = [await startProduct(), await startProduct()]
  try {
    const ids = [await prepare(small, SMALL), await prepare(large, LARGE)] as const
    const best = await bestOf(rounds, {
      ...named('small', small, ids[0]),
      ...named('large', large, ids[1]),
    })
    return measures.map(name => row(name, best[`small ${name}`]!, best[`large ${name}`]!))
  } finally {
    await small.stop()
    await large.stop()
  }
}

/** An artifact to read, among so many others. */
async function prepare(product: Product, size: number): Promise<string> {
  const shortId = await publish(product, pageOf(30_000), { visibility: 'company' })
  grow(product, shortId, size)
  return shortId
}

function named(size: string, product: Product, shortId: string): Record<string, () => Promise<number>> {
  const measure = measuresOf(product, shortId)
  return Object.fromEntries(measures.map(name => [`${size} ${name}`, measure[name]]))
}

function measuresOf(product: Product, shortId: string): Record<keyof Measures, () => Promise<number>> {
  const headers = { Authorization: `Bearer ${product.key}` }
  const asked = (path: string) => () =>
    readsPerSecond({ requests: [{ url: product.url + path, headers }], connections: 8, seconds })
  const later = fetch(`${product.url}/v1/artifacts?limit=100`, { headers })
    .then(answer => answer.json())
    .then(({ nextCursor }) => `/v1/artifacts?cursor=${encodeURIComponent(nextCursor)}&limit=25`)
  return {
    read: asked(`/v1/artifacts/${shortId}/content`),
    publish: () => published(product),
    list: asked('/v1/artifacts?limit=25'),
    'next page': async () => asked(await later)(),
    'rare word': asked(`/v1/search?q=${rareWord}`),
    'common word': asked(`/v1/search?q=${commonWord}`),
  }
}

async function published({ port, ...product }: Product): Promise<number> {
  const requests = [writeRequest({ port, ...product }, pageOf(16_384, 'Page {nnnn}'))]
  return (await load({ port, connections: 64, seconds, requests })).perSecond
}

function row(name: keyof Measures, small: number, large: number): Row {
  const slower = small / large
  return {
    what: `${words[name]}, ${count(LARGE)} artifacts`,
    ours: `${count(large)}/s`,
    peer: `the same with ${count(SMALL)}: ${count(small)}/s`,
    ratio: times(slower),
    goal: `within ${most[name]} times`,
    met: slower <= most[name],
  }
}
