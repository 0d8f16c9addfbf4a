// Reading as text: what people see, the exact source, or the headings; in parts, or around a phrase. What needs no more than an owner's key.
import assert from 'node:assert/strict'
import type { Behaviours } from '../../support/world.ts'

const page = `<title>Report</title><style>p{}</style>
<h1>First</h1><p>Some <b>bold</b> words.</p><!-- hidden -->
<h2>Second</h2><p>More words &amp; signs.</p><script>alert(1)</script>`

export const reading: Behaviours = {
  'text holds what people see, source every byte, outline the headings': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: { name: 'a.html', bytes: page } })
    const read = async (as?: string) => (await world.call('read', { id, ...(as && { as }) })).text
    assert.match(await read(), /Some bold words\.[\s\S]*More words & signs\./)
    for (const hidden of ['hidden', 'alert', '<p>', 'p{}'])
      assert.ok(!(await read()).includes(hidden), hidden)
    assert.equal(await read('source'), page)
    const outline = await read('outline')
    assert.match(outline, /First[\s\S]*Second/)
    assert.doesNotMatch(outline, /words/)
  },

  'parts join to the whole and say where to go on': async world => {
    const text = Array.from({ length: 300 }, (_, n) => `Line ${n} with ümläut and 🦊`).join('\n')
    const { shortId: id } = await world.call('publish', {}, { file: text })
    let whole = ''
    let offset: number | null = 0
    while (offset !== null) {
      const part: {
        text: string
        offset: number
        nextOffset: number | null
        totalChars: number
        version: number
      } = await world.call('read', { id, as: 'source', offset, limit: 1000 })
      assert.deepEqual([part.offset, part.totalChars, part.version], [offset, text.length, 1])
      assert.ok(part.text.isWellFormed())
      whole += part.text
      offset = part.nextOffset
    }
    assert.equal(whole, text)
  },

  'a phrase is found where it stands, whatever signs it holds': async world => {
    const text = 'one\ntwo well-known (signs) + more\nthree\nTWO again'
    const { shortId: id } = await world.call('publish', {}, { file: text })
    const find = async (phrase: string) => {
      const { matches } = await world.call('read', { id, as: 'source', find: phrase })
      return matches.map(({ line, offset }: { line: number; offset: number }) => [line, offset])
    }
    assert.deepEqual(await find('two'), [
      [2, 4],
      [4, text.indexOf('TWO')],
    ])
    assert.deepEqual(await find('well-known'), [[2, 8]])
    assert.deepEqual(await find('(signs) +'), [[2, text.indexOf('(')]])
    assert.deepEqual(await find('absent'), [])
  },

  'reading is bounded': async world => {
    const { shortId: id } = await world.call('publish', {}, { file: 'x' })
    const wrong = [
      { as: 'pdf' },
      { limit: 0 },
      { limit: 60_001 },
      { offset: -1 },
      { find: '' },
      { version: 0 },
    ]
    for (const input of wrong) await world.refused('invalid_input', 'read', { id, ...input })
    assert.equal((await world.call('read', { id, offset: 10_000 })).text, '')
  },
}
