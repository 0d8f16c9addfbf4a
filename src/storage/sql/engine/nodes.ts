// The installation, its nodes and the requests they counted, in the tables.
import type { Time } from '../../../domain/artifact.ts'
import type { Installation, NodeRow, NodeRows, RequestCount } from '../../records.ts'
import type { Executor } from './engine.ts'
import type { NodeTable, RequestCountTable } from './schema-nodes.ts'
import { statement } from './statement.ts'

const nameInstallation = statement<{ name: string }>()((db, param) =>
  db
    .insertInto('installation')
    .values({ id: 1, name: param('name') })
    // The row is held until the transaction ends, so that nodes join one after the other.
    .onConflict(clash => clash.column('id').doUpdateSet({ id: 1 })),
)

const installation = statement<object>()(db =>
  db.selectFrom('installation').select(['name', 'store_marked']).where('id', '=', 1),
)

const markStore = statement<object>()(db =>
  db.updateTable('installation').set({ store_marked: 1 }).where('id', '=', 1),
)

const secrets = statement<object>()(db => db.selectFrom('secret_fingerprint').select('fingerprint'))

const forgetSecrets = statement<object>()(db => db.deleteFrom('secret_fingerprint'))

const addSecret = statement<{ fingerprint: string }>()((db, param) =>
  db.insertInto('secret_fingerprint').values({ fingerprint: param('fingerprint') }),
)

const running = statement<{ since: Time }>()((db, param) =>
  db.selectFrom('node').selectAll().where('seen_at', '>=', param('since')).orderBy('started_at'),
)

const announce = statement<NodeTable>()((db, param) =>
  db
    .insertInto('node')
    .values({
      ...{ id: param('id'), started_at: param('started_at'), seen_at: param('seen_at') },
      content_url: param('content_url'),
    })
    .onConflict(clash => clash.column('id').doUpdateSet({ seen_at: param('seen_at') })),
)

const leave = statement<{ id: string }>()((db, param) => db.deleteFrom('node').where('id', '=', param('id')))

const writeCount = statement<RequestCountTable>()((db, param) =>
  db
    .insertInto('request_count')
    .values({
      ...{ name: param('name'), node: param('node') },
      ...{ second: param('second'), count: param('count') },
    })
    .onConflict(clash => clash.columns(['name', 'node', 'second']).doUpdateSet({ count: param('count') })),
)

const elsewhere = statement<{ name: string; node: string; since: number }>()((db, param) =>
  db
    .selectFrom('request_count')
    .select(['second', 'count'])
    .where('name', '=', param('name'))
    .where('node', '!=', param('node'))
    .where('second', '>=', param('since')),
)

const removeNodes = statement<{ before: Time }>()((db, param) =>
  db.deleteFrom('node').where('seen_at', '<', param('before')),
)

const removeCounts = statement<{ second: number }>()((db, param) =>
  db.deleteFrom('request_count').where('second', '<', param('second')),
)

export class NodesInTables implements NodeRows {
  readonly #x: Executor

  constructor(x: Executor) {
    this.#x = x
  }

  async installation(name: string): Promise<Installation> {
    await this.#x.run(nameInstallation, { name })
    const row = (await this.#x.first(installation, {}))!
    return { name: row.name, isStoreMarked: row.store_marked === 1 }
  }

  async markStore(): Promise<void> {
    await this.#x.run(markStore, {})
  }

  async secrets(): Promise<string[]> {
    return (await this.#x.all(secrets, {})).map(({ fingerprint }) => fingerprint)
  }

  async replaceSecrets(fingerprints: readonly string[]): Promise<void> {
    await this.#x.run(forgetSecrets, {})
    for (const fingerprint of fingerprints) await this.#x.run(addSecret, { fingerprint })
  }

  async running(since: Time): Promise<NodeRow[]> {
    return (await this.#x.all(running, { since })).map(row => ({
      ...{ id: row.id, startedAt: row.started_at, seenAt: row.seen_at },
      contentUrl: row.content_url,
    }))
  }

  async announce({ id, startedAt, seenAt, contentUrl }: NodeRow): Promise<void> {
    await this.#x.run(announce, { id, started_at: startedAt, seen_at: seenAt, content_url: contentUrl })
  }

  async leave(id: string): Promise<void> {
    await this.#x.run(leave, { id })
  }

  async writeCounts(name: string, node: string, counts: readonly RequestCount[]): Promise<void> {
    for (const count of counts) await this.#x.run(writeCount, { name, node, ...count })
  }

  async countsElsewhere(name: string, node: string, since: number): Promise<RequestCount[]> {
    const rows = await this.#x.all(elsewhere, { name, node, since })
    return rows.map(({ second, count }) => ({ second, count }))
  }

  async removeEnded(before: Time): Promise<void> {
    await this.#x.run(removeNodes, { before })
    await this.#x.run(removeCounts, { second: Math.floor(before / 1000) })
  }
}
