// A page that a link in a mail opens without signing in: a title, and what it says.

import type { ComponentChildren } from 'preact'
import type { Assets } from './assets.ts'
import { editorHtml } from './own-page-layout.tsx'

/** To be served with the headers of a token page. */
export const tokenPage = (assets: Assets, title: string, children: ComponentChildren): string =>
  editorHtml({
    assets,
    title,
    children: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  })
