// The rows of webhooks: where an organization is told of its events, and each message on its way.
import type { Time } from '../../domain/artifact.ts'
import type { EventType } from '../../domain/event.ts'
import type { DeliveryState, Disablement, WebhookFormat } from '../../domain/webhook.ts'

export interface WebhookRow {
  id: string
  organizationId: string
  url: string
  /** Null for all, also those there will be. */
  types: readonly EventType[] | null
  format: WebhookFormat
  encryptedSecret: string
  /** The secret before, which signs beside it until then. */
  previous: { encryptedSecret: string; until: Time } | null
  disabled: Disablement | null
  /** Number of the last event that was looked at. */
  heard: number
  createdAt: Time
  /** The time at which the receiver last took an event. */
  succeededAt: Time | null
}

export interface DeliveryRow {
  id: string
  webhookId: string
  /** Null for a test. */
  event: { id: string; sequence: number } | null
  type: string
  state: DeliveryState
  /** Tries so far, the running one too. */
  attempts: number
  /** The time at which it is tried next, or another process may take it over; null once it has ended. */
  dueAt: Time | null
  /** The time at which its tries began; a replay begins anew. */
  begunAt: Time
  createdAt: Time
  endedAt: Time | null
  /** Of the last try: the HTTP status, and what went wrong. */
  status: number | null
  error: string | null
}

export interface DeliveryQuery {
  webhookId: string
  state?: DeliveryState
  /** Keyset: the last row of the page before. */
  after?: { createdAt: Time; id: string } | null
  limit: number
}

/** The fields that a try changes. */
export type Tried = Pick<DeliveryRow, 'state' | 'dueAt' | 'endedAt' | 'status' | 'error'>

export interface WebhookReading {
  /** Counts the deliveries that wait, of webhooks that are switched on. */
  waiting(): Promise<number>
  find(organizationId: string, id: string): Promise<WebhookRow | null>
  /** All of the organization, oldest first. */
  list(organizationId: string): Promise<WebhookRow[]>
  /** Newest first. */
  deliveries(query: DeliveryQuery): Promise<DeliveryRow[]>
  delivery(organizationId: string, id: string): Promise<DeliveryRow | null>
  /** Switched-on ones whose organization has events they have not looked at. */
  behind(limit: number): Promise<WebhookRow[]>
  /** Switched-on ones that have a delivery due, in the order of ids. */
  due(now: Time): Promise<Pick<WebhookRow, 'id' | 'organizationId'>[]>
  /** All of the installation, in the order of ids, behind that one. */
  after(id: string, limit: number): Promise<WebhookRow[]>
}

export interface WebhookRows extends WebhookReading {
  insert(webhook: WebhookRow): Promise<void>
  /** Writes everything but what it heard and when it succeeded. */
  replace(webhook: WebhookRow): Promise<void>
  /** Its deliveries go with it. */
  remove(id: string): Promise<void>
  disable(id: string, why: Disablement): Promise<void>
  /** Replaces secrets that were encrypted with a former RECTO_SECRET, unless they changed meanwhile. */
  replaceEncryption(webhook: WebhookRow, encryptedSecret: string, previous: string | null): Promise<void>
  /** Says that it looked at the events up to a number; false if another process did. */
  hear(id: string, from: number, to: number): Promise<boolean>
  /** Skips what it did not look at. */
  skipTo(id: string, sequence: number): Promise<void>
  queue(delivery: DeliveryRow): Promise<void>
  /** Takes its delivery that is due longest, leased until then; `attempts` counts this try too. */
  take(webhookId: string, now: Time, leasedUntil: Time): Promise<DeliveryRow | null>
  /** Says what came of the try; nothing if another one began since. */
  tried(id: string, attempts: number, outcome: Tried): Promise<void>
  succeeded(id: string, now: Time): Promise<void>
  /** Begins its tries anew. */
  replay(id: string, now: Time): Promise<void>
  /** Sweep: removes deliveries made before, at most `limit`; answers how many. */
  removeDeliveries(before: Time, limit: number): Promise<number>
}
