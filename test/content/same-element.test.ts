// Elements from one version to the next: the same one, another in its place, or none; never one that only looks alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagOf } from '../../src/content/anchors/element-path.ts'
import { carryPassages, findPassage } from '../../src/content/anchors/reanchor.ts'
import type { AnchorStateName } from '../../src/domain/anchor.ts'

const page = (body: string) => `<!doctype html><title>T</title><body>${body}</body>`

/** Follows the element at the path through the versions; returns its state and source in each after the first. */
async function through(path: string, ...bodies: string[]): Promise<[AnchorStateName, string | null][]> {
  const files = bodies.map(body => ({ source: page(body), format: 'html' as const }))
  const anchor = { cssPath: path }
  let found = await findPassage(files[0]!, anchor)
  assert.ok(found.range, `${path} is not in the first version`)
  const told: [AnchorStateName, string | null][] = []
  for (const [index, after] of files.entries()) {
    if (index === 0) continue
    const [next] = await carryPassages(files[index - 1]!, after, [{ anchor, ...found }])
    found = next!
    const { source } = found.range!
    told.push([
      found.state,
      found.state === 'orphaned' ? null : after.source.slice(source!.start, source!.end),
    ])
  }
  return told
}

const second = 'body > a:nth-of-type(2)'

test('an element is not taken for one that came to stand at its path', async () => {
  const links = '<a href="#">One</a><a href="#">Two</a>'
  assert.deepEqual(await through(second, links, `<a href="#">Zero</a>${links}`), [
    ['anchored', '<a href="#">Two</a>'],
  ])
  assert.deepEqual(await through(second, links, '<a href="#">One</a>'), [['orphaned', null]])
})

test('it is followed from where it went, not from where it was written on', async () => {
  const sales = '<img src="sales.png" alt="Sales">'
  const logo = '<img src="logo.png" alt="Logo">'
  const next = '<img src="sales-2.png" alt="Sales">'
  assert.deepEqual(
    await through('body > img', sales, `<p>New.</p>${logo}${sales}`, `<p>New.</p>${logo}${next}`),
    [
      ['anchored', sales],
      ['changed', next],
    ],
  )
})

test('its id tells it wherever it stands, unless another kind of element has the id now', async () => {
  const chart = '<div id="sales">March</div>'
  assert.deepEqual(
    await through('#sales', `${chart}<p>x</p>`, '<p>x</p><section><div id="sales">April</div></section>'),
    [['changed', '<div id="sales">April</div>']],
  )
  assert.deepEqual(await through('#sales', chart, '<p id="sales">March</p><div>March</div>'), [
    ['orphaned', null],
  ])
})

test('a mark of the page tells it as an id does', async () => {
  const cards = (names: string[]) =>
    names.map(name => `<li data-key="${name}">${name} has news</li>`).join('')
  assert.deepEqual(
    await through(
      'body > ul > li:nth-of-type(1)',
      `<ul>${cards(['a', 'b'])}</ul>`,
      `<ul>${cards(['c', 'b', 'a'])}</ul>`,
    ),
    [['anchored', '<li data-key="a">a has news</li>']],
  )
})

test('equal cells are told apart by their rows', async () => {
  const row = (name: string, value: string) => `<tr><td>${name}</td><td>${value}</td></tr>`
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
  const path = 'body > table > tbody > tr:nth-of-type(2) > td:nth-of-type(2)'
  const told = await through(
    path,
    table(row('North', '0'), row('South', '0'), row('West', '0')),
    table(row('East', '0'), row('North', '0'), row('South', '0'), row('West', '0')),
    table(row('East', '0'), row('North', '0'), row('South', '7'), row('West', '0')),
    table(row('East', '0'), row('North', '0'), row('West', '0')),
  )
  assert.deepEqual(
    told.map(([state]) => state),
    ['anchored', 'changed', 'orphaned'],
  )
})

test('what holds other elements is the one that holds them still', async () => {
  const card = (name: string, more = '') => `<div><h3>${name}</h3><p>All about ${name}.</p>${more}</div>`
  const told = await through(
    'body > div:nth-of-type(1)',
    card('Money') + card('Time'),
    card('New') + card('Money', '<p>And more.</p>') + card('Time'),
    card('New') + card('Time'),
  )
  assert.deepEqual(told, [
    ['changed', card('Money', '<p>And more.</p>')],
    ['orphaned', null],
  ])
})

test('a picture in the place of another is told as changed, a lost one comes back when it does', async () => {
  const around = (inside: string) =>
    `<h1>Sales</h1><figure>${inside}<figcaption>Sales</figcaption></figure><p>End.</p>`
  const [first, other] = ['<img src="a.png">', '<img src="b.png">']
  assert.deepEqual(await through('body > figure > img', around(first), around(other)), [['changed', other]])
  const image = '<img src="sales.png" alt="Sales of the year">'
  assert.deepEqual(await through('body > img', `<p>A</p>${image}`, '<p>A</p>', `${image}<p>A</p>`), [
    ['orphaned', null],
    ['anchored', image],
  ])
})

test('a heading or a picture of few words comes back where it stood, and nowhere else', async () => {
  const chart = (title: string) => `<svg width="9"><title>${title}</title><rect width="9"></rect></svg>`
  const costs = '<p>Costs.</p>'
  const rest = (...bodies: string[]) => through('body > svg', chart('Revenue') + costs, costs, ...bodies)
  assert.deepEqual((await rest(chart('Revenue') + costs))[1], ['anchored', chart('Revenue')])
  const states = async (...bodies: string[]) => (await rest(...bodies)).map(([state]) => state)
  assert.deepEqual(await states(chart('Sales') + costs), ['orphaned', 'orphaned'])
  assert.deepEqual(await states(chart('Sales') + costs + chart('Revenue')), ['orphaned', 'orphaned'])
  assert.deepEqual(await states(chart('Revenue').repeat(2) + costs), ['orphaned', 'orphaned'])
  assert.deepEqual(await through('body > h2', `<h2>Costs</h2>${costs}`, costs, `<h2>Costs</h2>${costs}`), [
    ['orphaned', null],
    ['anchored', '<h2>Costs</h2>'],
  ])
  assert.deepEqual(await through('body > p', '<p>Yes.</p><b>x</b>', '<b>x</b>', '<p>Yes.</p><b>x</b>'), [
    ['orphaned', null],
    ['orphaned', null],
  ])
})

test('of an element and its exact copy the one with its neighbours is taken, and none where both have as many', async () => {
  const [first, last] = ['<p>We meet at noon in the hall.</p>', '<p>Nobody brings a dog.</p>']
  const asked = '<p>Write to Ana by Friday please.</p>'
  const path = 'body > p:nth-of-type(2)'
  const apart = await through(
    path,
    first + asked + last,
    `${first}${asked}${last}<h2>Again</h2>${asked.replace('<p>', '<p class="copy">')}`,
  )
  assert.deepEqual(apart, [['anchored', asked]])
  const beside = await through(path, first + asked + last, first + asked + asked + last)
  assert.deepEqual(beside, [['orphaned', null]])
})

test('an exact copy elsewhere is not taken for an element that was reworded in its place', async () => {
  const rest = '<p>There is soup.</p><h2>Notes</h2><p>Bring a warm coat.</p>'
  const asked = '<p>Write to Ana by Friday at the latest please.</p>'
  const reworded = asked.replace('Friday', 'Monday')
  const told = await through('body > p:nth-of-type(1)', asked + rest, reworded + rest + asked)
  assert.notEqual(told[0]![1], asked)
})

test('in a list that was copied whole an entry is never taken for its copy', async () => {
  const entries = ['Buy a loaf of bread', 'Call the plumber back', 'Water the plants']
  const list = (part: string, ...all: string[]) => `<ul>${all.map(each => part + each).join('')}</ul>`
  const rest = '<h2>Notes</h2><p>Bring a warm coat.</p><ol><li>Nothing here</li></ol>'
  const grown = list('<li>', ...entries.flatMap(each => [each, 'Read a chapter']))
  const copy = list('<li class="copy">', ...entries)
  const before = `<p>Plan</p>${list('<li>', ...entries)}${rest}`
  const told = await through('body > ul > li:nth-of-type(2)', before, `<p>Plan</p>${grown}${rest}${copy}`)
  assert.ok(!told[0]![1]?.includes('copy'), JSON.stringify(told))
})

test('a paragraph that gave way to another elsewhere is gone', async () => {
  const told = await through(
    'body > p:nth-of-type(2)',
    '<p>We meet at noon.</p><p>Nobody brings a dog.</p><h2>Food</h2><p>There is soup.</p>',
    '<p>We meet at noon.</p><h2>Food</h2><p>There is soup.</p><p>Write to Ana by Friday please.</p>',
  )
  assert.deepEqual(told, [['orphaned', null]])
})

test('an element of a page made from Markdown is found by its place in the article', async () => {
  const files = ['# Plan\n\n![Sales](s.png)\n', '# Plan\n\nNew words.\n\n![Sales](s.png)\n'].map(source => ({
    source,
    format: 'markdown' as const,
  }))
  const anchor = { cssPath: 'body > p:nth-of-type(1) > img:nth-of-type(1)' }
  const found = await findPassage(files[0]!, anchor)
  const [next] = await carryPassages(files[0]!, files[1]!, [{ anchor, ...found }])
  assert.deepEqual(
    [next!.state, next!.range!.text, next!.range!.suffix],
    ['anchored', 'Sales', 'body > p:nth-of-type(2) > img:nth-of-type(1)'],
  )
  assert.equal(tagOf(next!.range!), 'img')
})

test('a block of code that was moved and changed is found by its language and most of its words, where one alone has them', async () => {
  const block = (words: string) => `<pre><code class="language-mermaid">${words}</code></pre>`
  const [flow, other] = [block('graph LR Start Good Yes Keep'), block('pie Dogs Cats')]
  const [rest, later] = ['<p>One.</p><h2>Two</h2><p>Three.</p>', block('graph LR Start Good Yes Keep it')]
  const first = 'body > pre:nth-of-type(1)'
  assert.deepEqual(await through(first, flow + rest, other + rest + later), [['changed', later]])
  assert.deepEqual(await through(first, flow + rest, other + rest), [['orphaned', null]])
  const twice = other + rest + later + block('graph LR Start Good Yes Keep on')
  assert.deepEqual(await through(first, flow + rest, twice), [['orphaned', null]])
  const dated = (html: string) => html.replaceAll('<pre', '<pre data-at="One\u2028two"')
  assert.deepEqual(await through(first, dated(flow) + rest, other + rest + dated(later)), [
    ['changed', dated(later)],
  ])
})

test('pages of thousands of equal elements are read in little time', async () => {
  const body = '<b>x</b>'.repeat(4000) + '<i>'.repeat(300)
  const [told] = await through('body > b:nth-of-type(2000)', body, `<b>x</b>${body}`)
  assert.ok(told![0] === 'anchored' || told![0] === 'orphaned')
})
