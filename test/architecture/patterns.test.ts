// Keeps regular expressions linear: none may take the square of the time for twice the text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyse, type Report } from 'scslre'
import { sourcesBelow } from './sources.ts'

const sources = sourcesBelow('src')

/** All three ways in which a search can take more than linear time. */
const reportTypes = { Self: true, Trade: true, Move: true }

const slow = (source: string, flags: string): readonly Report[] =>
  analyse({ source, flags }, { reportTypes, assumeRejectingSuffix: false }).reports

test('the analyser knows the patterns that held the service', () => {
  const table = String.raw`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`
  const hashes = String.raw`(?:^|[ \t]+)#+[ \t]*$`
  for (const pattern of [table, hashes, '(a+)+b', String.raw`\s+#.*$`])
    assert.ok(slow(pattern, 'u').length > 0, pattern)
  assert.deepEqual(slow(String.raw`(?<![ \t])[ \t]+$`, ''), [])
})

test('no pattern takes more than linear time', () => {
  const found = sources.flatMap(({ path, patterns }) =>
    patterns
      .filter(({ source, flags }) => slow(source, flags).length > 0)
      .map(({ source, line }) => `${path}:${line} /${source}/`),
  )
  assert.deepEqual(found, [])
})

/** Patterns that are put together while the program runs cannot be analysed here. What they are made of. */
const puttingTogether: Record<string, string> = {
  'src/content/markdown/page-state.ts': 'a mark of our own',
  'src/domain/artifact-address.ts': 'our own alphabet',
  'src/operations/kernel/key-format.ts': 'our own alphabet',
  'src/storage/sql/engine/limits.ts': 'a number of our own',
  'src/surfaces/viewer/content-host.ts': 'a setting of the operator',
  'src/surfaces/web/layout/assets.ts': 'names of codings',
  'src/surfaces/web/page/page-context.ts': 'names of our own routes',
  'src/surfaces/web/layout/page-template.ts': 'marks of our own',
}

test('patterns are put together at run time in a few places, never of what people wrote', () => {
  const found = sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path)
  assert.deepEqual(found.sort(), Object.keys(puttingTogether).sort())
})
