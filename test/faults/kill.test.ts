// The process is killed at random moments under load; RECTO_FAULT_ROUNDS says how often (6 unless told, 200 in a full run).
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLength } from '../support/at-length.ts'
import { type Credentials, startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'
import { findings, Ledger } from './ledger.ts'
import { startWriters } from './writers.ts'

const rounds = Number(process.env.RECTO_FAULT_ROUNDS ?? atLength(6, 200))

test(`killed ${rounds} times under load, nothing acknowledged is lost and nothing is half there`, async t => {
  const data = await mkdtemp(join(tmpdir(), 'recto-kill-'))
  t.after(() => rm(data, { recursive: true, force: true }))
  const ledger = new Ledger()
  let credentials: Credentials | undefined
  let unacknowledged = 0
  for (let round = 0; round <= rounds; round += 1) {
    const product = await startProduct({ data, ...(credentials && { credentials }) })
    try {
      credentials ??= { cookie: product.cookie, key: product.key }
      const isLast = round === rounds
      const checked = await ledger.check(product, { contents: isLast })
      unacknowledged = checked.unacknowledged
      if (isLast) break
      const before = ledger.size
      const writers = startWriters([product], ledger, 12)
      await until('a version is acknowledged', () => ledger.size > before)
      await sleep(randomInt(400))
      await product.kill()
      await writers.stop()
    } finally {
      await product.kill()
    }
  }
  t.diagnostic(`${ledger.size} versions acknowledged, ${unacknowledged} more are there`)
  assert.ok(ledger.size >= rounds)
  assert.deepEqual(await findings(data), [])
})
