// The frame of the dashboard: where one is signed in, what there is to use, and what was just done.

import type { ComponentChildren, JSX } from 'preact'
import { common, parts } from '../words/common.ts'
import type { Assets } from './assets.ts'
import { documentHtml, islands, styles } from './document.tsx'
import { FormOrganization } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Navigation, TopBar } from './navigation.tsx'
import { plain, titleOf } from './text.ts'

export interface FrameLink {
  href: string
  label: string
  /** `organization` and `you` are the settings. */
  group: 'pages' | 'publish' | 'organization' | 'you'
  icon: IconName
  current: boolean
  /** A way to publish among the settings, named beside the pages too. */
  publishes?: boolean
  /** Number of entries on the page. */
  count?: number
}

export interface Frame {
  assets: Assets
  /** RECTO_URL. */
  url: string
  reader: { name: string; email: string; color: number }
  /** The reader's organization; null for guests. */
  organization: { id: string; name: string } | null
  /** All that the reader belongs to. */
  organizations: readonly { id: string; name: string }[]
  links: readonly FrameLink[]
  /** Number of the reader's organizations that wait to be deleted, where another page says so. */
  waiting?: number
  /** Files dropped on the page are published. */
  mayPublish?: boolean
  /** Sentence about what the form before this page did. */
  done?: string | undefined
  now: Date
}

export interface DashboardPage {
  frame: Frame
  title: string
  /** `form` is 680 pixels wide at most, `list` 800, `wide` holds lists of pages, `whole` takes what the window has. */
  width?: 'form' | 'list' | 'wide' | 'whole'
  scripts?: readonly string[]
  children: ComponentChildren
}

/** A page of the dashboard as text. */
export const dashboardHtml = ({
  frame,
  title,
  width = 'wide',
  scripts = [],
  children,
}: DashboardPage): string =>
  documentHtml({
    assets: frame.assets,
    title: titleOf(title),
    robots: 'noindex',
    style: styles.desk,
    scripts: [...scripts, islands.dashboard],
    className: 'desk',
    children: (
      <FormOrganization.Provider value={frame.organization?.id ?? ''}>
        <Navigation frame={frame} />
        <TopBar frame={frame} />
        <div class="sheet-wrap">
          <main
            id="main"
            class="desk-sheet"
            tabIndex={-1}
            data-publishes-in={frame.mayPublish ? (frame.organization?.id ?? '') : undefined}
          >
            <div class={width === 'form' ? 'column' : `column ${width}`}>
              {frame.done && <Done text={frame.done} />}
              {frame.waiting ? <Waiting count={frame.waiting} /> : null}
              {children}
            </div>
          </main>
        </div>
      </FormOrganization.Provider>
    ),
  })

/** Owners can bring an organization back for a while, wherever they look. */
const Waiting = ({ count }: { count: number }): JSX.Element => (
  <p class="flash waiting">
    <Icon name="warning" />
    <span>
      {common.waiting(count)} <a href="/app/restore">{common.restore}</a>
    </span>
  </p>
)

/** Says what a form did; `page-island.ts` has it spoken once the page is there. */
const Done = ({ text }: { text: string }): JSX.Element => (
  <p class="flash" role="status">
    <Icon name="check" />
    <span data-done>{plain(text)}</span>
  </p>
)

export interface PagesProps {
  /** Address of the next page, and of the first where this is a later one. */
  next?: string | null
  first?: string | null
}

/** The way through a long list. */
export const Pages = ({ next, first }: PagesProps): JSX.Element | null =>
  next || first ? (
    <nav class="actions" aria-label={parts.listPages}>
      {first && (
        <a class="button" href={first}>
          {parts.firstPage}
        </a>
      )}
      {next && (
        <a class="button" href={next} rel="next">
          {parts.nextPage}
        </a>
      )}
    </nav>
  ) : null
