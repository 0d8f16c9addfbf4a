// Lists: only what is reachable and asked for, in order, page by page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Artifact } from '../../src/domain/artifact.ts'
import type { ListQuery } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { DAY, type Home, home, listQuery, NOW, publish, publishPreview, range } from './records.world.ts'

export function listSuite({ first }: Openings): void {
  const names = async (of: Home, change: Partial<ListQuery> = {}): Promise<string[]> =>
    (await first().artifacts.list(listQuery(of, change))).map(artifact => artifact.name)

  describe('a list', () => {
    test('is sorted by each column both ways, and by name without regard to case and accents', async () => {
      const of = await home(first())
      const all = ['beta', 'Álpha', 'Gamma', 'alpine']
      for (const [index, name] of all.entries()) await publish(first(), of, { name, createdAt: NOW + index })
      const [first_] = await first().artifacts.list(listQuery(of, { sort: 'name', order: 'asc' }))
      await first().transaction(rows => rows.artifacts.change(first_!.id, {}, NOW + 50))
      assert.deepEqual(await names(of, { sort: 'createdAt', order: 'asc' }), all)
      assert.deepEqual(await names(of, { sort: 'createdAt', order: 'desc' }), [...all].reverse())
      assert.deepEqual(await names(of, { sort: 'name', order: 'asc' }), ['Álpha', 'alpine', 'beta', 'Gamma'])
      assert.deepEqual(await names(of, { sort: 'name', order: 'desc' }), ['Gamma', 'beta', 'alpine', 'Álpha'])
      assert.deepEqual(await names(of), ['Álpha', 'alpine', 'Gamma', 'beta'])
    })

    test('comes in pages that neither repeat nor leave out, also where values are equal', async () => {
      const of = await home(first())
      for (const number of range(23)) {
        const visibility = number % 2 ? 'company' : 'private'
        await publish(first(), of, { name: `n${number % 3}`, visibility, createdAt: NOW + (number % 4) })
      }
      const reach = [
        { organizationId: of.organization.id, visibility: ['company', 'public'] as const },
        { organizationId: of.organization.id, ownerId: of.person.id },
      ]
      for (const sort of ['updatedAt', 'createdAt', 'name'] as const) {
        for (const order of ['asc', 'desc'] as const) {
          const seen = await paged(listQuery(of, { reach, sort, order, limit: 4 }))
          const whole = await first().artifacts.list(listQuery(of, { reach, sort, order }))
          assert.equal(whole.length, 23)
          assert.deepEqual(
            seen.map(a => a.id),
            whole.map(a => a.id),
          )
        }
      }
    })

    test('holds what the filters say', async () => {
      const of = await home(first())
      await publish(first(), of, { name: 'own company', visibility: 'company' })
      await publish(first(), of, { name: 'own private' }, { format: 'markdown' })
      const labelled = await publish(first(), of, { name: 'ownerless', ownerId: null, visibility: 'public' })
      await first().transaction(rows => rows.artifacts.change(labelled.id, { labels: ['red', 'blue'] }, NOW))
      const sorted = async (change: Partial<ListQuery>) => (await names(of, change)).sort()
      assert.deepEqual(await sorted({ ownerId: of.person.id }), ['own company', 'own private'])
      assert.deepEqual(await sorted({ ownerless: true }), ['ownerless'])
      assert.deepEqual(await sorted({ visibility: 'company' }), ['own company'])
      assert.deepEqual(await sorted({ format: 'markdown' }), ['own private'])
      assert.deepEqual(await sorted({ label: 'red' }), ['ownerless'])
      assert.deepEqual(await sorted({ label: 'green' }), [])
      assert.deepEqual(await sorted({ label: 'blue', ownerId: of.person.id }), [])
    })

    test('leaves out the trash and what has expired; the trash lists only itself', async () => {
      const of = await home(first())
      await publish(first(), of, { name: 'live', expiresAt: NOW + DAY })
      await publish(first(), of, { name: 'expired', expiresAt: NOW })
      const trashed = await publish(first(), of, { name: 'trashed' })
      await first().transaction(rows => rows.artifacts.trash(trashed.id, NOW))
      assert.deepEqual(await names(of), ['live'])
      assert.deepEqual(await names(of, { trashed: true }), ['trashed'])
    })

    test('without a way to reach anything, or without a scope, is empty', async () => {
      const of = await home(first())
      await publish(first(), of, { visibility: 'public' })
      assert.deepEqual(await names(of, { reach: [] }), [])
      assert.deepEqual(await names(of, { within: { organizationId: null, recipient: null } }), [])
      const other = await home(first())
      assert.deepEqual(await names(of, { reach: [{ organizationId: other.organization.id }] }), [])
    })

    test('of a recipient crosses organizations, but only where sharing outside is allowed', async () => {
      const strict = { allowPublic: true, allowExternalSharing: false, allowPreviewClaims: true }
      const policy = { ...strict, openNetwork: true, requireSignInProvider: false }
      const [of, closed] = [await home(first()), await home(first(), 'owner', { policy })]
      const recipient = `guest-${of.person.id}@x.org`
      await publish(first(), of, { name: 'shared', sharedWith: [recipient, 'b@x.org'] })
      await publish(first(), of, { name: 'not shared' })
      await publish(first(), closed, { name: 'closed', sharedWith: [recipient] })
      const query = {
        reach: [{ recipient, allowed: 'allowExternalSharing' as const }],
        within: { organizationId: null, recipient },
      }
      assert.deepEqual(await names(of, query), ['shared'])
      await first().transaction(rows =>
        rows.people.changePolicy(closed.organization.id, of.organization.policy),
      )
      assert.deepEqual((await names(of, query)).sort(), ['closed', 'shared'])
    })

    test('reaches a preview only by its own identity', async () => {
      const of = await home(first())
      const preview = await publishPreview(first())
      await first().transaction(rows => rows.artifacts.change(preview.id, { sharedWith: ['p@x.org'] }, NOW))
      const within = { organizationId: null, recipient: 'p@x.org' }
      const own = [{ artifactId: preview.id, unclaimed: true as const }]
      assert.deepEqual(await names(of, { reach: own, within }), ['Page'])
      assert.deepEqual(
        await names(of, { reach: [{ artifactId: of.person.id, unclaimed: true }], within }),
        [],
      )
    })
  })

  async function paged(query: ListQuery): Promise<Artifact[]> {
    const all: Artifact[] = []
    for (let after: ListQuery['after'] = null; ; ) {
      const page = await first().artifacts.list({ ...query, after })
      all.push(...page)
      const last = page.at(-1)
      if (!last) return all
      after = { value: last[query.sort], id: last.id }
    }
  }
}
