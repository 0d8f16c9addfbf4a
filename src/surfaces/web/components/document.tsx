// The document around every page: its head with hashed addresses, a way past the header, one spoken status line.

import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { hashSource } from '../../viewer/inline-script.ts'
import type { Assets } from '../assets.ts'
import { plain } from '../text.ts'
import { opening } from '../theme.ts'

export interface DocumentProps {
  assets: Assets
  title: string
  /** `robots` for search engines; the page of a public artifact may leave it out. */
  robots?: string | undefined
  /** Entries of the islands folder, such as `src/surfaces/web/islands/viewer.ts`. */
  scripts?: readonly string[]
  /** Entries of `inlineSources`: they import nothing, stand in the document and run before anything else. */
  inline?: readonly string[]
  className?: string
  head?: ComponentChildren
  children: ComponentChildren
}

export const islands = {
  arrival: 'src/surfaces/web/islands/arrival.ts',
  page: 'src/surfaces/web/islands/page.ts',
  viewer: 'src/surfaces/web/islands/viewer.ts',
  comments: 'src/surfaces/web/islands/comments.ts',
  keyboard: 'src/surfaces/web/islands/keyboard.ts',
  editor: 'src/surfaces/web/islands/editor.ts',
  compare: 'src/surfaces/web/islands/compare.ts',
  source: 'src/surfaces/web/islands/source.ts',
  share: 'src/surfaces/web/islands/share.ts',
  publish: 'src/surfaces/web/islands/publish.ts',
} as const
export const style = 'src/surfaces/web/style.css'

/** What a policy has to allow (`HeaderSettings.inlineScripts`) for the entries that stand in documents. */
export const inlineSources = (assets: Assets): string[] => [hashSource(assets.inline(islands.arrival))]

/** The whole page as text. Everything in it went through Preact, which escapes it. */
export const documentHtml = (props: DocumentProps): string =>
  `${opening()}${renderToString(<Document {...props} />)}</html>\n`

const Document = ({
  assets,
  title,
  robots,
  scripts = [],
  inline = [],
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
      <Modules assets={assets} scripts={[...scripts, islands.page]} />
      {head}
    </head>
    <body class={className}>
      <a class="skip" href="#main">
        Skip to the content
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
