// The promises of the records, kept by both databases, and by way of a pooler.
import { after, before, describe } from 'node:test'
import type { Records } from '../../src/storage/records.ts'
import { isSkip } from '../support/skip.ts'
import { pooledKind } from './pooled.world.ts'
import { kinds } from './records.world.ts'
import { artifactSuite } from './records-artifacts.suite.ts'
import { codeSuite } from './records-codes.suite.ts'
import { credentialSuite } from './records-credentials.suite.ts'
import { factorSuite } from './records-factors.suite.ts'
import { identitySuite } from './records-identities.suite.ts'
import { journalSuite } from './records-journal.suite.ts'
import { listSuite } from './records-list.suite.ts'
import { nodeSuite } from './records-nodes.suite.ts'
import { oauthSuite } from './records-oauth.suite.ts'
import { peopleSuite } from './records-people.suite.ts'
import { searchSuite } from './records-search.suite.ts'
import { sweepSuite } from './records-sweep.suite.ts'
import { turnSuite } from './records-turns.suite.ts'
import { unitSuite } from './records-unit.suite.ts'
import { webhookSuite } from './records-webhooks.suite.ts'

const suites = [
  unitSuite,
  artifactSuite,
  listSuite,
  searchSuite,
  identitySuite,
  peopleSuite,
  credentialSuite,
  codeSuite,
  factorSuite,
  oauthSuite,
  journalSuite,
  sweepSuite,
  turnSuite,
  nodeSuite,
  webhookSuite,
]

for (const kind of [...kinds, pooledKind]) {
  const store = await kind.create()
  const options = isSkip(store) ? { skip: store.skip } : {}
  describe(`records on ${kind.name}`, options, () => {
    let records: Records
    let second: Records
    before(async () => {
      if (isSkip(store)) return
      ;[records, second] = await Promise.all([store.open(), store.open()])
    })
    after(async () => {
      if (isSkip(store)) return
      await Promise.all([records.close(), second.close()])
      await store.remove()
    })
    for (const suite of suites) suite({ first: () => records, second: () => second })
  })
}
