// Events, audit, idempotent answers, limits, leases and mail.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditQuery, AuditRow, NewEvent } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import { author, DAY, home, id, MINUTE, NOW, range, times } from './records.world.ts'

export function journalSuite({ first, second }: Openings): void {
  const either = (index: number) => (index % 2 ? first() : second())

  describe('events', () => {
    test('are numbered per organization without gap, also when units fail among many', async () => {
      const [of, other] = [await home(first()), await home(first())]
      const outcomes = await Promise.allSettled(
        times(60, index =>
          either(index).transaction(async rows => {
            await rows.journal.event(newEvent(of.organization.id))
            if (index % 5 === 0) throw new Error('no')
            if (index % 7 === 0) await rows.journal.event(newEvent(other.organization.id))
          }),
        ),
      )
      const kept = outcomes.filter(outcome => outcome.status === 'fulfilled').length
      const sequences = async (organizationId: string) =>
        (await first().transaction(rows => rows.journal.events(organizationId, 0, 1000))).map(
          event => event.sequence,
        )
      assert.equal(kept, 48)
      assert.deepEqual(await sequences(of.organization.id), range(48))
      assert.deepEqual(await sequences(other.organization.id), range(7))
    })

    test('are in the feed within the unit that writes them, and outside once it is done', async () => {
      const of = await home(first())
      const head = await first().transaction(async rows => {
        await rows.journal.event(newEvent(of.organization.id))
        return [await rows.feed.head(of.organization.id), await second().feed.head(of.organization.id)]
      })
      assert.deepEqual(head, [1, 0])
      assert.equal(await second().feed.head(of.organization.id), 1)
    })

    test('come back whole, after a number, up to a limit', async () => {
      const of = await home(first())
      const events = times(5, () => newEvent(of.organization.id))
      for (const event of events) await first().transaction(rows => rows.journal.event(event))
      const page = await first().transaction(rows => rows.journal.events(of.organization.id, 2, 2))
      assert.deepEqual(page, [
        { ...events[2]!, sequence: 3 },
        { ...events[3]!, sequence: 4 },
      ])
    })
  })

  describe('the audit', () => {
    test('comes back whole, newest first', async () => {
      const of = await home(first())
      const rows = range(3).map(number => newAudit(of.organization.id, NOW + number))
      for (const row of rows) await first().transaction(r => r.journal.audit(row))
      await first().transaction(r => r.journal.audit({ ...newAudit(null, NOW), personId: of.person.id }))
      const found = await first().transaction(r =>
        r.journal.audits({ organizationId: of.organization.id, limit: 2 }),
      )
      const email = null
      assert.deepEqual(found, [
        { ...rows[2]!, email },
        { ...rows[1]!, email },
      ])
    })

    test('is filtered, also where what fits lies behind thousands of rows that do not', async () => {
      const of = await home(first())
      const rare = { ...newAudit(of.organization.id, NOW), action: 'rare', personId: of.person.id }
      await first().transaction(async r => {
        await r.journal.audit(rare)
        for (const number of range(4100)) await r.journal.audit(newAudit(of.organization.id, NOW + number))
      })
      const ask = async (filter: Partial<AuditQuery>) =>
        (await first().journal.audits({ organizationId: of.organization.id, limit: 3, ...filter })).map(
          row => row.id,
        )
      assert.deepEqual(await ask({ action: 'rare' }), [rare.id])
      assert.deepEqual(await ask({ actor: of.person.id }), [rare.id])
      assert.deepEqual(await ask({ actor: rare.credential, surface: 'rest' }), [rare.id])
      assert.deepEqual(await ask({ subject: rare.subject!, actorType: 'service' }), [rare.id])
      assert.deepEqual(await ask({ action: 'rare', actorType: 'human' }), [])
      assert.deepEqual(await ask({ to: NOW + 1 }), [rare.id])
      assert.deepEqual(await ask({ from: NOW + 1, action: 'rare' }), [])
      const page = await ask({})
      const last = await first().journal.audits({ organizationId: of.organization.id, limit: 1 })
      const rest = await ask({ after: { createdAt: last[0]!.createdAt, id: last[0]!.id }, limit: 2 })
      assert.deepEqual(rest, page.slice(1))
    })

    test('keeps a row as long as the plan of its moment promised, and one of a name once', async () => {
      const of = await home(first(), 'owner', { plan: 'free' })
      const row = newAudit(of.organization.id, NOW)
      await first().transaction(r => r.journal.auditOnce(row))
      await second().transaction(r => r.journal.auditOnce({ ...row, action: 'again' }))
      await first().transaction(r => r.people.changePlan(of.organization.id, 'enterprise'))
      const later = newAudit(of.organization.id, NOW)
      await first().transaction(r => r.journal.audit(later))
      const left = async (now: number) => {
        while ((await first().transaction(r => r.journal.removeAudits(now, 100))) === 100);
        const rows = await first().journal.audits({ organizationId: of.organization.id, limit: 9 })
        return rows.map(({ id, action }) => [id, action]).sort()
      }
      const both = [row, later].map(({ id, action }) => [id, action]).sort()
      assert.deepEqual(await left(NOW + 30 * DAY - 1), both)
      assert.deepEqual(await left(NOW + 30 * DAY), [[later.id, later.action]])
      assert.deepEqual(await left(NOW + 9999 * DAY), [[later.id, later.action]])
    })
  })

  describe('an idempotent answer', () => {
    const limits = { abandonedBefore: NOW - MINUTE, expiredBefore: NOW - 60 * MINUTE }
    const newKey = () => ({ credential: id(), operation: 'publish', key: 'k1' })
    const claim = (key: ReturnType<typeof newKey>, now = NOW, within = limits, holder = 'first') =>
      first().transaction(rows => rows.journal.claimAnswer(key, holder, now, within))

    test('is claimed by one of many at once; the others see that it runs', async () => {
      const key = newKey()
      const claims = await Promise.all(
        times(40, index =>
          either(index).transaction(rows => rows.journal.claimAnswer(key, id(), NOW, limits)),
        ),
      )
      assert.equal(claims.filter(found => found === null).length, 1)
      const standing = { fingerprint: null, answer: null, startedAt: NOW }
      for (const found of claims) if (found) assert.deepEqual(found, standing)
    })

    test('is replayed once stored, and the first one stays', async () => {
      const key = newKey()
      const value = { shortId: 'x', list: [1, null, 'é'] }
      assert.equal(await claim(key), null)
      await first().transaction(rows => rows.journal.storeAnswer(key, 'first', 'print', value))
      await first().transaction(rows => rows.journal.storeAnswer(key, 'first', 'late', null))
      assert.deepEqual(await claim(key), { fingerprint: 'print', answer: { value }, startedAt: NOW })
      await first().transaction(rows => rows.journal.releaseAnswer(key, 'first'))
      assert.deepEqual((await claim(key))!.answer, { value })
      assert.equal(await claim({ ...key, operation: 'copy' }), null)
      assert.equal(await claim({ ...key, credential: id() }), null)
    })

    test('stays claimed for as long as its holder renews it, and nobody else does', async () => {
      const key = newKey()
      const later = NOW + 10
      assert.equal(await claim(key), null)
      await first().transaction(rows => rows.journal.renewAnswer(key, 'another', later + 5))
      await first().transaction(rows => rows.journal.renewAnswer(key, 'first', later))
      assert.equal((await claim(key, later, { ...limits, abandonedBefore: later }))!.startedAt, later)
      assert.equal(await claim(key, later, { ...limits, abandonedBefore: later + 1 }, 'second'), null)
    })

    test('can be claimed again when released, abandoned or expired', async () => {
      const key = newKey()
      assert.equal(await claim(key), null)
      await first().transaction(rows => rows.journal.releaseAnswer(key, 'first'))
      assert.equal(await claim(key), null)
      const later = NOW + 10
      assert.equal(await claim(key, later, { ...limits, abandonedBefore: NOW + 1 }, 'second'), null)
      assert.equal(
        await first().transaction(rows => rows.journal.storeAnswer(key, 'first', 'print', null)),
        false,
      )
      await first().transaction(rows => rows.journal.releaseAnswer(key, 'first'))
      assert.equal(
        await first().transaction(rows => rows.journal.storeAnswer(key, 'second', 'print', null)),
        true,
      )
      assert.notEqual(await claim(key, later, { ...limits, abandonedBefore: later + 1 }), null)
      assert.equal(await claim(key, later + 1, { ...limits, expiredBefore: later + 1 }), null)
      await first().transaction(rows => rows.journal.removeAnswers(later + 2))
      assert.equal(await claim(key), null)
    })
  })

  describe('a limit', () => {
    const use = (name: string, limit: number, now: number, windowMs = MINUTE) =>
      first().transaction(rows => rows.limits.count(name, limit, windowMs, now))

    test('allows exactly so many uses, however many come at once', async () => {
      const name = id()
      const uses = await Promise.all(
        times(30, index => either(index).transaction(rows => rows.limits.count(name, 7, MINUTE, NOW + 5))),
      )
      const allowed = uses.filter(each => each.allowed)
      assert.deepEqual(allowed.map(({ left }) => left).sort(), [0, 1, 2, 3, 4, 5, 6])
      for (const { left, freeAt } of uses) assert.equal(freeAt, left > 0 ? NOW + 5 : NOW + 5 + MINUTE)
      assert.deepEqual(
        uses.find(each => !each.allowed),
        { allowed: false, left: 0, freeAt: NOW + 5 + MINUTE },
      )
    })

    test('holds for every stretch as long as its window: each use makes room when its own time is over', async () => {
      const name = id()
      for (const at of [0, 10, 20]) assert.equal((await use(name, 3, NOW + at)).allowed, true)
      const refused = { allowed: false, left: 0, freeAt: NOW + MINUTE }
      for (const at of [20, 30, MINUTE - 1]) assert.deepEqual(await use(name, 3, NOW + at), refused)
      assert.deepEqual(await use(name, 3, NOW + MINUTE), {
        allowed: true,
        left: 0,
        freeAt: NOW + MINUTE + 10,
      })
      assert.equal((await use(name, 3, NOW + MINUTE + 9)).allowed, false)
      assert.equal((await use(name, 3, NOW + MINUTE + 10)).allowed, true)
      assert.equal((await use(name, 3, NOW + 3 * MINUTE)).left, 2)
    })

    test('counts apart for each name', async () => {
      assert.equal((await use(id(), 1, NOW)).allowed, true)
      assert.equal((await use(id(), 1, NOW)).allowed, true)
      assert.equal((await use(id(), 0, NOW)).allowed, false)
    })

    test('a limit that was lowered or raised counts the uses there were', async () => {
      const name = id()
      for (const at of [0, 1, 2, 3, 4]) await use(name, 5, NOW + at)
      assert.deepEqual(await use(name, 2, NOW + 5), { allowed: false, left: 0, freeAt: NOW + 3 + MINUTE })
      assert.deepEqual(await use(name, 6, NOW + 5), { allowed: true, left: 0, freeAt: NOW + MINUTE })
    })

    test('a clock that was a day ahead locks nobody out, one that was seconds ahead makes no room', async () => {
      const [far, near] = [id(), id()]
      for (const at of [0, 1]) await use(far, 2, NOW + 24 * 60 * MINUTE + at)
      assert.equal((await use(far, 2, NOW)).allowed, true)
      assert.equal((await use(far, 2, NOW + 1)).allowed, true)
      assert.equal((await use(far, 2, NOW + 2)).allowed, false)
      await use(near, 1, NOW + 5000)
      assert.equal((await use(near, 1, NOW)).allowed, false)
    })

    test('is forgotten by the sweep when its window ended', async () => {
      const name = id()
      await first().transaction(rows => rows.limits.count(name, 1, MINUTE, NOW))
      await first().transaction(rows => rows.limits.removeEnded(NOW + MINUTE - 1))
      assert.equal(
        (await first().transaction(rows => rows.limits.count(name, 1, MINUTE, NOW))).allowed,
        false,
      )
      await first().transaction(rows => rows.limits.removeEnded(NOW + MINUTE))
      assert.equal((await first().transaction(rows => rows.limits.count(name, 1, MINUTE, NOW))).allowed, true)
    })
  })

  describe('a lease', () => {
    test('is held by one of many, renewed by its holder, and free when it ran out', async () => {
      const name = id()
      const take = (index: number, holder: string, now = NOW) =>
        either(index).transaction(rows => rows.limits.lease(name, holder, now + MINUTE, now))
      const taken = await Promise.all(times(16, index => take(index, `holder ${index}`)))
      assert.equal(taken.filter(Boolean).length, 1)
      const holder = `holder ${taken.indexOf(true)}`
      assert.equal(await take(0, 'other', NOW + MINUTE - 1), false)
      assert.equal(await take(0, holder, NOW + 30_000), true)
      assert.equal(await take(1, 'other', NOW + MINUTE), false)
      assert.equal(await take(1, 'other', NOW + 30_000 + MINUTE), true)
      assert.equal(await take(0, holder, NOW + 30_000 + MINUTE), false)
    })
  })

  describe('the outbox', () => {
    test('hands each mail to one worker at a time, and again when the lease ran out', async () => {
      const mails = range(20).map(number => newMail(NOW + number))
      for (const mail of mails) await first().transaction(rows => rows.outbox.post(mail))
      const take = (index: number, now: number) =>
        either(index).transaction(rows => rows.outbox.take(7, now, now + MINUTE))
      const taken = (await Promise.all(times(4, index => take(index, NOW + 100)))).flat()
      assert.equal(taken.length, 20)
      assert.deepEqual(
        taken.sort((a, b) => a.createdAt - b.createdAt),
        mails.map(mail => ({ ...mail, attempts: 1 })),
      )
      assert.deepEqual(await take(0, NOW + 101), [])
      await first().transaction(async rows => {
        for (const mail of mails.slice(2)) await rows.outbox.sent(mail.id)
        await rows.outbox.failed(mails[0]!.id, NOW + 5 * MINUTE)
        await rows.outbox.failed(mails[1]!.id, null)
      })
      assert.deepEqual(await take(0, NOW + 4 * MINUTE), [])
      assert.deepEqual(await take(1, NOW + 5 * MINUTE), [{ ...mails[0]!, attempts: 2 }])
      assert.deepEqual(await take(0, NOW + 6 * MINUTE), [{ ...mails[0]!, attempts: 3 }])
      await first().transaction(rows => rows.outbox.sent(mails[0]!.id))
    })

    test('does not hand out what is not due yet', async () => {
      const mail = newMail(NOW + 10)
      await first().transaction(rows => rows.outbox.post(mail))
      const take = (now: number) => first().transaction(rows => rows.outbox.take(5, now, now + 1))
      assert.deepEqual(await take(NOW + 9), [])
      assert.equal((await take(NOW + 10)).length, 1)
      await first().transaction(rows => rows.outbox.sent(mail.id))
    })
  })
}

const newEvent = (organizationId: string): NewEvent => ({
  id: id(),
  organizationId,
  type: 'artifact.published',
  artifactId: id(),
  actor: { ...author, actorName: 'Robot' },
  data: { version: 1, name: 'Ünïcode', nested: { list: [1, 'two', null] } },
  createdAt: NOW,
})

const newAudit = (organizationId: string | null, createdAt: number): AuditRow => ({
  id: id(),
  organizationId,
  action: 'publish',
  subject: id(),
  personId: null,
  credential: id(),
  actorType: 'service',
  actorName: null,
  authorName: 'A key',
  surface: 'rest',
  client: 'curl/8',
  data: { a: [1] },
  createdAt,
})

const newMail = (createdAt: number) => ({
  id: id(),
  to: 'a@example.com',
  subject: 'Hello',
  text: 'Line\nLine',
  createdAt,
})
