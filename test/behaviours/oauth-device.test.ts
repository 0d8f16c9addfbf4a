// Sign-in with a code that a device shows: asked for by a program, given by a person in a browser, fetched by the program.
import assert from 'node:assert/strict'
import { send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import { browserOf, connect, everyday } from '../support/oauth-client.ts'
import { answer, askForCode, cli, fetchTokens, giveCode, pageOf, post } from '../support/oauth-device.ts'
import type { Running } from '../support/service.ts'
import { onBothStores } from '../support/world.ts'

const MINUTE = 60_000

const bearer = (service: Running, path: string, token: string) =>
  send(service.url + path, { headers: { authorization: `Bearer ${token}` } })

onBothStores(
  'a device shows a code, a person gives it, and one grant serves both resources',
  async service => {
    const { owner } = await service.organization()
    const device = await askForCode(service)
    assert.match(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.deepEqual(
      [device.verification_uri, device.expires_in, device.interval, device.verification_uri_complete],
      [pageOf(service), 600, 5, undefined],
    )
    assert.equal((await fetchTokens(service, device)).error, 'authorization_pending')
    const asked = await giveCode(service, owner, device.user_code.toLowerCase().replace('-', ' '))
    assert.equal(asked.status, 200, asked.text)
    assert.match(asked.text, /<title>Allow Recto command line to use Recto/)
    assert.match(asked.text, /Only continue if you started this on your own device/)
    assert.ok(!asked.text.includes(device.user_code))
    const done = await answer(service, owner, asked)
    assert.match(done.text, /The device is connected/)
    const tokens = await fetchTokens(service, device, '/v1')
    assert.deepEqual([tokens.status, tokens.scope], [200, everyday])
    assert.equal((await bearer(service, '/v1/me', tokens.access_token!)).json.credential, 'grant')
    const { json: forMcp } = await post(service, '/oauth/token', {
      ...cli,
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token!,
      resource: `${service.url}/v1/mcp`,
    })
    assert.equal((await mcpClient(service.url, forMcp.access_token).request('tools/list')).status, 200)
    assert.equal((await mcpClient(service.url, tokens.access_token!).request('tools/list')).status, 401)
    assert.equal((await bearer(service, '/v1/me', forMcp.access_token)).status, 401)
    assert.equal((await bearer(service, '/v1/me', tokens.access_token!)).status, 200)
    const [letter] = await service.mail.wait(owner.email, 1)
    assert.match(letter!.text, /with a code that\s+a device showed/)
    const apps = await browserOf(service, owner).open(`${service.url}/app/apps`)
    assert.equal(apps.text.match(/Recto command line/g)!.length > 0, true)
  },
)

onBothStores('a code is fetched once; a second time ends what it gave', async service => {
  const { owner } = await service.organization()
  const device = await askForCode(service)
  await answer(service, owner, await giveCode(service, owner, device.user_code))
  const { access_token: token = '' } = await fetchTokens(service, device, '/v1')
  assert.equal((await fetchTokens(service, device, '/v1')).error, 'invalid_grant')
  assert.equal((await bearer(service, '/v1/me', token)).status, 401)
})

onBothStores('a code is answered once, and by the session that gave it', async service => {
  const company = await service.organization()
  const other = await company.join('member')
  const device = await askForCode(service)
  const asked = await giveCode(service, company.owner, device.user_code)
  assert.match((await answer(service, other, asked)).text, /The code has expired/)
  const second = await giveCode(service, other, device.user_code)
  assert.match((await answer(service, company.owner, asked)).text, /is connected/)
  assert.match((await answer(service, other, second)).text, /The code has expired/)
  assert.equal((await giveCode(service, other, device.user_code)).status, 422)
  const tokens = await fetchTokens(service, device, '/v1')
  const { json } = await bearer(service, '/v1/me', tokens.access_token!)
  assert.equal(json.person.email, company.owner.email)
})

onBothStores('whoever presses Allow twice reads twice that the device is connected', async service => {
  const company = await service.organization()
  const other = await company.join('member')
  const device = await askForCode(service)
  const asked = await giveCode(service, company.owner, device.user_code)
  const theirs = await giveCode(service, other, device.user_code)
  for (const step of await Promise.all([1, 2].map(() => answer(service, company.owner, asked))))
    assert.match(step.text, /The device is connected/)
  assert.match((await answer(service, company.owner, asked)).text, /The device is connected/)
  assert.match((await answer(service, other, theirs)).text, /The code has expired/)
  assert.equal((await fetchTokens(service, device, '/v1')).status, 200)
  assert.match((await answer(service, company.owner, asked)).text, /The device is connected/)
  service.advance(11 * MINUTE)
  assert.match((await answer(service, company.owner, asked)).text, /The code has expired/)
})

onBothStores('whoever says no, or nothing for ten minutes, gives nothing', async service => {
  const { owner } = await service.organization()
  const device = await askForCode(service)
  const asked = await giveCode(service, owner, device.user_code)
  assert.match((await answer(service, owner, asked, { answer: 'deny' })).text, /was not connected/)
  assert.equal((await fetchTokens(service, device)).error, 'access_denied')
  const late = await askForCode(service)
  const open = await giveCode(service, owner, late.user_code)
  service.advance(11 * MINUTE)
  assert.equal((await giveCode(service, owner, late.user_code)).status, 422)
  assert.match((await answer(service, owner, open)).text, /The code has expired/)
  assert.equal((await fetchTokens(service, late)).error, 'expired_token')
})

onBothStores(
  'five wrong codes are enough, even at once, and a right one then does not help',
  async service => {
    const { owner } = await service.organization()
    service.advance(11 * MINUTE)
    const device = await askForCode(service)
    for (let i = 0; i < 3; i++) assert.equal((await giveCode(service, owner, device.user_code)).status, 200)
    const wrong = ['BBBB-BBBB', 'x', '', 'CCCC-CCCC', 'DDDD-DDDD', 'FFFF-FFFF', 'GGGG-GGGG']
    const tries = await Promise.all(wrong.map(code => giveCode(service, owner, code)))
    assert.deepEqual(tries.map(({ status }) => status).sort(), [422, 422, 422, 422, 422, 429, 429])
    assert.equal((await giveCode(service, owner, device.user_code)).status, 429)
    const stranger = (await service.organization()).owner
    assert.equal((await giveCode(service, stranger, device.user_code)).status, 429)
    service.advance(11 * MINUTE)
    const again = await askForCode(service)
    assert.equal((await giveCode(service, owner, again.user_code)).status, 200)
  },
)

onBothStores('nobody gives a code without signing in, and a guest not at all', async service => {
  const company = await service.organization()
  const device = await askForCode(service)
  const { text, at } = await browserOf(service, company.owner).open(
    `${pageOf(service)}?code=${device.user_code}`,
  )
  assert.equal(at, `${pageOf(service)}?code=${device.user_code}`)
  assert.match(text, /Only continue if you started this on your own device/)
  assert.ok(!text.includes(device.user_code))
  const visitor = browserOf(service, company.owner)
  visitor.cookies.get(service.url)!.clear()
  assert.match((await visitor.open(pageOf(service))).at, /\/auth\/sign-in\?next=%2Fauth%2Fdevice$/)
})

onBothStores(
  'the device is asked about as any program: organization, scopes, role and proof',
  async service => {
    const [first, second] = [await service.organization(), await service.organization()]
    await second.join('viewer', first.owner.email)
    const device = await askForCode(service, { scope: `${everyday} sharing:write org:write` })
    const asked = await giveCode(service, first.owner, device.user_code)
    const ticked = [...asked.text.matchAll(/id="(\w+:\w+)"[^>]*checked/g)].map(([, scope]) => scope)
    assert.deepEqual(ticked, everyday.split(' '), asked.text)
    await answer(service, first.owner, asked, { organizationId: second.id, 'artifacts:delete': 'on' })
    const tokens = await fetchTokens(service, device, '/v1')
    assert.equal(tokens.scope, 'artifacts:read comments:read comments:write')
    const { json } = await bearer(service, '/v1/me', tokens.access_token!)
    assert.equal(json.organization.id, second.id)

    service.advance(13 * 60 * MINUTE)
    const governing = await askForCode(service, { scope: `${everyday} org:write` })
    const page = await giveCode(service, first.owner, governing.user_code)
    const led = await answer(service, first.owner, page, { 'org:write': 'on' })
    assert.match(led.at, /\/auth\/sign-in\?again=1&next=%2Fauth%2Fdevice$/)
    const none = await answer(
      service,
      first.owner,
      page,
      Object.fromEntries(everyday.split(' ').map(s => [s, ''])),
    )
    assert.equal(none.status, 422)
    assert.equal((await fetchTokens(service, governing)).error, 'authorization_pending')
  },
)

onBothStores('a device asks only for what is here, and only a program that may', async service => {
  const elsewhere = { ...cli, resource: 'https://elsewhere.example/v1' }
  assert.equal((await post(service, '/oauth/device', elsewhere)).json.error, 'invalid_target')
  assert.equal((await post(service, '/oauth/device', { client_id: 'nobody' })).json.error, 'invalid_client')
  const { program } = await connect(service, (await service.organization()).owner)
  const { json } = await post(service, '/oauth/device', { client_id: program.clientId })
  assert.match(json.error_description, /not allowed for this client/)
  const registered = await send(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }),
  })
  assert.deepEqual([registered.status, registered.json.redirect_uris], [201, []])
  const { status } = await post(service, '/oauth/device', { client_id: registered.json.client_id })
  assert.equal(status, 200)
  const stolen = await askForCode(service)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const fields = { grant_type, device_code: stolen.device_code, client_id: registered.json.client_id }
  assert.equal((await post(service, '/oauth/token', fields)).json.error, 'invalid_grant')
})
