// Connected apps: what acts for the person and where, how to end it, and how to connect one.

import type { JSX } from 'preact'
import { type Column, CopyField, Dialog, EmptyState, Table } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, Form } from '../layout/form.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { scopeWords } from '../sign-in/scope-words.ts'
import { connectAgent } from '../words/connect.ts'

export interface AppRow {
  id: string
  /** What the app calls itself: a claim. */
  name: string
  /** Where it took its person back to. */
  host: string
  organization: string
  scopes: readonly string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

export interface AppsPageProps {
  frame: Frame
  apps: readonly AppRow[]
  pages?: PagesProps
}

const path = '/app/apps'

/** `POST /app/apps/{id}/disconnect` ends one. */
export const appsPage = (props: AppsPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Connected apps', children: <Apps {...props} /> })

const Apps = (props: AppsPageProps): JSX.Element => (
  <>
    <h1>Connected apps</h1>
    {props.apps.length > 0 ? <AppTable {...props} /> : <NoApps url={props.frame.url} />}
    <Pages {...props.pages} />
    <p class="aside">
      An agent that works with a key is ended where the key is: <a href="/app/keys">Keys</a>
    </p>
  </>
)

const NoApps = ({ url }: { url: string }): JSX.Element => (
  <EmptyState title="No app is connected">
    <p>Apps that you let act for you are listed here, each with what it may do and a button that ends it.</p>
    <p>
      <LinkButton href="/app/connect" kind="primary" icon="plug">
        {connectAgent.title}
      </LinkButton>
    </p>
    <CopyField label="Address for agents" text={`${url}/v1/mcp`} />
  </EmptyState>
)

function AppTable({ apps, frame: { now } }: AppsPageProps): JSX.Element {
  const columns: Column<AppRow>[] = [
    { name: 'App', heading: true, cell: app => <Name app={app} /> },
    { name: 'In', cell: app => <UserText text={app.organization} /> },
    { name: 'May', cell: app => app.scopes.map(scopeWords).join('; ') },
    {
      name: 'Last used',
      cell: app => (app.lastUsedAt ? <RelativeTime at={app.lastUsedAt} now={now} /> : 'never'),
    },
    { name: 'Ends', cell: app => day(app.expiresAt) },
    { name: 'Disconnect', right: true, cell: app => <Disconnect app={app} /> },
  ]
  return <Table caption="Connected apps" columns={columns} rows={apps} rowKey={app => app.id} />
}

const Name = ({ app }: { app: AppRow }): JSX.Element => (
  <>
    <UserText text={app.name} />
    <span class="below">
      took you back to <code>{plain(app.host)}</code>
    </span>
  </>
)

const Disconnect = ({ app }: { app: AppRow }): JSX.Element => (
  <>
    <button
      type="button"
      class="button"
      popovertarget={`disconnect-${app.id}`}
      aria-label={`Disconnect ${plain(app.name)}`}
    >
      Disconnect
    </button>
    <Dialog id={`disconnect-${app.id}`} title="Disconnect this app?">
      <p>
        <strong>
          <UserText text={app.name} />
        </strong>{' '}
        is refused from now on. It can ask you again at any time.
      </p>
      <Form action={`${path}/${encodeURIComponent(app.id)}/disconnect`}>
        <p class="actions">
          <Button kind="danger">Disconnect the app</Button>
          <button
            type="button"
            class="button"
            popovertarget={`disconnect-${app.id}`}
            popovertargetaction="hide"
          >
            Keep it
          </button>
        </p>
      </Form>
    </Dialog>
  </>
)
