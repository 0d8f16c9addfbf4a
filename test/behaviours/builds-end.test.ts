// The keys of builds end after 15 minutes, and the memory of their tokens when none of them can come again.
import assert from 'node:assert/strict'
import { randomToken } from '../../src/crypto.ts'
import { env, exchange, github, makeRule, ours } from '../support/builds.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A key for a token that is new by the clock of the service, which these tests turn. */
async function lateKeyFor(world: World, claims: Record<string, unknown>): Promise<string> {
  const iat = Math.floor(world.service.context.clock() / 1000)
  const facts = { iss: ours.issuer, aud: world.service.url, jti: randomToken(20), iat, exp: iat + 300 }
  return (await exchange(world, await ours.forge({ ...claims, ...facts }))).key
}

everywhere(
  'the key of a build ends after 15 minutes and goes with the sweep, and is no key among those that people made',
  async world => {
    const claims = github()
    await makeRule(world, claims)
    const key = await lateKeyFor(world, claims)
    const { data } = await world.call('listKeys', {}, { as: world.company.owner.session })
    assert.ok(!data.some((row: { prefix: string }) => row.prefix.startsWith('recto_c_')))
    world.service.advance(15 * MINUTE - 1000)
    await world.call('list', {}, { as: { key } })
    world.service.advance(1000)
    await world.refused('unauthorized', 'list', {}, { as: { key } })
    await world.service.sweep()
    await world.refused('unauthorized', 'list', {}, { as: { key } })
  },
  env,
)

everywhere(
  'a page with the key of a build that works is not published for everybody',
  async world => {
    const claims = github()
    await makeRule(world, claims)
    const file = `# Setup\n\n${await lateKeyFor(world, claims)}\n`
    await world.refused('contains_key', 'publish', { visibility: 'public' }, { file })
    world.service.advance(15 * MINUTE)
    await world.call('publish', { visibility: 'public' }, { file })
  },
  env,
)

onBothStores(
  'used tokens are forgotten after 2 days, when none of them can come again',
  async ({ context, sweep, advance }) => {
    const spend = () =>
      context.records.transaction(rows => rows.ciRules.spendToken('a token', context.clock() + 2 * DAY))
    assert.deepEqual([await spend(), await spend()], [true, false])
    advance(2 * DAY - 10 * MINUTE)
    await sweep()
    assert.equal(await spend(), false)
    advance(10 * MINUTE)
    await sweep()
    assert.equal(await spend(), true)
  },
  env,
)
