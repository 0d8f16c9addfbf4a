// The documentation as the build writes it: what stands in which order, and where each page's file is.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { SearchEntry } from './docs-search.ts'

export interface DocEntry {
  /** Path below `/docs/`; empty for the front page. */
  path: string
  title: string
  /** The first sentence. */
  summary: string
}

export interface DocSection {
  title: string
  pages: readonly DocEntry[]
}

export interface DocBook {
  sections: readonly DocSection[]
  /** Every page, those too that stand in no list, such as one for each problem code. */
  paths: readonly string[]
  /** Files that pages show or link to, by name. */
  files: readonly string[]
}

/** Stand-in for the server's own address in the sources. */
export const placeholderUrl = 'https://recto.example.com'

/** The name of a page's file, without its extension. */
export const docFile = (path: string): string => (path === '' ? 'index' : path)

export interface Docs {
  book(): Promise<DocBook>
  /** The prerendered page, with the server's own address; null if there is none. */
  page(path: string): Promise<string | null>
  /** The same page as Markdown. */
  markdown(path: string): Promise<string | null>
  file(name: string): Promise<Buffer | null>
  search(): Promise<readonly SearchEntry[]>
}

/** Pages kept in memory; the others are read again. */
const KEPT = 64

/** Opens the documentation in `folder`, which bin/build writes, for the server at `url`. */
export function openDocs(folder: string, url: string): Docs {
  const texts = new LRUCache<string, string>({
    max: KEPT,
    fetchMethod: async name => (await readFile(join(folder, name), 'utf8')).replaceAll(placeholderUrl, url),
  })
  const text = async (name: string): Promise<string> => (await texts.fetch(name))!
  let opened: Promise<DocBook> | undefined
  const book = (): Promise<DocBook> => {
    opened ??= text('book.json').then(JSON.parse)
    return opened
  }
  const pageText = async (path: string, extension: string) =>
    (await book()).paths.includes(path) ? text(`pages/${docFile(path)}${extension}`) : null
  return {
    book,
    page: path => pageText(path, '.html'),
    markdown: path => pageText(path, '.md'),
    file: async name => ((await book()).files.includes(name) ? readFile(join(folder, 'files', name)) : null),
    search: async () => JSON.parse(await text('search.json')),
  }
}
