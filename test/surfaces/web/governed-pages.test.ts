// Owners and admins may hand on or trash the private pages of others, over HTTP; the owner is told and a record is kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from '../../contract/stage.ts'
import { readable, visitorOn } from '../../support/dashboard.ts'
import type { Value } from '../../support/world-surface.ts'

async function ground() {
  const stage = await openStage()
  const company = await stage.service.organization()
  const [ana, admin, ben] = [
    await company.join('member'),
    await company.join('admin'),
    await company.join('member'),
  ]
  const as = (member: { session: { cookie: string } }) => visitorOn(stage.url, member.session.cookie)
  const id = await stage.publish({ name: 'Salaries <2027>' }, { as: ana, text: 'a secret text' })
  const audit = async () => (await stage.send('GET', '/v1/organization/audit', { as: admin })).json.data
  return { ...stage, company, ana, ben, admin, as, id, audit }
}

test('the page of usage leads to it, and shows title, size and owner and nothing of its text', async () => {
  const { as, admin, ana, id } = await ground()
  const list = await as(admin).get('/app/usage')
  assert.ok(list.text.includes(`href="/app/usage/${id}"`))
  assert.ok(!list.text.includes(`href="/${id}"`))
  const { status, text } = await as(admin).get(`/app/usage/${id}`)
  assert.equal(status, 200)
  assert.match(readable(text), new RegExp(`Salaries .2027.[\\s\\S]*${ana.email}[\\s\\S]*13 bytes`))
  assert.ok(!text.includes('secret') && !text.includes(`href="/${id}"`))
})

test('it is handed to another member: its owner is told, the audit keeps it, the admin still cannot read it', async () => {
  const { as, admin, ana, ben, id, send, service, audit } = await ground()
  const wrong = await as(admin).post(`/app/usage/${id}/owner`, { owner: 'nobody@elsewhere.example' })
  assert.equal(wrong.status, 422)
  assert.match(readable(wrong.text), /Must be the address of a member/)
  assert.ok(wrong.text.includes('value="nobody@elsewhere.example"'))
  assert.deepEqual(await service.mail.to(ana.email), [])
  const handed = await as(admin).post(`/app/usage/${id}/owner`, { owner: ben.email })
  assert.deepEqual([handed.status, handed.headers.location], [303, '/app/usage?done=handed'])
  assert.match(readable((await as(admin).get('/app/usage?done=handed')).text), /belongs to its new owner/)
  const [mail] = await service.mail.wait(ana.email, 1)
  assert.ok(mail!.text.includes(admin.email) && mail!.text.includes(ben.email))
  const [row] = (await audit()).filter(({ action }: Value) => action === 'change')
  assert.deepEqual(
    [row.actor.email, row.subject, row.details.owner],
    [admin.email, id, { from: ana.email, to: ben.email }],
  )
  assert.equal((await send('GET', `/v1/artifacts/${id}`, { as: ben })).json.owner.email, ben.email)
  for (const as of [admin, ana])
    assert.equal((await send('GET', `/v1/artifacts/${id}/content`, { as })).status, 404)
})

test('handing on a page that one may not read is answered without a word of it', async () => {
  const { admin, ben, ana, id, send } = await ground()
  const labels = { labels: ['merger'] }
  const json = { 'content-type': 'application/json' }
  await send('PATCH', `/v1/artifacts/${id}`, { as: ana, headers: json, body: JSON.stringify(labels) })
  const body = JSON.stringify({ owner: ben.email })
  const answer = await send('PATCH', `/v1/artifacts/${id}`, { as: admin, headers: json, body })
  assert.deepEqual([answer.status, answer.text], [204, ''])
})

test('it is moved to the trash: its owner is told and brings it back', async () => {
  const { as, admin, ana, id, send, service, audit } = await ground()
  const gone = await as(admin).post(`/app/usage/${id}/delete`)
  assert.deepEqual([gone.status, gone.headers.location], [303, '/app/usage?done=deleted'])
  const [mail] = await service.mail.wait(ana.email, 1)
  assert.match(mail!.text, /deleted a page of\s+yours[\s\S]*restore it from the trash/)
  const [row] = (await audit()).filter(({ action }: Value) => action === 'delete')
  assert.deepEqual([row.actor.email, row.subject], [admin.email, id])
  assert.equal((await as(admin).get(`/app/usage/${id}`)).status, 404)
  assert.equal((await send('POST', `/v1/artifacts/${id}/undelete`, { as: ana })).status, 200)
})
