// A secret that is changed: what the one before made still counts, and nothing of any other does.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { holderOf } from '../../src/auth/edit-tokens.ts'
import { knownBrowser, knownBrowserCookie } from '../../src/auth/known-browser.ts'
import { decryptOAuthState, encryptOAuthState } from '../../src/auth/oauth-state.ts'
import { encryptAllAnew } from '../../src/jobs/secret-change.ts'
import { matchStep, newFactor, newRecoveryCodes } from '../../src/operations/account/authenticator.ts'
import { claimCode, isEnded } from '../../src/operations/artifacts/claim-code.ts'
import { editToken } from '../../src/operations/artifacts/previews.ts'
import { blockToken, readBlockToken } from '../../src/operations/artifacts/sender-block.ts'
import { commentStopToken, readStopToken } from '../../src/operations/feed/mail-stop.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import { packCursor, unpackCursor } from '../../src/operations/kernel/cursor.ts'
import { encryptSecret, secretsOf } from '../../src/operations/webhooks/webhook-secret.ts'
import type { WebhookRow } from '../../src/storage/records.ts'
import { startInstallation } from '../support/nodes.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

const service = await startService()
if (isSkip(service)) throw new Error(service.skip)
after(() => service.stop())

const before = service.context
const changed: Context = { ...before, secret: randomUUID(), previousSecret: before.secret }
const strange: Context = { ...before, secret: randomUUID(), previousSecret: randomUUID() }

const state = {
  provider: 'google',
  state: 's',
  nonce: 'n',
  verifier: 'v',
  next: '/',
  artifact: null,
} as const

/** Each lets one node make something, and tells whether another node takes it. */
const signed: Record<string, (takes: Context) => Promise<boolean> | boolean> = {
  'a cursor': takes => unpackCursor(takes, 'list', packCursor(before, 'list', [1])) !== null,
  'an address that stops mails': takes => readStopToken(takes, commentStopToken(before, 'ana')) !== null,
  'an address that blocks a sender': takes =>
    readBlockToken(takes, blockToken(before, { personId: 'ana', email: 'bob@example.com' })) !== null,
  'a claim code': takes => isEnded(takes, claimCode(before, 'Zabcdefghi', 0), before.clock()),
  'a known browser': takes => {
    const [cookie] = knownBrowserCookie(before, undefined, 'ana@example.com').split(';')
    return knownBrowser(takes, cookie, 'ana@example.com') !== null
  },
  'the state of a sign-in': async takes =>
    (await decryptOAuthState(takes, await encryptOAuthState(before, state))) !== null,
}

for (const [name, isTaken] of Object.entries(signed))
  test(`${name} of the secret before counts, one of another secret does not`, async () => {
    assert.equal(await isTaken(changed), true)
    assert.equal(
      await Promise.resolve(strange)
        .then(isTaken)
        .catch(() => false),
      false,
    )
  })

test('a second factor and its recovery codes go on, and the factor also when the secret before is gone', async () => {
  const { owner } = await service.organization()
  const now = before.clock()
  const { secret, encryptedSecret } = newFactor(before, owner.id)
  const { codes, hashes } = newRecoveryCodes(before, owner.id)
  await before.records.transaction(async rows => {
    await rows.factors.begin({ personId: owner.id, encryptedSecret, createdAt: now })
    await rows.factors.confirm(owner.id, now, hashes)
  })
  const gives = (context: Context, code: string, at = now) =>
    before.records.transaction(rows => matchStep(context, rows, owner.id, code, at))
  const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  assert.equal(await gives(changed, codes[0]!), true)
  assert.equal(await gives(changed, codeAt(now)), true)
  await encryptAllAnew(changed)
  const later = now + 60_000
  assert.equal(await gives({ ...changed, previousSecret: null }, codeAt(later), later), true)
})

test('what signs for webhooks goes on when the secret before is gone, also a secret that signs for its last day', async () => {
  const { id: organizationId } = await service.organization()
  const now = before.clock()
  const webhook = (change: Partial<WebhookRow>): WebhookRow => ({
    ...{
      id: randomUUID(),
      organizationId,
      url: 'https://receiver.example/',
      types: null,
      format: 'standard',
    },
    ...{ encryptedSecret: '', previous: null, disabled: null, heard: 0, createdAt: now, succeededAt: null },
    ...change,
  })
  const [old, renewed] = [randomUUID(), randomUUID()]
  const rows = [
    webhook({ id: old, encryptedSecret: encryptSecret(before, old, 'whsec_1') }),
    webhook({
      ...{ id: renewed, encryptedSecret: encryptSecret(changed, renewed, 'whsec_2') },
      previous: { encryptedSecret: encryptSecret(before, renewed, 'whsec_1'), until: now + 1000 },
    }),
  ]
  for (const row of rows) await before.records.transaction(({ webhooks }) => webhooks.insert(row))
  await encryptAllAnew(changed)
  const found = await before.records.webhooks.list(organizationId)
  assert.deepEqual(
    found.map(row => secretsOf({ secret: changed.secret }, row, now)).sort((a, b) => a.length - b.length),
    [['whsec_1'], ['whsec_2', 'whsec_1']],
  )
})

test('the secret is changed from node to node: previews go on, and a node that knows neither secret does not start', async t => {
  const installation = await startInstallation(t)
  if (isSkip(installation)) return t.skip(installation.skip)
  const [old, next] = [randomUUID(), randomUUID()]
  const first = await installation.start({ env: { RECTO_SECRET: old } })
  const form = new FormData()
  form.set('file', new File(['# A page'], 'page.md'))
  const made = await fetch(`${first.url}/v1/public/artifacts`, { method: 'POST', body: form })
  const { shortId, editToken: token } = (await made.json()) as { shortId: string; editToken: string }
  const second = await installation.start({ env: { RECTO_SECRET: next, RECTO_SECRET_PREVIOUS: old } })
  const remove = (url: string) =>
    fetch(`${url}/v1/public/artifacts/${shortId}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    })
  await assert.rejects(installation.start({ env: { RECTO_SECRET: randomUUID() } }), /RECTO_SECRET: /)
  const third = await installation.start({ env: { RECTO_SECRET: next } })
  await until('the third is ready', async () => (await fetch(`${third.url}/readyz`)).ok)
  assert.equal((await remove(third.url)).status, 401)
  assert.equal((await remove(second.url)).status, 204)
  await assert.rejects(holderOf(strange, shortId, editToken(before, shortId)))
})
