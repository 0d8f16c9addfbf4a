// Sends recorded statements with `pg` alone, over as many connections as a node has; before a transaction that keeps a file, the file goes into its bucket.
import { once } from 'node:events'
import { Agent } from 'node:http'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import type { Bucket } from './bare-postgres.ts'
import { type Recorded, Values } from './statements.ts'

export interface BareJob {
  databaseUrl: string
  recorded: Recorded
  /** The number of clients that do the same at once, each one request after the other. */
  clients: number
  connections: number
  seconds: number
  /** The bucket that takes a file with each request, and the size of the file. */
  file?: Bucket & { bytes: number }
}

async function perSecond(job: BareJob): Promise<number> {
  const int8 = 20
  const parserOf = (oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)
  const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser }
  const pool = new pg.Pool({ connectionString: job.databaseUrl, max: job.connections, types })
  const put = job.file && putter(job.file)
  const all = (work: () => Promise<void>) => Promise.all(Array.from({ length: job.clients }, work))
  // Connections are made and statements prepared before it counts, as in a node that has run for a while.
  await all(() => request(pool, job.recorded, put))
  let done = 0
  const begin = performance.now()
  await all(async () => {
    while (performance.now() - begin < job.seconds * 1000) {
      await request(pool, job.recorded, put)
      done += 1
    }
  })
  const rate = done / ((performance.now() - begin) / 1000)
  await pool.end()
  return rate
}

/** One request's statements: those of a transaction on one connection, the others on any. */
async function request(pool: pg.Pool, [sent, other]: Recorded, put?: () => Promise<unknown>): Promise<void> {
  const values = new Values()
  let client: pg.PoolClient | null = null
  let counted = 0
  for (const [at, statement] of sent.entries()) {
    const { text, name } = statement
    if (text.startsWith('begin')) {
      await put?.()
      client = await pool.connect()
    }
    const query = { text, values: values.of(statement, other[at]!, counted), ...(name && { name }) }
    const { rows } = await (client ?? pool).query(query)
    counted = rows[0]?.sequence ?? counted
    if (text === 'commit') {
      client!.release()
      client = null
    }
  }
}

function putter({ endpoint, region, bucket, keys, bytes }: NonNullable<BareJob['file']>) {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 512 })
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, requestHandler: { httpAgent } },
    credentials: { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  })
  const Body = Buffer.alloc(bytes, 'a')
  let put = 0
  return () => {
    put += 1
    return client.send(new PutObjectCommand({ Bucket: bucket, Key: `bare-${process.pid}-${put}`, Body }))
  }
}

const [job] = (await once(process, 'message')) as [BareJob]
process.send!(await perSecond(job))
process.disconnect()
