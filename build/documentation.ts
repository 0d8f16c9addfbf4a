// Builds dist/docs: every page of the documentation rendered, its Markdown beside it, what the search looks through, and pictures.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { renderMarkdown } from '../src/content/markdown/markdown.ts'
import type { DocBook, DocEntry } from '../src/surfaces/web/docs/docs-book.ts'
import { docPage } from '../src/surfaces/web/docs/docs-page.tsx'
import type { SearchEntry } from '../src/surfaces/web/docs/docs-search.ts'
import { openAssets } from '../src/surfaces/web/layout/assets.ts'
import { apiPages } from './documentation/api-pages.ts'
import { groupTabs, markTabs } from './documentation/code-tabs.ts'
import { commandPage } from './documentation/command-page.ts'
import { resolveLinks } from './documentation/links.ts'
import { passages, summaryOf } from './documentation/passages.ts'
import { problemPages } from './documentation/problem-pages.ts'
import { nameTables } from './documentation/table-names.ts'

export interface Source {
  /** Below `/docs/`; empty for the front page. */
  path: string
  markdown: string
  /** The file it was read from; absent for pages made from code. */
  file?: string
}

interface Listed {
  title: string
  pages: { path: string; source: string }[]
}

/** Writes docs/ below the folder that holds the bundles. */
export async function documentation(built: string): Promise<void> {
  const listed: Listed[] = JSON.parse(await readFile('docs/contents.json', 'utf8'))
  const sources = await sourcesOf(listed)
  const files = new Set<string>()
  const linked = sources.map(source => resolveLinks(source, sources, files))
  const book = bookOf(listed, linked, files)
  const search = await writePages(built, linked, book)
  await Promise.all([
    write(built, 'book.json', JSON.stringify(book)),
    write(built, 'search.json', JSON.stringify(search)),
    ...[...files].map(file => cp(file, join(built, 'docs/files', basename(file)))),
  ])
}

async function sourcesOf(listed: readonly Listed[]): Promise<Source[]> {
  const made: Record<string, () => Source[] | Promise<Source[]>> = {
    openapi: apiPages,
    commands: commandPage,
    problems: problemPages,
  }
  const all = listed.flatMap(({ pages }) => pages)
  const sources = await Promise.all(
    all.map(async ({ path, source }): Promise<Source[]> => {
      const make = made[source]
      return make ? await make() : [{ path, file: source, markdown: await readFile(source, 'utf8') }]
    }),
  )
  return sources.flat()
}

function bookOf(listed: readonly Listed[], sources: readonly Source[], files: ReadonlySet<string>): DocBook {
  const entry = (path: string): DocEntry => {
    const { markdown } = sources.find(source => source.path === path)!
    return { path, title: titleOf(markdown), summary: summaryOf(markdown) }
  }
  return {
    sections: listed.map(({ title, pages }) => ({ title, pages: pages.map(({ path }) => entry(path)) })),
    paths: sources.map(({ path }) => path),
    files: [...files].map(file => basename(file)),
  }
}

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)![1]!.replaceAll('`', '')

/** Writes each page and its twin; answers the passages of all. */
async function writePages(built: string, sources: readonly Source[], book: DocBook): Promise<SearchEntry[]> {
  const assets = openAssets(`${built}/public`)
  const order = book.sections.flatMap(({ pages }) => pages)
  const found: SearchEntry[] = []
  for (const { path, markdown } of sources) {
    const rendered = await renderMarkdown(markTabs(markdown), { linkRel: 'noopener', colours: false })
    const html = nameTables(groupTabs(withOwnIds(rendered.html)))
    const title = titleOf(markdown)
    const headings = rendered.outline
      .filter(({ level }) => level === 2)
      .map(({ id, text }) => ({ id: ownId(id), text }))
    const at = order.findIndex(entry => entry.path === path)
    const [previous, next] = at < 0 ? [] : [order[at - 1], order[at + 1]]
    const name = path === '' ? 'index' : path
    const { sections } = book
    await write(
      built,
      `pages/${name}.html`,
      docPage({ assets, sections, path, title, html, headings, previous, next }),
    )
    await write(built, `pages/${name}.md`, markdown)
    found.push(...passages(path, title, html))
  }
  return found
}

const PREFIX = 'user-content-'

const ownId = (id: string): string => id.slice(PREFIX.length)

/** These pages are our own: their headings need no name that a page of somebody else cannot take. */
const withOwnIds = (html: string): string =>
  html.replaceAll(`id="${PREFIX}`, 'id="').replaceAll(`href="#${PREFIX}`, 'href="#')

async function write(built: string, name: string, text: string): Promise<void> {
  const path = join(built, 'docs', name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
