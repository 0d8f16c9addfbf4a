// The ways about, beside the sheet on a desk and behind the menu on a phone: those of the pages, or those of the settings.

import type { JSX } from 'preact'
import { common } from '../words/common.ts'
import { commandsOf } from './commands.ts'
import { Avatar, KeyCap } from './controls.tsx'
import type { Frame, FrameLink } from './dashboard-layout.tsx'
import { ThemeChoice } from './header.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Mark } from './mark.tsx'
import { plain } from './text.ts'
import { UserText } from './words.tsx'

/** Beside the page on a desk; on a phone the same element opens from the top bar. */
export const Navigation = ({ frame }: { frame: Frame }): JSX.Element => (
  <nav
    id="navigation"
    class="navigation"
    popover="auto"
    aria-label={common.navigation}
    data-commands={hasPages(frame) ? JSON.stringify(commandsOf(frame)) : undefined}
  >
    {isSettings(frame) ? <SettingsWays frame={frame} /> : <PageWays frame={frame} />}
    <Reader frame={frame} />
  </nav>
)

const hasPages = ({ links }: Frame): boolean => links.some(({ href }) => href === '/app')

const isSettings = ({ links }: Frame): boolean => links.some(link => link.current && isOfSettings(link))

const PageWays = ({ frame }: { frame: Frame }): JSX.Element => {
  const settings = frame.links.find(isOfSettings)
  return (
    <>
      <Organization {...frame} />
      <a class="nav-link" href="/app#search" data-opens-palette>
        <Icon name="search" />
        {common.search}
        <KeyCap>⌘K</KeyCap>
      </a>
      <Links links={frame.links.filter(({ group }) => group === 'pages')} />
      <h2>{common.publishFrom}</h2>
      <Links links={frame.links.filter(({ group, publishes }) => publishes || group === 'publish')} />
      <span class="push" />
      <a class="nav-link" href="/docs">
        <Icon name="docs" />
        {common.docs}
      </a>
      {settings && (
        <a class="nav-link" href={settings.href}>
          <Icon name="settings" />
          {common.settings}
        </a>
      )}
    </>
  )
}

const isOfSettings = ({ group }: FrameLink): boolean => group === 'organization' || group === 'you'

const SettingsWays = ({ frame }: { frame: Frame }): JSX.Element => {
  const ours = frame.links.filter(({ group }) => group === 'organization')
  return (
    <>
      <a class="nav-link" href="/app">
        <Icon name="back" />
        {common.back}
      </a>
      {frame.organization && ours.length > 0 && (
        <h2>
          <UserText text={frame.organization.name} />
        </h2>
      )}
      <Links links={ours} />
      <h2>{common.you}</h2>
      <Links links={frame.links.filter(({ group }) => group === 'you')} />
      <span class="push" />
    </>
  )
}

const Links = ({ links }: { links: readonly FrameLink[] }): JSX.Element => (
  <>
    {links.map(({ href, label, icon, current, count }) => (
      <a key={href} class="nav-link" href={href} aria-current={current ? 'page' : undefined}>
        <Icon name={icon} />
        {label}
        {count !== undefined && <span class="count">{count}</span>}
      </a>
    ))}
  </>
)

/** The organization one is in; a menu where there are several. */
function Organization({ organization, organizations }: Frame): JSX.Element {
  const others = organizations.filter(({ id }) => id !== organization?.id)
  const name = organization ? plain(organization.name) : common.noOrganization
  const title = (
    <>
      <Mark />
      <bdi class="cut" dir="auto">
        {name}
      </bdi>
    </>
  )
  if (others.length === 0)
    return (
      <a class="nav-link organization" href="/app">
        {title}
      </a>
    )
  return (
    <>
      <button
        type="button"
        class="nav-link organization"
        popovertarget="organizations"
        aria-label={common.changeOrganization(name)}
      >
        {title}
        <Icon name="switch" />
      </button>
      <form id="organizations" popover="auto" class="menu" method="post" action="/app/organization">
        {organization && <p class="menu-facts">{common.youAreIn(plain(organization.name))}</p>}
        {others.map(({ id, name: other }) => (
          <button key={id} type="submit" class="menu-item" name="organizationId" value={id}>
            <Icon name="company" /> <UserText text={other} />
          </button>
        ))}
      </form>
    </>
  )
}

const Reader = ({ frame: { reader } }: { frame: Frame }): JSX.Element => (
  <>
    <button type="button" class="nav-link" popovertarget="reader">
      <Avatar name={reader.name} color={reader.color} size="small" silent />
      <bdi class="cut" dir="auto">
        {plain(reader.name)}
      </bdi>
      <span class="visually-hidden">{common.readerMenu}</span>
    </button>
    <div id="reader" popover="auto" class="menu">
      <p class="menu-facts">
        {common.signedInAs} <UserText text={reader.email} />
      </p>
      <ThemeChoice />
      <form method="post" action="/auth/sign-out" class="account">
        <button type="submit" class="menu-item">
          <Icon name="leave" /> {common.signOut}
        </button>
      </form>
    </div>
  </>
)

interface TopBarProps {
  frame: Frame
}

/** Above the sheet where the ways about do not fit beside it. */
export const TopBar = ({ frame: { organization, reader } }: TopBarProps): JSX.Element => (
  <header class="top-bar">
    <button
      type="button"
      class="tool"
      popovertarget="navigation"
      aria-label={common.menu}
      title={common.menu}
    >
      <Icon name="menu" />
    </button>
    <a class="nav-link" href="/app">
      <Mark size={18} />
      <strong class="cut">{organization ? <UserText text={organization.name} /> : common.pages}</strong>
    </a>
    <a class="tool" href="/app#search" aria-label={common.search} title={common.search} data-opens-palette>
      <Icon name="search" />
    </a>
    <a class="tool" href="/app/account" title={common.account}>
      <Avatar name={reader.name} color={reader.color} size="small" silent />
      <span class="visually-hidden">{common.account}</span>
    </a>
  </header>
)

/** The icon of each part of the dashboard, by the path of its first page. */
export const navigationIcons: Readonly<Record<string, IconName>> = {
  '/app': 'pages',
  '/app/shared': 'people',
  '/app/trash': 'bin',
  '/app/connect': 'plug',
  '/app/keys': 'key',
  '/app/apps': 'plug',
  '/app/general': 'company',
  '/app/members': 'people',
  '/app/domains': 'globe',
  '/app/builds': 'terminal',
  '/app/webhooks': 'webhook',
  '/app/policy': 'shield',
  '/app/usage': 'gauge',
  '/app/audit': 'log',
  '/app/status': 'server',
  '/app/account': 'person',
  '/app/security': 'lock',
}
