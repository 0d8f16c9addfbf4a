// 64 writers update one artifact from the same version, round after round: one wins, and no version is lost or doubled.
import { type Product, startProduct } from '../test/support/product.ts'
import { pageOf, publish, writeRequest } from './support/content.ts'
import { load } from './support/load.ts'
import { count, isQuick, type Row } from './support/row.ts'

const WRITERS = 64
const rounds = isQuick ? 10 : 50

export async function rows(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const shortId = await publish(product, pageOf(2000))
    const begin = performance.now()
    let answers = 0
    let clean = 0
    for (let version = 1; version <= rounds; version += 1) {
      const statuses = await race(product, shortId, version)
      answers += WRITERS
      if (statuses[200] === 1 && statuses[412] === WRITERS - 1) clean += 1
    }
    const perSecond = answers / ((performance.now() - begin) / 1000)
    const last = await currentVersion(product, shortId)
    const met = clean === rounds && last === rounds + 1
    return [
      {
        what: `update race: ${WRITERS} writers on one artifact, ${rounds} rounds`,
        ours: `one winner in ${clean} of ${rounds} rounds, current version ${last}; ${count(perSecond)} answers/s`,
        peer: 'none',
        ratio: '',
        goal: `one winner a round, version ${rounds + 1} at the end`,
        met,
      },
    ]
  } finally {
    await product.stop()
  }
}

async function race(product: Product, shortId: string, version: number): Promise<Record<number, number>> {
  const update = { path: `/v1/artifacts/${shortId}`, version }
  const requests = [writeRequest(product, pageOf(2000, 'By writer {nnnn}'), update)]
  return (await load({ port: product.port, connections: WRITERS, total: WRITERS, requests })).statuses
}

async function currentVersion(product: Product, shortId: string): Promise<number> {
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/metadata`, {
    headers: { Authorization: `Bearer ${product.key}` },
  })
  return ((await answer.json()) as { currentVersion: number }).currentVersion
}
