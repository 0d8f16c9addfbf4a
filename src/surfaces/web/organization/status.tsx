// The status of the server, for owners of the organization that operates it: each part, its version, queues and backups.

import type { ComponentChildren, JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { fileSize } from '../layout/text.ts'
import { RelativeTime } from '../layout/words.tsx'
import {
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { statusWords as words } from '../words/status.ts'

export const status: Section = {
  href: '/app/status',
  label: common.status,
  group: 'organization',
  isFor: (actor, operatorId) =>
    isPerson(actor) && actor.organizationId === operatorId && mayCall(operations.serverStatus, actor),
  routes: { 'GET /app/status': showStatus },
}

/** `GET /app/status` */
async function showStatus(request: PageRequest): Promise<void> {
  const found = await performed(request, operations.serverStatus, {})
  sendDashboard(request, 200, statusPage({ frame: frameOf(request), status: found }))
}

export interface StatusPageProps {
  frame: Frame
  status: OutputOf<typeof operations.serverStatus>
}

export const statusPage = (props: StatusPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'form', children: <Status {...props} /> })

const Status = ({ frame: { now }, status: found }: StatusPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">{words.lead}</p>
    </div>
    <Stores {...found} />
    <Queues {...found} />
    <Backups backup={found.backup} now={now} />
    <SettingsGroup id="jobs" title={words.jobs}>
      {found.jobs.map(job => (
        <Job key={job.name} {...job} />
      ))}
    </SettingsGroup>
    <Program {...found} />
  </>
)

type Found = StatusPageProps['status']

interface FactProps {
  label: string
  hint?: string | undefined
  children: ComponentChildren
}

const Fact = ({ label, hint, children }: FactProps): JSX.Element => (
  <Setting label={label} hint={hint} kept>
    <span class="num">{children}</span>
  </Setting>
)

const Works = ({ works }: { works: boolean }): JSX.Element =>
  works ? (
    <Badge tone="done" icon="check">
      {words.works}
    </Badge>
  ) : (
    <Badge tone="stop" icon="warning">
      {words.fails}
    </Badge>
  )

const Stores = ({ database: { answers, bytes, connections }, files }: Found): JSX.Element => (
  <SettingsGroup id="stores" title={words.stores}>
    <Setting
      label={words.database}
      hint={answers && bytes !== null ? words.databaseHint(fileSize(bytes)) : words.databaseSilent}
      kept
    >
      <Works works={answers} />
    </Setting>
    {connections && (
      <Fact label={words.connections} hint={words.connectionsHint}>
        {words.connectionsWords(connections.open, connections.waiting)}
      </Fact>
    )}
    <Setting label={words.files} hint={files.answers ? undefined : words.filesSilent} kept>
      <Works works={files.answers} />
    </Setting>
  </SettingsGroup>
)

const Queues = ({ mail, webhooks }: Found): JSX.Element => (
  <SettingsGroup id="queues" title={words.queues}>
    <Fact label={words.mail} hint={mail.hasServer ? words.mailHint : words.mailAsFiles}>
      {words.waiting(mail.waiting)}
    </Fact>
    <Fact label={words.webhooks}>{words.waiting(webhooks.waiting)}</Fact>
  </SettingsGroup>
)

/** A backup that is late by as much as it should be old at most. */
const isLate = ({ lastAt, everyMinutes }: NonNullable<Found['backup']>, now: Date): boolean =>
  lastAt !== null && now.getTime() - Date.parse(lastAt) > 2 * everyMinutes * 60_000

const Backups = ({ backup, now }: Pick<Found, 'backup'> & { now: Date }): JSX.Element => (
  <SettingsGroup id="backups" title={words.backups}>
    {backup ? (
      <Fact label={words.lastBackup} hint={words.every(backup.everyMinutes)}>
        {backup.lastAt ? <RelativeTime at={new Date(backup.lastAt)} now={now} /> : words.noBackup}{' '}
        {isLate(backup, now) && <Badge tone="warn">{words.attention}</Badge>}
      </Fact>
    ) : (
      <Setting label={words.lastBackup} hint={words.unscheduledHint} kept>
        <Badge tone="warn">{words.unscheduled}</Badge>
      </Setting>
    )}
  </SettingsGroup>
)

const Job = ({ name, isStuck, failures }: Found['jobs'][number]): JSX.Element => (
  <Setting
    label={name.charAt(0).toUpperCase() + name.slice(1)}
    hint={failures > 0 ? words.failures(failures) : undefined}
    kept
  >
    {isStuck ? (
      <Badge tone="stop" icon="warning">
        {words.stuck}
      </Badge>
    ) : (
      <Works works />
    )}
  </Setting>
)

const Program = ({ version, schema, nodes, clockSkewMs }: Found): JSX.Element => (
  <SettingsGroup id="program" title={words.program}>
    <Fact label={words.version}>{version}</Fact>
    <Fact label={words.schema} hint={words.schemaHint}>
      {schema}
    </Fact>
    <Fact label={words.processes}>{nodes}</Fact>
    <Fact label={words.clock} hint={words.clockHint}>
      {words.clockWords(Math.round(Math.abs(clockSkewMs) / 1000))}
    </Fact>
  </SettingsGroup>
)
