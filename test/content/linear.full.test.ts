// Every function of content/ that takes people's text takes linear time: twice the text, at most 3 times the processor time; in runs at length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growth, LINEAR } from '../support/doubling.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { readersOfText } from './readers-of-text.ts'

test('the measurement tells a square from a line', async () => {
  const square = (text: string) => /x+y/.test(`${'x'.repeat(text.length)}z`)
  const line = (text: string) => /xy/.test(`${'x'.repeat(text.length)}z`)
  assert.ok((await growth(square, length => 'x'.repeat(length))) > LINEAR)
  assert.ok((await growth(line, length => 'x'.repeat(length))) <= LINEAR)
})

for (const [name, run] of Object.entries(readersOfText))
  test(`${name} takes linear time`, async () => {
    const slow: string[] = []
    for (const [what, make] of Object.entries(hostileTexts)) {
      const times = await growth(run, make)
      if (times > LINEAR) slow.push(`${what}: ${times.toFixed(2)} times`)
    }
    assert.deepEqual(slow, [])
  })
