// Sessions, keys and uploads: live while they should be, and never twice.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SESSION_ABSOLUTE, SESSION_IDLE } from '../../src/domain/session.ts'
import type { KeyRow, Records, SessionRow, Upload } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { type Home, home, id, MINUTE, NOW, range, times, token } from './records.world.ts'

export function credentialSuite({ first, second }: Openings): void {
  describe('a session', () => {
    test('proves person, organization and role in one read', async () => {
      const of = await home(first(), 'admin')
      const session = await addSession(first(), of)
      assert.deepEqual(await first().credentials.session(session.tokenHash, NOW + 1), {
        kind: 'person',
        credential: session.id,
        person: of.person,
        organizationId: of.organization.id,
        role: 'admin',
        scopes: null,
        lastSeenAt: NOW,
        createdAt: NOW,
        provedAt: NOW,
      })
      assert.equal(await first().credentials.session(token(), NOW), null)
    })

    test('of a guest proves the address alone', async () => {
      const session = newSession({ email: 'guest@example.com' })
      await first().transaction(rows => rows.credentials.insertSession(session))
      assert.deepEqual(await first().credentials.session(session.tokenHash, NOW + 1), {
        kind: 'guest',
        credential: session.id,
        email: 'guest@example.com',
        lastSeenAt: NOW,
        createdAt: NOW,
        provedAt: NOW,
      })
    })

    test('without a membership proves nothing', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const session = await addSession(first(), of, { organizationId: other.organization.id })
      assert.equal(await first().credentials.session(session.tokenHash, NOW), null)
    })

    test('ends when idle for 14 days, after 30 days in any case, and at once when ended', async () => {
      const of = await home(first())
      const session = await addSession(first(), of)
      const live = async (now: number) => (await first().credentials.session(session.tokenHash, now)) !== null
      assert.equal(await live(NOW + SESSION_IDLE - 1), true)
      assert.equal(await live(NOW + SESSION_IDLE), false)
      for (const days of [10, 20]) {
        const seen = NOW + (days * SESSION_ABSOLUTE) / 30
        await first().transaction(rows => rows.credentials.touch(session.id, seen))
      }
      assert.equal(await live(NOW + SESSION_ABSOLUTE - 1), true)
      assert.equal(await live(NOW + SESSION_ABSOLUTE), false)
      await first().transaction(rows => rows.credentials.endSession(session.id))
      assert.equal(await live(NOW + 1), false)
    })

    test('is listed to its person while it lives, newest first, in pages', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const own: SessionRow[] = []
      for (const number of range(4)) own.push(await addSession(first(), of, { createdAt: NOW + number }))
      await addSession(first(), of, { createdAt: NOW - SESSION_IDLE })
      await addSession(first(), other)
      const list = (after: { createdAt: number; id: string } | null, now = NOW + 9) =>
        first().credentials.sessions({ personId: of.person.id, now, limit: 3, after })
      const page = await list(null)
      const [oldest, ...newer] = own.map(({ id }) => id)
      assert.deepEqual(
        page.map(({ id }) => id),
        newer.reverse(),
      )
      const { id, createdAt, expiresAt, origin } = own[3]!
      assert.deepEqual(page[0], { id, way: 'code', createdAt, expiresAt, lastSeenAt: createdAt, ...origin })
      assert.deepEqual(
        (await list(page[2]!)).map(({ id }) => id),
        [oldest],
      )
      assert.deepEqual(await list(null, NOW + SESSION_ABSOLUTE), [])
    })

    test('is ended by its person alone, one by one or all but one', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const [a, b, c] = [
        await addSession(first(), of),
        await addSession(first(), of),
        await addSession(first(), of),
      ]
      const strange = await addSession(first(), other)
      const end = (id: string) => first().transaction(rows => rows.credentials.endSessionOf(of.person.id, id))
      assert.deepEqual([await end(strange.id), await end(a.id), await end(a.id)], [false, true, false])
      assert.equal(
        await first().transaction(rows => rows.credentials.endOtherSessions(of.person.id, c.id)),
        1,
      )
      const lives = async ({ tokenHash }: SessionRow) =>
        (await second().credentials.session(tokenHash, NOW + 1)) !== null
      assert.deepEqual(
        [await lives(a), await lives(b), await lives(c), await lives(strange)],
        [false, false, true, true],
      )
    })

    test('that is renewed goes on under another token, with a new proof, to the same end', async () => {
      const of = await home(first())
      const session = await addSession(first(), of)
      const renewed = { id: session.id, tokenHash: token(), provedAt: NOW + 5 }
      assert.equal(await first().transaction(rows => rows.credentials.renewSession(renewed)), true)
      assert.equal(await first().credentials.session(session.tokenHash, NOW + 6), null)
      const proven = await first().credentials.session(renewed.tokenHash, NOW + 6)
      assert.deepEqual(proven?.kind === 'person' && [proven.credential, proven.provedAt, proven.createdAt], [
        session.id,
        NOW + 5,
        NOW,
      ])
      assert.equal(await first().credentials.session(renewed.tokenHash, NOW + SESSION_ABSOLUTE), null)
      await first().transaction(rows => rows.credentials.endSession(session.id))
      assert.equal(await first().transaction(rows => rows.credentials.renewSession(renewed)), false)
      const vouched = await addSession(first(), of, { way: 'google' })
      const byCode = { id: vouched.id, tokenHash: token(), provedAt: NOW + 5 }
      assert.equal(await first().transaction(rows => rows.credentials.renewSession(byCode)), false)
    })

    test('is removed by the sweep when it is over, and not before', async () => {
      const of = await home(first())
      const session = await addSession(first(), of)
      const sweep = (now: number) => first().transaction(rows => rows.credentials.removeEnded(now))
      await sweep(NOW + SESSION_IDLE - 1)
      assert.notEqual(await first().credentials.session(session.tokenHash, NOW), null)
      await sweep(NOW + SESSION_IDLE)
      assert.equal(await first().credentials.session(session.tokenHash, NOW), null)
    })
  })

  describe('a key', () => {
    test('of a person proves the person with the scopes of the key', async () => {
      const of = await home(first(), 'member')
      const key = await addKey(first(), of, { scopes: ['artifacts:read', 'comments:write'] })
      assert.deepEqual(await first().credentials.key(key.keyHash, NOW), {
        kind: 'person',
        credential: key.id,
        person: of.person,
        organizationId: of.organization.id,
        role: 'member',
        scopes: ['artifacts:read', 'comments:write'],
        lastSeenAt: null,
        createdAt: NOW,
        provedAt: null,
      })
      const none = await addKey(first(), of, { scopes: [] })
      assert.deepEqual(((await first().credentials.key(none.keyHash, NOW)) as { scopes: unknown }).scopes, [])
    })

    test('of the organization proves the organization', async () => {
      const of = await home(first())
      const key = await addKey(first(), of, { kind: 'service', personId: null, name: 'CI' })
      assert.deepEqual(await first().credentials.key(key.keyHash, NOW), {
        kind: 'service',
        credential: key.id,
        name: 'CI',
        organizationId: of.organization.id,
        scopes: null,
        lastSeenAt: null,
        createdAt: NOW,
      })
    })

    test('proves nothing when unknown, expired, revoked or without its membership', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const key = await addKey(first(), of, { expiresAt: NOW + 10 })
      const stranger = await addKey(first(), of, { organizationId: other.organization.id })
      assert.notEqual(await first().credentials.key(key.keyHash, NOW + 9), null)
      assert.equal(await first().credentials.key(key.keyHash, NOW + 10), null)
      assert.equal(await first().credentials.key(token(), NOW), null)
      assert.equal(await first().credentials.key(stranger.keyHash, NOW), null)
      await first().transaction(rows => rows.credentials.revokeKey(revocation(key), NOW))
      assert.equal(await second().credentials.key(key.keyHash, NOW), null)
    })

    test('and a session stand in a transaction until they expire', async () => {
      const of = await home(first())
      const [key, session] = [
        await addKey(first(), of, { expiresAt: NOW + 10 }),
        await addSession(first(), of),
      ]
      const stands = (id: string, proof: 'key' | 'session', now: number) =>
        first().transaction(rows => rows.credentials.stands(id, proof, now))
      for (const [id, proof, end] of [
        [key.id, 'key', NOW + 10],
        [session.id, 'session', session.expiresAt],
      ] as const)
        assert.deepEqual(
          [await stands(id, proof, end - 1), await stands(id, proof, end)],
          [true, false],
          proof,
        )
    })

    test('is revoked once, by its organization, or only by its person where one is named', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const { keyHash: _, ...key } = await addKey(first(), of)
      const revoke = (change: object) =>
        first().transaction(rows => rows.credentials.revokeKey({ ...revocation(key), ...change }, NOW))
      assert.equal(await revoke({ organizationId: other.organization.id }), null)
      assert.equal(await revoke({ personId: other.person.id }), null)
      assert.equal(await revoke({ id: id() }), null)
      assert.deepEqual(await revoke({ personId: of.person.id }), key)
      assert.equal(await revoke({}), null)
    })

    test('remembers when it was used last', async () => {
      const of = await home(first())
      const key = await addKey(first(), of)
      await first().transaction(rows => rows.credentials.touch(key.id, NOW + 2 * MINUTE))
      await first().transaction(rows => rows.credentials.touch(key.id, NOW + MINUTE))
      assert.equal((await first().credentials.key(key.keyHash, NOW))!.lastSeenAt, NOW + 2 * MINUTE)
    })

    test('is listed to its person, service keys on demand, newest first, in pages', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const own: KeyRow[] = []
      for (const number of range(5)) own.push(await addKey(first(), of, { createdAt: NOW + number }))
      const service = await addKey(first(), of, { kind: 'service', personId: null, createdAt: NOW + 9 })
      await addKey(first(), { ...other, organization: of.organization })
      const revoked = await addKey(first(), of)
      await first().transaction(rows => rows.credentials.revokeKey(revocation(revoked), NOW))
      const query = { organizationId: of.organization.id, personId: of.person.id, service: false, limit: 3 }
      const page = await first().credentials.keys({ ...query, after: null })
      const rest = await first().credentials.keys({ ...query, after: page.at(-1)! })
      const ids = [...own].reverse().map(key => key.id)
      assert.deepEqual(
        [...page, ...rest].map(key => key.id),
        ids,
      )
      const all = await first().credentials.keys({ ...query, service: true, limit: 50, after: null })
      assert.deepEqual(
        all.map(key => key.id),
        [service.id, ...ids],
      )
      const { keyHash: _, ...plain } = own[4]! as KeyRow & { keyHash: string }
      assert.deepEqual(page[0], plain)
    })
  })

  describe('an upload', () => {
    test('receives its bytes once and is spent once', async () => {
      const upload = newUpload()
      await first().transaction(rows => rows.uploads.insert(upload))
      assert.deepEqual(await first().uploads.find(upload.id), upload)
      const bytes = { blob: token().slice(32), size: 9, sha256: token() }
      const receive = () => first().transaction(rows => rows.uploads.receive(upload.id, bytes, NOW + 1))
      assert.equal((await Promise.all(times(6, receive))).filter(Boolean).length, 1)
      assert.deepEqual((await first().uploads.find(upload.id))!.received, bytes)
      const spend = () => first().transaction(rows => rows.uploads.spend(upload.id, NOW + 2))
      assert.equal((await Promise.all(times(6, spend))).filter(Boolean).length, 1)
      assert.equal((await first().uploads.find(upload.id))!.spentAt, NOW + 2)
      assert.equal(await receive(), false)
      assert.equal(await first().uploads.find(id()), null)
    })

    test('receives nothing after its end or when spent', async () => {
      const [late, spent] = [newUpload(), newUpload()]
      const bytes = { blob: token().slice(32), size: 9, sha256: token() }
      await first().transaction(async rows => {
        await rows.uploads.insert(late)
        await rows.uploads.insert(spent)
        await rows.uploads.spend(spent.id, NOW)
      })
      assert.equal(
        await first().transaction(rows => rows.uploads.receive(late.id, bytes, late.expiresAt)),
        false,
      )
      assert.equal(await first().transaction(rows => rows.uploads.receive(spent.id, bytes, NOW)), false)
    })
  })
}

const newSession = (change: Partial<SessionRow>): SessionRow => ({
  id: id(),
  tokenHash: token(),
  personId: null,
  organizationId: null,
  email: 'a@example.com',
  way: 'code',
  createdAt: NOW,
  expiresAt: NOW + SESSION_ABSOLUTE,
  origin: { client: 'Firefox on Linux', network: '192.0.2.0/24' },
  ...change,
})

async function addSession(records: Records, of: Home, change: Partial<SessionRow> = {}): Promise<SessionRow> {
  const { id: personId, email } = of.person
  const session = newSession({ personId, email, organizationId: of.organization.id, ...change })
  await records.transaction(rows => rows.credentials.insertSession(session))
  return session
}

async function addKey(
  records: Records,
  of: Home,
  change: Partial<KeyRow> = {},
): Promise<KeyRow & { keyHash: string }> {
  const key: KeyRow & { keyHash: string } = {
    id: id(),
    name: 'Laptop',
    kind: 'user',
    organizationId: of.organization.id,
    personId: of.person.id,
    scopes: null,
    prefix: 'recto_u_abc',
    createdAt: NOW,
    expiresAt: null,
    lastUsedAt: null,
    keyHash: token(),
    ...change,
  }
  await records.transaction(rows => rows.credentials.insertKey(key))
  return key
}

const revocation = (key: KeyRow) => ({ id: key.id, organizationId: key.organizationId, personId: null })

const newUpload = (): Upload => ({
  id: id(),
  credential: id(),
  organizationId: id(),
  sizeBytes: 9,
  filename: 'page.html',
  announcedSha256: token(),
  received: null,
  spentAt: null,
  createdAt: NOW,
  expiresAt: NOW + 15 * MINUTE,
})
