// Known and unknown addresses are alike: the same answer, the same steps in the same order, the same rows written.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { requestCode, verifyCode } from '../../src/auth/one-time-code.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import type { Records } from '../../src/storage/records.ts'
import { type Home, home, kinds, newArtifact, newVersion, shortId } from '../storage/records.world.ts'
import { isSkip } from '../support/skip.ts'
import { contextOn, type Step, watched } from './guesses.ts'

const stranger = (): string => `${shortId().toLowerCase()}@example.com`

/** The outcome in words, and the steps that led to the outcome. */
interface Trace {
  outcome: string
  steps: string[]
}

const nowhere = { client: null, network: null, exactNetwork: 'test' }

/** Tells whether the step is a change, whose result is how much it wrote. */
const isChange = (name: string): boolean => /^(credentials|outbox|limits)\./.test(name)

const shape = (result: unknown): string => {
  if (result === null || result === false) return 'nothing'
  return typeof result === 'object' ? 'a row' : String(result)
}

for (const kind of kinds) {
  const store = await kind.create()
  describe(`addresses on ${kind.name}`, isSkip(store) ? { skip: store.skip } : {}, () => {
    if (isSkip(store)) return
    let records: Records
    let of: Home
    /** A private artifact that names one stranger. */
    let gated: { shortId: string; named: string }
    before(async () => {
      records = await store.open()
      of = await home(records)
      const named = stranger()
      const artifact = newArtifact(of, { visibility: 'private', sharedWith: [named] })
      await records.transaction(rows => rows.artifacts.insert(artifact, newVersion()))
      gated = { shortId: artifact.shortId, named }
    })
    after(async () => {
      await records.close()
      await store.remove()
    })

    async function trace(
      settings: Partial<Context>,
      work: (context: Context) => Promise<unknown>,
    ): Promise<Trace> {
      const steps: Step[] = []
      const told = (taken: Step[]) => steps.push(...taken)
      const context = { ...contextOn(watched(records, told)), ...settings }
      const outcome = await work(context).then(
        () => 'done',
        (error: unknown) =>
          error instanceof Problem ? `${error.code}: ${error.message}` : Promise.reject(error),
      )
      return {
        outcome,
        steps: steps.map(({ name, result }) => (isChange(name) ? `${name} ${shape(result)}` : name)),
      }
    }

    const ask = (email: string, artifact: string | null) => (context: Context) =>
      requestCode(context, { email, artifact, handle: null, network: 'test' })

    const guess = (email: string) => (context: Context) =>
      verifyCode(context, { email, code: 'not six', handle: null, origin: nowhere, session: null })

    async function areAlike(emails: readonly string[], artifact: string | null, settings: Partial<Context>) {
      const asked: Trace[] = []
      const guessed: Trace[] = []
      for (const email of emails) {
        asked.push(await trace(settings, ask(email, artifact)))
        for (let n = 0; n < 6; n++) guessed.push(await trace(settings, guess(email)))
      }
      for (const one of asked) assert.deepEqual(one, asked[0])
      assert.equal(asked[0]!.outcome, 'done')
      for (const [index, one] of guessed.entries()) assert.deepEqual(one, guessed[index % 6])
      assert.match(guessed[0]!.outcome, /^code_invalid/)
      assert.deepEqual(guessed[0]!.steps, ['credentials.tryCode a row'])
      assert.deepEqual(guessed[5]!.steps, ['credentials.tryCode nothing'])
    }

    test('for a gated page a member, a named guest, a stranger and somebody with an account elsewhere', async () => {
      const elsewhere = (await home(records)).person.email
      await areAlike([of.person.email, gated.named, stranger(), elsewhere], gated.shortId, {})
    })

    test('for a page that is not there a member, a named guest and a stranger', () =>
      areAlike([of.person.email, gated.named, stranger()], shortId(), {}))

    test('where only the invited sign up a member and a stranger', () =>
      areAlike([of.person.email, stranger()], null, { signUp: 'invited' }))

    test('with limits per address and network too', () =>
      areAlike([of.person.email, stranger()], null, { signUp: 'invited', rateLimits: true }))

    test('whom nobody asked a code for is guessed at alike', async () => {
      const first = await trace({}, guess(stranger()))
      const other = await home(records)
      assert.deepEqual(await trace({}, guess(other.person.email)), first)
    })
  })
}
