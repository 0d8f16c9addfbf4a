// Words of right-to-left scripts in the raw HTML of a Markdown file, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commenting } from '../support/commenting.ts'
import { inBrowsers } from '../support/in-browsers.ts'

const blocks = [
  '<p>שלום</p>',
  '<div>שלום</div>',
  '<section>שלום</section>',
  '<aside>שלום</aside>',
  '<div><div>שלום</div></div>',
  '<ul><li>שלום</li></ul>',
  '<ul><li><p>שלום</p></li></ul>',
  '<ol><li>one<ul><li>שלום</li></ul></li></ol>',
  '<dl><dt>term</dt><dd>שלום</dd></dl>',
  '<ul>שלום</ul>',
  '<dl>שלום</dl>',
  '<blockquote>שלום</blockquote>',
  '<details open><summary>More</summary>שלום</details>',
  '<table><tr><td>שלום</td></tr><tr><td>a row that is wider than it</td></tr></table>',
]

/** Words that an author aligned, or that follow others, and the side that they keep. */
const aligned = [
  ['<div align="center"><ul><li>שלום</li></ul></div>', 'middle'],
  ['<div align="center"><p>שלום</p></div>', 'middle'],
  ['<div dir="ltr">שלום</div>', 'left'],
  ['<ul dir="ltr"><li>שלום</li></ul>', 'left'],
  ['<div>words, then שלום</div>', 'left'],
] as const

inBrowsers('text direction', browserName => {
  const { people, publish, browserOf, open } = commenting({ browserName })

  /** The side of its block on which each word stands. */
  async function sides(sources: readonly string[]) {
    const id = await publish({ visibility: 'company' }, `# Words\n\n${sources.join('\n\n')}\n`, 'words.md')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    const frame = page.frames().find(each => each !== page.mainFrame())!
    await frame.locator('h1').waitFor()
    const found = await frame.evaluate(() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const all: string[] = []
      while (walk.nextNode()) {
        if (!walk.currentNode.nodeValue!.includes('שלום')) continue
        const range = document.createRange()
        range.selectNodeContents(walk.currentNode)
        const [words, block] = [range, walk.currentNode.parentElement!].map(each =>
          each.getBoundingClientRect(),
        ) as [DOMRect, DOMRect]
        const [left, right] = [words.left - block.left, block.right - words.right]
        all.push(Math.abs(left - right) < 3 ? 'middle' : left < right ? 'left' : 'right')
      }
      return all
    })
    await close()
    return found
  }

  test('words of a right-to-left script stand on the right of every block of raw HTML', async () => {
    assert.deepEqual(
      await sides(blocks),
      blocks.map(() => 'right'),
    )
  })

  test('words that their author aligned, and those after others, stay where they were', async () => {
    assert.deepEqual(
      await sides(aligned.map(([source]) => source)),
      aligned.map(([, side]) => side),
    )
  })
})
