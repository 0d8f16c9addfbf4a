// Nodes that agree: the installation, who serves it, and the requests each counted.
import { indexesIn, key, optional, tablesIn, zero } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const nodes: Migration = {
  statements(db, text) {
    const table = tablesIn(db, text)
    const tables = [
      table('installation').whole('id', key).text('name').bit('store_marked', zero),
      table('secret_fingerprint').text('fingerprint', key),
      table('node').text('id', key).whole('started_at').whole('seen_at').text('content_url', optional),
      table('request_count')
        .text('name')
        .text('node')
        .whole('second')
        .whole('count')
        .primaryKey('name', 'node', 'second'),
    ]
    return [...tables.map(writer => writer.done()), indexesIn(db)('request_count', 'second')]
  },
}
