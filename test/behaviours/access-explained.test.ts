// Can this address open it, and why: the same answer that the address gets when it tries.
import assert from 'node:assert/strict'
import { freshAddress, guestSession } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'

async function asked(world: World, id: string, email: string): Promise<unknown[]> {
  const answer = await world.call('access', { id, email })
  assert.equal(answer.email, email)
  for (const { sentence } of answer.reasons) assert.match(sentence, /^[A-Z].*\.$/)
  return [answer.canOpen, ...answer.reasons.map(({ code }: { code: string }) => code)]
}

const publish = async (world: World, visibility: string) =>
  (await world.call('publish', { visibility }, { file: 'x' })).shortId

everywhere('owner, members, viewers, named people and strangers, for each audience', async world => {
  const { company } = world
  const [member, viewer] = [await company.join('member'), await company.join('viewer')]
  const outsider = freshAddress('outsider')
  const of = async (visibility: string) => {
    const id = await publish(world, visibility)
    const people = [company.owner.email, member.email, viewer.email, outsider]
    return Promise.all(people.map(email => asked(world, id, email)))
  }
  assert.deepEqual(await of('private'), [
    [true, 'owner'],
    [false, 'not_in_audience'],
    [false, 'not_in_audience'],
    [false, 'not_in_audience'],
  ])
  assert.deepEqual(await of('company'), [
    [true, 'owner', 'member'],
    [true, 'member'],
    [true, 'viewer'],
    [false, 'not_in_audience'],
  ])
  assert.deepEqual(await of('public'), [
    [true, 'owner', 'member', 'public'],
    [true, 'member', 'public'],
    [true, 'viewer', 'public'],
    [true, 'public'],
  ])
  assert.deepEqual(await of(`${outsider},${member.email},${viewer.email}`), [
    [true, 'owner'],
    [true, 'named'],
    [true, 'named'],
    [true, 'named'],
  ])
})

everywhere('what policy restricts is said', async world => {
  const { company } = world
  const outsider = freshAddress('outsider')
  const shared = await publish(world, outsider)
  const open = await publish(world, 'public')
  await company.setPolicy({ allowExternalSharing: false, allowPublic: false })
  assert.deepEqual(await asked(world, shared, outsider), [false, 'external_sharing_disabled'])
  assert.deepEqual(await asked(world, open, outsider), [false, 'public_artifacts_disabled'])
  assert.deepEqual(await asked(world, open, company.owner.email), [true, 'owner', 'member'])
  await company.setPolicy({})
  assert.deepEqual(await asked(world, shared, outsider), [true, 'named'])
})

everywhere('the answer is what the address meets', async world => {
  const { company, service } = world
  const elsewhere = (await service.organization()).owner
  const guest = freshAddress('guest')
  const people = [
    { email: elsewhere.email, as: elsewhere },
    { email: guest, as: await guestSession(service.context, guest) },
    ...(await Promise.all(
      (['admin', 'member', 'viewer'] as const).map(async role => {
        const as = await company.join(role)
        return { email: as.email, as }
      }),
    )),
  ]
  for (const visibility of ['public', 'company', 'private', `${guest},${elsewhere.email}`]) {
    const id = await publish(world, visibility)
    for (const { email, as } of people) {
      const [canOpen] = await asked(world, id, email)
      const outcome = await world.act('content', { id }, { as })
      assert.equal(canOpen, 'value' in outcome, `${email} ${visibility}`)
    }
  }
})

everywhere('it is for those who may share the artifact', async world => {
  const { company } = world
  const member = await company.join('member')
  const id = await publish(world, 'company')
  const input = { id, email: 'ana@example.com' }
  await world.refused('forbidden', 'access', input, { as: member })
  await world.refused('unauthorized', 'access', input, { as: 'nobody' })
  await world.refused('not_found', 'access', input, { as: (await world.service.organization()).owner })
  await world.call('access', input, { as: await company.join('admin') })
  await world.refused('malformed_address', 'access', { id, email: 'not an address' })
  await world.refused('invalid_input', 'access', { id })
  const upper = await world.call('access', { id, email: ' ANA@Example.com ' })
  assert.equal(upper.email, 'ana@example.com')
  await world.call('delete', { id })
  await world.refused('not_found', 'access', input)
})

everywhere(
  'an address at a verified domain can open what is for the company, before it ever signed in',
  async world => {
    const { company, service } = world
    const name = `${freshAddress('d').split('@')[0]}.example`
    const domain = {
      id: company.id,
      organizationId: company.id,
      name,
      token: 't',
      createdAt: 0,
      verifiedAt: null,
    }
    await service.context.records.transaction(async rows => {
      await rows.domains.insert(domain)
      await rows.domains.markVerified(domain.id, 1)
    })
    const id = await publish(world, 'company')
    assert.deepEqual(await asked(world, id, `new@${name}`), [true, 'viewer'])
    assert.deepEqual(await asked(world, id, `new@sub.${name}`), [false, 'not_in_audience'])
  },
)
