// No function of content/ that takes people's text is left out of the table that linear.full.test.ts measures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesBelow } from '../architecture/sources.ts'
import { notMeasured, readersOfText } from './readers-of-text.ts'

const exported = /^export (?:(?:async )?function\*? |class )(\w+)|^export const (\w+) = (?:async )?(?:<|\()/gm

test('every exported function of content/ is measured, or listed with a reason', () => {
  const names = sourcesBelow('src/content').flatMap(({ path, text }) => {
    const file = path.slice('src/content/'.length)
    return file in notMeasured
      ? []
      : [...text.matchAll(exported)].map(([, name, value]) => `${file} ${name ?? value}`)
  })
  const known = [...Object.keys(readersOfText), ...Object.keys(notMeasured).filter(key => key.includes(' '))]
  assert.deepEqual(known.sort(), names.sort())
})
