// Checks that a store that has grown answers as fast as when it was small.
import { type Product, startProduct } from '../test/support/product.ts'
import { pageOf, publish } from './support/content.ts'
import { grow } from './support/grow.ts'
import { growthRow, measures, named } from './support/growth-measures.ts'
import { bestOf } from './support/rounds.ts'
import { isQuick, type Row } from './support/row.ts'

const SMALL = 1000
const LARGE = isQuick ? 50_000 : 1_000_000
const rounds = isQuick ? 2 : 4

export async function rows(): Promise<Row[]> {
  const [small, large] = [await startProduct(), await startProduct()]
  try {
    const ids = [await prepare(small, SMALL), await prepare(large, LARGE)] as const
    const best = await bestOf(rounds, {
      ...named('small', small, ids[0]),
      ...named('large', large, ids[1]),
    })
    return measures.map(name =>
      growthRow(
        name,
        { small: best[`small ${name}`]!, large: best[`large ${name}`]! },
        { sizes: [SMALL, LARGE] },
      ),
    )
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
