// Second factors and half sign-ins: each step, recovery code and half counts once, whoever asks at once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CODE_TRIES } from '../../src/domain/session.ts'
import type { PendingSignInRow } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { home, id, MINUTE, NOW, times, token } from './records.world.ts'

export function factorSuite({ first, second }: Openings): void {
  /** Does the same from two openings at once; answers how often it was true. */
  const won = async (count: number, work: (records: ReturnType<typeof first>) => Promise<boolean>) =>
    (await Promise.all(times(count, index => work(index % 2 ? first() : second())))).filter(Boolean).length

  describe('a second factor', () => {
    test('waits until it is confirmed, and is replaced until then, not after', async () => {
      const { person } = await home(first())
      const begin = (encryptedSecret: string) =>
        first().transaction(rows =>
          rows.factors.begin({ personId: person.id, encryptedSecret, createdAt: NOW }),
        )
      assert.equal(await first().factors.find(person.id), null)
      assert.deepEqual([await begin('one'), await begin('two')], [true, true])
      const waiting = { personId: person.id, encryptedSecret: 'two', createdAt: NOW, confirmedAt: null }
      assert.deepEqual(await first().factors.find(person.id), waiting)
      const confirm = (records: ReturnType<typeof first>) =>
        records.transaction(rows => rows.factors.confirm(person.id, NOW + 1, ['a', 'b', 'c']))
      assert.equal(await won(6, confirm), 1)
      assert.equal(await begin('three'), false)
      assert.deepEqual(await first().factors.find(person.id), { ...waiting, confirmedAt: NOW + 1 })
      assert.equal(await first().factors.recoveryCodesLeft(person.id), 3)
    })

    test('takes each time step once, and none before it', async () => {
      const { person } = await home(first())
      await first().transaction(rows =>
        rows.factors.begin({ personId: person.id, encryptedSecret: 's', createdAt: NOW }),
      )
      const use = (step: number) => (records: ReturnType<typeof first>) =>
        records.transaction(rows => rows.factors.use(person.id, step))
      assert.equal(await won(10, use(7)), 1)
      assert.deepEqual(
        [await use(6)(first()), await use(7)(first()), await use(8)(first())],
        [false, false, true],
      )
    })

    test('takes each recovery code once, for its person alone', async () => {
      const [ana, ben] = [(await home(first())).person, (await home(first())).person]
      for (const { id: personId } of [ana, ben])
        await first().transaction(async rows => {
          await rows.factors.begin({ personId, encryptedSecret: 's', createdAt: NOW })
          await rows.factors.confirm(personId, NOW, [`${personId} a`, `${personId} b`])
        })
      const spend = (personId: string, hash: string) => (records: ReturnType<typeof first>) =>
        records.transaction(rows => rows.factors.spendRecoveryCode(personId, hash, NOW + 1))
      assert.equal(await won(8, spend(ana.id, `${ana.id} a`)), 1)
      assert.equal(await spend(ben.id, `${ana.id} b`)(first()), false)
      assert.equal(await first().factors.recoveryCodesLeft(ana.id), 1)
      await first().transaction(rows => rows.factors.remove(ana.id))
      assert.equal(await first().factors.recoveryCodesLeft(ana.id), 0)
      assert.equal(await first().factors.recoveryCodesLeft(ben.id), 2)
    })

    test('that nobody confirmed goes after an hour', async () => {
      const [ana, ben] = [(await home(first())).person, (await home(first())).person]
      for (const { id: personId } of [ana, ben])
        await first().transaction(rows =>
          rows.factors.begin({ personId, encryptedSecret: 's', createdAt: NOW }),
        )
      await first().transaction(rows => rows.factors.confirm(ben.id, NOW, ['a']))
      const sweep = (now: number) => first().transaction(rows => rows.factors.removeEnded(now))
      await sweep(NOW + 59 * MINUTE)
      assert.notEqual(await first().factors.find(ana.id), null)
      await sweep(NOW + 60 * MINUTE)
      assert.equal(await first().factors.find(ana.id), null)
      assert.notEqual(await first().factors.find(ben.id), null)
    })
  })

  describe('a half sign-in', () => {
    const newHalf = (): PendingSignInRow => ({
      ...{ id: id(), tokenHash: token(), email: 'a@example.com', shortId: null },
      identity: { provider: 'google', issuer: 'https://issuer.example', subject: 'the "first"', name: null },
      ...{ createdAt: NOW, expiresAt: NOW + 10 * MINUTE },
    })

    test('is tried five times at most, however many try at once, and finished once', async () => {
      const half = newHalf()
      await first().transaction(rows => rows.factors.insertPendingSignIn(half))
      const tries = await Promise.all(
        times(40, index =>
          (index % 2 ? first() : second()).transaction(rows =>
            rows.factors.tryPendingSignIn(half.tokenHash, NOW + 1),
          ),
        ),
      )
      const found = tries.filter(each => each !== null)
      assert.equal(found.length, CODE_TRIES)
      for (const each of found) assert.deepEqual(each, half)
      assert.equal(
        await won(8, records => records.transaction(rows => rows.factors.finishPendingSignIn(half.id))),
        1,
      )
    })

    test('is over with its time, and removed by the sweep', async () => {
      const half = newHalf()
      await first().transaction(rows => rows.factors.insertPendingSignIn(half))
      const tried = (now: number) =>
        first().transaction(rows => rows.factors.tryPendingSignIn(half.tokenHash, now))
      assert.equal(await tried(half.expiresAt), null)
      assert.deepEqual(await tried(half.expiresAt - 1), half)
      await first().transaction(rows => rows.factors.removeEnded(half.expiresAt))
      assert.equal(await tried(NOW), null)
    })
  })
}
