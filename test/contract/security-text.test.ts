// Whom to tell of a weakness, at the address where finders look (RFC 9116).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from './stage.ts'

test('security.txt names a contact, where it stands, and when to read it again', async () => {
  const { send, url, service } = await openStage({ MAIL_FROM: 'Recto <docs@acme.example>' })
  const answer = await send('GET', '/.well-known/security.txt', { as: 'nobody' })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    answer.text
      .trim()
      .split('\n')
      .map(line => line.split(/: (.*)/s)),
  )
  assert.equal(fields.Contact, 'mailto:docs@acme.example')
  assert.equal(fields.Canonical, `${url}/.well-known/security.txt`)
  const days = (Date.parse(fields.Expires!) - service.context.clock()) / 86_400_000
  assert.ok(days > 100 && days < 365)
  assert.equal((await send('POST', '/.well-known/security.txt', { as: 'nobody' })).status, 404)
})
