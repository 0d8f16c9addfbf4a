// The trash and the way back, over HTTP.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import type { Company } from '../../support/people.ts'
import { type Visitor, visitor } from './visitor.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

describe('the trash', () => {
  let company: Company
  let who: Visitor

  before(async () => {
    company = await stage.service.organization('free')
    who = visitor(stage.url, company.owner)
  })

  test('says until when, and brings back', async () => {
    const id = await stage.publish({ name: 'Thrown away', visibility: 'company' }, { as: company.owner })
    assert.match((await who.open('/app/trash')).text, /The trash is empty/)
    await who.submit(`/app/artifacts/${id}/delete`)
    const { text } = await who.open('/app/trash')
    assert.match(text, /Thrown away[\s\S]*in 30 days/)
    const back = await who.submit(`/app/trash/${id}/undelete`)
    assert.equal(back.headers.location, '/app/trash?done=back')
    assert.equal((await who.open(`/app/artifacts/${id}`)).status, 200)
    assert.match((await who.open('/app/trash')).text, /The trash is empty/)
  })

  test('says why something cannot come back', async () => {
    const id = await stage.publish({ visibility: 'private' }, { as: company.owner })
    await who.submit(`/app/artifacts/${id}/delete`)
    for (let n = 0; n < 2; n++) await stage.publish({ visibility: 'private' }, { as: company.owner })
    const refused = await who.submit(`/app/trash/${id}/undelete`)
    assert.equal(refused.status, 403)
    assert.match(refused.text, /error-summary[\s\S]*Make one public/)
  })

  test('shows and gives back only what the visitor may delete', async () => {
    const id = await stage.publish({ name: 'Of the owner', visibility: 'public' }, { as: company.owner })
    await who.submit(`/app/artifacts/${id}/delete`)
    const member = visitor(stage.url, await company.join('member'))
    assert.doesNotMatch((await member.open('/app/trash')).text, /Of the owner/)
    assert.equal((await member.submit(`/app/trash/${id}/undelete`)).status, 404)
    assert.equal((await visitor(stage.url, await company.join('viewer')).open('/app/trash')).status, 404)
    assert.equal((await visitor(stage.url).open('/app/trash')).status, 303)
  })
})
