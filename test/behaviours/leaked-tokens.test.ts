// Secrets of OAuth count as keys where others can read them: tokens of an app, and the code that a device holds.
import assert from 'node:assert/strict'
import * as oidc from 'openid-client'
import { mcpClient } from '../support/mcp-client.ts'
import { connect, refresh } from '../support/oauth-client.ts'
import { answer, askForCode, fetchTokens, giveCode } from '../support/oauth-device.ts'
import type { Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { onBothStores } from '../support/world.ts'

const MINUTE = 60_000

/** A page with the secret, published by the person. */
const publish = ({ url }: Running, { key }: Member, secret: string, more: Record<string, unknown> = {}) =>
  mcpClient(url, key).call('publish', { content: `# Setup\n\n    token: ${secret}\n`, ...more })

async function mattersIn(service: Running, owner: Member, secret: string): Promise<void> {
  const open = await publish(service, owner, secret, { visibility: 'public' })
  assert.equal(open.problem?.code, 'contains_key', open.text)
  assert.ok(!open.text.includes(secret))
  const named = await publish(service, owner, 'none', { visibility: 'public', name: secret })
  assert.equal(named.problem?.code, 'contains_key', named.text)
  const anonymous = await mcpClient(service.url).call('publish', { content: secret })
  assert.equal(anonymous.problem?.code, 'contains_key', anonymous.text)
  const inside = await publish(service, owner, secret, { visibility: 'company' })
  assert.deepEqual(inside.value.warnings, ['contains_key'])
  const sharing = mcpClient(service.url, owner.key)
  const widened = await sharing.call('update_sharing', {
    short_id: inside.value.short_id,
    visibility: 'public',
  })
  assert.equal(widened.problem?.code, 'contains_key', widened.text)
}

async function troublesNobody(service: Running, owner: Member, secret: string, why: string): Promise<void> {
  const made = await publish(service, owner, secret, { visibility: 'public' })
  assert.deepEqual([made.problem, made.value?.warnings], [undefined, undefined], why)
}

onBothStores('a token of an app that works is not published for everybody', async service => {
  const { owner } = await service.organization()
  const { program, tokens } = await connect(service, owner)
  for (const secret of [tokens.access_token, tokens.refresh_token!]) await mattersIn(service, owner, secret)
  await oidc.tokenRevocation(program.configuration, tokens.refresh_token!)
  for (const secret of [tokens.access_token, tokens.refresh_token!])
    await troublesNobody(service, owner, secret, 'the grant was given back')
})

onBothStores('a token that was spent, has ended or lost its member troubles nobody', async service => {
  const company = await service.organization()
  const { owner } = company
  const { program, tokens } = await connect(service, owner)
  const next = await refresh(program, tokens)
  await mattersIn(service, owner, tokens.refresh_token!)
  service.advance(MINUTE)
  await troublesNobody(service, owner, tokens.refresh_token!, 'it was spent, and not a moment ago')
  service.advance(61 * MINUTE)
  await troublesNobody(service, owner, next.access_token, 'its hour is over')
  await mattersIn(service, owner, next.refresh_token!)
  const member = await company.join('member')
  const left = await connect(service, member)
  await service.leave(member.id, company.id)
  for (const secret of [left.tokens.access_token, left.tokens.refresh_token!])
    await troublesNobody(service, owner, secret, 'its member is gone')
})

onBothStores(
  'the code that a device holds counts until its tokens were fetched, or it ended',
  async service => {
    const { owner } = await service.organization()
    const device = await askForCode(service)
    assert.match(device.device_code, /^recto_d_[1-9A-HJ-NP-Za-km-z]{36}$/)
    await mattersIn(service, owner, device.device_code)
    await answer(service, owner, await giveCode(service, owner, device.user_code))
    await mattersIn(service, owner, device.device_code)
    const tokens = await fetchTokens(service, device, '/v1')
    assert.equal(tokens.status, 200)
    await troublesNobody(service, owner, device.device_code, 'its tokens were fetched')
    await mattersIn(service, owner, tokens.refresh_token!)
    const late = await askForCode(service)
    service.advance(11 * MINUTE)
    await troublesNobody(service, owner, late.device_code, 'its ten minutes are over')
  },
)
