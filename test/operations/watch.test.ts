// Many who wait cost one look at the store for all of them, and nothing where nobody waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Watch } from '../../src/operations/kernel/watch.ts'
import type { FeedReading, Watched } from '../../src/storage/records.ts'
import { serviceOn } from '../support/common-service.ts'
import { isSkip } from '../support/skip.ts'

/** The real feed, with a count of how often it was asked. */
function counted(feed: FeedReading) {
  const counts = { asked: 0 }
  const marks: FeedReading['marks'] = (kind, ids) => {
    counts.asked += 1
    return feed.marks(kind, ids)
  }
  return { counts, watch: new Watch({ marks }) }
}

async function scene() {
  const service = await serviceOn('sqlite')
  if (isSkip(service)) throw new Error(service.skip)
  const { id } = await service.organization()
  const feed: Watched = { kind: 'feed', id }
  const happen = () =>
    service.context.records.transaction(rows =>
      rows.journal.event({
        ...{ id: `${id.slice(0, -4)}${Math.random()}`, organizationId: id, type: 'policy.changed' },
        ...{ artifactId: null, data: {}, createdAt: 1 },
        actor: { personId: null, name: 'Test', actorType: 'system', actorName: null },
      }),
    )
  return { ...counted(service.context.records.feed), feed, happen }
}

test('a thousand who wait are woken by one look', async () => {
  const { watch, counts, feed, happen } = await scene()
  const seen = await watch.see([feed])
  const waiting = Array.from({ length: 1000 }, () => watch.changed(seen, { ms: 60_000 }))
  counts.asked = 0
  await happen()
  watch.ring()
  assert.ok((await Promise.all(waiting)).every(changed => changed))
  assert.ok(counts.asked <= 2, `${counts.asked} looks`)
  assert.equal(watch.size, 0)
})

test('what changed between seeing and waiting is not missed, also without a word', async () => {
  const { watch, feed, happen } = await scene()
  const seen = await watch.see([feed])
  await happen()
  assert.equal(await watch.changed(seen, { ms: 60_000 }), true)
})

test('patience, a client that goes and a stop end the wait with nothing left', async () => {
  const { watch, counts, feed } = await scene()
  const seen = await watch.see([feed])
  assert.equal(await watch.changed(seen, { ms: 1 }), false)
  const client = new AbortController()
  const left = watch.changed(seen, { ms: 60_000, signal: client.signal })
  client.abort()
  assert.equal(await left, false)
  assert.equal(await watch.changed(seen, { ms: 60_000, signal: client.signal }), false)
  const stopped = watch.changed(seen, { ms: 60_000 })
  watch.close()
  assert.equal(await stopped, false)
  assert.equal(await watch.changed(seen, { ms: 60_000 }), false)
  assert.equal(watch.size, 0)
  counts.asked = 0
  watch.ring()
  await new Promise(resolve => setTimeout(resolve, 600))
  assert.equal(counts.asked, 0)
})
