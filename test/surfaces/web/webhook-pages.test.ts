// The pages of webhooks: added with a secret shown once, tested, changed, mended and removed without script.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { outbound } from '../../../src/outbound.ts'
import { readable, visitorOn } from '../../support/dashboard.ts'
import { closeConnections, type Received, send } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'
import { signed, startWebhookReceiver } from '../../support/webhook-receiver.ts'

const receiver = await startWebhookReceiver(outbound)
const started = await startService({ reach: receiver.reach })
if (isSkip(started)) throw new Error(started.skip)
const service = started
after(async () => {
  closeConnections()
  await service.stop()
  await receiver.stop()
})

async function ground() {
  const { owner } = await service.organization()
  const visitor = visitorOn(service.url, owner.session.cookie)
  const add = (fields: Record<string, string> = {}) =>
    visitor.post('/app/webhooks', {
      ...{ url: 'https://receiver.example/in', format: 'standard' },
      ...{ 'hears-pages': 'on', 'hears-comments': 'on', 'hears-organization': 'on', ...fields },
    })
  /** Returns the answer of the API. */
  const asked = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' }
    return (await send(service.url + path, { method, headers, body: body && JSON.stringify(body) })).json
  }
  return { visitor, add, asked }
}

const all = { 'hears-pages': 'on', 'hears-comments': 'on', 'hears-organization': 'on' }
const idIn = ({ text }: Received): string => /\/app\/webhooks\/([0-9a-f-]{36})/.exec(text)![1]!
const secretIn = ({ text }: Received): string => /whsec_[A-Za-z0-9+/]{32}/.exec(text)![0]

test('a webhook is added, its secret shown once, and the form sent again adds no other', async () => {
  const { visitor, add } = await ground()
  const page = await visitor.get('/app/webhooks')
  assert.match(readable(page.text), /No webhooks yet/)
  const since = /name="since" value="([^"]+)"/.exec(page.text)![1]!
  const made = await add({ since })
  assert.equal(made.status, 201)
  assert.match(readable(made.text), /receiver\.example .*Copy the secret now/)
  const again = await add({ since })
  assert.deepEqual([again.status, again.headers.location], [303, `/app/webhooks/${idIn(made)}?done=made`])
  const shown = await visitor.get(again.headers.location!)
  assert.ok(!shown.text.includes('whsec_'))
  assert.match(readable(shown.text), /exists already/)
  assert.match(
    readable((await visitor.get('/app/webhooks')).text),
    /receiver\.example All events .*for a program/,
  )
})

test('an address that is not taken comes back with what was typed, and so does a form without a choice', async () => {
  const { visitor, add } = await ground()
  const wrong = await add({ url: 'https://10.0.0.1/' })
  assert.equal(wrong.status, 422)
  assert.match(readable(wrong.text), /Is not taken: the address is not public/)
  assert.ok(wrong.text.includes('value="https://10.0.0.1/"'))
  const nothing = await visitor.post('/app/webhooks', { url: 'https://receiver.example/', format: 'slack' })
  assert.equal(nothing.status, 422)
  assert.match(readable(nothing.text), /Choose at least one kind/)
  assert.ok(nothing.text.includes('value="https://receiver.example/"'))
})

test('the test says at once what came of it, and stands among the messages, from which it is sent again', async () => {
  const { visitor, add } = await ground()
  const made = await add({ url: 'https://receiver.example/tested' })
  const path = `/app/webhooks/${idIn(made)}`
  const tested = await visitor.post(`${path}/test`)
  assert.equal(tested.status, 200)
  assert.match(
    readable(tested.text),
    /Test delivered: the receiver answered 200\..*webhook\.test .*Delivered/,
  )
  signed(receiver.at('/tested')[0]!, secretIn(made))
  receiver.answer('/tested', response => void response.writeHead(500).end())
  assert.match(
    readable((await visitor.post(`${path}/test`)).text),
    /Test failed: the receiver answered 500\./,
  )
  const failed = await visitor.get(`${path}?state=failed`)
  assert.match(readable(failed.text), /webhook\.test/)
  assert.doesNotMatch(readable(failed.text), /Delivered/)
  const message = /deliveries\/([0-9a-f-]{36})\/replay/.exec(failed.text)![1]!
  const replayed = await visitor.post(`${path}/deliveries/${message}/replay`)
  assert.equal(replayed.headers.location, `${path}?done=replayed`)
  assert.match(readable((await visitor.get(replayed.headers.location!)).text), /Sending again/)
})

test('it is changed, switched off and on, given a new secret, and removed', async () => {
  const { visitor, add } = await ground()
  const made = await add()
  const path = `/app/webhooks/${idIn(made)}`
  const follow = async (answer: Received, says: RegExp) => {
    assert.equal(answer.status, 303, readable(answer.text))
    assert.match(readable((await visitor.get(answer.headers.location!)).text), says)
  }
  const settings = { url: 'https://receiver.example/else', format: 'teams' }
  await follow(
    await visitor.post(`${path}/settings`, { ...settings, 'hears-comments': 'on' }),
    /Events Comments/,
  )
  await follow(
    await visitor.post(`${path}/settings`, { ...settings, ...all }),
    /Webhook saved.*Events All events/,
  )
  const none = await visitor.post(`${path}/settings`, settings)
  assert.equal(none.status, 422)
  const wrong = await visitor.post(`${path}/settings`, {
    ...settings,
    ...all,
    url: 'http://receiver.example/',
  })
  assert.match(readable(wrong.text), /Is not taken: the address is not https/)
  await follow(await visitor.post(`${path}/switch`, { to: 'off' }), /Someone switched it off\./)
  await follow(await visitor.post(`${path}/switch`, { to: 'on' }), /Webhook switched on\./)
  const renewed = await visitor.post(`${path}/secret`)
  assert.notEqual(secretIn(renewed), secretIn(made))
  assert.ok(!(await visitor.get(path)).text.includes('whsec_'))
  await follow(await visitor.post(`${path}/remove`), /Webhook removed.*No webhooks yet/)
  assert.equal((await visitor.get(path)).status, 404)
})

test('types that were chosen over the API stay when the form is saved', async () => {
  const { visitor, add, asked } = await ground()
  const id = idIn(await add())
  const types = ['policy.changed']
  await asked('PATCH', `/v1/webhooks/${id}`, { types })
  const { text } = await visitor.get(`/app/webhooks/${id}`)
  assert.match(readable(text), /Event types chosen over the API/)
  assert.ok(text.includes('name="keeps"') && !text.includes('name="hears-pages"'))
  const kept = { url: 'https://receiver.example/kept', format: 'slack', keeps: 'yes' }
  assert.equal((await visitor.post(`/app/webhooks/${id}/settings`, kept)).status, 303)
  const now = await asked('GET', `/v1/webhooks/${id}`)
  assert.deepEqual([now.url, now.format, now.types], [kept.url, 'slack', types])
})

test('deliveries come page by page, and what was filtered stays so', async () => {
  const { visitor, add } = await ground()
  receiver.answer('/pages', response => void response.writeHead(500).end())
  const path = `/app/webhooks/${idIn(await add({ url: 'https://receiver.example/pages' }))}`
  for (let n = 0; n < 26; n++) await visitor.post(`${path}/test`)
  const counted = ({ text }: Received) => text.split('/replay"').length - 1
  const first = await visitor.get(`${path}?state=failed`)
  assert.equal(counted(first), 25)
  const next = /href="([^"]*cursor=[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
  assert.ok(next.startsWith(`${path}?state=failed&cursor=`), next)
  assert.equal(counted(await visitor.get(next)), 1)
})
