// The page at an artifact's address, over HTTP: each reader's own, and of this moment.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileBody, jsonBody, openStage, type Stage } from '../../contract/stage.ts'
import type { Member } from '../../support/people.ts'
import { visitor } from './visitor.ts'

let stage: Stage
let ana: Member
let ben: Member

before(async () => {
  stage = await openStage()
  ana = await stage.company.join('member')
  ben = await stage.company.join('member')
})

const pageOf = async (id: string, who?: Member) => (await visitor(stage.url, who).open(`/${id}`)).text

describe('the page of an artifact', () => {
  test('holds the address of its own reader alone, also where others just opened the same page', async () => {
    const id = await stage.publish({ visibility: 'public' }, { text: '# For all\n' })
    const [first, second, nobody] = [await pageOf(id, ana), await pageOf(id, ben), await pageOf(id)]
    const emails = [ana.email, ben.email]
    assert.deepEqual(
      [first, second, nobody].map(page => emails.filter(email => page.includes(email))),
      [[ana.email], [ben.email], []],
    )
    assert.deepEqual(
      [first, second, nobody].map(page => page.includes('data-comment-page')),
      [true, true, false],
    )
  })

  test('has the file of the version that its address names, and refuses another one beside it', async () => {
    const id = await stage.publish({}, { text: '# One\n' })
    const { headers, body } = fileBody('# Two\n')
    await stage.send('PUT', `/v1/artifacts/${id}`, { body, headers: { ...headers, 'if-match': '"v1"' } })
    const file = (path: string) => visitor(stage.url, stage.company.owner).open(`/${id}${path}`)
    assert.equal((await file('@1/content')).text, '# One\n')
    assert.equal((await file('/content?version=1')).text, '# One\n')
    assert.equal((await file('@1/content?version=1')).text, '# One\n')
    assert.equal((await file('@1/content?version=2')).status, 422)
    assert.equal((await file('@1/content?as=page&version=2')).status, 422)
  })

  test('says to who has just published it who can open it, and to nobody else', async () => {
    const id = await stage.publish({ visibility: 'company' }, { text: '# New\n' })
    const barOf = async (query: string, who?: Member) =>
      /<section class="published.*?<\/section>/s.exec(await pageOf(`${id}${query}`, who))?.[0] ?? ''
    const owner = stage.company.owner
    assert.match(await barOf('?done=published', owner), /Everyone at .+ can open this page\./)
    assert.match(await barOf('?done=published', owner), new RegExp(`data-copy="[^"]+/${id}"`))
    assert.match(await barOf('?done=warned', owner), /working API key/)
    assert.deepEqual([await barOf('', owner), await barOf('?done=anything', owner)], ['', ''])
    const closed = await stage.publish({ visibility: 'public' }, { text: '# For all\n' })
    assert.doesNotMatch(await pageOf(`${closed}?done=published`), /class="published/)
  })

  test('follows every change at once: name, version, audience, and who may open it', async () => {
    const id = await stage.publish({ name: 'Draft one', visibility: 'company' }, { text: '# One\n' })
    const change = (fields: object) => stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody(fields))
    assert.match(await pageOf(id, ana), /<title>Draft one<\/title>/)
    await change({ name: 'Draft two' })
    assert.match(await pageOf(id, ana), /<title>Draft two<\/title>/)
    const { headers, body } = fileBody('# Two\n')
    await stage.send('PUT', `/v1/artifacts/${id}`, { body, headers: { ...headers, 'if-match': '"v1"' } })
    assert.match(await pageOf(id, ana), /<span class="version">v2<\/span>/)
    await change({ visibility: 'public' })
    assert.match(await pageOf(id, ana), /Anyone with the link can open this/)
    await change({ visibility: 'private' })
    assert.equal((await visitor(stage.url, ana).open(`/${id}`)).status, 404)
  })
})
