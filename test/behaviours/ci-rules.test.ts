// Rules that admit builds: who makes them, what they name, and what each gives.
import assert from 'node:assert/strict'
import {
  env,
  exchange,
  github,
  gitlab,
  keyFor,
  makeRule,
  ours,
  refusedTo,
  ruleFor,
  stranger,
  tokenFor,
} from '../support/builds.ts'
import { everywhere, unknownId, type World } from '../support/world.ts'

everywhere(
  'rules are made by owners and admins in a session, on every plan',
  async world => {
    await world.company.setPlan('free')
    const { owner } = world.company
    const admin = await world.company.join('admin')
    const member = await world.company.join('member')
    const viewer = await world.company.join('viewer')
    const service = await world.company.newKey('service')
    const input = ruleFor(github())
    const { id } = await world.call('makeCiRule', input, { as: admin.session })
    const tries: [string, World['company']['owner']['session'] | { key: string }][] = [
      ['forbidden', member.session],
      ['forbidden', viewer.session],
      ['session_required', { key: owner.key }],
      ['session_required', { key: service.key }],
    ]
    for (const [code, as] of tries)
      await world.leavesNothing(async () => {
        await world.refused(code, 'makeCiRule', input, { as })
        await world.refused(code, 'listCiRules', {}, { as })
        await world.refused(code, 'removeCiRule', { id }, { as })
      })
    await world.refused('unauthorized', 'makeCiRule', input, { as: 'nobody' })
    const other = (await world.service.organization()).owner.session
    assert.deepEqual((await world.call('listCiRules', {}, { as: other })).data, [])
    await world.refused('not_found', 'removeCiRule', { id }, { as: other })
    const { data } = await world.call('listCiRules', {}, { as: owner.session })
    assert.deepEqual(
      data.map((rule: { id: string }) => rule.id),
      [id],
    )
    await world.call('removeCiRule', { id }, { as: admin.session })
  },
  env,
)

everywhere(
  'a rule says what it is about in full, and what it cannot mean is refused',
  async world => {
    const as = world.company.owner.session
    const make = (more: Record<string, unknown>) =>
      world.call('makeCiRule', { ...ruleFor(github()), ...more }, { as })
    const made = await make({ ref: 'feature/*', repositoryId: '74' })
    assert.deepEqual([made.ref, made.repositoryId, made.environment], ['refs/heads/feature/*', 74, null])
    assert.equal((await make({ scopes: ['artifacts:read', 'artifacts:read'] })).scopes.length, 1)
    const wrong: Record<string, unknown>[] = [
      { issuer: stranger.issuer },
      { issuer: `${ours.issuer}/` },
      { ref: null },
      { ref: null, environment: '' },
      { ref: '' },
      { ref: 'a b' },
      { ref: 'refs/' },
      { ref: 'a*b*c' },
      { ref: 'a//b' },
      { ref: 'x'.repeat(301) },
      { environment: ' production' },
      { repositoryId: 0 },
      { repositoryId: -1 },
      { repositoryId: 1.5 },
      { repositoryId: 'acme/site' },
      { repositoryId: '12345678901234567890' },
      { scopes: [] },
      { scopes: ['everything'] },
      { visibilities: [] },
      { visibilities: ['private'] },
      { pullRequests: 'yes' },
    ]
    for (const more of wrong)
      await world.leavesNothing(() =>
        world.refused('invalid_input', 'makeCiRule', { ...ruleFor(github()), ...more }, { as }),
      )
  },
  env,
)

everywhere(
  'a build that no rule admits is refused: another repository, ref, environment or organization',
  async world => {
    const claims = github({ environment: 'staging' })
    await makeRule(world, claims, { ref: 'main', environment: 'production' })
    await makeRule(world, claims, { ref: 'refs/tags/v*', environment: null })
    const refused = async (more: Record<string, unknown>) =>
      refusedTo(world, await tokenFor(world, { ...claims, ...more }))
    await refused({})
    await refused({ environment: undefined })
    await refused({ environment: 'production', ref: 'refs/heads/main2' })
    await refused({ environment: 'production', ref: undefined })
    await refused({ ref: 'refs/tags/v1/x' })
    await refused({ ref: 'refs/heads/v1' })
    await refused({ environment: 'production', repository_id: '1' })
    await keyFor(world, { ...claims, environment: 'production' })
    await keyFor(world, { ...claims, ref: 'refs/tags/v1' })
    const right = await tokenFor(world, { ...claims, ref: 'refs/tags/v2' })
    const other = await world.service.organization()
    for (const organization of [other.id, unknownId(), 'x', '']) await refusedTo(world, right, organization)
    await exchange(world, right)
  },
  env,
)

everywhere(
  'builds of pull requests and merge requests need a rule that names them',
  async world => {
    const events = [
      github({ event_name: 'pull_request', ref: 'refs/pull/7/merge' }),
      github({ event_name: 'pull_request_target' }),
      github({ event_name: 'pull_request_review_comment' }),
      github({ event_name: undefined }),
      gitlab({ pipeline_source: 'merge_request_event' }),
      gitlab({ pipeline_source: 'external_pull_request_event' }),
    ]
    for (const claims of events) {
      const ref = claims.ref.startsWith('refs/pull/') ? 'refs/pull/*/merge' : 'main'
      await makeRule(world, claims, { ref })
      await refusedTo(world, await tokenFor(world, claims))
      await makeRule(world, claims, { ref, pullRequests: true, scopes: ['artifacts:read'] })
      const me = await world.call('me', {}, { as: { key: await keyFor(world, claims) } })
      assert.deepEqual(me.scopes, ['artifacts:read'])
    }
  },
  env,
)

everywhere(
  'builds of GitLab are known by project, branch or tag, and environment',
  async world => {
    const claims = gitlab()
    await makeRule(world, claims)
    await keyFor(world, claims)
    for (const more of [{ ref_type: 'tag' }, { ref_type: undefined }, { ref: 'other' }, { project_id: '2' }])
      await refusedTo(world, await tokenFor(world, { ...claims, ...more }))
    await makeRule(world, claims, { ref: 'refs/tags/v1', environment: 'production' })
    const released = { ...claims, ref: 'v1', ref_type: 'tag' }
    await refusedTo(world, await tokenFor(world, released))
    await keyFor(world, { ...released, environment: 'production' })
  },
  env,
)

everywhere(
  'of two rules that admit a build the newer counts, and their rights are never put together',
  async world => {
    const claims = github({ environment: 'production' })
    await makeRule(world, claims, { scopes: ['artifacts:write', 'sharing:write'], visibilities: ['public'] })
    world.service.advance(1000)
    await makeRule(world, claims, { ref: null, environment: 'production', scopes: ['artifacts:delete'] })
    const me = await world.call('me', {}, { as: { key: await keyFor(world, claims) } })
    assert.deepEqual(me.scopes, ['artifacts:delete'])
  },
  env,
)

everywhere(
  'a rule that is removed admits nobody, and the keys that builds got by it stop working',
  async world => {
    const claims = github()
    const { id } = await makeRule(world, claims)
    const key = await keyFor(world, claims)
    const kept = await tokenFor(world, claims)
    await world.call('list', {}, { as: { key } })
    const as = world.company.owner.session
    const traces = await world.traces(() => world.call('removeCiRule', { id }, { as }))
    assert.deepEqual(traces, { events: [], audits: ['removeCiRule'] })
    await world.refused('unauthorized', 'list', {}, { as: { key } })
    await refusedTo(world, kept)
    await world.refused('not_found', 'removeCiRule', { id }, { as })
  },
  env,
)
