// One-time codes: bound to whoever asked, tried a few times, spent once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CODE_TRIES } from '../../src/domain/session.ts'
import type { Openings } from './records.suite.ts'
import { id, MINUTE, NOW, times, token } from './records.world.ts'

export function codeSuite({ first, second }: Openings): void {
  describe('a one-time code', () => {
    test('is evaluated five times at most, however many try at once', async () => {
      const code = newCode()
      await first().transaction(rows => rows.credentials.insertCode(code))
      const tries = await Promise.all(
        times(50, index =>
          (index % 2 ? first() : second()).transaction(rows =>
            rows.credentials.tryCode(code.email, code.handleHash, NOW + 1),
          ),
        ),
      )
      const evaluated = tries.filter(found => found !== null)
      assert.equal(evaluated.length, CODE_TRIES)
      for (const found of evaluated) assert.deepEqual(found, code)
    })

    test('bound to a handle is not tried, nor used up, by anybody without it', async () => {
      const code = newCode()
      await first().transaction(rows => rows.credentials.insertCode(code))
      const tried = (handle: string | null) =>
        first().transaction(rows => rows.credentials.tryCode(code.email, handle, NOW + 1))
      for (const handle of [null, token(), '', null, token(), null]) assert.equal(await tried(handle), null)
      assert.deepEqual(await tried(code.handleHash), code)
      const unbound = newCode({ handleHash: null })
      await first().transaction(rows => rows.credentials.insertCode(unbound))
      const anywhere = await first().transaction(rows =>
        rows.credentials.tryCode(unbound.email, token(), NOW + 1),
      )
      assert.deepEqual(anywhere, unbound)
    })

    test('is spent once', async () => {
      const code = newCode()
      await first().transaction(rows => rows.credentials.insertCode(code))
      const spent = await Promise.all(
        times(10, () => first().transaction(rows => rows.credentials.spendCode(code.id, NOW + 1))),
      )
      assert.equal(spent.filter(Boolean).length, 1)
      assert.equal(
        await first().transaction(rows => rows.credentials.tryCode(code.email, code.handleHash, NOW + 1)),
        null,
      )
    })

    test('stays beside those of other handles, each with tries of its own', async () => {
      const code = newCode()
      const others = [null, token(), token()].map(handleHash => newCode({ email: code.email, handleHash }))
      for (const each of [code, ...others])
        await first().transaction(rows => rows.credentials.insertCode(each))
      const tried = (handle: string | null) =>
        first().transaction(rows => rows.credentials.tryCode(code.email, handle, NOW + 1))
      for (const other of others)
        for (let n = 0; n < CODE_TRIES; n++) assert.deepEqual(await tried(other.handleHash), other)
      for (const other of others) assert.equal(await tried(other.handleHash), null)
      for (let n = 0; n < CODE_TRIES; n++) assert.deepEqual(await tried(code.handleHash), code)
      assert.equal(await tried(code.handleHash), null)
    })

    test('is replaced by a newer one of the same address and handle, and dies with time', async () => {
      const bound = newCode()
      const again = newCode({ email: bound.email, handleHash: bound.handleHash })
      for (const each of [bound, again]) await first().transaction(rows => rows.credentials.insertCode(each))
      assert.deepEqual(
        await first().transaction(rows => rows.credentials.tryCode(bound.email, bound.handleHash, NOW + 1)),
        again,
      )
      const code = newCode({ handleHash: null })
      const newer = newCode({ email: code.email, shortId: null, handleHash: null })
      await first().transaction(rows => rows.credentials.insertCode(code))
      await first().transaction(rows => rows.credentials.insertCode(newer))
      const tried = (now: number) =>
        first().transaction(rows => rows.credentials.tryCode(code.email, null, now))
      assert.deepEqual(await tried(NOW + 1), newer)
      assert.equal(await first().transaction(rows => rows.credentials.spendCode(code.id, NOW + 1)), false)
      assert.equal(await tried(newer.expiresAt), null)
      await first().transaction(rows => rows.credentials.removeEnded(newer.expiresAt))
      assert.equal(await tried(NOW + 1), null)
      assert.equal(
        await first().transaction(rows => rows.credentials.tryCode('nobody@example.com', null, NOW)),
        null,
      )
    })
  })
}

const newCode = (change: object = {}) => ({
  id: id(),
  email: `${id()}@example.com`,
  codeHash: token(),
  handleHash: token(),
  shortId: 'abcdefghij',
  createdAt: NOW,
  expiresAt: NOW + 10 * MINUTE,
  ...change,
})
