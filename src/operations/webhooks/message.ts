// The message to a webhook: an event as the feed answers it, or a sentence that a chat shows.
import type { z } from 'zod'
import type { EventType } from '../../domain/event.ts'
import { withoutLinks } from '../../domain/message.ts'
import { plain } from '../../domain/plain-text.ts'
import type { TEST_EVENT, WebhookFormat } from '../../domain/webhook.ts'
import type { eventSchema } from '../feed/events.ts'
import { quotedName, senderWords } from '../feed/notice-mail.ts'

type PresentedEvent = z.output<typeof eventSchema>

/** An event, or the test of a webhook. */
export type ToldEvent = Omit<PresentedEvent, 'type'> & { type: EventType | typeof TEST_EVENT }

/** The page of an artifact, with its name, where a reader goes on. */
interface Page {
  name: string
  url: string
}

/** The body of the message. `page` is that of the event's artifact. */
export function bodyOf(format: WebhookFormat, event: ToldEvent, page: Page | null): string {
  if (format === 'standard') return JSON.stringify({ ...event, timestamp: event.createdAt })
  const words = sentence(event, page)
  return JSON.stringify(format === 'slack' ? slackBody(words, page) : teamsBody(words, page))
}

/** Names are others' words: neither a link nor a mention comes of them. */
const slackBody = (words: string, page: Page | null) => ({
  text: `${escaped(words)}${page ? `\n${page.url}` : ''}`,
  mrkdwn: false,
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text run is shown as it stands, where a text block would read Markdown in it. */
const teamsBody = (words: string, page: Page | null) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words }] }],
        ...(page && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: page.url }] }),
      },
    },
  ],
})

/** The words for each event of an artifact, said before its name. */
const deeds: Partial<Record<ToldEvent['type'], string>> = {
  'artifact.published': 'published',
  'artifact.updated': 'saved a new version of',
  'artifact.deleted': 'moved to the trash:',
  'artifact.audience_changed': 'changed who can open',
  'artifact.restored': 'brought back from the trash:',
  'artifact.settings_changed': 'changed the settings of',
  'artifact.claimed': 'kept the preview',
  'thread.opened': 'commented on',
  'thread.replied': 'replied on',
  'thread.resolved': 'resolved a thread on',
  'thread.reopened': 'opened a thread again on',
  'thread.orphaned': 'removed the passage of a thread from',
}

function sentence({ type, actor, data }: ToldEvent, page: Page | null): string {
  const { name, actorType, actorName } = actor
  const who = senderWords({
    name: withoutLinks(name),
    actorType,
    actorName: actorName && withoutLinks(actorName),
  })
  const whom = withoutLinks(plain(String(data.name ?? '')))
  switch (type) {
    case 'webhook.test':
      return 'This is a test from Recto. Nothing happened.'
    case 'member.joined':
      return `${whom} joined.`
    case 'member.removed':
      return `${whom} is no longer a member.`
    case 'key.created':
      return `${who} made the key ${whom}.`
    case 'key.revoked':
      return `${who} revoked the key ${whom}.`
    case 'policy.changed':
      return `${who} changed the rules of the organization.`
    default:
      return `${who} ${deeds[type]} ${page ? withoutLinks(quotedName(page.name)) : 'a page'}.`
  }
}
