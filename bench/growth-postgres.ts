// Checks that a store on Postgres that has grown answers as fast as when it was small, with an embedded one of the same size beside it.
import { randomUUID } from 'node:crypto'
import { startPostgres } from '../test/support/postgres.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish } from './support/content.ts'
import { grow } from './support/grow.ts'
import { growPostgres } from './support/grow-postgres.ts'
import { growthRow, measures, named } from './support/growth-measures.ts'
import { bestOf } from './support/rounds.ts'
import { count, isQuick, type Row } from './support/row.ts'

const SMALL = 1000
const LARGE = isQuick ? 10_000 : 100_000
const rounds = isQuick ? 2 : 4

export async function rows(): Promise<Row[]> {
  const database = await startPostgres({ durable: true })
  if (isSkip(database)) throw new Error(database.skip)
  const products: Product[] = []
  const start = async (size: number, url?: string) => {
    const product = await startProduct({ env: url ? { DATABASE_URL: url, RECTO_SECRET: randomUUID() } : {} })
    products.push(product)
    const shortId = await publish(product, pageOf(30_000), { visibility: 'company' })
    await (url ? growPostgres(url, shortId, size) : grow(product, shortId, size))
    return [product, shortId] as const
  }
  const onPostgres = async (size: number) => start(size, (await database.createDatabase()).url)
  try {
    const best = await bestOf(rounds, {
      ...named('small', ...(await onPostgres(SMALL))),
      ...named('large', ...(await onPostgres(LARGE))),
      ...named('embedded', ...(await start(LARGE))),
    })
    return measures.map(name =>
      growthRow(
        name,
        { small: best[`small ${name}`]!, large: best[`large ${name}`]! },
        {
          sizes: [SMALL, LARGE],
          where: ' on Postgres',
          beside: `; SQLite with ${count(LARGE)}: ${count(best[`embedded ${name}`]!)}/s`,
        },
      ),
    )
  } finally {
    await Promise.all(products.map(product => product.stop()))
    await database.stop()
  }
}
