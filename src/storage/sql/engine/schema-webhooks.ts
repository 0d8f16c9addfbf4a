// The tables of webhooks and their deliveries as types.
import type { Time } from '../../../domain/artifact.ts'
import type { DeliveryState, Disablement, WebhookFormat } from '../../../domain/webhook.ts'

export interface WebhookTable {
  id: string
  organization_id: string
  url: string
  /** Words separated by spaces; null for all. */
  types: string | null
  format: WebhookFormat
  secret: string
  previous_secret: string | null
  previous_until: Time | null
  disabled: Disablement | null
  heard: number
  created_at: Time
  succeeded_at: Time | null
}

export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event_id: string | null
  sequence: number | null
  type: string
  state: DeliveryState
  attempts: number
  due_at: Time | null
  begun_at: Time
  created_at: Time
  ended_at: Time | null
  status: number | null
  error: string | null
}

export interface WebhookSchema {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}
