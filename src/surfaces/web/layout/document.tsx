// The document around every page: its head with hashed addresses, a way past the header, one spoken status line.

import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { hashSource } from '../../viewer/inline-script.ts'
import { common } from '../words/common.ts'
import type { Assets } from './assets.ts'
import { plain } from './text.ts'
import { opening } from './theme.ts'

export interface DocumentProps {
  assets: Assets
  title: string
  /** `robots` for search engines; the page of a public artifact may leave it out. */
  robots?: string | undefined
  /** Entries of the bundler, such as `src/surfaces/web/editor/editor-island.ts`, beside that of every page. */
  scripts?: readonly string[]
  /** The only script, in place of those of every page, which it holds itself. */
  script?: string
  /** Entries of `inlineSources`: they import nothing, stand in the document and run before anything else. */
  inline?: readonly string[]
  /** Name of the page's style: one of `styles`. */
  style: string
  className?: string
  head?: ComponentChildren
  children: ComponentChildren
}

export const islands = {
  arrival: 'src/surfaces/web/artifact-viewer/arrival-island.ts',
  page: 'src/surfaces/web/layout/page-island.ts',
  artifact: 'src/surfaces/web/artifact/artifact-island.ts',
  editor: 'src/surfaces/web/editor/editor-island.ts',
  compare: 'src/surfaces/web/history/compare-island.ts',
  source: 'src/surfaces/web/artifact/source-island.ts',
  settings: 'src/surfaces/web/artifact-settings/settings-island.ts',
  frontDoor: 'src/surfaces/web/publish/front-door-island.ts',
  connect: 'src/surfaces/web/connect/connect-island.ts',
  dashboard: 'src/surfaces/web/layout/dashboard-island.ts',
  docs: 'src/surfaces/web/docs/docs-island.ts',
  code: 'src/surfaces/web/sign-in/code-island.ts',
} as const
/** Each document has one: that of published pages is small, and brings the one face they may use. */
export const styles = {
  page: 'src/surfaces/web/style.css',
  desk: 'src/surfaces/web/desk-style.css',
  docs: 'src/surfaces/web/docs-style.css',
} as const

/** Returns the sources that a policy has to allow (`HeaderSettings.inlineScripts`) for the entries that stand in documents. */
export const inlineSources = (assets: Assets): string[] => [hashSource(assets.inline(islands.arrival))]

/** The whole page as text. Everything in it went through Preact, which escapes it. */
export const documentHtml = (props: DocumentProps): string =>
  `${opening()}${renderToString(<Document {...props} />)}</html>\n`

const Document = ({
  assets,
  title,
  robots,
  scripts = [],
  script,
  inline = [],
  style,
  className,
  head,
  children,
}: DocumentProps): VNode => (
  <>
    <head>
      <meta charset="utf-8" />
      <title>{plain(title)}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {robots && <meta name="robots" content={robots} />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {inline.map(script => (
        <script key={script} dangerouslySetInnerHTML={{ __html: assets.inline(script) }} />
      ))}
      <link rel="stylesheet" href={assets.url(style)} />
      <Modules assets={assets} scripts={script ? [script] : [...scripts, islands.page]} />
      {head}
    </head>
    <body class={className}>
      <a class="skip" href="#main">
        {common.skip}
      </a>
      {children}
      <p id="status" role="status" class="toast" />
    </body>
  </>
)

const Modules = ({ assets, scripts }: { assets: Assets; scripts: readonly string[] }): VNode => (
  <>
    {[...new Set(scripts.flatMap(script => assets.imports(script)))].map(url => (
      <link key={url} rel="modulepreload" href={url} />
    ))}
    {scripts.map(script => (
      <script key={script} type="module" src={assets.url(script)} />
    ))}
  </>
)
