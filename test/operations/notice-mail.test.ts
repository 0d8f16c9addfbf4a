// Mentions in mails: those that are drawn in the comment, also where the mail shows its beginning alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lettersOf } from '../../src/operations/feed/notice-mail.ts'
import { namingCases, spelledCases } from '../support/naming-cases.ts'

const paces = ['each', 'daily'] as const

/** Returns the words that the mail marks as names. */
function marked(body: string, pace: (typeof paces)[number], mentions = ['Bob']): string[] {
  const by = { name: 'Ana', actorType: 'human' as const, actorName: null }
  const happened = [{ kind: 'opened' as const, by, body, mentions }]
  const entry = { artifact: { shortId: 'a', name: 'Plan' }, threadId: 't', quote: null, happened }
  const lines = lettersOf(pace, [entry], 'https://a.example', 'stop').flatMap(letter => letter.lines)
  return Array.from(lines.join('\n').matchAll(/\u2068([^\u2068\u2069]*)\u2069/g), ([, name]) => name!)
}

for (const pace of paces) {
  test(`a mail (${pace}) marks the names that are drawn`, () => {
    for (const [body, times] of namingCases)
      assert.deepEqual(marked(body, pace), Array(times).fill('@Bob'), body)
  })

  test(`a mail (${pace}) marks each name of a member`, () => {
    const bob = { name: 'Bob', part: 'b', address: 'b@e.org' }
    for (const [body, words] of spelledCases(bob)) {
      const all = marked(body, pace, Object.values(bob))
      const cut = pace === 'daily' && body.length > 200
      assert.deepEqual(all, words.map(each => `@${each}`).slice(0, cut ? all.length : words.length), body)
    }
  })

  test(`a mail (${pace}) that shows a beginning marks what the whole comment names`, () => {
    const long = 'a '.repeat(1100)
    assert.deepEqual(marked(`\`@Bob ${long}\``, pace), [])
    assert.deepEqual(marked(`@Bob ${long} @Bob`, pace), ['@Bob'])
    const most = pace === 'daily' ? 200 : 2000
    assert.deepEqual(marked(`${'a'.repeat(most - 4)} @Bob and more`, pace), ['@B…'])
  })
}
