// The two headers: the one above a published page, and the one of the desk.

import type { ComponentChildren, JSX } from 'preact'
import { plain } from '../text.ts'
import { Menu } from './blocks.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Mark } from './mark.tsx'
import { AudienceMark, type AudienceWords, type Moment, TimeOf, UserText } from './words.tsx'

const themes: [value: string, word: string, icon: IconName][] = [
  ['light', 'Light', 'light'],
  ['dark', 'Dark', 'dark'],
  ['auto', 'As the system', 'auto'],
]

/** Three choices of which one holds; `islands/page/theme.ts` keeps `aria-pressed` true to it. */
export const ThemeChoice = (): JSX.Element => (
  <fieldset class="bare">
    <legend class="visually-hidden">Theme</legend>
    {themes.map(([value, word, icon]) => (
      <button
        key={value}
        type="button"
        class="menu-item"
        data-theme-choice={value}
        aria-pressed={value === 'auto'}
      >
        <Icon name={icon} />
        <span>{word}</span>
        <Icon name="check" />
      </button>
    ))}
  </fieldset>
)

/** What the header says, in texts alone; what is absent is not shown. */
export interface HeaderWords {
  name: string
  /** Absolute address of the artifact, to copy. */
  url: string
  /** Path of the file to save, and of the sign-in that returns here. */
  download: string
  /** Path of the source, line by line. */
  source: string
  signIn: string
  version: string
  /** The version everyone sees, where another one is shown. */
  current?: string | undefined
  saved: Moment
  /** Name of the person or agent, as it was claimed. */
  by?: string | undefined
  audience: AudienceWords
  /** Address of the signed-in reader. */
  reader?: string | undefined
}

const Facts = ({ version, current, saved, by }: HeaderWords): JSX.Element => (
  <>
    <span class="version">v{version}</span>
    {current && <span> of {current}</span>}
    {', '}
    <TimeOf {...saved} />
    {by && (
      <>
        {' by '}
        <UserText text={by} />
      </>
    )}
  </>
)

export interface PageHeaderProps {
  words: HeaderWords
  /** Comments, share, edit: what the reader may do, between theme and more. */
  actions?: ComponentChildren
  /** More entries of the last menu. */
  menu?: ComponentChildren
}

/** Mark, name, version and when, audience; then theme, what the reader may do, and more. */
export const PageHeader = ({ words, actions, menu }: PageHeaderProps): JSX.Element => (
  <header class="page-header">
    <a class="home" href="/" aria-label="Recto, home">
      <Mark />
    </a>
    <h1 dir="auto" title={plain(words.name)}>
      {plain(words.name)}
    </h1>
    <p class="facts">
      <Facts {...words} />
    </p>
    <AudienceMark {...words.audience} />
    <div class="tools">
      <Menu id="contents" label="Contents" icon="contents" className="wide" attributes={closedContents}>
        <ol id="contents-list" class="contents-list" />
      </Menu>
      <Menu id="theme" label="Theme" icon="light" className="wide">
        <ThemeChoice />
      </Menu>
      {actions}
      <Menu id="more" label="More" icon="more">
        <MoreEntries words={words} menu={menu} />
      </Menu>
    </div>
  </header>
)

const closedContents = { 'data-contents': true, hidden: true }

const MoreEntries = ({ words, menu }: PageHeaderProps): JSX.Element => (
  <>
    <p class="menu-facts narrow">
      <Facts {...words} />
      <br />
      <AudienceMark {...words.audience} />
    </p>
    <div class="narrow">
      <ThemeChoice />
      <button type="button" class="menu-item" popovertarget="contents" {...closedContents}>
        <Icon name="contents" /> <span>Contents</span>
      </button>
    </div>
    <button type="button" class="menu-item" data-copy={words.url}>
      <Icon name="link" /> <span data-copy-label>Copy link</span>
    </button>
    <a class="menu-item" href={words.download} download>
      <Icon name="download" /> <span>Download</span>
    </a>
    <a class="menu-item" href={words.source}>
      <Icon name="code" /> <span>View source</span>
    </a>
    <button type="button" class="menu-item" data-full-screen>
      <Icon name="full" /> <span>Full screen</span>
    </button>
    <button type="button" class="menu-item" data-print>
      <Icon name="print" /> <span>Print</span>
    </button>
    <button type="button" class="menu-item" data-keys>
      <Icon name="keyboard" /> <span>Keyboard</span>
    </button>
    {menu}
    <Account reader={words.reader} signIn={words.signIn} />
  </>
)

const Account = ({ reader, signIn }: { reader?: string | undefined; signIn: string }): JSX.Element =>
  reader ? (
    <p class="menu-facts account">
      Signed in as <UserText text={reader} />
    </p>
  ) : (
    <a class="menu-item account" href={signIn}>
      Sign in
    </a>
  )

/** The way to sharing, which opens over the page where scripts run. */
export const ShareLink = ({ href }: { href: string }): JSX.Element => (
  <a class="tool wide" href={href} title="Share (S)" aria-label="Share" data-share data-key="share">
    <Icon name="share" size={18} />
  </a>
)

/** The same in the menu of a phone. */
export const ShareEntry = ({ href }: { href: string }): JSX.Element => (
  <div class="narrow">
    <a class="menu-item" href={href} data-share>
      <Icon name="share" /> <span>Share</span>
    </a>
  </div>
)

/** The way to the editor. */
export const EditLink = ({ href }: { href: string }): JSX.Element => (
  <a class="tool wide" href={href} title="Edit" aria-label="Edit">
    <Icon name="pen" size={18} />
  </a>
)

/** The same in the menu of a phone. */
export const EditEntry = ({ href }: { href: string }): JSX.Element => (
  <div class="narrow">
    <a class="menu-item" href={href}>
      <Icon name="pen" /> <span>Edit</span>
    </a>
  </div>
)

/** The way to all versions. */
export const HistoryEntry = ({ href }: { href: string }): JSX.Element => (
  <a class="menu-item" href={href} data-key="versions">
    <Icon name="history" /> <span>History</span>
  </a>
)

export interface EditorBackLink {
  href: string
  label: string
  current?: boolean
}

export interface EditorHeaderProps {
  links?: readonly EditorBackLink[]
  reader?: string | undefined
}

/** Above every page that is ours. */
export const EditorHeader = ({ links = [], reader }: EditorHeaderProps): JSX.Element => (
  <header class="desk-header">
    <a class="home" href="/">
      <Mark />
      <span>Recto</span>
    </a>
    {links.length > 0 && (
      <nav aria-label="Recto">
        {links.map(({ href, label, current }) => (
          <a key={href} href={href} aria-current={current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    )}
    <div class="tools">
      <Menu id="theme" label="Theme" icon="light">
        <ThemeChoice />
      </Menu>
      {reader && (
        <form method="post" action="/auth/sign-out" class="sign-out">
          <span class="reader">
            <UserText text={reader} />
          </span>
          <button type="submit" class="tool">
            Sign out
          </button>
        </form>
      )}
    </div>
  </header>
)
