// Connected apps: what acts for the person and where, how to end it, and how to connect one.

import type { JSX } from 'preact'
import { deviceHost } from '../../../domain/grant.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { CopyField, EmptyState } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Question } from '../layout/question.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  listed,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { appsWords as words } from '../words/apps.ts'
import { common } from '../words/common.ts'
import { connectAgent } from '../words/connect.ts'

const path = '/app/apps'

export const apps: Section = {
  href: path,
  label: common.apps,
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/apps': showApps,
    'POST /app/apps/:id/disconnect': disconnect,
  },
  done: { disconnected: words.disconnected },
}

async function showApps(request: PageRequest): Promise<void> {
  const { rows, pages } = await listed(request, operations.listApps, { limit: 100 })
  sendDashboard(request, 200, appsPage({ frame: frameOf(request), apps: rows, pages }))
}

/** `POST /app/apps/{id}/disconnect` */
async function disconnect(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.disconnectApp, { id: request.params.id })
  finish(request, path, 'disconnected')
}

export type App = RowOf<typeof operations.listApps>

export interface AppsPageProps {
  frame: Frame
  apps: readonly App[]
  pages?: PagesProps
}

export const appsPage = (props: AppsPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Apps {...props} /> })

const Apps = ({ apps, pages, frame }: AppsPageProps): JSX.Element => (
  <>
    <div class="page-head">
      <h1>{words.title}</h1>
      {apps.length > 0 && (
        <LinkButton href="/app/connect" icon="plug">
          {connectAgent.title}
        </LinkButton>
      )}
    </div>
    <p class="soft">{words.lead}</p>
    {apps.length > 0 ? (
      <AppEntries apps={apps} now={frame.now} label={words.title} />
    ) : (
      <NoApps url={frame.url} />
    )}
    <Pages {...pages} />
    <p class="aside">
      {words.withKey} <a href="/app/keys">{words.keys}</a>
    </p>
  </>
)

const NoApps = ({ url }: { url: string }): JSX.Element => (
  <EmptyState title={words.none}>
    <p>{words.noneHint}</p>
    <p>
      <LinkButton href="/app/connect" kind="primary" icon="plug">
        {connectAgent.title}
      </LinkButton>
    </p>
    <CopyField label={words.address} text={`${url}/v1/mcp`} />
  </EmptyState>
)

interface AppEntriesProps {
  apps: readonly App[]
  now: Date
  label: string
}

/** Each app with what it may do, and a button that ends it. */
export const AppEntries = ({ apps, now, label }: AppEntriesProps): JSX.Element => (
  <Entries label={label}>
    {apps.map(app => (
      <Entry
        key={app.id}
        mark={<Tile icon="agent" />}
        name={<UserText text={app.name} />}
        below={<Facts app={app} />}
        fact={<LastUsed at={app.lastUsedAt} now={now} />}
      >
        <Disconnect app={app} />
      </Entry>
    ))}
  </Entries>
)

const Facts = ({ app }: { app: App }): JSX.Element => (
  <>
    {connectAgent.can(app.scopes)} {words.in} <UserText text={app.organization.name} />{' '}
    {words.ends(day(new Date(app.expiresAt)))} ·{' '}
    {app.host === deviceHost ? (
      words.byCode
    ) : (
      <>
        {words.from} <code>{plain(app.host)}</code>
      </>
    )}
  </>
)

const LastUsed = ({ at, now }: { at: string | null; now: Date }): JSX.Element => (
  <span>
    {at === null ? words.neverUsed : words.lastUsed} {at && <RelativeTime at={new Date(at)} now={now} />}
  </span>
)

const Disconnect = ({ app }: { app: App }): JSX.Element => (
  <div>
    <Question
      id={`disconnect-${app.id}`}
      opens={words.disconnect}
      label={words.disconnectNamed(plain(app.name))}
      title={words.asks}
      action={`${path}/${encodeURIComponent(app.id)}/disconnect`}
      confirm={words.disconnectButton}
    >
      <strong>
        <UserText text={app.name} />
      </strong>{' '}
      {words.asksHint}
    </Question>
  </div>
)
