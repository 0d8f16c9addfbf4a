// Units of work: all or nothing, seen by others only when durable, safe among many.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rows } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import {
  addOrganization,
  addPerson,
  home,
  id,
  NOW,
  newArtifact,
  newVersion,
  publish,
  range,
  times,
} from './records.world.ts'

export function unitSuite({ first, second }: Openings): void {
  const both = () => [first(), second()]

  describe('a unit of work', () => {
    test('answers what the work answers, and others see it then', async () => {
      const person = await first().transaction(rows => addPerson(rows))
      assert.deepEqual(await first().people.person(person.id), person)
      assert.deepEqual(await second().people.person(person.id), person)
    })

    test('that throws leaves nothing behind and passes the error on', async () => {
      const failure = new Error('no')
      let added = ''
      const attempt = first().transaction(async rows => {
        added = (await addPerson(rows)).id
        throw failure
      })
      await assert.rejects(attempt, error => error === failure)
      assert.equal(await first().people.person(added), null)
    })

    test('sees its own writes, while reads outside see the last committed state', async () => {
      await first().transaction(async rows => {
        const person = await addPerson(rows)
        assert.deepEqual(await rows.people.person(person.id), person)
        assert.equal(await first().people.person(person.id), null)
        assert.equal(await second().people.person(person.id), null)
      })
    })

    test('is seen by the next read of everybody who read the same before', async () => {
      const { shortId } = await publish(first(), null)
      for (const round of range(20)) {
        const before = await Promise.all(both().map(records => records.artifacts.find(shortId)))
        assert.deepEqual(before[0], before[1])
        const name = `name ${round}`
        const writer = both()[round % 2]!
        await writer.transaction(async rows => {
          await writer.artifacts.find(shortId)
          await rows.artifacts.change(before[0]!.id, { name }, NOW)
        })
        assert.equal((await writer.artifacts.find(shortId))?.name, name)
        // News for another process arrives there in a later turn of its event loop.
        await nextTurn()
        const after = await Promise.all(both().map(records => records.artifacts.find(shortId)))
        assert.deepEqual(
          after.map(artifact => artifact?.name),
          [name, name],
        )
      }
    })

    test('that fails takes none of its neighbours with it', async () => {
      const outcomes = await Promise.allSettled(
        times(60, index =>
          first().transaction(async rows => {
            const person = await addPerson(rows)
            if (index % 3 === 0) throw new Error('no')
            return person.id
          }),
        ),
      )
      const kept = outcomes.filter(outcome => outcome.status === 'fulfilled')
      assert.equal(kept.length, 40)
      for (const { value } of kept) assert.notEqual(await second().people.person(value), null)
    })

    test('that breaks a rule of the store is undone and passes the error on', async () => {
      const person = await first().transaction(rows => addPerson(rows))
      let other = ''
      const attempt = first().transaction(async rows => {
        other = (await addPerson(rows)).id
        await rows.people.insertPerson(person)
      })
      await assert.rejects(attempt)
      assert.equal(await first().people.person(other), null)
    })

    test('of two that add the same person at once, one runs again and finds it', async () => {
      const email = `twice-${id()}@example.com`
      const join = async (rows: Rows) => (await rows.people.personByEmail(email)) ?? addPerson(rows, email)
      const people = await Promise.all(
        times(12, index => (index % 2 ? first() : second()).transaction(rows => join(rows))),
      )
      assert.equal(new Set(people.map(person => person.id)).size, 1)
    })

    test('its rows are refused after it ended', async () => {
      let kept: Rows | undefined
      await first().transaction(async rows => {
        kept = rows
      })
      await assert.rejects(kept!.people.person('x'), /after it ended/)
    })

    test('many at once on two openings lose nothing', async () => {
      const people = await Promise.all(
        times(200, index => (index % 2 ? first() : second()).transaction(rows => addPerson(rows))),
      )
      for (const person of people) assert.deepEqual(await first().people.person(person.id), person)
    })
  })

  describe('races', () => {
    test('64 writers on one artifact: one winner a round, no version lost or doubled', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      for (const from of range(4)) {
        const won = await Promise.all(
          times(64, index =>
            (index % 2 ? first() : second()).transaction(rows =>
              rows.artifacts.addVersion(artifact.id, from, { version: newVersion({ note: `${index}` }) }),
            ),
          ),
        )
        assert.equal(won.filter(Boolean).length, 1)
        const winner = won.indexOf(true)
        const version = await first().versions.find(artifact.id, from + 1)
        assert.equal(version!.note, `${winner}`)
      }
      const versions = await first().versions.list(artifact.id, null, 100)
      assert.deepEqual(
        versions.map(version => version.number),
        [5, 4, 3, 2, 1],
      )
      assert.equal((await first().artifacts.find(artifact.shortId))!.version, 5)
    })

    test('counting gated artifacts under the lock never goes over', async () => {
      const of = await home(first())
      const published = await Promise.all(
        times(24, index =>
          (index % 2 ? first() : second()).transaction(async rows => {
            await rows.people.lockOrganization(of.organization.id)
            if ((await rows.artifacts.countGated(of.organization.id, NOW)) >= 3) return false
            await rows.artifacts.insert(newArtifact(of, { visibility: 'company' }), newVersion())
            return true
          }),
        ),
      )
      assert.equal(published.filter(Boolean).length, 3)
    })

    test('locking an organization that is not there answers null', async () => {
      assert.equal(await first().transaction(rows => rows.people.lockOrganization(id())), null)
      const organization = await first().transaction(rows => addOrganization(rows))
      assert.deepEqual(
        await first().transaction(rows => rows.people.lockOrganization(organization.id)),
        organization,
      )
    })

    test('ready says that the store answers', async () => {
      await first().ready()
      await second().ready()
    })
  })
}
