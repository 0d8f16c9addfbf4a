// Handlers of the addresses below /docs: prerendered pages, their Markdown twins, pictures, the search, and /llms.txt.
import { packagePath } from '../../../program-files.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { publicFile, sendPublicFile } from '../../http/public-file.ts'
import { type PageContext, redirect, sendMissing, sendPage } from '../page/page-context.ts'
import { docs } from '../words/docs.ts'
import { type DocBook, type Docs, docFile, openDocs } from './docs-book.ts'
import { docResultsPage } from './docs-page.tsx'
import { searchDocs } from './docs-search.ts'

/** The docs of each site: pages hold its address. */
const opened = new WeakMap<PageContext['site'], Docs>()

function docsOf({ site }: PageContext): Docs {
  const docs = opened.get(site) ?? openDocs(packagePath('dist/docs'), site.context.url)
  opened.set(site, docs)
  return docs
}

const markdown = 'text/markdown; charset=utf-8'

export async function showDoc(pageContext: PageContext, exchange: HttpExchange, path: string): Promise<void> {
  if (path.endsWith('.md')) return showTwin(pageContext, exchange, path.slice(0, -'.md'.length))
  if (path.endsWith('/')) return toBarePath(pageContext, exchange)
  const html = await docsOf(pageContext).page(path)
  if (html === null) sendMissing(pageContext, exchange)
  else sendPage(pageContext, exchange, 200, html)
}

/** Leads from an address with a slash at its end to the one without. */
export async function toBarePath(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const { pathname, search } = new URL(exchange.request.url ?? '', 'http://docs')
  redirect(pageContext, exchange, pathname.slice(0, -1) + search)
}

async function showTwin(pageContext: PageContext, exchange: HttpExchange, name: string): Promise<void> {
  const text = await docsOf(pageContext).markdown(name === docFile('') ? '' : name)
  if (text === null) sendMissing(pageContext, exchange)
  else sendPublicFile(pageContext.site, exchange, publicFile(markdown, Buffer.from(text)))
}

/** `/docs.md`, the twin of the front page. */
export const showFrontTwin = (pageContext: PageContext, exchange: HttpExchange): Promise<void> =>
  showTwin(pageContext, exchange, docFile(''))

/** Sends a file of the docs: a picture, or else text. */
export async function showDocFile(
  pageContext: PageContext,
  exchange: HttpExchange,
  name: string,
): Promise<void> {
  const bytes = await docsOf(pageContext).file(name)
  const type = name.endsWith('.png') ? 'image/png' : 'text/plain; charset=utf-8'
  if (bytes === null) sendMissing(pageContext, exchange)
  else sendPublicFile(pageContext.site, exchange, publicFile(type, bytes))
}

export async function showDocSearch(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const docs = docsOf(pageContext)
  const query = (new URL(exchange.request.url ?? '', 'http://docs').searchParams.get('q') ?? '').slice(0, 200)
  const results = searchDocs(await docs.search(), query)
  const { sections } = await docs.book()
  sendPage(
    pageContext,
    exchange,
    200,
    docResultsPage({ assets: pageContext.assets, sections, query, results }),
  )
}

/** Sends the entries that the search in the browser looks through. */
export async function showSearchEntries(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const text = JSON.stringify(await docsOf(pageContext).search())
  const file = publicFile('application/json; charset=utf-8', Buffer.from(text))
  sendPublicFile(pageContext.site, exchange, file)
}

/** The list of pages for language models (llmstxt.org). */
export async function showLlmsText(pageContext: PageContext, exchange: HttpExchange): Promise<void> {
  const text = llmsText(await docsOf(pageContext).book(), pageContext.site.context.url)
  sendPublicFile(pageContext.site, exchange, publicFile(markdown, Buffer.from(text)))
}

const llmsText = ({ sections }: DocBook, url: string): string =>
  [
    '# Recto',
    '',
    `> ${docs.summary}`,
    '',
    docs.agents(url),
    ...sections.flatMap(({ title, pages }) => [
      '',
      `## ${title}`,
      '',
      ...pages.map(page => `- [${page.title}](${url}/docs/${docFile(page.path)}.md): ${page.summary}`),
    ]),
    '',
  ].join('\n')
