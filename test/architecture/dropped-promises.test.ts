// A promise that `void` drops catches its failure: the lint sees such a promise where it is a statement, not where it is an answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesBelow } from './sources.ts'

/** Of the platform, and they answer no promise. */
const plain = /^(?:deleteProperty|end|on|push|requestAnimationFrame|set|setTimeout|writeSync)$/

/** Other calls that cannot reject, with the reason. */
const harmless: Record<string, string> = {
  'src/jobs/webhook-messenger.ts outboundAddress': 'no promise',
  'src/operations/kernel/read-audit.ts flush': 'its writing catches every failure and comes again',
  'src/operations/kernel/replay.ts renew': 'catches every failure',
  'src/operations/kernel/watch.ts look': 'catches every failure of the store',
  'src/storage/sql/sqlite/indexer.ts portion': 'catches every failure and comes again',
  'src/surfaces/viewer/shim/storage-stand-ins.ts put': 'no promise',
  'src/surfaces/web/comments/live-body.tsx delete': 'of a set',
  'src/surfaces/web/comments/panel-head.tsx list': 'shows its failure',
  'src/surfaces/web/comments/panel-view.tsx list': 'shows its failure',
  'src/surfaces/web/editor/presence.ts say': 'catches every failure',
  'src/surfaces/web/editor/source-editor.tsx review': 'no promise',
  'test/architecture/interface-words.test.ts literal': 'no promise',
  'test/architecture/interface-words.test.ts take': 'no promise',
  'test/surfaces/cli/answers.test.ts write': 'of a socket',
}

const found = ['src', 'test', 'bench']
  .flatMap(sourcesBelow)
  .flatMap(({ path, dropped }) => dropped.map(({ name, line }) => ({ call: `${path} ${name}`, name, line })))
  .filter(({ name }) => name !== 'catch')

test('void drops no promise that can reject', () => {
  const unknown = found.filter(({ call, name }) => !plain.test(name) && !(call in harmless))
  assert.deepEqual(
    unknown.map(({ call, line }) => `${call} (line ${line})`),
    [],
    'catch its failure, or say in this file why it has none',
  )
})

test('each call that may be dropped is still there', () => {
  const calls = new Set(found.map(({ call }) => call))
  assert.deepEqual(
    Object.keys(harmless).filter(call => !calls.has(call)),
    [],
  )
})
