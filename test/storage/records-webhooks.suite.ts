// Webhooks and their deliveries: each event queued once, each try taken by one process, nothing kept too long.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeliveryRow, WebhookRow } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { author, DAY, home, id, MINUTE, NOW, times } from './records.world.ts'

export function webhookSuite({ first, second }: Openings): void {
  const either = (index: number) => (index % 2 ? first() : second())

  async function webhook(change: Partial<WebhookRow> = {}): Promise<WebhookRow> {
    const { organization } = await home(first())
    const row: WebhookRow = {
      ...{ id: id(), organizationId: organization.id, url: 'https://receiver.example/', types: null },
      ...{ format: 'standard', encryptedSecret: 'encrypted', previous: null, disabled: null },
      ...{ heard: 0, createdAt: NOW, succeededAt: null },
      ...change,
    }
    await first().transaction(rows => rows.webhooks.insert(row))
    return row
  }

  const delivery = (webhookId: string, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
    ...{ id: id(), webhookId, event: { id: id(), sequence: 1 }, type: 'artifact.published' },
    ...{ state: 'waiting', attempts: 0, dueAt: NOW, begunAt: NOW, createdAt: NOW },
    ...{ endedAt: null, status: null, error: null },
    ...change,
  })

  const queue = (...rows: DeliveryRow[]) =>
    first().transaction(async writing => {
      for (const row of rows) await writing.webhooks.queue(row)
    })

  const take = (webhookId: string, now: number, by = first()) =>
    by.transaction(rows => rows.webhooks.take(webhookId, now, now + MINUTE))

  const emit = (organizationId: string) =>
    first().transaction(rows =>
      rows.journal.event({
        ...{ id: id(), organizationId, type: 'policy.changed' as const, artifactId: null },
        ...{ actor: author, data: {}, createdAt: NOW },
      }),
    )

  describe('a webhook', () => {
    test('comes back whole, of its organization alone, and changes whole', async () => {
      const row = await webhook({
        types: ['artifact.published', 'key.created'],
        previous: { encryptedSecret: 'former', until: NOW + DAY },
        succeededAt: NOW,
      })
      assert.deepEqual(await second().webhooks.find(row.organizationId, row.id), row)
      assert.deepEqual(await second().webhooks.list(row.organizationId), [row])
      assert.equal(await second().webhooks.find(id(), row.id), null)
      const changed: WebhookRow = {
        ...{ ...row, url: 'https://other.example/', types: null, format: 'teams', previous: null },
        ...{ encryptedSecret: 'new', disabled: 'switched_off' },
      }
      await first().transaction(rows => rows.webhooks.replace(changed))
      assert.deepEqual(await second().webhooks.find(row.organizationId, row.id), changed)
    })

    test('is behind until one process looked at the events; the other finds that it did', async () => {
      const { id: webhookId, organizationId } = await webhook()
      const isBehind = async () =>
        (await second().webhooks.behind(1000)).some(({ id: each }) => each === webhookId)
      assert.equal(await isBehind(), false)
      await emit(organizationId)
      await emit(organizationId)
      assert.equal(await isBehind(), true)
      const heard = await Promise.all(
        times(6, index => either(index).transaction(rows => rows.webhooks.hear(webhookId, 0, 2))),
      )
      assert.deepEqual(heard.filter(Boolean), [true])
      assert.equal(await isBehind(), false)
      await emit(organizationId)
      await first().transaction(rows => rows.webhooks.disable(webhookId, 'gone'))
      assert.equal(await isBehind(), false)
    })

    test('goes with its organization, and its deliveries with it', async () => {
      const row = await webhook()
      const queued = delivery(row.id)
      await queue(queued)
      assert.deepEqual(await second().webhooks.delivery(row.organizationId, queued.id), queued)
      assert.equal(await second().webhooks.delivery(id(), queued.id), null)
      await first().transaction(rows => rows.webhooks.remove(row.id))
      assert.deepEqual(await second().webhooks.list(row.organizationId), [])
      assert.deepEqual(await second().webhooks.deliveries({ webhookId: row.id, limit: 10 }), [])
    })

    test('takes another encryption only in the place of what was read', async () => {
      const row = await webhook()
      const anew = (of: WebhookRow) =>
        first().transaction(rows => rows.webhooks.replaceEncryption(of, 'anew', null))
      await anew({ ...row, encryptedSecret: 'what it was before' })
      assert.equal((await second().webhooks.find(row.organizationId, row.id))!.encryptedSecret, 'encrypted')
      await anew(row)
      const [after] = (await second().webhooks.after('', 1000)).filter(({ id: each }) => each === row.id)
      assert.equal(after!.encryptedSecret, 'anew')
    })
  })

  describe('a delivery', () => {
    test('is taken by one of many, in order, and again only when its lease is over', async () => {
      const { id: webhookId } = await webhook()
      const rows = times(3, index => delivery(webhookId, { event: { id: id(), sequence: index + 1 } }))
      await queue(...rows.toReversed())
      const taken = await Promise.all(times(8, index => take(webhookId, NOW, either(index))))
      const found = taken.filter(each => each !== null)
      assert.deepEqual(found.map(each => each.event!.sequence).sort(), [1, 2, 3])
      assert.ok(found.every(({ attempts }) => attempts === 1))
      assert.equal(await take(webhookId, NOW + MINUTE - 1), null)
      assert.equal((await take(webhookId, NOW + MINUTE))!.event!.sequence, 1)
    })

    test('is due for a webhook that is switched on, not before its time, and not once it has ended', async () => {
      const row = await webhook()
      const { id: webhookId } = row
      const isDue = async (now: number) =>
        (await second().webhooks.due(now)).some(({ id: each }) => each === webhookId)
      const queued = delivery(webhookId, { dueAt: NOW + 5 })
      await queue(queued)
      assert.deepEqual([await isDue(NOW + 4), await isDue(NOW + 5)], [false, true])
      await first().transaction(rows => rows.webhooks.disable(webhookId, 'failing'))
      assert.equal(await isDue(NOW + 5), false)
      await first().transaction(rows => rows.webhooks.replace({ ...row, disabled: null }))
      const { attempts } = (await take(webhookId, NOW + 5))!
      const outcome = { state: 'failed', dueAt: null, endedAt: NOW + 9, status: 500, error: 'no' } as const
      await first().transaction(rows => rows.webhooks.tried(queued.id, attempts + 1, outcome))
      assert.equal(await isDue(NOW + DAY), true)
      await first().transaction(rows => rows.webhooks.tried(queued.id, attempts, outcome))
      assert.equal(await isDue(NOW + DAY), false)
      await first().transaction(rows => rows.webhooks.replay(queued.id, NOW + DAY))
      const anew = { ...queued, begunAt: NOW + DAY, dueAt: NOW + DAY, status: 500, error: 'no' }
      assert.deepEqual(await second().webhooks.deliveries({ webhookId, limit: 10 }), [anew])
    })

    test('is listed newest first, page by page, by its state, until it is too old', async () => {
      const { id: webhookId } = await webhook()
      const rows = times(5, index =>
        delivery(webhookId, {
          createdAt: NOW - 100 * DAY + index,
          state: index % 2 ? 'failed' : 'delivered',
        }),
      )
      await queue(...rows)
      const newest = rows.toReversed()
      const list = (more: object) => second().webhooks.deliveries({ webhookId, limit: 2, ...more })
      assert.deepEqual(await list({}), newest.slice(0, 2))
      assert.deepEqual(await list({ after: newest[1] }), newest.slice(2, 4))
      assert.deepEqual(await list({ state: 'failed' }), [newest[1], newest[3]])
      const remove = () => first().transaction(each => each.webhooks.removeDeliveries(NOW - 100 * DAY + 4, 3))
      assert.deepEqual([await remove(), await remove()], [3, 1])
      assert.deepEqual(await list({}), newest.slice(0, 1))
    })
  })
}
