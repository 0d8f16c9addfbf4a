// The log says when documents of apps are not offered for an hour, and nothing else about them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientDocuments } from '../../src/auth/oauth/client-documents.ts'
import type { Reach } from '../../src/auth/oauth/way-out.ts'
import { OutboundError } from '../../src/outbound.ts'

const HOUR = 3_600_000

/** Documents of one server process, of which nothing is asked but what is fetched; `lines` are those of its log. */
function documentsOf(mode: 'on' | 'auto') {
  const lines: string[] = []
  const at = { now: 0, isReachable: false }
  const reach: Reach = async () => {
    if (!at.isReachable) throw new OutboundError('the connection failed')
    return { status: 404, headers: new Headers(), body: Buffer.alloc(0) }
  }
  const log = { warn: (_facts: object, message: string) => lines.push(message) }
  const context = { clock: () => at.now } as unknown as Parameters<typeof clientDocuments>[0]
  const documents = clientDocuments(context, mode, log, reach)
  const fetchOf = (app: string) =>
    assert.rejects(documents.fetch(`https://${app}.example/a.json`), OutboundError)
  const fetchTwo = async () => {
    for (const app of ['one', 'two']) await fetchOf(app)
  }
  return { at, lines, documents, fetchOf, fetchTwo }
}

const ended =
  'client ID documents are not offered for an hour: two in a row could not be fetched, and no other site answered'

test('one line says that documents are not offered, however often they fail in that hour', async () => {
  const { at, lines, documents, fetchOf, fetchTwo } = documentsOf('auto')
  await fetchOf('one')
  assert.deepEqual([documents.isOffered(), lines], [true, []])
  await fetchOf('two')
  assert.deepEqual([documents.isOffered(), lines], [false, [ended]])
  await fetchTwo()
  at.now += HOUR - 1
  assert.deepEqual([documents.isOffered(), lines], [false, [ended]])
  at.now += 1
  assert.equal(documents.isOffered(), true)
  await fetchTwo()
  assert.deepEqual([documents.isOffered(), lines], [false, [ended, ended]])
})

test('documents that are always offered say nothing', async () => {
  const { lines, documents, fetchTwo } = documentsOf('on')
  await fetchTwo()
  assert.deepEqual([documents.isOffered(), lines], [true, []])
})
