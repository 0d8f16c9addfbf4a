// The layout of work on one page: its own header in one line, and the whole window below; for the history, the editor and merging.

import type { ComponentChildren, JSX } from 'preact'
import type { Frame } from './dashboard-layout.tsx'
import { documentHtml, styles } from './document.tsx'
import { FormOrganization } from './form.tsx'
import { Icon } from './icon.tsx'
import { plain } from './text.ts'

export interface FullWindow {
  frame: Frame
  title: string
  /** Of the page that is worked on. */
  name: string
  back: { href: string; label: string }
  facts?: ComponentChildren
  tools?: ComponentChildren
  scripts?: readonly string[]
  className?: string
  children: ComponentChildren
}

export const fullWindowHtml = ({ frame, title, scripts = [], className, ...window }: FullWindow): string =>
  documentHtml({
    assets: frame.assets,
    title: `${title} · Recto`,
    robots: 'noindex',
    style: styles.desk,
    scripts,
    className: className ? `full ${className}` : 'full',
    children: (
      <FormOrganization.Provider value={frame.organization?.id ?? ''}>
        <Header {...window} />
        {window.children}
      </FormOrganization.Provider>
    ),
  })

const Header = ({ name, back, facts, tools }: Omit<FullWindow, 'frame' | 'title'>): JSX.Element => (
  <header class="page-header">
    <a class="tool" href={back.href} aria-label={back.label} title={back.label} data-back>
      <Icon name="back" />
    </a>
    <h1 dir="auto" title={plain(name)}>
      {plain(name)}
    </h1>
    {facts && <div class="facts">{facts}</div>}
    <div class="tools">{tools}</div>
  </header>
)
