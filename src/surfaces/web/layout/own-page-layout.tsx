// The layout for those who are not signed in, and of pages that stand by themselves: one leaf on the desk.

import type { ComponentChildren, JSX } from 'preact'
import { common } from '../words/common.ts'
import type { Assets } from './assets.ts'
import { documentHtml, styles } from './document.tsx'
import { type EditorBackLink, EditorHeader } from './header.tsx'

export interface EditorLayoutProps {
  assets: Assets
  title: string
  links?: readonly EditorBackLink[]
  reader?: string | undefined
  /** `form` is a leaf of 440 pixels at most, `question` of 480; `wide` holds tables. */
  width?: 'form' | 'question' | 'wide'
  scripts?: readonly string[]
  head?: ComponentChildren
  children: ComponentChildren
}

export const Foot = (): JSX.Element => (
  <footer class="foot">
    <a href="/">{common.whatIsRecto}</a>
    <a href="/docs">{common.howItWorks}</a>
  </footer>
)

/** A page of the desk as text. Search engines are kept out. */
export const editorHtml = ({
  assets,
  title,
  links,
  reader,
  width = 'form',
  scripts = [],
  head,
  children,
}: EditorLayoutProps): string =>
  documentHtml({
    assets,
    title: `${title} · Recto`,
    robots: 'noindex',
    style: styles.desk,
    scripts,
    head,
    className: 'alone',
    children: (
      <>
        <EditorHeader links={links ?? []} reader={reader} />
        <main id="main" tabIndex={-1}>
          <div class={width === 'form' ? 'leaf-wrap' : `leaf-wrap ${width}`}>
            <div class="leaf">{children}</div>
          </div>
        </main>
        <Foot />
      </>
    ),
  })
