// The frame of the dashboard: where one is signed in, what there is to use, and what was just done.

import type { ComponentChildren, JSX } from 'preact'
import type { Assets } from '../assets.ts'
import { plain } from '../text.ts'
import { Menu } from './blocks.tsx'
import { documentHtml } from './document.tsx'
import { FormOrganization } from './form.tsx'
import { ThemeChoice } from './header.tsx'
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'
import { UserText } from './words.tsx'

export interface FrameLink {
  href: string
  label: string
  group: 'pages' | 'organization' | 'you'
  current: boolean
}

export interface Frame {
  assets: Assets
  /** RECTO_URL. */
  url: string
  reader: { name: string; email: string }
  /** Null for guests. */
  organization: { id: string; name: string } | null
  /** All that the reader belongs to. */
  organizations: readonly { id: string; name: string }[]
  links: readonly FrameLink[]
  /** How many organizations of the reader wait to be deleted, where another page says so. */
  waiting?: number
  /** What the form before this page did. */
  done?: string | undefined
  now: Date
}

export interface DashboardPage {
  frame: Frame
  title: string
  /** `form` is 560 pixels wide at most, `wide` holds tables, `whole` takes what the window has. */
  width?: 'form' | 'wide' | 'whole'
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
    title: `${title} · Recto`,
    robots: 'noindex',
    scripts,
    className: 'desk',
    children: (
      <FormOrganization.Provider value={frame.organization?.id ?? ''}>
        <Header frame={frame} />
        <div class="dashboard">
          <Navigation links={frame.links} />
          <main id="main" class={width === 'form' ? 'column' : `column ${width}`}>
            {frame.done && <Done text={frame.done} />}
            {frame.waiting ? <Waiting count={frame.waiting} /> : null}
            {children}
          </main>
        </div>
      </FormOrganization.Provider>
    ),
  })

const Header = ({ frame }: { frame: Frame }): JSX.Element => (
  <header class="desk-header">
    <button type="button" class="tool narrow-only" popovertarget="navigation" aria-label="Menu" title="Menu">
      <Icon name="contents" size={18} />
    </button>
    <a class="home" href="/app" aria-label="Recto, your pages">
      <Mark />
      <span>Recto</span>
    </a>
    <Organization {...frame} />
    <div class="tools">
      <Menu
        id="reader"
        label={`${plain(frame.reader.name)}: account, theme and signing out`}
        icon="person"
        word={plain(frame.reader.name)}
      >
        <p class="menu-facts">
          Signed in as <UserText text={frame.reader.email} />
        </p>
        <ThemeChoice />
        <form method="post" action="/auth/sign-out" class="account">
          <button type="submit" class="menu-item">
            <Icon name="leave" /> Sign out
          </button>
        </form>
      </Menu>
    </div>
  </header>
)

/** The organization one is in; a menu where there are several. */
function Organization({ organization, organizations }: Frame): JSX.Element | null {
  const others = organizations.filter(({ id }) => id !== organization?.id)
  if (others.length === 0)
    return (
      organization && (
        <p class="organization">
          <UserText text={organization.name} />
        </p>
      )
    )
  const name = organization ? plain(organization.name) : 'No organization'
  return (
    <div class="organization">
      <button
        type="button"
        class="tool"
        popovertarget="organizations"
        aria-label={`${name}: change organization`}
      >
        <bdi dir="auto">{name}</bdi>
        <Icon name="down" />
      </button>
      <form id="organizations" popover="auto" class="menu" method="post" action="/app/organization">
        {organization && (
          <p class="menu-facts">
            You are in <UserText text={organization.name} />. Go to
          </p>
        )}
        {others.map(({ id, name: other }) => (
          <button key={id} type="submit" class="menu-item" name="organizationId" value={id}>
            <Icon name="company" /> <UserText text={other} />
          </button>
        ))}
      </form>
    </div>
  )
}

const groups = [
  ['pages', null],
  ['organization', 'Organization'],
  ['you', 'You'],
] as const

/** Beside the page on a desk; on a phone the same element opens from the header. */
const Navigation = ({ links }: { links: readonly FrameLink[] }): JSX.Element => (
  <nav id="navigation" class="navigation" popover="auto" aria-label="Dashboard">
    {groups.map(([group, title]) => {
      const members = links.filter(link => link.group === group)
      if (members.length === 0) return null
      return (
        <div key={group}>
          {title && <p id={`group-${group}`}>{title}</p>}
          <ul aria-labelledby={title ? `group-${group}` : undefined}>
            {members.map(({ href, label, current }) => (
              <li key={href}>
                <a href={href} aria-current={current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )
    })}
  </nav>
)

/** Owners can bring an organization back for a while, wherever they look. */
const Waiting = ({ count }: { count: number }): JSX.Element => (
  <p class="done waiting">
    <Icon name="warning" />
    <span>
      {count === 1 ? 'An organization of yours waits' : `${count} organizations of yours wait`} to be deleted.{' '}
      <a href="/app/restore">Bring it back</a>
    </span>
  </p>
)

/** What a form did; `islands/page.ts` has it spoken once the page is there. */
const Done = ({ text }: { text: string }): JSX.Element => (
  <p class="done" role="status">
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
    <nav class="actions" aria-label="Pages of the list">
      {first && (
        <a class="button" href={first}>
          First page
        </a>
      )}
      {next && (
        <a class="button" href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  ) : null
