// One webhook: its settings, its secret, a test, and what was sent to it.

import type { JSX } from 'preact'
import { deliveryStates } from '../../../domain/webhook.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf, RowOf } from '../../../operations/kernel/operation.ts'
import { Banner, type Column, EmptyState, SecretOnce, Table } from '../layout/blocks.tsx'
import { Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { Card, Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  pageHref,
  performed,
  sendDashboard,
} from '../page/dashboard.ts'
import { trail } from '../words/common.ts'
import { deliveryWords, disabledWords, webhookWords as words } from '../words/webhooks.ts'
import {
  choosing,
  hearsWords,
  hostOf,
  nothingChosen,
  subjectsOf,
  typesIn,
  WebhookFields,
  type WebhookValues,
} from './webhook-fields.tsx'

const list = '/app/webhooks'

type Delivery = RowOf<typeof operations.listDeliveries>
type Shown = Pick<WebhookPageProps, 'errors' | 'values' | 'secret' | 'tested'>

/** `GET /app/webhooks/{id}`, and the answers of its forms. */
export async function sendWebhook(
  request: PageRequest,
  status = 200,
  shown: Shown = {},
  id = request.params.id,
): Promise<void> {
  const webhook = await performed(request, operations.readWebhook, { id })
  const state = deliveryStates.find(each => each === request.query.get('state'))
  const cursor = request.query.get('cursor')
  const { data: rows, nextCursor } = await performed(request, operations.listDeliveries, {
    ...{ id, ...(state && { state }) },
    ...(cursor && { cursor }),
  })
  const path = `${list}/${id}`
  const pages = {
    next: nextCursor && pageHref(request, nextCursor, path),
    first: cursor && pageHref(request, null, path),
  }
  const html = webhookPage({
    ...{ frame: frameOf(request), webhook, state, deliveries: { rows, pages } },
    ...shown,
  })
  sendDashboard(request, status, html)
}

const pathOf = ({ params }: PageRequest): string => `${list}/${params.id}`

/** `POST /app/webhooks/{id}/settings` */
export async function changeByForm(request: PageRequest): Promise<void> {
  const values = await fieldsOf(request)
  const types = values.keeps ? undefined : typesIn(values)
  if (types?.length === 0) return sendWebhook(request, 422, { errors: [nothingChosen], values })
  const { id } = request.params
  const { url, format } = values
  const outcome = await attempt(request, operations.changeWebhook, {
    ...{ id, url, format },
    ...(types !== undefined && { types }),
  })
  if ('value' in outcome) return finish(request, pathOf(request), 'saved')
  await sendWebhook(request, outcome.refused.status, { errors: outcome.refused.errors, values })
}

/** `POST /app/webhooks/{id}/switch` */
export async function switchByForm(request: PageRequest): Promise<void> {
  const { to } = await fieldsOf(request)
  const enabled = to === 'on'
  await performed(request, operations.changeWebhook, { id: request.params.id, enabled })
  finish(request, pathOf(request), enabled ? 'on' : 'off')
}

/** `POST /app/webhooks/{id}/secret`: the new one is shown on this answer alone. */
export async function renewSecret(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const { id } = request.params
  const { secret } = await performed(request, operations.changeWebhook, { id, newSecret: true })
  await sendWebhook(request, 200, { secret: secret! })
}

/** `POST /app/webhooks/{id}/test` */
export async function testByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const tested = await performed(request, operations.testWebhook, { id: request.params.id })
  await sendWebhook(request, 200, { tested })
}

/** `POST /app/webhooks/{id}/deliveries/{delivery}/replay` */
export async function replayByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.replayDelivery, { id: request.params.delivery })
  finish(request, pathOf(request), 'replayed')
}

/** `POST /app/webhooks/{id}/remove` */
export async function removeByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.removeWebhook, { id: request.params.id })
  finish(request, list, 'removed')
}

export interface WebhookPageProps {
  frame: Frame
  webhook: OutputOf<typeof operations.readWebhook>
  deliveries: { rows: readonly Delivery[]; pages: PagesProps }
  /** The list shows only these. */
  state?: Delivery['state'] | undefined
  /** The secret just made: shown on this answer alone. */
  secret?: string
  /** The test just sent. */
  tested?: Delivery
  errors?: readonly FieldError[]
  /** Values that the form held when it was refused. */
  values?: WebhookValues
}

export const webhookPage = (props: WebhookPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: words.one,
    width: 'list',
    children: <Webhook {...props} />,
  })

const Webhook = (props: WebhookPageProps): JSX.Element => (
  <>
    <nav class="trail" aria-label={trail}>
      <a href={list}>{words.title}</a>
    </nav>
    <h1>
      <UserText text={hostOf(props.webhook.url)} />
    </h1>
    <ErrorSummary errors={props.errors} />
    {props.secret && (
      <SecretOnce secret={props.secret} title={words.secret}>
        <p>{words.secretHint}</p>
      </SecretOnce>
    )}
    {props.tested && <Tested {...props.tested} />}
    <State {...props} />
    <Deliveries {...props} />
    <Settings {...props} />
    <Removal {...props} />
  </>
)

const Tested = ({ state, status, error }: Delivery): JSX.Element => (
  <Banner signal={state === 'delivered' ? 'done' : 'refused'} label={words.test}>
    {error === null ? words.testDone(status ?? 0) : words.testFailed(error)}
  </Banner>
)

const State = ({ webhook, frame: { now } }: WebhookPageProps): JSX.Element => {
  const { id, enabled, disabledReason, lastSuccessAt, types } = webhook
  return (
    <Card>
      <Setting
        label={
          <>
            {words.state} <Badge tone={enabled ? 'done' : 'warn'}>{enabled ? words.on : words.off}</Badge>
          </>
        }
        hint={disabledReason && disabledWords[disabledReason]}
      >
        <Form action={`${list}/${id}/switch`}>
          <Hidden values={{ to: enabled ? 'off' : 'on' }} />
          <Button>{enabled ? words.switchOff : words.switchOn}</Button>
        </Form>
      </Setting>
      <Setting label={words.hears} kept>
        <span>{hearsWords(types)}</span>
      </Setting>
      <Setting label={words.lastSuccess} kept>
        {lastSuccessAt ? <RelativeTime at={new Date(lastSuccessAt)} now={now} /> : <span>{words.never}</span>}
      </Setting>
      <Setting label={words.test} hint={words.testHint}>
        <Form action={`${list}/${id}/test`}>
          <Button>{words.test}</Button>
        </Form>
      </Setting>
      <Setting label={words.secret} hint={words.newSecretHint}>
        <Form action={`${list}/${id}/secret`}>
          <Button>{words.newSecret}</Button>
        </Form>
      </Setting>
    </Card>
  )
}

const Deliveries = ({ webhook, deliveries, state, frame }: WebhookPageProps): JSX.Element => (
  <section class="stack" aria-labelledby="deliveries">
    <h2 id="deliveries">{words.deliveries}</h2>
    <p class="line small">
      <a href={`${list}/${webhook.id}`} aria-current={state === undefined ? 'true' : undefined}>
        {words.all}
      </a>
      <a href={`${list}/${webhook.id}?state=failed`} aria-current={state === 'failed' ? 'true' : undefined}>
        {words.failedOnly}
      </a>
    </p>
    {deliveries.rows.length > 0 ? (
      <Table
        caption={words.deliveries}
        columns={columnsOf(webhook.id, frame.now)}
        rows={deliveries.rows}
        rowKey={({ id }) => id}
      />
    ) : (
      <EmptyState title={words.noDeliveries}>
        <p>{words.noDeliveriesHint}</p>
      </EmptyState>
    )}
    <Pages {...deliveries.pages} />
  </section>
)

const columnsOf = (webhookId: string, now: Date): Column<Delivery>[] => [
  { name: words.event, heading: true, cell: ({ type }) => <code>{type}</code> },
  { name: words.sent, cell: row => <RelativeTime at={new Date(row.createdAt)} now={now} /> },
  {
    name: words.state,
    tight: true,
    cell: ({ state }) => <Badge tone={tones[state]}>{deliveryWords[state]}</Badge>,
  },
  {
    name: words.answer,
    cell: ({ attempts, status, error }) => (
      <>
        {error ? plain(error) : (status ?? '–')}
        <span class="below">{words.tries(attempts)}</span>
      </>
    ),
  },
  {
    name: words.replay,
    right: true,
    cell: ({ id, type }) => (
      <Form action={`${list}/${webhookId}/deliveries/${id}/replay`}>
        <button type="submit" class="button small" aria-label={words.replayOf(type)}>
          {words.replay}
        </button>
      </Form>
    ),
  },
]

const tones = { waiting: 'accent', delivered: 'done', failed: 'stop' } as const

function Settings({ webhook, values, errors }: WebhookPageProps): JSX.Element {
  const { id, url, format, types } = webhook
  const chosen = subjectsOf(types)
  const kept = { url, format, ...choosing(chosen ?? []) }
  return (
    <SettingsGroup id="settings" title={words.change}>
      <Form action={`${list}/${id}/settings`} errors={errors} class="form padded-form">
        <Hidden values={{ keeps: chosen === null ? 'yes' : undefined }} />
        <WebhookFields values={values ?? kept} keepsTypes={chosen === null} />
        <Button>{words.save}</Button>
      </Form>
    </SettingsGroup>
  )
}

const Removal = ({ webhook }: WebhookPageProps): JSX.Element => (
  <SettingsGroup id="remove" title={words.remove}>
    <Form action={`${list}/${webhook.id}/remove`} class="form padded-form">
      <p class="hint">{words.removeHint}</p>
      <Button kind="danger">{words.remove}</Button>
    </Form>
  </SettingsGroup>
)
