// Mail on its way out: over a real SMTP server, tried again when it refuses, in the outbox folder without one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { send } from '../support/http.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

let smtp: Smtp
let service: Running

before(async () => {
  smtp = await startSmtp()
  const started = await startService({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Recto <docs@acme.example>' } })
  if (isSkip(started)) throw new Error(started.skip)
  service = started
})
after(async () => {
  await service?.stop()
  await smtp?.stop()
})

const post = (path: string, fields: object) =>
  send(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(fields),
  })

test('[S55] the code travels by SMTP as plain text, is its only six-digit number, and signs in', async () => {
  assert.equal((await post('/auth/code', { email: 'Ana@acme.example' })).status, 202)
  const mail = await smtp.waitFor('ana@acme.example')
  assert.equal(mail.html, '')
  assert.match(mail.headers.from ?? '', /docs@acme\.example/)
  const codes = mail.text.match(/\d{6,}/g) ?? []
  assert.equal(codes.length, 1)
  assert.doesNotMatch(mail.subject, /\d{6}/)
  const answer = await post('/auth/code/verify', { email: 'ana@acme.example', code: codes[0] })
  assert.equal(answer.status, 200)
})

test('a mail that the server refuses for now is sent later, once', async () => {
  smtp.refuse(451)
  assert.equal((await post('/auth/code', { email: 'later@acme.example' })).status, 202)
  await until('it is refused', () => smtp.refusals > 0)
  assert.equal(smtp.messages.filter(mail => mail.to.includes('later@acme.example')).length, 0)
  smtp.refuse(undefined)
  const arrived = () => smtp.messages.filter(mail => mail.to.includes('later@acme.example')).length
  // In small steps: the minute begins when the refusal is written down, and a mail under way is taken again after another one.
  await until('it is sent', () => {
    if (arrived() === 0) service.advance(1000)
    return arrived() > 0
  })
  assert.equal(arrived(), 1)
})

test('an address cannot smuggle headers or further recipients into a mail', async () => {
  for (const email of [
    'a@acme.example\r\nBcc: b@evil.example',
    'a@acme.example,b@evil.example',
    '<a@acme.example>',
  ]) {
    assert.equal((await post('/auth/code', { email })).status, 422)
  }
  assert.ok(smtp.messages.every(mail => !mail.to.includes('b@evil.example')))
})
