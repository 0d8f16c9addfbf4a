// People, organizations, memberships.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Openings } from './records.suite.ts'
import { addOrganization, addPerson, home, id, lenient, NOW } from './records.world.ts'

export function peopleSuite({ first, second }: Openings): void {
  describe('people', () => {
    test('are found by id and by address', async () => {
      const person = await first().transaction(rows => addPerson(rows))
      assert.deepEqual(await first().people.person(person.id), person)
      assert.deepEqual(await first().people.personByEmail(person.email), person)
      assert.equal(await first().people.person(id()), null)
      assert.equal(await first().people.personByEmail('nobody@example.com'), null)
    })

    test('belong to several organizations, each with a role', async () => {
      const of = await home(first(), 'admin')
      const other = await first().transaction(async rows => {
        const organization = await addOrganization(rows, { name: 'Other', plan: 'pro' })
        await rows.people.insertMembership(of.person.id, organization.id, 'viewer', NOW + 1)
        return organization
      })
      assert.deepEqual(await first().people.memberships(of.person.id), [
        { organization: of.organization, role: 'admin' },
        { organization: other, role: 'viewer' },
      ])
      assert.deepEqual(await first().people.membership(of.person.id, other.id), {
        organization: other,
        role: 'viewer',
      })
      assert.equal(await first().people.membership(of.person.id, id()), null)
      assert.deepEqual(await first().people.memberships(id()), [])
    })

    test('inside an organization are its members; everybody else is outside', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const emails = [other.person.email, of.person.email, 'nobody@example.com']
      assert.deepEqual(await first().people.insiders(of.organization.id, emails), [of.person.email])
      assert.deepEqual(await first().people.insiders(of.organization.id, []), [])
    })

    test('members are found by their addresses, in their own organization alone', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const emails = [other.person.email, of.person.email, 'nobody@example.com']
      const found = await first().members.atAddresses(of.organization.id, emails)
      assert.deepEqual(
        found.map(({ person, role }) => [person.email, role]),
        [[of.person.email, 'owner']],
      )
      assert.deepEqual(await first().members.atAddresses(of.organization.id, []), [])
    })
  })

  describe('an organization', () => {
    test('keeps its policy and plan, and changes them', async () => {
      const organization = await first().transaction(rows => addOrganization(rows))
      assert.deepEqual(await first().people.organization(organization.id), organization)
      const policy = { ...lenient, allowPublic: false, requireSignInProvider: true, openNetwork: false }
      await first().transaction(async rows => {
        await rows.people.changePolicy(organization.id, policy)
        await rows.people.changePlan(organization.id, 'enterprise')
      })
      const changed = await second().people.organization(organization.id)
      assert.deepEqual(changed, { ...organization, policy, plan: 'enterprise' })
      assert.equal(await first().people.organization(id()), null)
    })

    test('of the operator exists once, however many processes start', async () => {
      assert.equal(await first().people.operatorOrganization(), null)
      const begin = (records: ReturnType<typeof first>) =>
        records.transaction(
          async rows =>
            (await rows.people.operatorOrganization()) ?? (await addOrganization(rows, { operator: true })),
        )
      const begun = await Promise.all([first(), second(), first(), second()].map(begin))
      assert.equal(new Set(begun.map(organization => organization.id)).size, 1)
      assert.deepEqual(await first().people.operatorOrganization(), begun[0])
    })

    test('without an owner lets the setup link be made again; the newest works, once', async () => {
      const replace = (hash: string) => first().transaction(rows => rows.credentials.replaceSetup(hash, NOW))
      const isOpen = (hash: string) => first().transaction(rows => rows.credentials.setupOpen(hash))
      assert.equal(await replace('one'), true)
      assert.equal(await replace('two'), true)
      assert.deepEqual([await isOpen('one'), await isOpen('two')], [false, true])
      const spend = () => first().transaction(rows => rows.credentials.spendSetup('two', NOW))
      const spent = await Promise.all([spend(), spend(), spend()])
      assert.equal(spent.filter(Boolean).length, 1)
      assert.equal(await isOpen('two'), false)
      await first().transaction(async rows => {
        const operator = await rows.people.operatorOrganization()
        await rows.people.insertMembership((await addPerson(rows)).id, operator!.id, 'owner', NOW)
      })
      assert.equal(await replace('three'), false)
      assert.equal(await isOpen('three'), false)
    })
  })
}
