// Decision pages are short records: context, decision, consequences.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fromRoot } from '../support/project-root.ts'

const LONGEST_PAGE = 80
const LONGEST_LINE = 260

const mistakesIn = (text: string): string[] => {
  const lines = text.trimEnd().split('\n')
  const headings = lines.filter(line => /^#+ /.test(line))
  const [title = '', ...parts] = headings
  return [
    ...(/^# \S/.test(title) && lines[0] === title ? [] : ['begins without a title']),
    ...(parts.join() === '## Context,## Decision,## Consequences' ? [] : [`has the parts ${parts.join()}`]),
    ...(lines.length <= LONGEST_PAGE ? [] : [`has ${lines.length} lines`]),
    ...(lines.every(line => line.length <= LONGEST_LINE) ? [] : ['has a line that is too long']),
  ]
}

test('a decision page holds context, decision and consequences, in at most 80 lines', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: fromRoot('.') })
  assert.ok(pages.length > 0)
  const mistakes = pages.flatMap(page =>
    mistakesIn(readFileSync(fromRoot(page), 'utf8')).map(mistake => `${page} ${mistake}`),
  )
  assert.deepEqual(mistakes, [])
})

test('a page with another part, a missing one or too many lines is noticed', () => {
  const whole = '# A\n\n## Context\n\nx\n\n## Decision\n\nx\n\n## Consequences\n\nx\n'
  assert.deepEqual(mistakesIn(whole), [])
  assert.equal(mistakesIn(whole.replace('## Context\n', '')).length, 1)
  assert.equal(mistakesIn(`${whole}\n## Notes\n`).length, 1)
  assert.equal(mistakesIn(`${whole}${'x\n'.repeat(80)}`).length, 1)
  assert.equal(mistakesIn(`${whole}${'x'.repeat(300)}\n`).length, 1)
})
