// Comments on elements, points and regions: what is told of them, what is refused, and where versions take them.
import assert from 'node:assert/strict'
import { everywhere, type World } from '../support/world.ts'

const image = '<img src="sales.png" alt="Revenue by month">'
const page = (inside: string) => ({
  name: 'a.html',
  bytes: `<!doctype html>\n<title>T</title>\n<body><h1>Sales</h1>\n${inside}\n</body>`,
})
const path = 'body > img:nth-of-type(1)'

async function commented(world: World, anchor: object, inside = image) {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page(inside) })
  const { id: commentId } = await world.call('addComment', { id, body: 'This peak?', anchor })
  return { id, commentId }
}

async function only(world: World, id: string) {
  const { data } = await world.call('listComments', { id, status: 'all' })
  return data[0]
}

everywhere(
  'a comment on a point of an image tells what it stands on and where that is written',
  async world => {
    const anchor = { cssPath: path, point: { x: 0.25, y: 0.5 } }
    const { id } = await commented(world, anchor)
    const thread = await only(world, id)
    assert.deepEqual(thread.anchor, anchor)
    assert.deepEqual(
      [thread.anchorState, thread.element],
      ['anchored', { tag: 'img', text: 'Revenue by month' }],
    )
    const { current } = thread
    assert.deepEqual([current.text, current.line, current.cssPath], ['Revenue by month', 4, path])
    const source = await world.source(id)
    assert.equal(source.slice(current.start, current.end), image)
  },
)

everywhere(
  'it follows the element, says when it is another, and keeps what it was when it is gone',
  async world => {
    const region = { x: 0.5, y: 0, width: 0.5, height: 0.25 }
    const { id } = await commented(world, { cssPath: path, region })
    const moved = `<p>New.</p><img src="logo.png" alt="Logo">${image}`
    await world.call('update', { id }, { base: 1, file: page(moved) })
    const first = await only(world, id)
    assert.deepEqual([first.anchorState, first.current.cssPath], ['anchored', 'body > img:nth-of-type(2)'])
    await world.call('update', { id }, { base: 2, file: page(moved.replace('sales.png', 'sales-2.png')) })
    const second = await only(world, id)
    assert.deepEqual([second.anchorState, second.current.text], ['changed', 'Revenue by month'])
    const told = await world.traces(() =>
      world.call('update', { id }, { base: 3, file: page('<p>New.</p><img src="logo.png" alt="Logo">') }),
    )
    assert.deepEqual(told.events, ['artifact.updated', 'thread.orphaned'])
    const last = await only(world, id)
    assert.deepEqual([last.anchorState, last.current], ['orphaned', undefined])
    assert.deepEqual(last.element, { tag: 'img', text: 'Revenue by month' })
    assert.deepEqual(last.anchor.region, region)
  },
)

everywhere('what merely came to stand where it was is not taken for it', async world => {
  const links = '<a href="#">One</a><a href="#">Two</a>'
  const { id } = await commented(world, { cssPath: 'body > a:nth-of-type(2)' }, links)
  await world.call('update', { id }, { base: 1, file: page(`<a href="#">Zero</a>${links}`) })
  assert.equal((await only(world, id)).current.text, 'Two')
  await world.call('update', { id }, { base: 2, file: page('<a href="#">Zero</a><a href="#">One</a>') })
  assert.equal((await only(world, id)).anchorState, 'orphaned')
})

everywhere('a detached thread is hung on an element by hand, and from there it is followed', async world => {
  const { id, commentId } = await commented(world, { cssPath: path })
  const table = '<table><caption>Revenue</caption><tr><td>1</td></tr></table>'
  await world.call('update', { id }, { base: 1, file: page(table) })
  const hung = await world.call('reattach', { commentId, anchor: { cssPath: 'body > table' } })
  assert.deepEqual([hung.anchorState, hung.element], ['anchored', { tag: 'table', text: 'Revenue' }])
  await world.call('update', { id }, { base: 2, file: page(`<p>Before.</p>${table}`) })
  assert.equal((await only(world, id)).anchorState, 'anchored')
})

everywhere(
  'an element that only a script makes is not looked up, and says so on the next version',
  async world => {
    const { id } = await commented(
      world,
      { cssPath: 'body > div > canvas', point: { x: 0, y: 1 } },
      '<div></div>',
    )
    const first = await only(world, id)
    assert.deepEqual([first.anchorState, first.element, first.current], ['anchored', undefined, undefined])
    await world.call('update', { id }, { base: 1, file: page('<p>Other</p>') })
    assert.equal((await only(world, id)).anchorState, 'changed')
  },
)

everywhere(
  'what the page said of an element that only its script makes is kept with the thread',
  async world => {
    const element = { tag: 'canvas', text: 'Sales of March', alike: 1 }
    const { id } = await commented(world, { cssPath: 'body > div > canvas', element }, '<div></div>')
    const said = { tag: 'canvas', text: 'Sales of March' }
    const first = await only(world, id)
    assert.deepEqual([first.anchorState, first.element, first.current], ['anchored', said, undefined])
    assert.deepEqual(first.anchor.element, element)
    await world.call('update', { id }, { base: 1, file: page('<div><canvas></canvas></div>') })
    const second = await only(world, id)
    assert.deepEqual([second.anchorState, second.element, second.current], ['changed', said, undefined])
  },
)

everywhere('what stands at the path in the file is not taken for what a script moved there', async world => {
  const rows = '<p>North</p><p>South</p><p>Nothing</p><p>Nothing</p>'
  const at = (n: number, text: string, alike: number) => ({
    cssPath: `body > p:nth-of-type(${n})`,
    element: { tag: 'p', text, alike },
  })
  const found: [object, string | undefined][] = [
    // A script put a paragraph before: what is the second in the file was the third in the page.
    [at(3, 'South', 1), 'body > p:nth-of-type(2)'],
    [at(2, 'South', 1), 'body > p:nth-of-type(2)'],
    [at(1, 'Made by a script', 1), undefined],
    [at(4, 'Nothing', 2), 'body > p:nth-of-type(4)'],
    // One more says it in the page than in the file: nobody can tell which one this is.
    [at(4, 'Nothing', 3), undefined],
    [{ ...at(2, 'South', 1), element: { tag: 'h2', text: 'South' } }, undefined],
  ]
  for (const [anchor, path] of found) {
    const { id } = await commented(world, anchor, rows)
    assert.equal((await only(world, id)).current?.cssPath, path, JSON.stringify(anchor))
  }
})

everywhere('in Markdown the path begins at the article', async world => {
  const text = (more: string) => `# Plan\n\n${more}![Sales](sales.png)\n`
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: text('') })
  const anchor = { cssPath: 'body > p:nth-of-type(1) > img:nth-of-type(1)' }
  await world.call('addComment', { id, body: 'Old?', anchor })
  await world.call('update', { id }, { base: 1, file: text('Words.\n\n') })
  const { anchorState, current, element } = await only(world, id)
  assert.deepEqual([anchorState, element], ['anchored', { tag: 'img', text: 'Sales' }])
  assert.equal(current.cssPath, 'body > p:nth-of-type(2) > img:nth-of-type(1)')
})

const flow = ['graph TD', '  A[Start] --> B{Good?}', '  B -- yes --> C[Keep]', '  B -- no --> A']
const block = (lines: readonly string[]) => ['```mermaid', ...lines, '```'].join('\n')
const pets = block(['pie title Pets', '  "Dogs" : 3', '  "Cats" : 1'])
const notes = (...parts: string[]) => `# Notes\n\n${parts.join('\n\n')}\n`

everywhere(
  'a diagram of Markdown is its block of code: moved, edited, beside a new one, gone and back it is followed by its source',
  async world => {
    const before = notes('Words.', pets, block(flow), 'The end.')
    const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: before })
    const region = { x: 0.1, y: 0, width: 0.5, height: 1 }
    const anchor = { cssPath: 'body > pre:nth-of-type(2)', region }
    await world.call('addComment', { id, body: 'Where does it end?', anchor })
    const told = async () => {
      const { anchorState, element, current } = await only(world, id)
      const source = await world.source(id)
      const text = current && source.slice(current.start, current.end)
      const line = current && source.slice(0, current.start).split('\n').length
      assert.equal(current?.line, line)
      return { anchorState, element, text, path: current?.cssPath }
    }
    const element = { tag: 'pre', text: flow.join(' ').replace(/\s+/g, ' '), language: 'mermaid' }
    const path = 'body > pre:nth-of-type(2)'
    assert.deepEqual(await told(), { anchorState: 'anchored', element, text: block(flow), path })
    const moved = notes(
      'New words.',
      block(['graph LR', '  X --> Y']),
      pets,
      'More.',
      block(flow),
      'The end.',
    )
    await world.call('update', { id }, { base: 1, file: moved })
    assert.deepEqual(await told(), {
      ...{ anchorState: 'anchored', element, text: block(flow) },
      path: 'body > pre:nth-of-type(3)',
    })
    const edited = block([...flow.slice(0, 2), '  B -- maybe --> C[Keep]', flow[3]!])
    await world.call('update', { id }, { base: 2, file: moved.replace(block(flow), edited) })
    const third = await told()
    assert.deepEqual([third.anchorState, third.text], ['changed', edited])
    await world.call('update', { id }, { base: 3, file: moved.replace(`${block(flow)}\n\n`, '') })
    assert.equal((await told()).anchorState, 'orphaned')
    await world.call('update', { id }, { base: 4, file: moved.replace(block(flow), edited) })
    assert.deepEqual([(await told()).text, (await told()).anchorState], [edited, 'anchored'])
  },
)

everywhere('a diagram that gave way to another one elsewhere is gone', async world => {
  const file = notes('Words.', block(flow), '## Pets', 'About them.')
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file })
  await world.call('addComment', { id, body: 'Why?', anchor: { cssPath: 'body > pre' } })
  await world.call('update', { id }, { base: 1, file: notes('Words.', '## Pets', 'About them.', pets) })
  assert.equal((await only(world, id)).anchorState, 'orphaned')
})

everywhere('what is no path, no point and no region is refused by its field', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'company' }, { file: page(image) })
  const wrong: object[] = [
    { cssPath: 'img[src^="x"]' },
    { cssPath: '' },
    { cssPath: path, point: { x: 1.1, y: 0 } },
    { cssPath: path, point: { x: 0.5 } },
    { cssPath: path, region: { x: 0.5, y: 0, width: 0.6, height: 1 } },
    { cssPath: path, region: { x: 0, y: -0.1, width: 0.6, height: 1 } },
    { cssPath: path, colour: 'red' },
    { cssPath: path, element: { tag: 'img src=x', text: '' } },
    { cssPath: path, element: { tag: 'img', text: 'x'.repeat(201) } },
  ]
  for (const anchor of wrong)
    await world.refused('invalid_input', 'addComment', { id, body: 'Here.', anchor })
  assert.equal((await world.call('listComments', { id })).totalCount, 0)
})
