// The messages to a webhook: for which events, in which form, and when they stop (contract section 8).
import { type Actor, hasScope } from './actor.ts'
import { type EventType, eventTypes, threadEvents } from './event.ts'

/** `standard` is the event as the feed answers it; the others are a sentence that a chat shows. */
export const webhookFormats = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** The most webhooks of one organization. */
export const MOST_WEBHOOKS = 10

/** The reasons to send nothing: somebody switched it off, a day of deliveries failed, or the receiver answered 410. */
export const disablements = ['switched_off', 'failing', 'gone'] as const
export type Disablement = (typeof disablements)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Says that a webhook is being tested; it is in no feed. */
export const TEST_EVENT = 'webhook.test'

const isAbout = (subject: string) => (type: EventType) => type.startsWith(`${subject}.`)

/** Events that concern the organization and no artifact. */
export const organizationEvents: readonly EventType[] = eventTypes.filter(
  type => !isAbout('artifact')(type) && !threadEvents.includes(type),
)

/** Events that the scopes of the credential let it read; a webhook never tells its maker more. */
export const readableEvents = (actor: Actor): EventType[] =>
  eventTypes.filter(type => {
    if (organizationEvents.includes(type)) return true
    return (
      hasScope(actor, 'artifacts:read') && (!threadEvents.includes(type) || hasScope(actor, 'comments:read'))
    )
  })
