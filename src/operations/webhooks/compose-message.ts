// The message of a delivery as things are at that moment: what is closed meanwhile is not told any more.
import type { ServiceKey } from '../../domain/actor.ts'
import { reach, reachComments } from '../../domain/policy.ts'
import { organizationEvents, TEST_EVENT } from '../../domain/webhook.ts'
import type { DeliveryRow, FeedQuery, Reading, WebhookRow } from '../../storage/records.ts'
import { presentEvent } from '../feed/events.ts'
import type { Context } from '../kernel/context.ts'
import type { OutgoingMessage } from '../kernel/messenger.ts'
import { iso } from '../kernel/time.ts'
import { bodyOf, type ToldEvent } from './message.ts'
import { secretsOf } from './webhook-secret.ts'

/** Events that webhooks of the organization may hear: what a service key reads, and what concerns the organization. */
export function heardIn(organizationId: string): Omit<FeedQuery, 'after' | 'upTo' | 'limit'> {
  const credential = `webhooks of ${organizationId}`
  const actor: ServiceKey = { kind: 'service', credential, name: 'Webhook', organizationId, scopes: null }
  return {
    organizationId,
    reach: reach(actor, 'read'),
    comments: reachComments(actor),
    types: organizationEvents,
    personId: null,
  }
}

type Composing = Pick<Context, 'secret' | 'previousSecret' | 'url'>

/** The message; null where its event may not be heard any more. */
export async function composeMessage(
  context: Composing,
  rows: Reading,
  webhook: WebhookRow,
  delivery: Pick<DeliveryRow, 'id' | 'event' | 'createdAt'>,
  now: number,
): Promise<OutgoingMessage | null> {
  const event = delivery.event ? await toldEvent(rows, webhook, delivery.event.sequence) : testEvent(delivery)
  if (!event) return null
  const artifact = event.artifact === undefined ? null : await rows.artifacts.find(event.artifact)
  const page = artifact && { name: artifact.name, url: `${context.url}/${artifact.shortId}` }
  return {
    url: webhook.url,
    id: delivery.id,
    body: bodyOf(webhook.format, event, page),
    secrets: secretsOf(context, webhook, now),
    now,
  }
}

async function toldEvent(
  rows: Reading,
  { organizationId }: WebhookRow,
  sequence: number,
): Promise<ToldEvent | null> {
  const query = { ...heardIn(organizationId), after: sequence - 1, upTo: sequence, limit: 1 }
  const [event] = await rows.feed.read(query)
  return event ? presentEvent(event) : null
}

const testEvent = ({ id, createdAt }: Pick<DeliveryRow, 'id' | 'createdAt'>): ToldEvent => ({
  id,
  type: TEST_EVENT,
  createdAt: iso(createdAt),
  actor: { id: null, name: 'Recto', actorType: 'system', actorName: null },
  data: {},
})
