// Rendered pages: kept, shared, limited, and never in the way of the event loop.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FileSource } from '../../src/content/render/file-source.ts'
import { PageCache } from '../../src/content/render/page-cache.ts'
import { createRenderer, type PageRequest, type RendererOptions } from '../../src/content/render/renderer.ts'
import { openTurn } from '../support/turn.ts'

const folder = await mkdtemp(join(tmpdir(), 'pages-'))
const { workers, turn } = openTurn()
after(async () => {
  workers.close()
  await rm(folder, { recursive: true })
})

let folders = 0
/** A renderer whose pages are read as text. */
function open({ cacheDir = join(folder, String(folders++)), ...options }: Partial<RendererOptions> = {}) {
  const renderer = createRenderer({ cacheDir, ...options })
  const page = async (asked: PageRequest) => Buffer.from(await renderer.page(asked)).toString('utf8')
  return { page, cacheDir }
}

const request = (source: string, others: Partial<PageRequest> = {}): PageRequest => ({
  turn,
  sha256: Buffer.from(source.slice(0, 20)).toString('hex'),
  theme: 'github',
  preview: false,
  file: FileSource.of(source),
  ...others,
})

test('a page is a whole document: title, style with both faces, contents, article', async () => {
  const page = await open().page(
    request('# A & B\n\n## One\n\n## Two\n\n### Three\n\n## Four\n\n[x](https://a.b)\n', { lang: 'de' }),
  )
  assert.match(page, /^<!doctype html>\n<html lang="de">/)
  assert.match(page, /<meta charset="utf-8">/)
  assert.match(page, /<title>A &amp; B<\/title>/)
  assert.match(page, /light-dark\(/)
  assert.match(page, /:root\[data-theme=dark\],:root\.dark\{color-scheme:dark\}/)
  assert.match(
    page,
    /<nav class="contents" aria-label="Contents">.*<a href="#user-content-three">Three<\/a>/s,
  )
  assert.doesNotMatch(page, /<nav.*A &amp; B.*<\/nav>/s)
  assert.match(page, /<article>\n<h1 id="user-content-a--b">/)
  assert.match(page, /rel="noopener"/)
})

test('themes differ, previews get their own links, and nothing refers to the outside', async () => {
  const renderer = open()
  const pages = new Set<string>()
  for (const theme of ['github', 'paper', 'terminal', 'plain'] as const)
    for (const preview of [true, false])
      pages.add(await renderer.page(request('[x](https://a.b)', { theme, preview })))
  assert.equal(pages.size, 8)
  for (const page of pages) assert.doesNotMatch(page, /@import|url\((?!["']?data:)|<link|<script/)
  assert.equal([...pages].filter(page => page.includes('nofollow ugc noopener')).length, 4)
})

test('a page is rendered once, also by many at the same time, and kept for the next start', async () => {
  let loads = 0
  const renderer = open()
  const one = request('# Once', {
    file: new FileSource(6, async () => {
      loads++
      return Buffer.from('# Once')
    }),
  })
  const pages = await Promise.all(Array.from({ length: 20 }, () => renderer.page(one)))
  assert.equal(new Set(pages).size, 1)
  assert.equal(loads, 1)
  const again = open({ cacheDir: renderer.cacheDir })
  assert.equal(await again.page(one), pages[0])
  assert.equal(loads, 1)
  await rm(renderer.cacheDir, { recursive: true })
  assert.equal(await again.page(one), pages[0])
  assert.equal(loads, 2)
})

test('a failing source fails every waiting request and is asked again', async () => {
  const renderer = open()
  const failing = request('x', { file: new FileSource(1, () => Promise.reject(new Error('gone'))) })
  await assert.rejects(renderer.page(failing), /gone/)
  assert.match(await renderer.page(request('x')), /<p>x<\/p>/)
})

test('a cache that cannot be written costs no page', async () => {
  const file = join(folder, 'not-a-folder')
  await writeFile(file, '')
  assert.match(await open({ cacheDir: file }).page(request('still here')), /still here/)
})

test('the cache keeps within its size, the longest unused going first', async () => {
  const cache = new PageCache(join(folder, 'small'), 1000)
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await cache.put(name, Buffer.alloc(400, 'x'))
    await utimes(join(folder, 'small', name), index, index)
  }
  await cache.sweep()
  assert.deepEqual((await readdir(join(folder, 'small'))).sort(), ['b', 'c'])
  assert.equal(await cache.get('a'), null)
})

test('where time or memory ends, the source is shown with a note, kept, and the next page is rendered', async () => {
  const slow = open({ patience: () => 30 })
  const source = `# <b>\n\n${'*a **b '.repeat(300_000)}`
  const page = await slow.page(request(source))
  assert.match(page, /<p class="notice" role="note">/)
  assert.match(page, /<pre class="written"># &lt;b&gt;/)
  assert.equal((await readdir(join(slow.cacheDir, 'pages'))).length, 1)
  const small = openTurn({ memory: 96 })
  const large = request('- [a](b) *c*\n'.repeat(400_000), { turn: small.turn })
  assert.match(await open().page(large), /class="notice"/)
  assert.match(await open().page(request('# Fine', { turn: small.turn })), /<h1 id="user-content-fine">/)
  small.workers.close()
})

const hostile: [what: string, source: string][] = [
  ['open brackets', '['.repeat(50_000)],
  ['quotes', '> '.repeat(50_000)],
  ['alternating emphasis', '*a_ '.repeat(100_000)],
  ['link openers', '[a]('.repeat(50_000)],
  ['backtick runs', Array.from({ length: 1500 }, (_, i) => '`'.repeat(i)).join(' ')],
  ['emphasis run', '*'.repeat(100_000)],
  ['comment openers', '<!--'.repeat(50_000)],
  ['nested lists', Array.from({ length: 1000 }, (_, i) => `${'  '.repeat(i)}- a\n`).join('')],
  ['autolinks', '<http://a'.repeat(50_000)],
  ['bare addresses', 'www.a.b '.repeat(30_000)],
  ['closing brackets', `www.a.b/${')'.repeat(100_000)}`],
  ['wide table', `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n`],
  ['tall table', `|a|\n|-|\n${'|b|\n'.repeat(50_000)}`],
  ['table with missing cells', `|${'a|'.repeat(1000)}\n|${'-|'.repeat(1000)}\n${'|b|\n'.repeat(1000)}`],
  ['references', Array.from({ length: 20_000 }, (_, i) => `[r${i}]: /x\n`).join('') + '[r1]'.repeat(20_000)],
  ['footnote marks', `${'[^1]'.repeat(20_000)}\n\n[^1]: x`],
  ['tasks', '- [ ] a\n'.repeat(50_000)],
  ['dollars', '$'.repeat(100_000)],
  ['open formulas', '$a '.repeat(50_000)],
  ['formula blocks', '$$a\n'.repeat(50_000)],
  ['backtick formulas', '$`'.repeat(50_000)],
  ['braces in a formula', `$${'{'.repeat(4000)}$`],
  ['alerts', '> [!NOTE]\n\n'.repeat(20_000)],
  ['equal headings', '# a\n'.repeat(30_000)],
  ['nested divisions', '<div>'.repeat(3000)],
  ['open tags in blocks', '<div>\n\n'.repeat(10_000)],
  ['bold tags', '<b>'.repeat(5000)],
  ['entities', '&amp'.repeat(50_000)],
  ['one long line of code', `\`\`\`js\n${'a'.repeat(50_000)}\n\`\`\``],
  ['nested templates', `\`\`\`js\n${'`${'.repeat(5000)}\n\`\`\``],
]

/** How often other work was done while the work went on. */
async function besides(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => turns++, 2)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return turns
}

test('hostile files all end, as a page or as their source', async () => {
  const renderer = open()
  for (const [what, source] of hostile) {
    const page = await renderer.page(request(source, { sha256: Buffer.from(what).toString('hex') }))
    assert.match(page, /<\/html>\n$/, what)
  }
})

test('the event loop answers while 5 MB of Markdown are rendered', async () => {
  const unit =
    '## Part *two*\n\nWords with **bold**, [a link](https://a.b), and more.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n  - y\n\n'
  const source = unit.repeat(5_000_000 / unit.length)
  const renderer = open()
  await renderer.page(request('warm'))
  let page = ''
  const turns = await besides(async () => {
    page = await renderer.page(request(source))
  })
  assert.doesNotMatch(page.slice(-200_000), /class="notice"/)
  assert.ok(page.length > source.length)
  // In this process the whole page would be one turn.
  assert.ok(turns > 20, `${turns} turns`)
})
