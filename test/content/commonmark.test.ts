// The examples of CommonMark 0.31.2 and of GitHub's specification 0.29, before sanitising.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { specificationParser } from '../../src/content/markdown/markdown-syntax.ts'
import { comparable, type Example, examplesIn } from './specification-examples.ts'

const commonmark = examplesIn(
  readFileSync(createRequire(import.meta.url).resolve('commonmark-spec/spec.txt'), 'utf8'),
)
const github = examplesIn(readFileSync(new URL('./fixtures/gfm-spec.txt', import.meta.url), 'utf8'))

const bare = 'a bare address becomes a link, as GitHub has it (extended autolinks)'
const newer = 'comments follow CommonMark 0.31, which is newer than the text of GitHub'

/** The examples where we differ, and why. */
const exceptions: Record<'commonmark' | 'github', Record<number, string>> = {
  commonmark: { 602: bare, 608: bare, 611: bare, 612: bare },
  github: {
    610: bare,
    616: bare,
    619: bare,
    620: bare,
    630: 'a plus sign in the host of a mail address is taken for valid by the link finder',
    645: newer,
    646: newer,
    653: 'tags that GitHub shows as text are words by a rule of its own (hidden-elements.test.ts)',
  },
}

/** Alignment by attribute or by style is the same, and the classes of task lists are GitHub's own. */
const like = (html: string): string =>
  comparable(
    html
      .replace(/ style="text-align:(\w+)"/g, ' align="$1"')
      .replace(/ class="(?:contains-task-list|task-list-item)"/g, ''),
  )

function check(name: 'commonmark' | 'github', examples: Example[]): void {
  const parser = specificationParser()
  const failed = examples.filter(({ markdown, html }) => like(parser.render(markdown, {})) !== like(html))
  assert.deepEqual(
    failed.map(({ number }) => number),
    Object.keys(exceptions[name]).map(Number),
  )
}

test('all 652 examples of CommonMark come out as written, but for the exceptions above', () => {
  assert.equal(commonmark.length, 652)
  check('commonmark', commonmark)
})

test("all 673 examples of GitHub's specification come out as written, but for the exceptions above", () => {
  assert.equal(github.length, 673)
  check('github', github)
})

/** Attributes are compared without regard to their order. */
test('a page without raw HTML is the same whether it passes the sanitiser or not', async () => {
  for (const { number, markdown } of [...commonmark, ...github]) {
    const options = { linkRel: 'noopener' }
    const direct = await renderMarkdown(markdown, options)
    const sanitised = await renderMarkdown(markdown, { ...options, always: true })
    const raw = /<(?:[A-Za-z/]|!|\?)/.test(markdown)
    if (!raw) assert.equal(comparable(direct.html), comparable(sanitised.html), `example ${number}`)
    assert.doesNotMatch(
      direct.html,
      /<(?:script|style|iframe|title|textarea|xmp|object)\b|\son\w+=|="?javascript:/i,
    )
  }
})
