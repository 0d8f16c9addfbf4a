// The measures of a store that grows: reading, publishing, listing and searching.
import type { Product } from '../../test/support/product.ts'
import { pageOf, writeRequest } from './content.ts'
import { commonWord, rareWord } from './grow.ts'
import { load, readsPerSecond } from './load.ts'
import { count, isQuick, type Row, times } from './row.ts'

const seconds = isQuick ? 1 : 2

export const measures = ['read', 'publish', 'list', 'next page', 'rare word', 'common word'] as const
export type Measures = Record<(typeof measures)[number], number>

/** The most times slower that each may be. */
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

/** The measures of a store under names of their own. */
export function named(
  size: string,
  product: Product,
  shortId: string,
): Record<string, () => Promise<number>> {
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

/** A store that has grown, beside the same one small; `beside` says what else was measured. */
export function growthRow(
  name: keyof Measures,
  { small, large }: { small: number; large: number },
  { sizes, where = '', beside = '' }: { sizes: readonly [number, number]; where?: string; beside?: string },
): Row {
  const slower = small / large
  return {
    what: `${words[name]}, ${count(sizes[1])} artifacts${where}`,
    ours: `${count(large)}/s`,
    peer: `the same with ${count(sizes[0])}: ${count(small)}/s${beside}`,
    ratio: times(slower),
    goal: `within ${most[name]} times`,
    met: slower <= most[name],
  }
}
