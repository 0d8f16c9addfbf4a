// Unified diffs, judged by the program that applies them.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { unified } from '../../src/content/diff/diff.ts'
import { fc } from '../support/properties.ts'

const folder = mkdtempSync(join(tmpdir(), 'diff-'))
after(() => rmSync(folder, { recursive: true }))
const labels = { from: 'v1', to: 'v2' }

test('equal texts have no diff, a change has three lines of context and its place', () => {
  assert.equal(unified('a\n', 'a\n', labels), null)
  const base = ['1', '2', '3', '4', '5', '6', '7', '8', ''].join('\n')
  assert.equal(
    unified(base, base.replace('5', 'five'), labels),
    '--- v1\n+++ v2\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  )
})

test('a missing newline at the end is said on its side', () => {
  const end = '\\ No newline at end of file\n'
  assert.equal(unified('a', 'a\n', labels), `--- v1\n+++ v2\n@@ -1,1 +1,1 @@\n-a\n${end}+a\n`)
  assert.equal(unified('a\nb', 'b', labels), `--- v1\n+++ v2\n@@ -1,2 +1,1 @@\n-a\n b\n${end}`)
  assert.equal(unified('', 'x\n', labels), '--- v1\n+++ v2\n@@ -0,0 +1,1 @@\n+x\n')
})

const hasPatch = spawnSync('patch', ['--version']).status === 0

function patched(from: string, diff: string): string {
  const file = join(folder, 'file')
  writeFileSync(file, from)
  execFileSync('patch', ['--binary', '-s', '-F0', file], { input: diff, stdio: ['pipe', 'pipe', 'pipe'] })
  return readFileSync(file, 'utf8')
}

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '- x\n', '+ y\n', ' z\r\n', 'ü€😀\n')
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end', '-'))
  .map(([l, e]) => l.join('') + e)

test('patch makes the second text of the first', { skip: !hasPatch && 'no patch program here' }, () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(0, 1000), (from, to, budget) => {
      const diff = unified(from, to, labels, budget)
      if (diff === null || to === '') return
      assert.equal(patched(from, diff), to)
    }),
    { numRuns: 150 },
  )
})

test('two large texts with nothing in common are compared in little time, and the diff still applies', () => {
  const side = (seed: number) => Array.from({ length: 40_000 }, (_, i) => `${(i * seed) % 97}`).join('\n')
  const diff = unified(side(31), side(89), labels, 300)
  if (hasPatch) assert.equal(patched(side(31), diff!), side(89))
})
