// Guessing at one-time codes in parallel: never more than five guesses are compared, and at most one gets in.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { requestCode } from '../../src/auth/one-time-code.ts'
import { CODE_TRIES } from '../../src/domain/session.ts'
import type { Records } from '../../src/storage/records.ts'
import { kinds, NOW, shortId } from '../storage/records.world.ts'
import { typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { contextOn, counting, guess } from './guesses.ts'

const program = fileURLToPath(new URL('./guess.program.ts', import.meta.url))
const run = promisify(execFile)

for (const kind of kinds) {
  const store = await kind.create()
  describe(`guessing on ${kind.name}`, isSkip(store) ? { skip: store.skip } : {}, () => {
    if (isSkip(store)) return
    let records: Records
    before(async () => {
      records = await store.open()
    })
    after(async () => {
      await records.close()
      await store.remove()
    })

    /** A code for a new address; only the mail knows it. */
    async function asked(): Promise<{ email: string; code: number }> {
      const email = `${shortId().toLowerCase()}@example.com`
      await requestCode(contextOn(records), { email, artifact: null, handle: null, network: 'test' })
      const mails = await records.transaction(rows => rows.outbox.take(1000, NOW, NOW))
      const mail = mails.find(({ to }) => to === email)
      return { email, code: Number(/^\d{6}$/m.exec(mail!.text)![0]) }
    }

    test('of a hundred wrong guesses at once five are compared, and then the right one is too late', async () => {
      const { email, code } = await asked()
      const counted = counting(records)
      const context = contextOn(counted.records)
      assert.equal(await guess(context, email, code + 1, 100), 0)
      assert.equal(counted.compared(), CODE_TRIES)
      assert.equal(await guess(context, email, code, 1), 0)
    })

    test('a right code given a hundred times at once signs in once', async () => {
      const { email, code } = await asked()
      const counted = counting(records)
      const context = contextOn(counted.records)
      const all = await Promise.all(Array.from({ length: 100 }, () => guess(context, email, code, 1)))
      assert.equal(
        all.reduce((sum, one) => sum + one, 0),
        1,
      )
      assert.ok(counted.compared() <= CODE_TRIES)
    })

    test('three processes that guess at once have five tries together', async () => {
      const { email, code } = await asked()
      const outcomes = await Promise.all(
        [1, 101, 201].map(async from => {
          const words = [...typescript, program, store.url, email, `${code + from}`, '100']
          const { stdout } = await run(process.execPath, words)
          return JSON.parse(stdout) as { compared: number; inside: number }
        }),
      )
      const sum = (name: 'compared' | 'inside') => outcomes.reduce((total, each) => total + each[name], 0)
      assert.deepEqual([sum('compared'), sum('inside')], [CODE_TRIES, 0])
    })
  })
}
