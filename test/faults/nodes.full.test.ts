// Several nodes of one installation: they agree on what they are, on the time and on limits, or one of them does not serve.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ahead } from '../support/clock-ahead.ts'
import { type Installation, startInstallation } from '../support/nodes.ts'
import type { Product } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { ask, Ledger } from './ledger.ts'
import { exceedLimit } from './request-limit.ts'
import { uniquePage, write } from './writers.ts'

const HOUR = 3_600_000

/** An installation with one node, or null where there is no database. */
async function installed(
  t: TestContext,
  env: Record<string, string> = {},
): Promise<{ installation: Installation; first: Product } | null> {
  const installation = await startInstallation(t)
  if (isSkip(installation)) {
    t.skip(installation.skip)
    return null
  }
  return { installation, first: await installation.start({ env }) }
}

test('a node that differs from its installation does not start, and says in what', async t => {
  const place = await installed(t, { RECTO_CONTENT_URL: 'http://{label}.localhost:9999' })
  if (!place) return
  const elsewhere = await mkdtemp(join(tmpdir(), 'recto-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true, force: true }))
  const differences = {
    RECTO_SECRET: randomUUID(),
    BLOBS_URL: `file:${elsewhere}`,
    RECTO_CONTENT_URL: 'http://{label}.localhost:8888',
  }
  const same = { RECTO_CONTENT_URL: 'http://{label}.localhost:9999' }
  for (const [name, value] of Object.entries(differences))
    await assert.rejects(
      place.installation.start({ env: { ...same, [name]: value } }),
      ({ message }: Error) => message.includes(`\n${name}: `) && !message.includes(place.first.key),
      name,
    )
  await assert.rejects(place.installation.start({ env: differences }), ({ message }: Error) =>
    Object.keys(differences).every(name => message.includes(`\n${name}: `)),
  )
  const second = await place.installation.start({ env: same })
  assert.equal((await fetch(`${second.url}/readyz`)).status, 200)
})

test('a node whose clock is an hour ahead goes by the time of the database, and is not ready', async t => {
  const place = await installed(t)
  if (!place) return
  const { first } = place
  const { shortId } = await write(first, new Ledger(), uniquePage(100))
  const soon = new Date(Date.now() + HOUR / 2).toISOString()
  await ask(first, `/v1/artifacts/${shortId}`, { expiresAt: soon })
  const wrong = await place.installation.start({ nodeArguments: ahead(HOUR) })
  const answer = await fetch(`${wrong.url}/readyz`)
  assert.equal(answer.status, 503)
  const { code, reasons } = (await answer.json()) as { code: string; reasons: string[] }
  assert.equal(code, 'not_ready')
  assert.match(reasons.join(), /clock of this machine is 3\d{3} seconds ahead/)
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)

  const made = await write(wrong, new Ledger(), uniquePage(100))
  const { createdAt } = await ask<{ createdAt: string }>(first, `/v1/artifacts/${made.shortId}/metadata`)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < HOUR / 4, createdAt)
  // Its job that puts expired pages into the trash has run by now: it runs when the process starts.
  const seen = await ask<{ expiresAt: string }>(first, `/v1/artifacts/${shortId}/metadata`)
  assert.equal(seen.expiresAt, soon)
})

test('two nodes together let through as many requests as one, and write to the database for few of them', async t => {
  const limits = { RECTO_RATE_LIMITS: 'on' }
  const place = await installed(t, limits)
  if (!place) return
  const second = await place.installation.start({ env: limits })
  const nodes = [place.first, second]
  const { query } = place.installation
  await until('both nodes know of each other', async () => {
    const [row] = await query<{ met: boolean }>('select min(seen_at) > max(started_at) as met from node')
    return row!.met
  })
  const headers = { Authorization: `Bearer ${place.first.key}` }
  const { passed, refused } = await exceedLimit(45, n => fetch(`${nodes[n % 2]!.url}/v1/me`, { headers }))
  t.diagnostic(`${passed} requests passed, ${refused} did not`)
  let writes = 0
  await until('the database tells what was written', async () => {
    const [row] = await query<{ writes: number }>(
      "select (n_tup_ins + n_tup_upd)::int as writes from pg_stat_user_tables where relname = 'request_count'",
    )
    writes = row!.writes
    return writes > 0
  })
  t.diagnostic(`${writes} rows of counts were written`)
  assert.ok(writes < (passed + refused) / 10)
})
