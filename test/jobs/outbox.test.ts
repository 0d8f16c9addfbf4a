// The log of mail that does not arrive: it says which, how often and why, and never for whom.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { deliverMail, smtpMailer } from '../../src/jobs/outbox.ts'
import { openRecords } from '../../src/storage/open.ts'
import { blackHole } from '../support/black-hole.ts'
import { endlessMailServer } from '../support/endless-mail-server.ts'
import { startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

const sender = { from: 'Recto <docs@acme.example>', url: 'https://recto.acme.example' }

test('each failure is told with its number and code, the last one as an error, without address, content and words of the server', async t => {
  const smtp = await startSmtp()
  const folder = await mkdtemp(join(tmpdir(), 'recto-outbox-'))
  const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
  const mailer = smtpMailer(smtp.url, sender)
  t.after(async () => {
    mailer.close()
    await records.close()
    await smtp.stop()
    await rm(folder, { recursive: true })
  })
  smtp.refuse(451)
  let now = Date.UTC(2026, 0, 1)
  const mail = { id: 'mail-1', to: 'ana@acme.example', subject: 'Your code', text: '123456', createdAt: now }
  await records.transaction(rows => rows.outbox.post(mail))
  await assert.rejects(mailer.send(mail), /<ana@acme\.example> refused/, 'the server repeats the address')
  const said: [level: string, facts: Record<string, unknown>][] = []
  let everything = ''
  const saying = (level: string) => (facts: object, message: string) => {
    said.push([level, { ...facts }])
    everything += `${inspect(facts, { depth: null, showHidden: true })} ${message}\n`
  }
  const log = { warn: saying('warn'), error: saying('error') }
  const began = now
  for (let minutes = 0; minutes < 300; minutes++) {
    const sent = await deliverMail({ records, clock: () => now }, mailer, log)
    if (sent > 0 && said.at(-1)?.[0] === 'error') break
    now += MINUTE
  }
  assert.deepEqual(
    said.map(([level, { attempt, smtpCode, mail: id }]) => [level, attempt, smtpCode, id]),
    Array.from({ length: 8 }, (_, n) => [n === 7 ? 'error' : 'warn', n + 1, 451, 'mail-1']),
  )
  assert.equal(Math.round((now - began) / (60 * MINUTE)), 2)
  assert.doesNotMatch(everything, /acme|refused by|123456|Your code/)
})

test('a mail server that never stops talking is left when the time of one mail is over', async t => {
  const server = await endlessMailServer()
  const mailer = smtpMailer(server.url, sender, 300)
  t.after(() => {
    mailer.close()
    server.close()
  })
  const mail = { id: 'mail-1', to: 'ana@acme.example', subject: 'Your code', text: '123456', createdAt: 0 }
  await assert.rejects(mailer.send(mail), { name: 'AbortError' })
  await until('the connection is closed', () => server.open === 0)
})

test('a mail server that is silent from the first byte is left for its greeting that never comes', async t => {
  const smtp = await startSmtp()
  const hole = await blackHole(t, Number(new URL(smtp.url).port))
  const mailer = smtpMailer(`smtp://127.0.0.1:${hole.port}`, sender)
  t.after(async () => {
    mailer.close()
    await smtp.stop()
  })
  const mail = { id: 'mail-1', to: 'ana@acme.example', subject: 'Your code', text: '123456', createdAt: 0 }
  hole.swallow()
  await assert.rejects(mailer.send(mail), { code: 'ETIMEDOUT', message: 'Greeting never received' })
  hole.free()
  await mailer.send(mail)
})
