// The header above a published page: one line with its name, its version, who can open it and what the reader may do.

import type { ComponentChildren, JSX } from 'preact'
import { buttonClass, KeyCap } from '../layout/controls.tsx'
import { ThemeSegments } from '../layout/header.tsx'
import { Icon, type IconName } from '../layout/icon.tsx'
import { Mark } from '../layout/mark.tsx'
import { plain } from '../layout/text.ts'
import { type AudienceWords, type Moment, TimeOf, UserText } from '../layout/words.tsx'
import { common } from '../words/common.ts'
import { pageWords as words } from '../words/page.ts'

/** The texts and addresses of the header; an absent one is not shown. */
export interface HeaderProps {
  name: string
  /** Absolute address of the artifact, to copy. */
  url: string
  /** Path of the file to save. */
  download: string
  /** Path of the source, line by line. */
  source: string
  /** Path of the sign-in that returns here. */
  signIn: string
  version: string
  /** The version everyone sees, where another one is shown. */
  current?: string | undefined
  saved: Moment
  /** Name of the person or agent, as it was claimed. */
  by?: string | undefined
  audience: AudienceWords
  /** Email address of the signed-in reader. */
  reader?: string | undefined
  /** Paths of what the reader may do. */
  share?: string | undefined
  edit?: string | undefined
  history?: string | undefined
  settings?: string | undefined
  rename?: string | undefined
  remove?: string | undefined
  /** The button of the comments, and their entries in the menu. */
  comments?: ComponentChildren
  commentEntries?: ComponentChildren
}

export const PageHeader = (props: HeaderProps): JSX.Element => (
  <header class="page-header">
    <a class="tool" href="/" aria-label={words.home} title={words.home}>
      <Mark />
    </a>
    <h1 dir="auto" title={plain(props.name)}>
      {plain(props.name)}
    </h1>
    <p class="facts">
      <VersionChip {...props} />
      <AudienceChip {...props} />
    </p>
    <div class="tools">
      <button
        type="button"
        class="tool wide"
        popovertarget="contents"
        aria-label={words.contents}
        title={words.contents}
        {...closedContents}
      >
        <Icon name="contents" />
      </button>
      {props.comments}
      {props.edit && (
        <a class="tool wide" href={props.edit} aria-label={words.edit} title={words.edit}>
          <Icon name="pen" />
        </a>
      )}
      <button type="button" class="tool" popovertarget="more" aria-label={words.more} title={words.more}>
        <Icon name="more" />
      </button>
      {props.share && (
        <a
          class={`${buttonClass('primary', 'small')} wide`}
          href={props.share}
          title={`${words.share} (S)`}
          data-share
          data-key="share"
        >
          {words.share}
        </a>
      )}
    </div>
    <div id="contents" popover="auto" class="menu">
      <ol id="contents-list" class="contents-list" />
    </div>
    <div id="more" popover="auto" class="menu page-menu">
      <PageMenu {...props} />
    </div>
  </header>
)

const closedContents = { 'data-contents': true, hidden: true }

const Version = ({ version, current, saved }: HeaderProps): JSX.Element => (
  <>
    <span class="version">v{version}</span>
    {current && (
      <span>
        {' '}
        {words.of} {current}
      </span>
    )}
    {' · '}
    <TimeOf {...saved} />
  </>
)

const VersionChip = (props: HeaderProps): JSX.Element =>
  props.history ? (
    <a class="fact" href={props.history} title={words.openHistory}>
      <Version {...props} />
    </a>
  ) : (
    <span class="fact">
      <Version {...props} />
    </span>
  )

const AudienceChip = ({ audience: { icon, word, meaning }, share }: HeaderProps): JSX.Element => {
  const content = (
    <>
      <Icon name={icon} size={14} />
      <span>{word}</span>
    </>
  )
  return share ? (
    <a class="fact audience" href={share} title={`${meaning} ${words.changeAudience}.`} data-share>
      {content}
    </a>
  ) : (
    <span class="fact audience" title={meaning}>
      {content}
    </span>
  )
}

const PageMenu = (props: HeaderProps): JSX.Element => (
  <>
    <div class="narrow">
      <p class="menu-facts">
        <strong>
          <UserText text={props.name} />
        </strong>
        <br />
        <Version {...props} />
        {props.by && (
          <>
            {` ${words.by} `}
            <UserText text={props.by} />
          </>
        )}
        <br />
        <span class="audience-meaning">{props.audience.meaning}</span>
      </p>
      <Entry icon="share" href={props.share} data-share>
        {words.share}
      </Entry>
      <Entry icon="pen" href={props.edit}>
        {words.edit}
      </Entry>
    </div>
    <p class="menu-head">{words.page}</p>
    {props.commentEntries}
    <div class="narrow">
      <Press icon="contents" popovertarget="contents" {...closedContents}>
        {words.contents}
      </Press>
    </div>
    <Press icon="link" data-copy={props.url}>
      <span data-copy-label>{words.copyLink}</span>
    </Press>
    <Entry icon="download" href={props.download} download>
      {words.download}
    </Entry>
    <Entry icon="code" href={props.source}>
      {words.source}
    </Entry>
    <Press icon="full" keys="F" data-full-screen>
      {words.fullScreen}
    </Press>
    <Press icon="print" data-print>
      {words.print}
    </Press>
    <Manage {...props} />
    <You {...props} />
  </>
)

const Manage = ({ rename, history, settings, remove }: HeaderProps): JSX.Element | null =>
  rename || history || settings || remove ? (
    <>
      <hr />
      <p class="menu-head">{words.manage}</p>
      <Entry icon="rename" href={rename}>
        {words.rename}
      </Entry>
      <Entry icon="history" href={history} keys="V" data-key="versions">
        {words.history}
      </Entry>
      <Entry icon="settings" href={settings}>
        {words.settings}
      </Entry>
      <Entry icon="bin" href={remove}>
        {words.remove}
      </Entry>
    </>
  ) : null

const You = ({ reader, signIn }: HeaderProps): JSX.Element => (
  <>
    <hr />
    <p class="menu-head">{reader ? <UserText text={reader} /> : common.you}</p>
    <ThemeSegments />
    <Press icon="keyboard" keys="?" data-keys>
      {words.keyboard}
    </Press>
    {reader ? (
      <form method="post" action="/auth/sign-out">
        <button type="submit" class="menu-item">
          <Icon name="leave" /> <span>{common.signOut}</span>
        </button>
      </form>
    ) : (
      <Entry icon="person" href={signIn}>
        {words.signIn}
      </Entry>
    )}
  </>
)

interface ItemProps {
  icon: IconName
  keys?: string
  children: ComponentChildren
  [attribute: `data-${string}`]: string | boolean
}

/** A way of the menu; without a path the reader may not go it. */
const Entry = ({
  icon,
  keys,
  href,
  children,
  ...attributes
}: ItemProps & { href: string | undefined; download?: boolean }): JSX.Element | null =>
  href ? (
    <a class="menu-item" href={href} {...attributes}>
      <Icon name={icon} /> <span>{children}</span>
      {keys && <KeyCap>{keys}</KeyCap>}
    </a>
  ) : null

const Press = ({
  icon,
  keys,
  children,
  ...attributes
}: ItemProps & { popovertarget?: string; hidden?: boolean }): JSX.Element => (
  <button type="button" class="menu-item" {...attributes}>
    <Icon name={icon} /> <span>{children}</span>
    {keys && <KeyCap>{keys}</KeyCap>}
  </button>
)
