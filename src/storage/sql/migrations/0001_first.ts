// The first released schema.
import { artifactIndexes, artifactTables } from './first/artifacts.ts'
import { commentIndexes, commentTables } from './first/comments.ts'
import { credentialIndexes, credentialTables } from './first/credentials.ts'
import { feedIndexes, feedTables } from './first/feed.ts'
import { oauthIndexes, oauthTables } from './first/oauth.ts'
import { peopleIndexes, peopleTables } from './first/people.ts'
import { indexesIn, tablesIn } from './first/table-writer.ts'
import type { Migration } from './migration.ts'

export const first: Migration = {
  makesTextTables: true,
  statements(db, text) {
    const table = tablesIn(db, text)
    const index = indexesIn(db)
    const tables = [peopleTables, credentialTables, oauthTables, artifactTables, commentTables, feedTables]
    const indexes = [
      peopleIndexes,
      credentialIndexes,
      oauthIndexes,
      artifactIndexes,
      commentIndexes,
      feedIndexes,
    ]
    return [
      ...tables.flatMap(group => group(table)).map(writer => writer.done()),
      ...indexes.flatMap(group => group(index)),
    ]
  },
}
