// A page of the documentation: its contents at the left, its text, and its headings at the right.

import type { ComponentChildren, JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { Menu } from '../layout/blocks.tsx'
import { documentHtml, islands, styles } from '../layout/document.tsx'
import { ThemeChoice } from '../layout/header.tsx'
import { Icon } from '../layout/icon.tsx'
import { Mark } from '../layout/mark.tsx'
import { plain } from '../layout/text.ts'
import { common } from '../words/common.ts'
import { docs } from '../words/docs.ts'
import { type DocEntry, type DocSection, docFile } from './docs-book.ts'
import { docPath, type Found, Passages } from './docs-results.tsx'

interface DocHeading {
  id: string
  text: string
}

export interface DocPageProps {
  assets: Assets
  sections: readonly DocSection[]
  path: string
  title: string
  /** The article, rendered from the project's own Markdown. */
  html: string
  headings: readonly DocHeading[]
  previous?: DocEntry | undefined
  next?: DocEntry | undefined
}

/** The whole page, as the build writes it. */
export const docPage = ({ html, headings, previous, next, ...page }: DocPageProps): string =>
  layout({
    ...page,
    head: <link rel="alternate" type="text/markdown" href={`/docs/${docFile(page.path)}.md`} />,
    children: (
      <>
        <main id="main" tabIndex={-1} class="doc-text">
          <div class="doc-article" dangerouslySetInnerHTML={{ __html: html }} />
          {(previous || next) && <Neighbours previous={previous} next={next} />}
          <p class="doc-twin">
            <a href={`/docs/${docFile(page.path)}.md`}>{docs.asMarkdown}</a>
          </p>
        </main>
        <Headings headings={headings} />
      </>
    ),
  })

export interface DocResultsProps extends Found {
  assets: Assets
  sections: readonly DocSection[]
}

/** The page of search results, for readers whose browser runs no script. */
export const docResultsPage = ({ assets, sections, query, results }: DocResultsProps): string =>
  layout({
    assets,
    sections,
    path: null,
    title: docs.results,
    query,
    children: (
      <main id="main" tabIndex={-1} class="doc-text">
        <div class="doc-article">
          <h1>{docs.results}</h1>
          <p>{results.length === 0 ? docs.nothing : docs.found(results.length)}</p>
        </div>
        <ul class="doc-results listed">
          <Passages query={query} results={results} />
        </ul>
      </main>
    ),
  })

interface LayoutProps extends Pick<DocPageProps, 'assets' | 'sections' | 'title'> {
  path: string | null
  query?: string
  head?: ComponentChildren
  children: ComponentChildren
}

const layout = ({ assets, sections, path, title, query, head, children }: LayoutProps): string =>
  documentHtml({
    assets,
    title: `${title} · Recto`,
    robots: 'noindex',
    style: styles.docs,
    scripts: [islands.docs],
    className: 'doc-page',
    head,
    children: (
      <>
        <Header query={query} />
        <div class="docs">
          <nav class="doc-nav" aria-label={docs.title}>
            <details class="doc-contents">
              <summary class="button">
                <Icon name="menu" />
                {docs.contents}
              </summary>
              <Contents sections={sections} path={path} />
            </details>
            <div class="doc-links">
              <Contents sections={sections} path={path} />
            </div>
          </nav>
          {children}
        </div>
      </>
    ),
  })

const Header = ({ query }: { query: string | undefined }): JSX.Element => (
  <header class="doc-header">
    <a class="home" href="/">
      <Mark />
      <span>{common.brand}</span>
      <span class="doc-word">{docs.title}</span>
    </a>
    <search class="doc-search">
      <form action="/docs/search">
        <label class="input-box search">
          <Icon name="search" />
          <span class="visually-hidden">{docs.search}</span>
          <input
            type="search"
            name="q"
            id="doc-search"
            placeholder={docs.search}
            value={query === undefined ? undefined : plain(query)}
            autocomplete="off"
            maxLength={200}
          />
          <kbd class="key-cap wide-only" data-key-cap>
            /
          </kbd>
        </label>
      </form>
      <ul class="doc-results" id="doc-results" hidden />
    </search>
    <Menu id="theme" label={common.theme} icon="light">
      <ThemeChoice />
    </Menu>
    <a class="button wide-only" href="/auth/sign-in">
      {docs.signIn}
    </a>
  </header>
)

/** A page in no list, such as that of one problem, belongs to the listed one whose path it begins with. */
const belongs = (path: string | null, listed: string): boolean =>
  path === listed || (listed !== '' && path?.startsWith(`${listed}/`) === true)

const Contents = ({ sections, path }: Pick<LayoutProps, 'sections' | 'path'>): JSX.Element => (
  <>
    {sections.map(section => (
      <section key={section.title}>
        <h2>{section.title}</h2>
        {section.pages.map(page => (
          <a
            key={page.path}
            class="nav-link"
            href={docPath(page.path)}
            aria-current={belongs(path, page.path) ? 'page' : undefined}
          >
            {page.title}
          </a>
        ))}
      </section>
    ))}
  </>
)

const Neighbours = ({ previous, next }: Pick<DocPageProps, 'previous' | 'next'>): JSX.Element => (
  <nav class="doc-next" aria-label={docs.neighbours}>
    {previous && <Neighbour entry={previous} rel="prev" label={docs.previous} />}
    {next && <Neighbour entry={next} rel="next" label={docs.next} />}
  </nav>
)

const Neighbour = ({
  entry: { path, title },
  rel,
  label,
}: {
  entry: DocEntry
  rel: string
  label: string
}): JSX.Element => (
  <a class="card padded" href={docPath(path)} rel={rel}>
    <span class="small muted">{label}</span>
    <strong>{title}</strong>
  </a>
)

const Headings = ({ headings }: Pick<DocPageProps, 'headings'>): JSX.Element | null =>
  headings.length < 2 ? null : (
    <nav class="doc-headings" aria-label={docs.onThisPage}>
      <h2>{docs.onThisPage}</h2>
      {headings.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  )
