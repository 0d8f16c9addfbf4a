// The authorization server's clients, grants and records: what uses them up, what ends them, and what the sweep takes away.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CiRuleRow, GrantRow, OAuthRecord, Records } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { DAY, type Home, home, id, MINUTE, NOW, newVersion, publish, times, token } from './records.world.ts'

export function oauthSuite({ first, second }: Openings): void {
  const addClient = async (expiresAt: number): Promise<string> => {
    const client = { id: id(), metadata: '{}', createdAt: NOW, expiresAt }
    await first().transaction(rows => rows.oauth.insertClient(client))
    return client.id
  }
  const addGrant = async ({ organization, person }: Home, expiresAt = NOW + 30 * DAY): Promise<GrantRow> => {
    const grant: GrantRow = {
      id: id(),
      clientId: 'client',
      clientName: 'Agent',
      clientHost: 'localhost',
      personId: person.id,
      organizationId: organization.id,
      scopes: ['artifacts:read', 'org:read'],
      resources: ['https://example.com/v1', 'https://example.com/v1/mcp'],
      createdAt: NOW,
      expiresAt,
      lastUsedAt: null,
    }
    await first().transaction(rows => rows.oauth.insertGrant(grant))
    return grant
  }
  type Kept = Pick<OAuthRecord, 'kind' | 'idHash'>
  const addRecord = async (kind: string, expiresAt: number, grantId: string | null = null): Promise<Kept> => {
    const record = { kind, idHash: token(), grantId, payload: '{"a":1}', createdAt: NOW, expiresAt }
    await first().transaction(rows => rows.oauth.putRecord(record))
    return record
  }
  /** Tells whether the row is there at all; the moment is before anything ended. */
  const isKept = async ({ kind, idHash }: Kept) => (await first().oauth.record(kind, idHash, NOW)) !== null
  const sweep = (now: number) => first().transaction(rows => rows.oauth.removeEnded(now))

  describe('a client that registered', () => {
    test('stays until its end, which somebody who lets it in moves later and never earlier', async () => {
      const client = await addClient(NOW + DAY)
      const keep = (until: number) => first().transaction(rows => rows.oauth.keepClient(client, until))
      await keep(NOW + 90 * DAY)
      await keep(NOW + 2 * DAY)
      assert.equal((await first().oauth.client(client, NOW + 89 * DAY))?.expiresAt, NOW + 90 * DAY)
      assert.equal(await first().oauth.client(client, NOW + 90 * DAY), null)
    })
  })

  describe('a grant', () => {
    test('is read as it was written, and counts until its end', async () => {
      const grant = await addGrant(await home(first()))
      assert.deepEqual(await first().oauth.grant(grant.id, NOW), grant)
      assert.equal(await first().oauth.grant(grant.id, grant.expiresAt), null)
    })

    test('is ended by its person alone, or by whoever names no person, with its records', async () => {
      const [mine, other] = [await home(first()), await home(first())]
      const grant = await addGrant(mine)
      const record = await addRecord('AccessToken', NOW + DAY, grant.id)
      const revoke = (personId: string | null) =>
        first().transaction(rows => rows.oauth.revokeGrant({ id: grant.id, personId }))
      assert.equal(await revoke(other.person.id), null)
      assert.deepEqual(await revoke(mine.person.id), grant)
      assert.equal(await isKept(record), false)
      assert.equal(await revoke(null), null)
    })
  })

  describe('a record', () => {
    test('is used up as often as is said, whoever asks at once', async () => {
      const { kind, idHash } = await addRecord('RefreshToken', NOW + DAY)
      const spend = (records: Records, now: number) =>
        records.transaction(rows => rows.oauth.spendRecord({ kind, idHash, most: 2, now }))
      const won = await Promise.all(times(6, index => spend(index % 2 ? first() : second(), NOW + MINUTE)))
      assert.equal(won.filter(Boolean).length, 2)
      const { uses, spentAt } = (await first().oauth.record(kind, idHash, NOW))!
      assert.deepEqual([uses, spentAt], [2, NOW + MINUTE])
    })

    test('is removed once, and takes the place of one with the same value', async () => {
      const { kind, idHash } = await addRecord('UserCode', NOW + MINUTE)
      const put = { kind, idHash, grantId: null, payload: '{"b":2}', createdAt: NOW, expiresAt: NOW + DAY }
      await first().transaction(rows => rows.oauth.putRecord(put))
      assert.equal((await first().oauth.record(kind, idHash, NOW + MINUTE))?.payload, '{"b":2}')
      const remove = (records: Records) => records.transaction(rows => rows.oauth.removeRecord(kind, idHash))
      const removed = await Promise.all(times(6, index => remove(index % 2 ? first() : second())))
      assert.equal(removed.filter(Boolean).length, 1)
    })

    test('of one kind goes with the word for its grant, and no other', async () => {
      const [grant, other] = [await addGrant(await home(first())), await addGrant(await home(first()))]
      const [gone, kept, foreign] = [
        await addRecord('AccessToken', NOW + DAY, grant.id),
        await addRecord('RefreshToken', NOW + DAY, grant.id),
        await addRecord('AccessToken', NOW + DAY, other.id),
      ]
      await first().transaction(rows => rows.oauth.removeRecordsOf(grant.id, 'AccessToken'))
      assert.deepEqual(await Promise.all([gone, kept, foreign].map(isKept)), [false, true, true])
    })
  })

  test('the sweep takes clients, grants and records that ended, and nothing else', async () => {
    const owner = await home(first())
    const [endedClient, client] = [await addClient(NOW + MINUTE), await addClient(NOW + DAY)]
    const [endedGrant, grant] = [await addGrant(owner, NOW + MINUTE), await addGrant(owner)]
    const [ended, ofEnded, lasting, waiting] = [
      await addRecord('AccessToken', NOW + MINUTE, grant.id),
      await addRecord('RefreshToken', NOW + DAY, endedGrant.id),
      await addRecord('RefreshToken', NOW + DAY, grant.id),
      await addRecord('Interaction', NOW + MINUTE + 1),
    ]
    await sweep(NOW + MINUTE - 1)
    assert.equal(await isKept(ended), true)
    await sweep(NOW + MINUTE)
    assert.deepEqual(await Promise.all([ended, ofEnded, lasting, waiting].map(isKept)), [
      false,
      false,
      true,
      true,
    ])
    assert.equal(await first().oauth.client(endedClient, NOW), null)
    assert.equal(await first().oauth.grant(endedGrant.id, NOW), null)
    assert.notEqual(await first().oauth.client(client, NOW), null)
    assert.deepEqual(await first().oauth.grant(grant.id, NOW), grant)
  })
  test('the file sent last stays as long as its rule, its key or its grant', async () => {
    const owner = await home(first())
    const organizationId = owner.organization.id
    const page = await publish(first(), owner)
    const [grant, endedGrant] = [await addGrant(owner), await addGrant(owner, NOW + MINUTE)]
    const rule: CiRuleRow = {
      ...{ id: id(), organizationId, issuer: 'https://ci.example.com', repositoryId: 7 },
      ...{ ref: 'refs/heads/main', environment: null, pullRequests: false },
      ...{ scopes: ['artifacts:write'], visibilities: ['company'] },
      ...{ createdAt: NOW, lastUsedAt: null, repository: null },
    }
    const { blob, size, sha256 } = newVersion()
    const file = { number: 1, ownNumber: 1, blob, size, sha256 }
    const credentials = [grant.id, endedGrant.id, `rule ${rule.id}`, `rule ${id()}`, id()]
    await first().transaction(async rows => {
      await rows.ciRules.insert(rule)
      for (const credential of credentials) await rows.lastFiles.put(page.id, credential, file)
    })
    await sweep(NOW + MINUTE)
    await first().transaction(rows => rows.lastFiles.removeEnded())
    const found = await Promise.all(credentials.map(each => first().lastFiles.find(page.id, each)))
    assert.deepEqual(
      found.map(each => each && { ...each }),
      [file, null, file, null, null],
    )
  })
}
