// The file that each rule or key sent last of a page: what its next file is merged from, so that others lose nothing.
// A table of its own, for the reason that `0005_miniatures.ts` gives.
import { partOf, tablesIn } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const lastFiles: Migration = {
  statements(db, text) {
    const lastFile = tablesIn(
      db,
      text,
    )('last_file')
      .text('artifact_id', partOf('artifact.id'))
      .text('credential')
      .whole('number')
      .text('blob')
      .whole('size')
      .text('sha256')
      .primaryKey('artifact_id', 'credential')
    return [lastFile.done()]
  },
}
