// Turns that are shared with a network: until their time comes, or somebody else belongs to the organization.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Openings } from './records.suite.ts'
import { addPerson, DAY, home, id, NOW } from './records.world.ts'

export function turnSuite({ first, second }: Openings): void {
  describe('a shared turn', () => {
    test('lasts until its time comes, and whatever shares none has its own', async () => {
      const [preview, other] = [id(), id()]
      await first().transaction(rows => rows.turns.share(preview, 'digest', NOW + DAY))
      assert.equal(await second().turns.sharedNetwork(preview, NOW + DAY - 1), 'digest')
      assert.equal(await first().turns.sharedNetwork(preview, NOW + DAY), null)
      assert.equal(await first().turns.sharedNetwork(other, NOW), null)
    })

    test('ends when a second member belongs to the organization; viewers and members of others do not count', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const shared = () => first().turns.sharedNetwork(of.organization.id, NOW)
      await first().transaction(rows => rows.turns.share(of.organization.id, 'digest', NOW + DAY))
      await first().transaction(rows =>
        rows.people.insertMembership(other.person.id, of.organization.id, 'viewer', NOW),
      )
      assert.equal(await shared(), 'digest')
      await first().transaction(async rows => {
        const person = await addPerson(rows)
        await rows.people.insertMembership(person.id, of.organization.id, 'member', NOW)
      })
      assert.equal(await shared(), null)
    })

    test('is forgotten by the sweep once its time has come', async () => {
      const [old, young] = [id(), id()]
      await first().transaction(async rows => {
        await rows.turns.share(old, 'digest', NOW)
        await rows.turns.share(young, 'digest', NOW + 1)
        await rows.turns.removeEnded(NOW)
      })
      assert.equal(await first().turns.sharedNetwork(old, 0), null)
      assert.equal(await first().turns.sharedNetwork(young, 0), 'digest')
    })
  })
}
