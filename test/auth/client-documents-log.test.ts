// The log says when documents of apps are no more offered, and when they are again; nothing else about them.
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
  const line = (level: string) => (_facts: object, message: string) => lines.push(`${level}: ${message}`)
  const log = { info: line('info'), warn: line('warn') }
  const context = { clock: () => at.now } as unknown as Parameters<typeof clientDocuments>[0]
  const documents = clientDocuments(context, mode, log, reach)
  const fetchOne = () => assert.rejects(documents.fetch('https://apps.example/a.json'), OutboundError)
  return { at, lines, documents, fetchOne }
}

const ended =
  'warn: client ID documents are not offered for an hour: two in a row could not be fetched, and no other site answered'
const again = 'info: client ID documents are offered again'

test('one line says that documents are not offered, and one that they are again, once somebody asks', async () => {
  const { at, lines, documents, fetchOne } = documentsOf('auto')
  await fetchOne()
  assert.deepEqual([documents.isOffered(), lines], [true, []])
  await fetchOne()
  assert.deepEqual([documents.isOffered(), lines], [false, [ended]])
  for (let count = 0; count < 4; count += 1) await fetchOne()
  at.now += HOUR - 1
  assert.deepEqual([documents.isOffered(), lines], [false, [ended]])
  at.now += 1
  assert.deepEqual(lines, [ended])
  for (let count = 0; count < 2; count += 1)
    assert.deepEqual([documents.isOffered(), lines], [true, [ended, again]])
  at.isReachable = true
  await fetchOne()
  assert.deepEqual(lines, [ended, again])
})

test('documents that are not offered again end once more with both lines, though nobody asked in between', async () => {
  const { at, lines, fetchOne } = documentsOf('auto')
  for (let count = 0; count < 2; count += 1) await fetchOne()
  at.now += 2 * HOUR
  for (let count = 0; count < 2; count += 1) await fetchOne()
  assert.deepEqual(lines, [ended, again, ended])
})

test('documents that are always offered say nothing', async () => {
  const { lines, documents, fetchOne } = documentsOf('on')
  for (let count = 0; count < 3; count += 1) await fetchOne()
  assert.deepEqual([documents.isOffered(), lines], [true, []])
})
