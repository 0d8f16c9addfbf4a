// The page that connects an agent: what to paste for each client, and a sign as soon as that client has connected.

import type { ComponentChildren, JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { type App, AppEntries } from '../account/apps.tsx'
import { CopyField } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { clientWords, connectAgent as words } from '../words/connect.ts'
import { type Client, clients } from './clients.ts'

const path = '/app/connect'

export const connect: Section = {
  href: path,
  label: words.title,
  group: 'publish',
  isFor: isPerson,
  routes: { 'GET /app/connect': showConnect },
}

async function showConnect(request: PageRequest): Promise<void> {
  const { query } = request
  const frame = frameOf(request)
  const client = clients.find(({ id }) => id === query.get('client')) ?? clients[0]
  const since = momentIn(query.get('since')) ?? frame.now
  const { data } = await performed(request, operations.listApps, { limit: 100 })
  sendDashboard(request, 200, connectPage({ frame, client, since, apps: data }))
}

/** The moment that the address names. */
function momentIn(text: string | null): Date | null {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The app that connected since then: one that calls itself as the client does, else any. A known one counts when it is used. */
export function connectedSince(apps: readonly App[], { called }: Client, since: Date): App | undefined {
  const isClient = ({ name }: App) => called !== null && name.toLowerCase().includes(called)
  const isSince = (moment: string | null) => moment !== null && new Date(moment) > since
  return (
    apps.find(app => isClient(app) && (isSince(app.createdAt) || isSince(app.lastUsedAt))) ??
    apps.find(app => isSince(app.createdAt))
  )
}

export interface ConnectPageProps {
  frame: Frame
  client: Client
  /** Time at which the person began to wait. */
  since: Date
  /** Newest first. */
  apps: readonly App[]
}

export const connectPage = (props: ConnectPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.title,
    width: 'list',
    scripts: props.client.called === null ? [] : [islands.connect],
    children: <Connect {...props} />,
  })

function Connect({ frame, client, since, apps }: ConnectPageProps): JSX.Element {
  const connected = connectedSince(apps, client, since)
  const before = apps.filter(app => app !== connected).slice(0, shownBefore)
  return (
    <>
      <div class="stack tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <div>
        <Tabs current={client} />
        <Steps client={client} frame={frame} />
        {client.called !== null && (
          <div id="connection" role="status">
            {connected ? (
              <Connected app={connected} now={frame.now} />
            ) : (
              <Waiting client={client} since={since} />
            )}
          </div>
        )}
      </div>
      {before.length > 0 && <Before apps={before} now={frame.now} />}
    </>
  )
}

const shownBefore = 5

const Tabs = ({ current }: { current: Client }): JSX.Element => (
  <nav class="tabs" aria-label={words.clients}>
    {clients.map(({ id }) => (
      <a key={id} href={`${path}?client=${id}`} aria-current={id === current.id ? 'true' : undefined}>
        {clientWords[id].name}
      </a>
    ))}
  </nav>
)

interface StepsProps {
  client: Client
  frame: Frame
}

const Steps = (props: StepsProps): JSX.Element => (
  <ol class="connect-steps">
    {props.client.called === null ? <BuildSteps {...props} /> : <SignInSteps {...props} />}
  </ol>
)

const SignInSteps = ({ client, frame }: StepsProps): JSX.Element => (
  <>
    <Step
      title={client.into === 'terminal' ? words.runInTerminal : words.addByLink(clientWords[client.id].name)}
    >
      {client.link && (
        <>
          <p>
            <LinkButton href={client.link(frame.url)} kind="primary" icon="plug">
              {words.addByLink(clientWords[client.id].name)}
            </LinkButton>
          </p>
          <p class="soft">
            {words.orByHand} <code>{client.into}</code>
          </p>
        </>
      )}
      <Text client={client} frame={frame} />
    </Step>
    <Step title={words.signIn}>
      <p class="soft">
        {clientWords[client.id].signIn} {words.signInHint}
      </p>
    </Step>
    {client.id === 'command-line' ? (
      <>
        <Step title={words.publish}>
          <CopyField text={words.publishExample(frame.url)} label={words.publish} prompt />
        </Step>
        <Step title={words.teach}>
          <CopyField text={words.teachExample(frame.url)} label={words.teach} prompt />
          <p class="soft">{words.teachHint}</p>
        </Step>
      </>
    ) : (
      <Step title={words.ask}>
        <CopyField text={words.askExample} label={words.ask} />
        <p class="soft">
          {words.orSkill} <a href={`${path}?client=command-line`}>{words.toSkill}</a>
        </p>
      </Step>
    )}
  </>
)

/** Page on which owners and admins say which builds may publish. */
const rules = '/app/builds'

const BuildSteps = (props: StepsProps): JSX.Element => (
  <>
    <Step title={words.makeRule}>
      <p class="soft">
        {words.makeRuleHint}
        {props.frame.links.some(({ href }) => href === rules) && (
          <>
            {' '}
            <a href={rules}>{words.toRules}</a>
          </>
        )}
      </p>
    </Step>
    <Step title={words.addStep}>
      <Text {...props} />
      <p class="soft">
        {words.addStepHint} <a href="/docs/builds">{words.toGuide}</a>
      </p>
    </Step>
  </>
)

const Step = ({ title, children }: { title: string; children: ComponentChildren }): JSX.Element => (
  <li class="stack tight">
    <h2>{title}</h2>
    {children}
  </li>
)

const Text = ({ client, frame }: StepsProps): JSX.Element => (
  <CopyField
    text={client.text(frame.url, frame.organization?.id ?? 'ORGANIZATION')}
    label={clientWords[client.id].name}
    prompt={client.into === 'terminal'}
    kind={client.link ? 'plain' : 'primary'}
  />
)

const Waiting = ({ client, since }: { client: Client; since: Date }): JSX.Element => (
  <p class="connection awaited">
    <span class="dot" aria-hidden="true" />
    <span>{words.waiting(clientWords[client.id].name)}</span>
    <a data-check href={`${path}?${new URLSearchParams({ client: client.id, since: since.toISOString() })}`}>
      {words.check}
    </a>
  </p>
)

const Connected = ({ app, now }: { app: App; now: Date }): JSX.Element => (
  <div class="card connection">
    <span class="dot done" aria-hidden="true" />
    <div>
      <h2>
        <UserText text={app.name} /> {words.isConnected}
      </h2>
      <p class="small soft">
        {words.connected} <RelativeTime at={new Date(app.createdAt)} now={now} />. {words.can(app.scopes)}
      </p>
    </div>
    <LinkButton href="/app/apps">{words.manage}</LinkButton>
  </div>
)

const Before = ({ apps, now }: { apps: readonly App[]; now: Date }): JSX.Element => (
  <section aria-labelledby="before">
    <div class="title-line">
      <h2 id="before">{words.before}</h2>
      <a href="/app/apps">{words.all}</a>
    </div>
    <AppEntries apps={apps} now={now} label={words.before} />
  </section>
)
