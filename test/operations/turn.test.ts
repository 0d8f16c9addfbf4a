// Work at the worker processes uses a turn, on both stores: an organization's or a network's; what is new shares its network's.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { multipart, type Sent, send } from '../support/http.ts'
import { freshAddress } from '../support/people.ts'
import { type Running, type Store, startService } from '../support/service.ts'
import { ask, cookieOf } from '../support/sign-in.ts'
import { isSkip } from '../support/skip.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Writes down under which name each piece of work is charged. */
function watchCharges({ context: { workers } }: Running): string[] {
  const names: string[] = []
  const turn = workers.turn.bind(workers)
  workers.turn = tenant =>
    turn(async () => {
      names.push(await tenant())
      return names.at(-1)!
    })
  return names
}

for (const store of ['sqlite', 'postgres'] as const satisfies Store[]) {
  const running = await startService({ store })
  describe(`turns on ${store}`, isSkip(running) ? { skip: running.skip } : {}, () => {
    let service: Running
    let names: string[]
    before(() => {
      assert.ok(!isSkip(running))
      service = running
      names = watchCharges(service)
    })
    after(() => service.stop())

    const call = (path: string, sent: Sent = {}) => send(service.url + path, sent)

    /** A session of a new account; it has an organization of its own. */
    async function signUp(from: string): Promise<string> {
      const email = freshAddress()
      const fields = { email, code: await ask(service, email) }
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      return cookieOf(
        await call('/auth/code/verify', { method: 'POST', headers, body: JSON.stringify(fields), from }),
      )
    }

    let pages = 0
    async function publish(path: string, cookie?: string, from?: string): Promise<string> {
      const { headers, body } = multipart([
        { name: 'file', value: `# Page ${pages++}\n\n${'words '.repeat(5000)}`, filename: 'a.md' },
        ...(cookie ? [{ name: 'visibility', value: 'public' }] : []),
      ])
      const own = cookie ? { cookie, origin: service.url } : {}
      const sent = { method: 'POST', headers: { ...headers, ...own }, body, ...(from && { from }) }
      const answer = await call(path, sent)
      assert.equal(answer.status, 201, answer.text)
      return answer.json.shortId
    }

    /** Returns the name under which the work for the answer is charged. */
    async function chargedFor(path: string, sent: Sent = {}): Promise<string> {
      names.length = 0
      assert.equal((await call(path, sent)).status, 200)
      assert.equal(new Set(names).size, 1, names.join())
      return names[0]!
    }

    /** Returns the name that is charged for the page of a new artifact, which a stranger opens. */
    const chargedForPage = async (cookie: string) =>
      chargedFor(`/${await publish('/v1/artifacts', cookie)}/content?as=page`, { from: '127.0.0.9' })

    const organizationOf = async (cookie: string) =>
      (await call('/v1/organization', { headers: { cookie } })).json.id

    test('a page is charged to who published it, a text to who asks for it', async () => {
      const company = await service.organization()
      const { cookie } = company.owner.session
      const page = await publish('/v1/artifacts', cookie)
      assert.equal(await chargedFor(`/${page}/content?as=page`), `organization ${company.id}`)
      const stranger = await chargedFor(`/v1/artifacts/${page}/text?find=words`, { from: '127.0.0.9' })
      assert.match(stranger, /^network [0-9a-f]{64}$/)
      assert.equal(await chargedFor(`/v1/artifacts/${page}/text?find=words`, { from: '127.0.0.9' }), stranger)
      assert.notEqual(
        await chargedFor(`/v1/artifacts/${page}/text?find=words`, { from: '127.0.0.8' }),
        stranger,
      )
      const other = await service.organization()
      const headers = { authorization: `Bearer ${other.owner.key}` }
      assert.equal(
        await chargedFor(`/v1/artifacts/${page}/text?find=words`, { headers }),
        `organization ${other.id}`,
      )
    })

    test('new organizations and previews of one network share its turn, with whoever calls from there', async () => {
      const [one, two, far] = [
        await signUp('127.0.0.2'),
        await signUp('127.0.0.2'),
        await signUp('127.0.0.3'),
      ]
      const shared = await chargedForPage(one)
      assert.match(shared, /^network /)
      assert.equal(await chargedForPage(two), shared)
      assert.notEqual(await chargedForPage(far), shared)
      const preview = await publish('/v1/public/artifacts', undefined, '127.0.0.2')
      assert.equal(await chargedFor(`/${preview}/content?as=page`, { from: '127.0.0.9' }), shared)
      assert.equal(
        await chargedFor(`/v1/artifacts/${preview}/text?find=words`, { from: '127.0.0.2' }),
        shared,
      )
    })

    test('an organization has its own turn after a week, or with a second member', async () => {
      const [lonely, joined] = [await signUp('127.0.0.4'), await signUp('127.0.0.4')]
      const shared = await chargedForPage(lonely)
      const organizationId = await organizationOf(joined)
      await service.context.records.transaction(async rows => {
        const now = service.context.clock()
        const person = { id: `${organizationId}-2`, email: freshAddress(), name: 'Two', createdAt: now }
        await rows.people.insertPerson(person)
        await rows.people.insertMembership(person.id, organizationId, 'member', now)
      })
      service.advance(HOUR)
      assert.equal(await chargedForPage(joined), `organization ${organizationId}`)
      assert.equal(await chargedForPage(lonely), shared)
      service.advance(7 * DAY)
      assert.equal(await chargedForPage(lonely), `organization ${await organizationOf(lonely)}`)
    })
  })
}
