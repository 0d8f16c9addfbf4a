// An organization's pages say before a step what passes on or ends with a member, a domain, or a rule of the policy.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startDns } from '../support/dns.ts'
import { freshAddress, guestSession } from '../support/people.ts'
import { everywhere, unknownId } from '../support/world.ts'

const dns = await startDns()
const env = { RECTO_DNS: dns.address }
after(() => dns.stop())

everywhere('a member is shown with what would pass on and what would end', async world => {
  const { company } = world
  const ana = await company.join('member', freshAddress('ana'))
  const before = await world.call('inspectMember', { id: ana.id })
  assert.deepEqual([before.artifacts, before.keys, before.role], [0, 1, 'member'])
  await world.call('publish', {}, { file: 'one', as: ana })
  const { shortId } = await world.call('publish', {}, { file: 'two', as: ana })
  await world.call('delete', { id: shortId }, { as: ana })
  const key = await company.newKey('user', { by: ana })
  const during = await world.call('inspectMember', { id: ana.id })
  assert.deepEqual([during.artifacts, during.keys], [2, 2])
  await world.call('revokeKey', { id: key.id }, { as: ana.session })
  assert.equal((await world.call('inspectMember', { id: ana.id })).keys, 1)
  assert.equal(typeof during.lastSeenAt, 'string')
})

everywhere('members see themselves alone; nobody sees into another organization', async world => {
  const { company } = world
  const [ana, ben, admin] = [
    await company.join('member'),
    await company.join('member'),
    await company.join('admin'),
  ]
  assert.equal((await world.call('inspectMember', { id: ana.id }, { as: ana })).email, ana.email)
  assert.equal((await world.call('inspectMember', { id: ana.id }, { as: admin })).email, ana.email)
  await world.refused('forbidden', 'inspectMember', { id: ben.id }, { as: ana })
  const stranger = (await world.service.organization()).owner
  await world.refused('not_found', 'inspectMember', { id: ana.id }, { as: stranger })
  await world.refused('not_found', 'inspectMember', { id: unknownId() })
  await world.refused('unauthorized', 'inspectMember', { id: ana.id }, { as: 'nobody' })
})

everywhere(
  'when members were last seen is for those who govern, and only of this organization',
  async world => {
    const { company, service } = world
    const ana = await company.join('member', freshAddress('ana'))
    const ofAna = async (as = company.owner) =>
      (await world.call('listMembers', { query: ana.email }, { as })).data[0]
    const first = Date.parse((await ofAna()).lastSeenAt)
    assert.ok(first > 0)
    service.advance(60_000)
    const other = await service.organization()
    await other.join('member', ana.email)
    assert.equal(Date.parse((await ofAna()).lastSeenAt), first)
    assert.equal('lastSeenAt' in (await ofAna(ana)), false)
  },
)

everywhere(
  'a domain is shown with the number of people who are viewers by it',
  async world => {
    const { company } = world
    const name = `${freshAddress().split('@')[0]}.example`
    const { id, record } = await world.call('addDomain', { name })
    assert.equal((await world.call('inspectDomain', { id })).viewers, 0)
    dns.set(name, [record.value])
    await world.call('verifyDomain', { id })
    await company.join('viewer', `vera@${name}`)
    await company.join('member', `mira@${name}`)
    await company.join('viewer', `vic@sub.${name}`)
    const shown = await world.call('inspectDomain', { id })
    assert.deepEqual([shown.name, shown.verified, shown.viewers], [name, true, 1])
    const member = await company.join('member')
    await world.refused('forbidden', 'inspectDomain', { id }, { as: member })
    const stranger = (await world.service.organization()).owner
    await world.refused('not_found', 'inspectDomain', { id }, { as: stranger })
  },
  env,
)

everywhere(
  'the reach of the policy counts what is public, what names people outside, and what is HTML',
  async world => {
    const { company, service } = world
    const name = `${freshAddress().split('@')[0]}.example`
    const { id, record } = await world.call('addDomain', { name })
    dns.set(name, [record.value])
    await world.call('verifyDomain', { id })
    const member = await company.join('member')
    const publish = (visibility: string, file = 'text') => world.call('publish', { visibility }, { file })
    await publish('public')
    await publish(member.email)
    await publish(`new@${name}`)
    await publish(`out@${name}.example, out@x${name}, ${member.email}`)
    await publish(freshAddress('guest'))
    const trashed = await publish(freshAddress('guest'))
    await world.call('delete', { id: trashed.shortId })
    const html = { bytes: '<!doctype html><p>x', name: 'page.html' }
    await world.call('publish', { visibility: 'company' }, { file: html })
    const seen = await world.call('policyReach')
    assert.deepEqual(seen, { public: 1, sharedOutside: 2, html: 1, members: 2 })
    const admin = await company.join('admin')
    await world.refused('forbidden', 'policyReach', {}, { as: admin })
    const guest = await guestSession(service.context, freshAddress('guest'))
    await world.refused('forbidden', 'policyReach', {}, { as: guest })
  },
  env,
)
