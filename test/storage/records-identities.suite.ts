// A sign-in provider's identity stays with one person, and a session that no provider began is limited.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignInWay } from '../../src/domain/sign-in.ts'
import type { Openings } from './records.suite.ts'
import { type Home, home, id, lenient, NOW, token } from './records.world.ts'

export function identitySuite({ first, second }: Openings): void {
  describe('a session', () => {
    const begin = async ({ person, organization }: Home, way: SignInWay) => {
      const tokenHash = token()
      const who = { personId: person.id, organizationId: organization.id, email: person.email, way }
      const times = { createdAt: NOW, expiresAt: NOW + 1000 }
      const origin = { client: null, network: null }
      await first().transaction(rows =>
        rows.credentials.insertSession({ id: id(), tokenHash, ...who, ...times, origin }),
      )
      return tokenHash
    }

    test('of a member is a guest where the organization takes only providers and a code began it', async () => {
      const of = await home(first())
      const [code, provider] = [await begin(of, 'code'), await begin(of, 'google')]
      const proven = async (tokenHash: string) => {
        const found = await first().credentials.session(tokenHash, NOW)
        return found && [found.kind, 'provider' in found, 'barred' in found]
      }
      const require = (requireSignInProvider: boolean, plan: 'solo' | 'pro') =>
        first().transaction(async rows => {
          await rows.people.changePolicy(of.organization.id, { ...lenient, requireSignInProvider })
          await rows.people.changePlan(of.organization.id, plan)
        })
      await require(true, 'pro')
      assert.deepEqual(await proven(code), ['guest', false, true])
      assert.deepEqual(await proven(provider), ['person', true, false])
      await require(true, 'solo')
      assert.deepEqual(await proven(code), ['person', false, false])
      await require(false, 'pro')
      assert.deepEqual(await proven(code), ['person', false, false])
    })
  })

  describe('an identity', () => {
    test('is found by issuer and subject, and stays with the person it came to first', async () => {
      const [ana, ben] = [await home(first()), await home(first())]
      const identity = { issuer: `https://${id()}.example`, subject: id(), provider: 'google' as const }
      const mine = { ...identity, personId: ana.person.id }
      assert.equal(await first().identities.find(identity.issuer, identity.subject), null)
      await first().transaction(rows => rows.identities.use(mine, NOW))
      await first().transaction(rows =>
        rows.identities.use({ ...identity, personId: ben.person.id }, NOW + 1),
      )
      assert.deepEqual(await second().identities.find(identity.issuer, identity.subject), mine)
      assert.equal(await first().identities.find(identity.issuer, identity.subject.toUpperCase()), null)
      assert.deepEqual(await first().identities.of(ana.person.id), [
        { ...mine, linkedAt: NOW, lastUsedAt: NOW + 1 },
      ])
      assert.deepEqual(await first().identities.of(ben.person.id), [])
      await first().transaction(rows => rows.identities.remove(identity.issuer, identity.subject))
      assert.equal(await second().identities.find(identity.issuer, identity.subject), null)
    })

    test('takes each passage once, also from two at once, until it is forgotten', async () => {
      const passage = id()
      const spend = (records: ReturnType<typeof first>) =>
        records.transaction(rows => rows.identities.useOAuthState(passage, NOW + 10))
      assert.deepEqual((await Promise.all([spend(first()), spend(second())])).sort(), [false, true])
      await first().transaction(rows => rows.identities.removeEnded(NOW + 9))
      assert.equal(await spend(first()), false)
      await first().transaction(rows => rows.identities.removeEnded(NOW + 10))
      assert.equal(await spend(first()), true)
    })
  })
}
