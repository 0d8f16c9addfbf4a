// Places of open threads are looked for anew by their words: blocks separate words now, so that offsets of before count otherwise.
import type { Migration } from './migration.ts'

/** So long ago that no reader is told of it. */
const LONG_AGO = 1

export const places: Migration = {
  statements: db => [
    db
      .updateTable('thread')
      .set({ placing_since: LONG_AGO })
      .where('status', '=', 'open')
      .where('placing_since', 'is', null)
      .whereRef('place_end', '>', 'place_start'),
  ],
}
