// Webhooks: where organizations are told of their events, and each message on its way.
import { indexesIn, key, optional, partOf, tablesIn, zero } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const webhooks: Migration = {
  statements(db, text) {
    const table = tablesIn(db, text)
    const index = indexesIn(db)
    const tables = [
      table('webhook')
        .text('id', key)
        .text('organization_id', partOf('organization.id'))
        .text('url')
        .text('types', optional)
        .text('format')
        .text('secret')
        .text('previous_secret', optional)
        .whole('previous_until', optional)
        .text('disabled', optional)
        .whole('heard')
        .whole('created_at')
        .whole('succeeded_at', optional),
      table('webhook_delivery')
        .text('id', key)
        .text('webhook_id', partOf('webhook.id'))
        .text('event_id', optional)
        .whole('sequence', optional)
        .text('type')
        .text('state')
        .whole('attempts', zero)
        .whole('due_at', optional)
        .whole('begun_at')
        .whole('created_at')
        .whole('ended_at', optional)
        .whole('status', optional)
        .text('error', optional),
    ]
    return [
      ...tables.map(writer => writer.done()),
      index('webhook', 'organization_id', 'created_at'),
      index('webhook_delivery', 'webhook_id', 'due_at'),
      index('webhook_delivery', 'webhook_id', 'created_at', 'id'),
      index('webhook_delivery', 'created_at'),
    ]
  },
}
