// The layout of our own pages: header of the desk above one column.

import type { ComponentChildren } from 'preact'
import type { Assets } from '../assets.ts'
import { documentHtml } from './document.tsx'
import { DeskHeader, type DeskLink } from './header.tsx'

export interface DeskPage {
  assets: Assets
  title: string
  links?: readonly DeskLink[]
  reader?: string | undefined
  /** `form` is 560 pixels wide at most, `wide` holds tables. */
  width?: 'form' | 'wide'
  scripts?: readonly string[]
  head?: ComponentChildren
  children: ComponentChildren
}

/** A page of the desk as text. Search engines are kept out. */
export const deskHtml = ({
  assets,
  title,
  links,
  reader,
  width = 'form',
  scripts = [],
  head,
  children,
}: DeskPage): string =>
  documentHtml({
    assets,
    title: `${title} · Recto`,
    robots: 'noindex',
    scripts,
    head,
    className: 'desk',
    children: (
      <>
        <DeskHeader links={links ?? []} reader={reader} />
        <main id="main" class={width === 'wide' ? 'column wide' : 'column'}>
          {children}
        </main>
      </>
    ),
  })
