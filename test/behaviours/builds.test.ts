// Builds without a stored secret: a token of a known issuer becomes a key for 15 minutes, once.
import assert from 'node:assert/strict'
import { generateKeyPair, type JWTPayload } from 'jose'
import { randomToken } from '../../src/crypto.ts'
import {
  env,
  exchange,
  github,
  keyFor,
  makeRule,
  ours,
  refusedTo,
  silent,
  stranger,
  tokenFor,
} from '../support/builds.ts'
import { send } from '../support/http.ts'
import { everywhere, onBothStores } from '../support/world.ts'
import type { Outcome } from '../support/world-surface.ts'

const MINUTE = 60_000

everywhere(
  'a token of a build becomes a service key for 15 minutes, with the scopes and audiences of its rule',
  async world => {
    await world.company.setPlan('free')
    const claims = github()
    const rule = await makeRule(world, claims, { scopes: ['artifacts:write', 'artifacts:delete'] })
    const token = await tokenFor(world, claims)
    const before = world.service.context.clock()
    const traces = await world.traces(async () => {
      const { key, expiresAt, ...rest } = await exchange(world, token)
      assert.deepEqual(rest, {})
      assert.match(key, /^recto_c_[1-9A-HJ-NP-Za-km-z]{36}$/)
      const life = Date.parse(expiresAt) - before
      assert.ok(life >= 15 * MINUTE && life < 16 * MINUTE, String(life))
      const as = { key }
      const made = await world.call('publish', {}, { file: 'x', as })
      assert.deepEqual([made.visibility, made.owner.kind], ['company', 'organization'])
      const me = await world.call('me', {}, { as })
      assert.deepEqual(
        [me.credential, me.organization.id, me.scopes, me.person],
        ['service', world.company.id, ['artifacts:write', 'artifacts:delete'], null],
      )
      await world.call('update', { id: made.shortId }, { file: 'y', base: 1, as })
      await world.refused('insufficient_scope', 'listComments', { id: made.shortId }, { as })
      const { data } = await world.call('versions', { id: made.shortId })
      assert.equal(data[0].author.name, 'acme/site')
    })
    assert.deepEqual(traces, {
      events: ['artifact.published', 'artifact.updated'],
      audits: ['exchangeBuildToken', 'publish', 'update'],
    })
    const { data } = await world.call('listCiRules', {}, { as: world.company.owner.session })
    assert.equal(data[0].repository, 'acme/site')
    assert.ok(Date.parse(data[0].lastUsedAt) >= before)
    assert.deepEqual({ ...data[0], repository: null, lastUsedAt: null }, rule)
  },
  env,
)

everywhere(
  'the audit says which build got a key and by which rule, and holds neither token nor key',
  async world => {
    const claims = github({ environment: 'production' })
    const rule = await makeRule(world, claims, { ref: null, environment: 'production' })
    const token = await tokenFor(world, claims)
    const { key, expiresAt } = await exchange(world, token)
    const { data } = await world.call('audit', { action: 'exchangeBuildToken' })
    assert.deepEqual(data[0].details, {
      ...{ issuer: ours.issuer, repositoryId: Number(claims.repository_id), repository: 'acme/site' },
      ...{ ref: 'refs/heads/main', environment: 'production', event: 'push', run: '7001' },
      ...{ rule: rule.id, scopes: ['artifacts:write'], visibilities: ['company'], expiresAt },
    })
    assert.ok(!JSON.stringify(data).includes(key) && !JSON.stringify(data).includes(token))
  },
  env,
)

everywhere(
  'a key reaches the audiences of its rule and no others',
  async world => {
    const open = await world.call('publish', { visibility: 'public' }, { file: 'x' })
    const closed = await world.call('publish', { visibility: 'company' }, { file: 'x' })
    const scopes = ['artifacts:write', 'sharing:write', 'artifacts:delete']
    const claims = github()
    await makeRule(world, claims, { scopes })
    const company = { as: { key: await keyFor(world, claims) } }
    await world.refused('forbidden', 'publish', { visibility: 'public' }, { file: 'x', ...company })
    await world.refused(
      'service_key_private',
      'publish',
      { visibility: 'private' },
      { file: 'x', ...company },
    )
    await world.refused('forbidden', 'update', { id: open.shortId }, { file: 'y', base: 1, ...company })
    await world.call('update', { id: closed.shortId }, { file: 'y', base: 1, ...company })
    const own = await world.call('publish', {}, { file: 'x', ...company })
    await world.refused('forbidden', 'change', { id: own.shortId, visibility: 'public' }, company)
    assert.equal(await world.source(own.shortId), 'x')
    const other = github()
    await makeRule(world, other, { scopes, visibilities: ['public'] })
    const everybody = { as: { key: await keyFor(world, other) } }
    await world.refused('forbidden', 'publish', {}, { file: 'x', ...everybody })
    await world.call('publish', { visibility: 'public' }, { file: 'x', ...everybody })
    await world.refused('not_found', 'get', { id: closed.shortId }, everybody)
    const { data } = await world.call('list', {}, everybody)
    assert.ok(!data.some((row: { visibility: string }) => row.visibility !== 'public'))
  },
  env,
)

everywhere(
  'each token counts once, whoever sends it again and at the same moment too',
  async world => {
    const claims = github()
    await makeRule(world, claims)
    const token = await tokenFor(world, claims)
    const asked = () =>
      world.act('exchangeBuildToken', { token, organization: world.company.id }, { as: 'nobody' })
    const outcomes = await Promise.all([asked(), asked(), asked(), asked()])
    assert.equal(outcomes.filter(outcome => 'value' in outcome).length, 1)
    await refusedTo(world, token)
    await exchange(world, await tokenFor(world, claims))
  },
  env,
)

everywhere(
  'a token that is wrong in any way is refused',
  async world => {
    const claims = github()
    await makeRule(world, claims)
    const seconds = Math.floor(world.service.context.clock() / 1000)
    const good: JWTPayload = {
      ...claims,
      ...{ iss: ours.issuer, aud: world.service.url },
      ...{ iat: seconds, exp: seconds + 300 },
    }
    type Claims = { [Name in keyof JWTPayload]: unknown }
    const said = (more: Claims): JWTPayload => ({ ...good, jti: randomToken(20), ...more }) as JWTPayload
    await exchange(world, await ours.forge(said({})))
    const { privateKey: another } = await generateKeyPair('RS256')
    const unsigned = (header: object) =>
      `${[header, said({})].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    const whole = await ours.forge(said({}))
    const [head, , signature] = whole.split('.')
    const changed = Buffer.from(JSON.stringify(said({ ref: 'refs/heads/other' }))).toString('base64url')
    const wrong: Record<string, string> = {
      'no token': 'x',
      nothing: '',
      'meant for another': await ours.token('https://other.example', claims),
      'meant for several': await ours.forge(said({ aud: [world.service.url, 'https://other.example'] })),
      'meant for nobody': await ours.forge(said({ aud: undefined })),
      'meant for a longer address': await ours.forge(said({ aud: `${world.service.url}/` })),
      'over since a minute': await ours.forge(said({ iat: seconds - 600, exp: seconds - 60 })),
      'without an end': await ours.forge(said({ exp: undefined })),
      'older than a day': await ours.forge(said({ iat: seconds - 90_000, exp: seconds + 90_000 })),
      'of tomorrow': await ours.forge(said({ nbf: seconds + 3600 })),
      'without an id': await ours.forge(said({ jti: undefined })),
      'with an empty id': await ours.forge(said({ jti: '' })),
      'of an issuer nobody named': await stranger.token(world.service.url, claims),
      'of a stranger who says he is ours': await stranger.forge(said({})),
      'signed with another key': await ours.forge(said({}), {}, another),
      'of a key nobody knows': await ours.forge(said({}), { kid: 'two' }),
      unsigned: unsigned({ alg: 'none' }),
      'unsigned, in capitals': unsigned({ alg: 'NONE', kid: 'one' }),
      'signed with the public key as a secret': await ours.forge(
        said({}),
        { alg: 'HS256' },
        new TextEncoder().encode(ours.publicPem),
      ),
      'changed on its way': `${head}.${changed}.${signature}`,
      'of no repository': await ours.forge(said({ repository_id: undefined })),
      'of a repository without a number': await ours.forge(said({ repository_id: 'acme/site' })),
      'of a list with one repository': await ours.forge(said({ repository_id: [claims.repository_id] })),
      'of a repository with two numbers': await ours.forge(said({ repository_id: [1, 2] })),
    }
    for (const [name, token] of Object.entries(wrong))
      await refusedTo(world, token).catch(error => {
        throw new Error(`${name}: ${error.message}`, { cause: error })
      })
  },
  env,
)

everywhere(
  'an organization that waits to be deleted gives no keys',
  async world => {
    const claims = github()
    await makeRule(world, claims)
    const key = await keyFor(world, claims)
    await world.call(
      'deleteOrganization',
      { confirm: world.company.name },
      { as: world.company.owner.session },
    )
    await world.refused('unauthorized', 'list', {}, { as: { key } })
    const token = await tokenFor(world, claims)
    await world.refused(
      'unauthorized',
      'exchangeBuildToken',
      { token, organization: world.company.id },
      { as: 'nobody' },
    )
  },
  env,
)

everywhere(
  'builds of one rule that publish with one idempotency key make one page',
  async world => {
    const [claims, other] = [github(), github()]
    await makeRule(world, claims)
    await makeRule(world, other)
    const publish = async (of: Record<string, unknown>, file: string) =>
      world.act(
        'publish',
        {},
        { file, as: { key: await keyFor(world, of) }, idempotencyKey: 'the-page-of-a-build' },
      )
    const pageOf = (outcome: Outcome) => ('value' in outcome ? outcome.value.shortId : outcome.problem.code)
    const first = await publish(claims, 'x')
    const again = await publish(claims, 'x')
    assert.deepEqual([pageOf(again), 'replayed' in again && again.replayed], [pageOf(first), true])
    assert.equal(pageOf(await publish(claims, 'y')), 'idempotency_mismatch')
    assert.notEqual(pageOf(await publish(other, 'x')), pageOf(first))
  },
  env,
)

onBothStores(
  'over HTTP every refusal is one answer, and an issuer that is silent is another',
  async ({ url, organization, context }) => {
    const { id } = await organization()
    const post = (body: object, headers = {}) =>
      send(`${url}/auth/ci`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const seconds = Math.floor(context.clock() / 1000)
    const times = { iat: seconds, exp: seconds + 60, jti: 'j', aud: url }
    const wrong = [
      { token: 'x', organization: id },
      { token: await ours.token(url, github()), organization: id },
      { token: await ours.token(url, github()), organization: 'nobody' },
      { token: await stranger.token(url, github()), organization: id },
      { token: await ours.forge({ ...times, iss: 'constructor' }), organization: id },
    ]
    const answers = await Promise.all(wrong.map(body => post(body)))
    const [first] = answers
    for (const { status, json, headers } of answers) {
      assert.equal(status, 401)
      assert.deepEqual({ ...json, requestId: '' }, { ...first!.json, requestId: '' })
      assert.equal(headers['www-authenticate'], first!.headers['www-authenticate'])
      assert.equal(headers['cache-control'], 'no-store')
    }
    const unheard = await post({ token: await ours.forge({ ...times, iss: silent }), organization: id })
    assert.deepEqual([unheard.status, unheard.json.code], [502, 'provider_unavailable'])
    const body = { token: 'x', organization: id }
    assert.equal((await post(body, { 'idempotency-key': 'x'.repeat(30) })).json.code, 'not_replayable')
    for (const bad of [{}, { token: 'x' }, { organization: id }, { ...body, more: 1 }, { ...body, token: 1 }])
      assert.equal((await post(bad)).json.code, 'invalid_input')
    assert.equal((await send(`${url}/auth/ci`)).status, 405)
  },
  env,
)
