// The pager of a long text: the person's choice, and never one where no key can be pressed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagerOf } from '../../../src/surfaces/cli/terminal/pager.ts'

test('the pager is the one chosen, and there is none on a dumb terminal', () => {
  assert.equal(pagerOf({ TERM: 'xterm' }, 'linux'), 'less')
  assert.equal(pagerOf({ TERM: 'xterm', PAGER: 'more' }, 'linux'), 'more')
  assert.equal(pagerOf({ PAGER: 'more', RECTO_PAGER: 'cat' }, 'linux'), null)
  assert.equal(pagerOf({}, 'win32'), null)
  for (const chosen of [{}, { PAGER: 'less' }, { RECTO_PAGER: 'less' }])
    assert.equal(pagerOf({ TERM: 'dumb', ...chosen }, 'linux'), null)
})
