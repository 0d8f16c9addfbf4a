// The layout of our own pages: header of the desk above one column.

import type { ComponentChildren } from 'preact'
import type { Assets } from '../assets.ts'
import { documentHtml } from './document.tsx'
import { type EditorBackLink, EditorHeader } from './header.tsx'

export interface EditorLayoutProps {
  assets: Assets
  title: string
  links?: readonly EditorBackLink[]
  reader?: string | undefined
  /** `form` is 560 pixels wide at most, `wide` holds tables. */
  width?: 'form' | 'wide'
  scripts?: readonly string[]
  head?: ComponentChildren
  children: ComponentChildren
}

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
    scripts,
    head,
    className: 'desk',
    children: (
      <>
        <EditorHeader links={links ?? []} reader={reader} />
        <main id="main" class={width === 'wide' ? 'column wide' : 'column'}>
          {children}
        </main>
      </>
    ),
  })
