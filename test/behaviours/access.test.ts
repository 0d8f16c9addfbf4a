// Tests access by the table of the contract, as data, against every kind of caller and audience.
import assert from 'node:assert/strict'
import { addresses } from '../../src/domain/audience.ts'
import { type Credential, guestSession, type Member } from '../support/people.ts'
import { everywhere, type World } from '../support/world.ts'

type Answer = 'yes' | 'not_found' | 'forbidden' | 'unauthorized'
type Rights = readonly [read: Answer, edit: Answer, settings: Answer, remove: Answer]

const all: Rights = ['yes', 'yes', 'yes', 'yes']
const edits: Rights = ['yes', 'yes', 'forbidden', 'forbidden']
const reads: Rights = ['yes', 'forbidden', 'forbidden', 'forbidden']
const unseen: Rights = ['not_found', 'not_found', 'not_found', 'not_found']
const stranger: Rights = ['unauthorized', 'unauthorized', 'unauthorized', 'unauthorized']

/** A caller's rights on an artifact of another member: public, company, private, private and naming the caller. */
const table: Record<string, readonly [open: Rights, company: Rights, secret: Rights, named: Rights]> = {
  'the artifact’s owner': [all, all, all, all],
  'the organization’s owner': [
    all,
    all,
    ['not_found', 'not_found', 'not_found', 'yes'],
    ['yes', 'yes', 'forbidden', 'yes'],
  ],
  'an admin': [all, all, ['not_found', 'not_found', 'not_found', 'yes'], ['yes', 'yes', 'forbidden', 'yes']],
  'a member': [edits, edits, unseen, edits],
  'a viewer': [reads, reads, unseen, reads],
  'a guest': [reads, unseen, unseen, reads],
  'a service key': [edits, edits, unseen, unseen],
  'another organization': [reads, unseen, unseen, reads],
  anybody: [['yes', 'unauthorized', 'unauthorized', 'unauthorized'], stranger, stranger, stranger],
}

async function callers(world: World): Promise<Record<string, [as: Credential | Member, email: string]>> {
  const { company, service } = world
  const email = `guest-${company.id.slice(-8)}@example.org`
  const author = await company.join('member')
  const other = (await service.organization()).owner
  const join = async (role: 'admin' | 'member' | 'viewer') => {
    const person = await company.join(role)
    return [person, person.email] as [Member, string]
  }
  return {
    'the artifact’s owner': [author, author.email],
    'the organization’s owner': [company.owner, company.owner.email],
    'an admin': await join('admin'),
    'a member': await join('member'),
    'a viewer': await join('viewer'),
    'a guest': [await guestSession(service.context, email), email],
    'a service key': [await company.newKey('service'), 'nobody@example.org'],
    'another organization': [other, other.email],
    anybody: ['nobody', 'nobody@example.org'],
  }
}

const acts: readonly (readonly [operation: string, input: Record<string, unknown>, options: object])[] = [
  ['content', {}, {}],
  ['update', {}, { base: 1, file: 'changed' }],
  ['change', { labels: ['changed'] }, {}],
  ['delete', {}, {}],
]

everywhere('who may read, edit, set and delete what is in the table of the contract', async world => {
  const people = await callers(world)
  const [author] = people['the artifact’s owner']!
  for (const [caller, rows] of Object.entries(table)) {
    const [as, email] = people[caller]!
    for (const [column, visibility] of ['public', 'company', 'private', email].entries()) {
      const said: string[] = []
      for (const [operation, input, options] of acts) {
        const { shortId: id } = await world.call('publish', { visibility }, { file: 'x', as: author })
        const outcome = await world.act(operation, { id, ...input }, { ...options, as })
        said.push('problem' in outcome ? outcome.problem.code : 'yes')
      }
      assert.deepEqual(said, [...rows[column]!], `${caller}, ${column === 3 ? 'named' : visibility}`)
    }
  }
})

everywhere('named people are shown only to those who may share', async world => {
  const people = await callers(world)
  const [author] = people['the artifact’s owner']!
  for (const [caller, [as, email]] of Object.entries(people)) {
    if (caller === 'anybody' || caller === 'a service key') continue
    const { shortId: id } = await world.call(
      'publish',
      { visibility: 'company', sharedWith: [email] },
      { file: 'x', as: author },
    )
    const seen = await world.call('get', { id }, { as })
    const shares = ['the artifact’s owner', 'the organization’s owner', 'an admin'].includes(caller)
    assert.deepEqual(seen.sharedWith, shares ? [email] : undefined, caller)
    const inside = !['a guest', 'another organization'].includes(caller)
    for (const field of ['labels', 'openThreadCount'])
      assert.equal(field in seen, inside, `${field} for ${caller}`)
    assert.equal('email' in seen.owner, inside, caller)
    assert.equal('id' in seen.organization, inside, caller)
  }
})

everywhere('at most 500 people are named on one page, each counted once', async world => {
  const many = Array.from({ length: 501 }, (_, n) => `person-${n}@example.com`)
  await world.leavesNothing(() =>
    world.refused('invalid_input', 'publish', { visibility: many.join(',') }, { file: 'x' }),
  )
  const { shortId: id } = await world.call('publish', {}, { file: 'x' })
  await world.refused('invalid_input', 'change', { id, addSharedWith: many })
  assert.deepEqual((await world.call('get', { id })).sharedWith, [])
  assert.equal(addresses([...many.slice(1), 'PERSON-1@example.com']).length, 500)
})

everywhere('addresses match whole and without case: one letter more is somebody else', async world => {
  const { shortId: id } = await world.call('publish', { visibility: 'ANA@Example.org' }, { file: 'x' })
  const as = async (email: string) => ({ as: await guestSession(world.service.context, email) })
  assert.equal(await world.source(id, await as('ana@example.org')), 'x')
  for (const email of [
    'aana@example.org',
    'ana@example.org.evil.example',
    'ana@xample.org',
    'na@example.org',
  ])
    await world.refused('not_found', 'content', { id }, await as(email))
})
