// A thread whose words are joined to their neighbours keeps its whole quote, and one whose words may come from a script is never lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carryPassages, findPassage, type KnownAnchor } from '../../src/content/anchors/reanchor.ts'

const page = (source: string) => ({ source, format: 'html' as const })

/** The state and the words of a thread in each version after the first. */
async function through(exact: string, first: string, ...versions: string[]) {
  let known: KnownAnchor = { anchor: { textQuote: { exact } }, state: 'orphaned', range: null }
  known = { ...known, ...(await findPassage(page(first), known.anchor)) }
  assert.deepEqual([known.state, known.range?.text], ['anchored', exact])
  const told: string[] = []
  let before = first
  for (const after of versions) {
    const [next] = await carryPassages(page(before), page(after), [known])
    known = { ...known, ...next }
    told.push(`${known.state}: ${known.range?.text}`)
    before = after
  }
  return told
}

test('a quote whose first or last word is joined to its neighbour is anchored, there and when they part again', async () => {
  const words = '<title>t</title><h1>H</h1><p>These are well known facts of life here</p><p>More</p>'
  for (const joined of ['wellknown facts', 'well-known facts'])
    assert.deepEqual(
      await through('known facts of life', words, words.replace('well known facts', joined), words),
      Array(2).fill('anchored: known facts of life'),
    )
  const last = words.replace('life here', 'lifehere')
  assert.deepEqual(
    await through('known facts of life', words, last, words),
    Array(2).fill('anchored: known facts of life'),
  )
  const blocks = '<p>The audio end</p><p>opening quoted words here</p>'
  assert.deepEqual(
    await through('end opening quoted', blocks, '<p>The audioend opening quoted words here</p>', blocks),
    Array(2).fill('anchored: end opening quoted'),
  )
})

test('a quote of one word that was joined to another is anchored again when they part', async () => {
  const words = '<p>It is well known that cats sleep all day long</p>'
  for (const [quote, joined] of [
    ['known', 'wellknown'],
    ['well', 'wellknown'],
  ] as const) {
    const [, back] = await through(quote, words, words.replace('well known', joined), words)
    assert.equal(back, `anchored: ${quote}`)
  }
})

test('a quote of which a word was taken is changed without white space at its ends, and anchored when it returns', async () => {
  const words = '<p>These are well known facts of life here</p><p>More</p>'
  const cut = words.replace('known facts', 'facts')
  assert.deepEqual(await through('known facts of life', words, cut, words), [
    'changed: facts of life',
    'anchored: known facts of life',
  ])
})

test('a word that became part of a longer one is changed', async () => {
  const words = '<p>We have a cat in the old house by the river</p>'
  assert.deepEqual(await through('cat', words, words.replace('cat', 'category')), ['changed: category'])
})

test('words may come from every kind of script that a page can hold', async () => {
  const anchor = { textQuote: { exact: 'Answer is 42' }, cssPath: 'body > p:nth-of-type(1)' }
  const stateIn = async (html: string) => (await findPassage(page(html), anchor)).state
  for (const html of [
    '<script>go()</script>',
    '<script type=module src=a.js></script>',
    '<button onclick="go()">go</button>',
    '<body ONLOAD=go()><p>',
    '<img src=x onerror=go()>',
    '<a href="javascript:go()">go</a>',
    '<a href=" Java&#10;Script:go()">go</a>',
    '<form action="javascript:go()"></form>',
    '<button formaction="javascript:go()">go</button>',
    '<svg><a xlink:href="javascript:go()"><text>go</text></a></svg>',
    '<svg onload="go()"></svg>',
    '<svg><script>go()</script></svg>',
    '<div><template shadowrootmode=open>Answer</template></div>',
  ])
    assert.equal(await stateIn(`<p>-</p>${html}`), 'rendered', html)
  for (const html of [
    '<script type="application/json">{}</script>',
    '<a href="https://javascript.example">go</a>',
    '<p title="javascript:go()" data-on=1>x',
  ])
    assert.equal(await stateIn(`<p>-</p>${html}`), 'orphaned', html)
})
