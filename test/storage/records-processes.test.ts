// Several processes on one store, and processes that are killed: nothing acknowledged is lost, nothing is half there.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Records } from '../../src/storage/records.ts'
import { typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { home, kinds, NOW, range, searchQuery, times } from './records.world.ts'

const program = fileURLToPath(new URL('./records.program.ts', import.meta.url))

interface Running {
  child: ChildProcess
  /** Short IDs whose units were acknowledged. */
  acknowledged: string[]
  /** Resolves when so many are; rejects where it ends before. */
  reached(count: number): Promise<void>
  /** How it ended, and what it said on standard error. */
  ended: Promise<{ how: number | NodeJS.Signals; said: string }>
}

function start(address: string, organizationId: string, count: number): Running {
  const child = spawn(process.execPath, [...typescript, program, address, organizationId, `${count}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  const acknowledged: string[] = []
  const lines = createInterface(child.stdout!)
  lines.on('line', line => acknowledged.push(line))
  const closed = Promise.all([once(child, 'close'), once(lines, 'close')])
  const ended = closed.then(([[code, signal]]) => ({ how: code ?? signal, said }))
  const reached = async (wanted: number) => {
    while (acknowledged.length < wanted) {
      const early = await Promise.race([once(lines, 'line').then(() => null), ended])
      if (early)
        throw new Error(`A writer ended with ${early.how} after ${acknowledged.length}: ${early.said}`)
    }
  }
  return { child, acknowledged, reached, ended }
}

/** Every acknowledged unit is wholly there, and every unit that is there is whole. */
async function verify(records: Records, organizationId: string, acknowledged: string[]): Promise<number> {
  for (const shortId of acknowledged) {
    const artifact = await records.artifacts.find(shortId)
    assert.equal((await records.versions.find(artifact!.id, 1))!.sha256, artifact!.sha256)
    const text = await records.transaction(rows => rows.versions.text(artifact!.id))
    assert.equal(text, `words of ${shortId}`)
  }
  const events = await records.transaction(rows => rows.journal.events(organizationId, 0, 1_000_000))
  const count = await records.transaction(rows => rows.artifacts.countGated(organizationId, NOW))
  assert.deepEqual(
    events.map(event => event.sequence),
    range(count),
  )
  return count
}

for (const kind of kinds) {
  const store = await kind.create()
  describe(`processes on ${kind.name}`, isSkip(store) ? { skip: store.skip } : {}, () => {
    if (isSkip(store)) return

    test('three that write at once lose nothing, and search finds what each wrote', async () => {
      const records = await store.open()
      try {
        const of = await home(records)
        const running = times(3, () => start(store.url, of.organization.id, 150))
        for (const one of running) assert.deepEqual(await one.ended, { how: 0, said: '' })
        const acknowledged = running.flatMap(one => one.acknowledged)
        assert.equal(acknowledged.length, 450)
        assert.equal(await verify(records, of.organization.id, acknowledged), 450)
        for (const { acknowledged: own } of running) {
          const hits = await records.artifacts.search(searchQuery(of, own[0]!))
          assert.deepEqual(
            hits.map(hit => hit.shortId),
            [own[0]],
          )
        }
      } finally {
        await records.close()
      }
    })

    test('one that is killed in the middle loses nothing it acknowledged', async () => {
      const records = await store.open()
      try {
        for (const round of range(3)) {
          const of = await home(records)
          const running = start(store.url, of.organization.id, 1_000_000)
          await running.reached(round * 40)
          running.child.kill('SIGKILL')
          const { how, said } = await running.ended
          assert.equal(how, 'SIGKILL', said)
          const count = await verify(records, of.organization.id, running.acknowledged)
          assert.ok(count >= running.acknowledged.length)
        }
      } finally {
        await records.close()
        await store.remove()
      }
    })
  })
}
