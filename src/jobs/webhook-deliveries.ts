// Sends what waits for webhooks: each webhook one at a time, so that a slow one holds up nobody but itself.
import type { Disablement } from '../domain/webhook.ts'
import { postMail } from '../operations/feed/mail.ts'
import type { Context } from '../operations/kernel/context.ts'
import type { SendOutcome } from '../operations/kernel/messenger.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import { composeMessage } from '../operations/webhooks/compose-message.ts'
import type { DeliveryRow, Reading, Rows, WebhookRow } from '../storage/records.ts'
import { queueEvents } from './webhook-queue.ts'

/** Webhooks that one process sends to at the same time. */
const MOST = 256

/** Milliseconds after which another process takes over a try; longer than any takes. */
const LEASE = 60_000

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds between a failed try and the next; all together a day less some minutes. */
const waits = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
]

/** The receiver says that it is there no more, and wants no further message (Standard Webhooks). */
const GONE = 410

const withdrawn: SendOutcome = { status: null, error: 'the event is not open to webhooks any more' }

type Place = Pick<WebhookRow, 'id' | 'organizationId'>

export class WebhookDeliveries {
  readonly #context: Context
  readonly #failed: (error: unknown) => void
  readonly #running = new Map<string, Promise<void>>()
  #last = ''
  #stopped = false

  /** @param failed hears of what is no receiver's fault; the delivery is tried again after its lease */
  constructor(context: Context, failed: (error: unknown) => void) {
    this.#context = context
    this.#failed = failed
  }

  /** Queues what happened and begins what is due; to be called about twice a second. */
  async start(): Promise<void> {
    await queueEvents(this.#context)
    const due = await this.#context.records.webhooks.due(this.#context.clock())
    // Behind the last one begun first, so that each has its turn where there are more than places.
    const inTurn = [...due.filter(({ id }) => id > this.#last), ...due.filter(({ id }) => id <= this.#last)]
    for (const place of inTurn) if (this.#hasRoom(place)) this.#begin(place)
  }

  /** Resolves when what is being sent has its answer; nothing begins after it. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running.values())
  }

  #hasRoom({ id }: Place): boolean {
    return !this.#stopped && this.#running.size < MOST && !this.#running.has(id)
  }

  #begin(place: Place): void {
    this.#last = place.id
    const work = this.#deliver(place)
      .catch(this.#failed)
      .finally(() => this.#running.delete(place.id))
    this.#running.set(place.id, work)
  }

  async #deliver(place: Place): Promise<void> {
    while (!this.#stopped && (await deliverNext(this.#context, place)));
  }
}

/** Tries the delivery of the webhook that is due longest; false if none is. */
async function deliverNext(context: Context, { organizationId, id }: Place): Promise<boolean> {
  const { records, clock, messenger } = context
  const now = clock()
  const taken = await records.transaction(async rows => {
    const webhook = await rows.webhooks.find(organizationId, id)
    if (!webhook || webhook.disabled !== null) return null
    const delivery = await rows.webhooks.take(id, now, now + LEASE)
    return delivery && { webhook, delivery }
  })
  if (!taken) return false
  const message = await composeMessage(context, records, taken.webhook, taken.delivery, now)
  const outcome = message ? await messenger.send(message) : withdrawn
  await records.transaction(rows => settle(context, rows, taken, outcome))
  return true
}

interface Taken {
  webhook: WebhookRow
  delivery: DeliveryRow
}

async function settle(
  context: Context,
  rows: Rows & Reading,
  { webhook, delivery }: Taken,
  outcome: SendOutcome,
): Promise<void> {
  const now = context.clock()
  const { id, attempts } = delivery
  if (outcome.error === null) {
    await rows.webhooks.tried(id, attempts, { ...outcome, state: 'delivered', dueAt: null, endedAt: now })
    await rows.webhooks.succeeded(webhook.id, now)
    return
  }
  const isFinal = outcome === withdrawn || outcome.status === GONE
  const wait = isFinal ? undefined : waits[attempts - 1]
  const next = wait === undefined ? null : Math.max(now + spread(wait), heeded(outcome, delivery))
  const state = next === null ? 'failed' : 'waiting'
  await rows.webhooks.tried(id, attempts, {
    ...outcome,
    state,
    dueAt: next,
    endedAt: next === null ? now : null,
  })
  if (next !== null || outcome === withdrawn) return
  const why = outcome.status === GONE ? 'gone' : 'failing'
  if (why === 'gone' || (await isFailing(rows, webhook, delivery)))
    await switchOff(context, rows, webhook, why)
}

/** Returns when the receiver wants to be asked again; 0 if that is beyond the day in which a delivery is tried. */
const heeded = ({ retryAt = 0 }: SendOutcome, { begunAt }: DeliveryRow): number =>
  retryAt <= begunAt + 24 * HOUR ? retryAt : 0

/** Makes a wait a little shorter at random, so that deliveries that failed together do not come back together. */
const spread = (ms: number): number => Math.round(ms * (0.9 + Math.random() / 10))

/** True where nothing arrived while the delivery was tried, which took a day. */
async function isFailing(
  rows: Rows & Reading,
  { organizationId, id }: WebhookRow,
  { begunAt }: DeliveryRow,
): Promise<boolean> {
  const now = await rows.webhooks.find(organizationId, id)
  return now !== null && now.disabled === null && (now.succeededAt ?? 0) < begunAt
}

/** Stops sending until somebody switches the webhook on; the owners are told. */
async function switchOff(
  { clock, url }: Pick<Context, 'clock' | 'url'>,
  rows: Rows & Reading,
  { id, organizationId, url: address }: WebhookRow,
  why: Exclude<Disablement, 'switched_off'>,
): Promise<void> {
  const now = clock()
  const { host } = new URL(address)
  await rows.webhooks.disable(id, why)
  await rows.journal.audit({
    ...{ id: uuid(now), organizationId, action: 'disableWebhook', subject: id, personId: null },
    ...{ credential: 'webhooks', actorType: 'system', actorName: null, authorName: 'Recto' },
    ...{ surface: 'webhooks', client: null, data: { host, reason: why }, createdAt: now },
  })
  const organization = await rows.people.organization(organizationId)
  for (const { email } of await rows.people.owners(organizationId))
    await postMail({ rows, now }, email, {
      subject: `A webhook of ${organization?.name ?? 'your organization'} was switched off`,
      lines: [
        why === 'gone'
          ? `${host} answered that it takes no more messages, so its webhook was switched off.`
          : `For a day nothing could be delivered to ${host}, so its webhook was switched off.`,
        '',
        `What failed can be sent again, and the webhook switched on: ${url}/app/webhooks/${id}`,
      ],
    })
}
