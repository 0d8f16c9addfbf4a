// How each version looks in miniature: a small drawing of its structure, and its first sentences.
// A table of its own: a column more in `version` ends the prepared statements of programs that run beside the migration.
import { optional, partOf, tablesIn } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const miniatures: Migration = {
  statements(db, text) {
    const miniature = tablesIn(
      db,
      text,
    )('miniature')
      .text('artifact_id', partOf('artifact.id'))
      .whole('number')
      .text('drawing')
      .text('opening', optional)
      .primaryKey('artifact_id', 'number')
    return [miniature.done()]
  },
}
