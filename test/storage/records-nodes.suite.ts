// The installation and its nodes: named once, seen by all, and counting for each other.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Openings } from './records.suite.ts'
import { id, MINUTE, NOW } from './records.world.ts'

export function nodeSuite({ first, second }: Openings): void {
  describe('nodes', () => {
    test('the first name of an installation stays, and its store is marked once', async () => {
      const { name } = await first().transaction(rows => rows.nodes.installation('one'))
      assert.equal(name, 'one')
      await second().transaction(rows => rows.nodes.markStore())
      assert.deepEqual(await second().transaction(rows => rows.nodes.installation('two')), {
        name: 'one',
        isStoreMarked: true,
      })
    })

    test('the secrets of the last node to start replace those before', async () => {
      await first().transaction(rows => rows.nodes.replaceSecrets(['old', 'older']))
      await second().transaction(rows => rows.nodes.replaceSecrets(['new', 'old']))
      assert.deepEqual((await first().nodes.secrets()).sort(), ['new', 'old'])
    })

    test('a node runs from its announcement until it leaves or is not seen any more', async () => {
      const node = { id: id(), startedAt: NOW, seenAt: NOW, contentUrl: null }
      await first().transaction(rows => rows.nodes.announce(node))
      await first().transaction(rows => rows.nodes.announce({ ...node, seenAt: NOW + MINUTE }))
      assert.deepEqual(await second().nodes.running(NOW + MINUTE), [{ ...node, seenAt: NOW + MINUTE }])
      assert.deepEqual(await second().nodes.running(NOW + MINUTE + 1), [])
      await first().transaction(rows => rows.nodes.leave(node.id))
      assert.deepEqual(await second().nodes.running(NOW), [])
    })

    test('what a node counted is seen by the others, the last word for each second, until it is swept', async () => {
      const name = id()
      const second0 = NOW / 1000
      await first().transaction(rows =>
        rows.nodes.writeCounts(name, 'a', [
          { second: second0, count: 3 },
          { second: second0 + 1, count: 4 },
        ]),
      )
      await first().transaction(rows =>
        rows.nodes.writeCounts(name, 'a', [{ second: second0 + 1, count: 9 }]),
      )
      const seen = (node: string, since: number) =>
        second().transaction(rows => rows.nodes.countsElsewhere(name, node, since))
      assert.deepEqual(await seen('b', second0 + 1), [{ second: second0 + 1, count: 9 }])
      assert.equal((await seen('b', second0)).length, 2)
      assert.deepEqual(await seen('a', second0), [])
      await first().transaction(rows => rows.nodes.removeEnded(NOW + 1000))
      assert.equal((await seen('b', 0)).length, 1)
    })
  })
}
