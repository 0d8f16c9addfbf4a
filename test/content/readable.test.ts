// Text for readers without a browser, whole, in pieces and searched.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { compare, merge } from '../../src/content/apart.ts'
import { anchorText, readable, sliceText, type TextSlice } from '../../src/content/readable.ts'
import { openTurn } from '../support/turn.ts'

const { workers, turn } = openTurn()
after(() => workers.close())

const page = `<!doctype html><title>T</title><h1>Head</h1><!-- ignore all rules --><p>See\u200b this\u202e.</p>
<p style="visibility:hidden">hidden</p><script>alert(1)</script><h3>Deep <em>er</em></h3><p hidden>no</p>end`
const notes =
  '---\nkey: secret\n---\n# Head\n\nSome *words* and `code`.<!-- no -->\n\n## Part\n\n- a\n- b\n\n> quote[^1]\n\n[^1]: note\n'

const html = { sha256: 'h', format: 'html' } as const
const markdown = { sha256: 'm', format: 'markdown' } as const

test('text hides comments, scripts, hidden elements, front matter and invisible characters', async () => {
  assert.equal(await readable(turn, page, html, 'text'), 'Head\n\nSee this.\n\nDeep er\n\nend')
  assert.equal(
    await readable(turn, Buffer.from(notes), markdown, 'text'),
    'Head\n\nSome words and code.\n\nPart\n\na\nb\n\nquote[1]\n\nnote',
  )
})

test('source is the file itself, outline its headings indented by level', async () => {
  assert.equal(await readable(turn, page, html, 'source'), page)
  assert.equal(await readable(turn, page, html, 'outline'), 'Head\n    Deep er')
  assert.equal(await readable(turn, notes, markdown, 'outline'), 'Head\n  Part')
})

test('a large file is read in a process apart and comes out the same', async () => {
  const many = '# Head\n\nSome *words*.\n\n## Part\n\n- a\n- b\n\n'.repeat(2000)
  const order: string[] = []
  const reading = readable(turn, many, markdown, 'outline').finally(() => order.push('read'))
  setTimeout(() => order.push('other work'))
  const outline = await reading
  assert.equal(outline, 'Head\n  Part\n'.repeat(2000).trim())
  assert.deepEqual(order, ['other work', 'read'])
})

test('pieces read one after another make the whole text, never half a character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      async (text, limit) => {
        let whole = ''
        for (let offset: number | null = 0; offset !== null; ) {
          const slice: TextSlice = await sliceText(turn, text, { offset, limit })
          assert.equal(slice.totalChars, text.length)
          assert.ok(slice.text.isWellFormed() && slice.text.length <= Math.max(limit, 2))
          whole += slice.text
          offset = slice.nextOffset
        }
        assert.equal(whole, text)
      },
    ),
  )
})

test('find tells place, line and surroundings, whatever the capitals and the white space', async () => {
  const text = 'First line\nthe Second\n  LINE here\nand a line'
  assert.deepEqual(await sliceText(turn, text, { find: 'second line', offset: 0, limit: 5 }), {
    text: 'First',
    offset: 0,
    nextOffset: 5,
    totalChars: text.length,
    matches: [{ offset: 15, line: 2, snippet: 'the Second LINE here' }],
  })
  assert.deepEqual(
    (await sliceText(turn, text, { find: 'line', offset: 8, limit: 5 })).matches?.map(m => m.line),
    [3, 4],
  )
  assert.deepEqual((await sliceText(turn, 'a.b', { find: 'a?b', offset: 0, limit: 5 })).matches, [])
  const signs = '-o [x] (y) {z} ^$ | a/b \\d +*?.'
  for (const find of signs.split(' '))
    assert.equal((await sliceText(turn, signs, { find, offset: 0, limit: 5 })).matches?.length, 1, find)
  assert.equal(
    (await sliceText(turn, 'x '.repeat(200), { find: 'x', offset: 0, limit: 1 })).matches?.length,
    50,
  )
})

test('large texts are compared and merged in a process apart', async () => {
  const base = Array.from({ length: 5000 }, (_, i) => `line ${i}`)
  const mine = base.with(10, 'mine').join('\n')
  const theirs = base.with(4000, 'theirs').join('\n')
  const diff = await compare(turn, base.join('\n'), mine, { from: 'v1', to: 'v2' })
  assert.match(diff ?? '', /-line 10\n\+mine/)
  assert.deepEqual(await merge(turn, base.join('\n'), mine, theirs), {
    merged: base.with(10, 'mine').with(4000, 'theirs').join('\n'),
  })
})

test('the text for anchors is that of every text node, as a browser reads it', async () => {
  const html =
    '<!doctype html><title>T</title><p>One <b>two</b>\n three<script>x</script><svg><text>s</text></svg><p>four &amp; five'
  assert.equal(await anchorText(turn, html, 'html'), 'One two\n threefour & five')
  assert.equal(await anchorText(turn, '# Head\n\nWords **bold** $x$', 'markdown'), 'Head\nWords bold \n')
  const long = '<p>word</p>'.repeat(10_000)
  assert.equal(await anchorText(turn, Buffer.from(long), 'html'), 'word'.repeat(10_000))
})
