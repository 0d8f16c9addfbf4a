// Webhooks: the addresses that hear what happens, and the form that adds one.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf, RowOf } from '../../../operations/kernel/operation.ts'
import { EmptyState } from '../layout/blocks.tsx'
import { Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { SettingsGroup } from '../layout/surfaces.tsx'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { webhookFormatWords, webhookWords as words } from '../words/webhooks.ts'
import {
  changeByForm,
  removeByForm,
  renewSecret,
  replayByForm,
  sendWebhook,
  switchByForm,
  testByForm,
} from './webhook.tsx'
import {
  allChosen,
  hearsWords,
  hostOf,
  nothingChosen,
  typesIn,
  WebhookFields,
  type WebhookValues,
} from './webhook-fields.tsx'

const path = '/app/webhooks'

export const webhooks: Section = {
  href: path,
  label: common.webhooks,
  group: 'organization',
  isFor: actor => mayCall(operations.listWebhooks, actor),
  routes: {
    'GET /app/webhooks': request => sendWebhooks(request),
    'POST /app/webhooks': makeByForm,
    'GET /app/webhooks/:id{[0-9a-f-]{36}}': request => sendWebhook(request),
    'GET /app/webhooks/:id{[0-9a-f-]{36}}/:form{settings|switch|secret|test|remove}': async request =>
      finish(request, `${path}/${request.params.id}`),
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/settings': changeByForm,
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/switch': switchByForm,
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/secret': renewSecret,
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/test': testByForm,
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/deliveries/:delivery{[0-9a-f-]{36}}/replay': replayByForm,
    'POST /app/webhooks/:id{[0-9a-f-]{36}}/remove': removeByForm,
  },
  done: {
    made: words.made,
    saved: words.saved,
    on: words.switchedOn,
    off: words.switchedOff,
    replayed: words.replayed,
    removed: words.removed,
  },
}

type WebhookRow = RowOf<typeof operations.listWebhooks>

async function sendWebhooks(
  request: PageRequest,
  status = 200,
  shown: Pick<WebhooksPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const { data } = await performed(request, operations.listWebhooks, {})
  sendDashboard(request, status, webhooksPage({ frame: frameOf(request), webhooks: data, ...shown }))
}

/** `POST /app/webhooks`: its secret is shown on this answer alone, and a reload of the answer makes no second one. */
async function makeByForm(request: PageRequest): Promise<void> {
  const { since, ...values } = await fieldsOf(request)
  const { url = '', format } = values
  const known = since && (await madeSince(request, url, since))
  if (known) return finish(request, `${path}/${known.id}`, 'made')
  const types = typesIn(values)
  if (types?.length === 0) return sendWebhooks(request, 422, { errors: [nothingChosen], values })
  const outcome = await attempt(request, operations.makeWebhook, { url, format, types })
  if ('value' in outcome) return sendMade(request, outcome.value)
  const { status, errors } = outcome.refused
  await sendWebhooks(request, status, { errors, values })
}

const sendMade = (request: PageRequest, { id, secret }: OutputOf<typeof operations.makeWebhook>) =>
  sendWebhook(request, 201, { secret }, id)

/** The webhook that the same form made before: of this address, and younger than the page of the form. */
async function madeSince(request: PageRequest, url: string, since: string): Promise<WebhookRow | undefined> {
  const { data } = await performed(request, operations.listWebhooks, {})
  const address = URL.parse(url)?.href
  return data.find(webhook => webhook.url === address && webhook.createdAt > since)
}

export interface WebhooksPageProps {
  frame: Frame
  webhooks: readonly WebhookRow[]
  errors?: readonly FieldError[]
  /** Values that the form held when it was refused. */
  values?: WebhookValues
}

export const webhooksPage = (props: WebhooksPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.title,
    width: 'list',
    children: <Webhooks {...props} />,
  })

const Webhooks = ({ frame, webhooks: rows, errors, values }: WebhooksPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">{words.lead}</p>
    </div>
    <ErrorSummary errors={errors} />
    {rows.length > 0 ? (
      <Entries label={words.title}>
        {rows.map(row => (
          <Webhook key={row.id} row={row} now={frame.now} />
        ))}
      </Entries>
    ) : (
      <EmptyState title={words.none}>
        <p>{words.noneHint}</p>
      </EmptyState>
    )}
    <SettingsGroup id="add-webhook" title={words.add}>
      <Form action={path} errors={errors} class="form padded-form">
        <Hidden values={{ since: frame.now.toISOString() }} />
        <WebhookFields values={values ?? allChosen} />
        <Button kind="primary">{words.addButton}</Button>
      </Form>
    </SettingsGroup>
  </>
)

const Webhook = ({ row, now }: { row: WebhookRow; now: Date }): JSX.Element => (
  <Entry
    mark={<Tile icon="webhook" />}
    name={<UserText text={hostOf(row.url)} />}
    href={`${path}/${row.id}`}
    beside={!row.enabled && <Badge tone="warn">{words.off}</Badge>}
    below={hearsWords(row.types)}
    fact={
      row.lastSuccessAt && (
        <>
          {words.lastSuccess} <RelativeTime at={new Date(row.lastSuccessAt)} now={now} />
        </>
      )
    }
    word={webhookFormatWords[row.format]}
  />
)
