// The stream of open pages: what it tells whom, when it closes a page, and how a browser comes back to it.
import assert from 'node:assert/strict'
import { readEvents, type StreamEvent } from '../../support/event-stream.ts'
import { multipart, send } from '../../support/http.ts'
import { type Credential, guestSession } from '../../support/people.ts'
import type { Running } from '../../support/service.ts'
import { onBothStores } from '../../support/world.ts'
import { proof } from '../../support/world-rest.ts'

type Reader = { cookie: string } | 'nobody'

const live = (service: Running, as: Reader, pages: string, headers: Record<string, string> = {}) =>
  readEvents(`${service.url}/live?pages=${encodeURIComponent(pages)}`, {
    ...(as !== 'nobody' && as),
    ...headers,
  })

async function publish(service: Running, as: Credential, fields: Record<string, string>): Promise<string> {
  const form = multipart([
    { name: 'file', value: 'one', filename: 'x.md' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
  ])
  const path = as === 'nobody' ? '/v1/public/artifacts' : '/v1/artifacts'
  const headers = { ...form.headers, ...proof(service.url, as) }
  const made = await send(service.url + path, { method: 'POST', headers, body: form.body })
  assert.equal(made.status, 201, made.text)
  return as === 'nobody' ? `${made.json.shortId} ${made.json.editToken}` : made.json.shortId
}

async function update(
  service: Running,
  as: Credential,
  id: string,
  base: number,
  fields: Record<string, string> = {},
): Promise<void> {
  const form = multipart([
    { name: 'file', value: `after ${base}`, filename: 'x.md' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
  ])
  const path = as !== 'nobody' && 'editToken' in as ? '/v1/public/artifacts' : '/v1/artifacts'
  const headers = { ...form.headers, ...proof(service.url, as), 'if-match': `"v${base}"` }
  const done = await send(`${service.url}${path}/${id}`, { method: 'PUT', headers, body: form.body })
  assert.equal(done.status, 200, done.text)
}

const asJson = (service: Running, as: Credential, method: string, path: string, body?: object) =>
  send(service.url + path, {
    method,
    headers: { ...proof(service.url, as), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })

const change = async (service: Running, as: Credential, id: string, settings: object): Promise<void> => {
  assert.equal((await asJson(service, as, 'PATCH', `/v1/artifacts/${id}`, settings)).status, 200)
}

const told = ({ event, data: { place: _, savedAt: __, ...facts } }: StreamEvent) => [event, facts]

onBothStores(
  'an open page learns of a new version, by whom, and whether to show it at once',
  async service => {
    const company = await service.organization()
    const { owner } = company
    const ben = await company.join('member')
    const page = await publish(service, owner, { visibility: 'company' })
    const reader = await live(service, ben.session, `${page}.1.`)
    assert.equal(reader.headers.get('content-type'), 'text/event-stream')
    assert.deepEqual(told((await reader.next())!), ['begin', { page, sees: true }])
    await update(service, owner, page, 1)
    const by = owner.name
    assert.deepEqual(told((await reader.next())!), ['version', { page, version: 2, by, reload: false }])
    await update(service, owner, page, 2, { reload: 'true' })
    const latest = (await reader.next())!
    assert.deepEqual(told(latest), ['version', { page, version: 3, by, reload: true }])
    reader.close()
    await update(service, owner, page, 3)
    for (const again of [
      await live(service, ben.session, latest.data.place),
      await live(service, ben.session, `${page}.1.`, { 'last-event-id': latest.id }),
    ]) {
      assert.equal((await again.next())!.event, 'begin')
      assert.deepEqual(told((await again.next())!), ['version', { page, version: 4, by, reload: false }])
      again.close()
    }
    const slept = await live(service, ben.session, `${page}.1.`)
    await slept.next()
    assert.deepEqual(told((await slept.next())!), ['version', { page, version: 4, by, reload: true }])
    slept.close()
    service.advance(11 * 60_000)
    const later = await live(service, ben.session, `${page}.1.`)
    await later.next()
    assert.deepEqual(told((await later.next())!), ['version', { page, version: 4, by, reload: false }])
    later.close()
  },
)

onBothStores(
  'narrowing, trash, expiry, takedown and sign-out close the page of whom they concern',
  async service => {
    const company = await service.organization()
    const { owner } = company
    const guest = await guestSession(service.context, 'eve@example.org')
    const closes = async (
      as: Reader,
      fields: Record<string, string>,
      end: (id: string) => Promise<unknown>,
    ): Promise<void> => {
      const page = await publish(service, owner, fields)
      const reader = await live(service, as, `${page}.1.`)
      assert.partialDeepStrictEqual(told((await reader.next())!), ['begin', { page }])
      await end(page)
      assert.deepEqual(told((await reader.next())!), ['gone', { page }])
      assert.equal(await reader.next(), null)
    }
    const [ana, ben] = [await company.join('member'), await company.join('member')]
    const open = { visibility: 'public' }
    await closes('nobody', open, id => change(service, owner, id, { visibility: 'company' }))
    await closes(guest, { visibility: 'eve@example.org' }, id =>
      change(service, owner, id, { sharedWith: [] }),
    )
    await closes(ana.session, { visibility: 'company' }, id =>
      change(service, owner, id, { visibility: 'private' }),
    )
    await closes(ana.session, open, id => asJson(service, owner, 'DELETE', `/v1/artifacts/${id}`))
    await closes('nobody', open, async () => company.setPolicy({ allowPublic: false }))
    await company.setPolicy({})
    await closes(ana.session, { visibility: 'company' }, async () => {
      const { json } = await asJson(service, ana.session, 'GET', '/v1/sessions')
      const [{ id }] = json.data
      assert.equal((await asJson(service, ana.session, 'DELETE', `/v1/sessions/${id}`)).status, 204)
    })
    await closes(ben.session, { visibility: 'company' }, () =>
      asJson(service, owner, 'DELETE', `/v1/organization/members/${ben.id}`),
    )
    await closes('nobody', open, async id => {
      const expiresAt = new Date(service.context.clock() + 60_000).toISOString()
      await change(service, owner, id, { expiresAt })
      service.advance(120_000)
    })
  },
)

onBothStores(
  'what was never open to the reader is gone from the start, and other pages go on',
  async service => {
    const company = await service.organization()
    const { owner } = company
    const ben = await company.join('member')
    const [open, secret] = [
      await publish(service, owner, { visibility: 'public' }),
      await publish(service, owner, {}),
    ]
    const pages = `${open}.1.,${secret}.1.,zzzzzzzzzz.1.`
    const reader = await live(service, ben.session, pages)
    assert.deepEqual(told((await reader.next())!), ['begin', { page: open, sees: true }])
    assert.deepEqual(told((await reader.next())!), ['gone', { page: secret }])
    assert.deepEqual(told((await reader.next())!), ['gone', { page: 'zzzzzzzzzz' }])
    await update(service, owner, open, 1)
    assert.equal((await reader.next())!.data.version, 2)
    reader.close()
    const pinned = await live(service, owner.session, `${open}@1.`)
    assert.equal((await pinned.next())!.event, 'begin')
    await update(service, owner, open, 2)
    await asJson(service, owner, 'DELETE', `/v1/artifacts/${open}`)
    assert.deepEqual(told((await pinned.next())!), ['gone', { page: open }])
    const old = await live(service, 'nobody', `${open}@1.`)
    assert.deepEqual(told((await old.next())!), ['gone', { page: open }])
  },
)

onBothStores('threads are passed on to those who may see comments, and to nobody else', async service => {
  const company = await service.organization()
  const { owner } = company
  const page = await publish(service, owner, { visibility: 'public' })
  const [member, nobody] = [
    await live(service, owner.session, `${page}.1.`),
    await live(service, 'nobody', `${page}.1.`),
  ]
  assert.equal((await member.next())!.event, 'begin')
  assert.equal((await nobody.next())!.event, 'begin')
  const at = `/v1/artifacts/${page}/comments`
  const { json: root } = await asJson(service, owner, 'POST', at, { body: 'Why so?' })
  const opened = (await member.next())!
  assert.deepEqual(told(opened), ['thread', { page, type: 'thread.opened', threadId: root.id }])
  const { json: reply } = await asJson(service, owner, 'POST', at, { body: 'So', parentId: root.id })
  const thread = { page, threadId: root.id }
  assert.deepEqual(told((await member.next())!), [
    'thread',
    { ...thread, type: 'thread.replied', commentId: reply.id },
  ])
  member.close()
  await asJson(service, owner, 'POST', `/v1/comments/${root.id}/resolve`)
  const again = await live(service, owner.session, opened.data.place)
  const missed = [(await again.next())!, (await again.next())!, (await again.next())!]
  assert.deepEqual(
    missed.map(({ event, data }) => data.type ?? event),
    ['begin', 'thread.replied', 'thread.resolved'],
  )
  again.close()
  await update(service, owner, page, 1)
  assert.equal((await nobody.next())!.event, 'version')
  nobody.close()
})

onBothStores('the page of a preview learns of new versions too, and does not say by whom', async service => {
  const [page = '', editToken = ''] = (await publish(service, 'nobody', {})).split(' ')
  const reader = await live(service, 'nobody', `${page}.1.`)
  await reader.next()
  await update(service, { editToken }, page, 1, { reload: 'true' })
  assert.deepEqual(told((await reader.next())!), ['version', { page, version: 2, by: null, reload: true }])
  reader.close()
})

onBothStores('beyond its places a network is told what is new once, and when to come back', async service => {
  const company = await service.organization()
  const page = await publish(service, company.owner, { visibility: 'public' })
  await update(service, company.owner, page, 1)
  const readers = await Promise.all(Array.from({ length: 100 }, () => live(service, 'nobody', `${page}.2.`)))
  for (const reader of readers) assert.equal((await reader.next())!.event, 'begin')
  const late = await live(service, 'nobody', `${page}.1.`)
  const heard = [(await late.next())!, (await late.next())!, (await late.next())!]
  assert.deepEqual(
    heard.map(({ event }) => event),
    ['begin', 'version', 'later'],
  )
  assert.deepEqual(heard[2]!.data, { seconds: 60 })
  assert.equal(await late.next(), null)
  const signedIn = await live(service, company.owner.session, `${page}.2.`)
  assert.equal((await signedIn.next())!.event, 'begin')
  for (const reader of [...readers, signedIn]) reader.close()
})

onBothStores('only our own pages may open it, with pages that can be', async service => {
  const status = async (pages: string, headers = {}) => {
    const reader = await live(service, 'nobody', pages, headers)
    reader.close()
    return reader.status
  }
  assert.equal(await status('zzzzzzzzzz.1.', { 'sec-fetch-site': 'cross-site' }), 403)
  for (const pages of ['', 'x', 'zzzzzzzzzz', 'zzzzzzzzzz.0.', 'zzzzzzzzzz.1.x', 'zzzzzzzzzz.1.,'])
    assert.equal(await status(pages), 400, pages)
  assert.equal(await status(Array(51).fill('zzzzzzzzzz.1.').join()), 400)
})
