// Builds without a stored key: rules that admit them, the tokens they used, and the keys they got.
import { indexesIn, key, optional, partOf, tablesIn } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const ciRules: Migration = {
  statements(db, text) {
    const table = tablesIn(db, text)
    const index = indexesIn(db)
    const tables = [
      table('ci_rule')
        .text('id', key)
        .text('organization_id', partOf('organization.id'))
        .text('issuer')
        .whole('repository_id')
        .text('repository', optional)
        .text('ref', optional)
        .text('environment', optional)
        .bit('pull_requests')
        .text('scopes')
        .text('visibilities')
        .whole('created_at')
        .whole('last_used_at', optional),
      table('used_build_token').text('id', key).whole('expires_at'),
    ]
    const keys = db.schema.alterTable('api_key')
    return [
      ...tables.map(writer => writer.done()),
      keys.addColumn('ci_rule_id', text, partOf('ci_rule.id', optional)),
      keys.addColumn('visibilities', text),
      index('ci_rule', 'organization_id', 'issuer', 'repository_id'),
      index('used_build_token', 'expires_at'),
      index('api_key', 'ci_rule_id'),
    ]
  },
}
