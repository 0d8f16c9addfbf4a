// The settings: what is read from the environment, and what is said of mistakes in it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSettings, settingsTable, strangeNames } from '../src/settings.ts'
import { fromRoot } from './support/project-root.ts'

/** Names of the settings that are complained about. */
function wrongIn(env: Record<string, string>): string[] {
  const read = readSettings(env)
  return 'mistakes' in read ? read.mistakes.map(line => line.slice(0, line.indexOf(':'))) : []
}

test('the settings that docs/guides/running.md shows are taken', () => {
  const guide = readFileSync(fromRoot('docs/guides/running.md'), 'utf8')
  const shown = [...guide.matchAll(/^```text\n([\s\S]*?)^```$/gm)].flatMap(([, text]) =>
    text!.trim().split('\n'),
  )
  assert.ok(shown.length > 0)
  for (const line of shown) {
    const [, name, value] = /^(\w+)='([^']+)'/.exec(line)!
    assert.deepEqual(
      wrongIn({ RECTO_URL: 'https://recto.example.com', RECTO_MAIL: 'outbox', [name!]: value! }),
      [],
      line,
    )
    assert.ok(name! in settingsTable, line)
  }
})

test('with none set, and with empty values, the service runs on one machine', () => {
  const empty = Object.fromEntries(Object.keys(settingsTable).map(name => [name, '']))
  for (const env of [{}, empty]) {
    const read = readSettings(env)
    assert.ok('settings' in read)
    assert.equal(read.settings.RECTO_URL, 'http://localhost:4400')
    assert.equal(read.settings.DATABASE_URL, 'sqlite:./data/recto.db')
    assert.equal(read.settings.MAIL_FROM, 'Recto <recto@localhost>')
  }
})

const mistakes: Record<string, string[]> = {
  RECTO_URL: ['ftp://x.example', 'http://localhost:4400/', 'http://localhost/app', 'localhost'],
  RECTO_CONTENT_URL: ['x.example', 'https://x.example/', 'https://x.{label}.example'],
  PORT: ['abc', '-1', '65536', '4400.5', '0x10'],
  DATABASE_URL: ['mysql://x', 'sqlite:', 'sqlite::memory:'],
  BLOBS_URL: ['ftp://x', 'file:', 's3://'],
  RECTO_RESERVE: ['-1', '64m', '1.5'],
  RECTO_SECRET: ['short'],
  RECTO_SECRET_PREVIOUS: ['short', 'long enough for a secret, but there is none now'],
  SMTP_URL: ['mail.example', 'http://mail.example'],
  MAIL_FROM: ['nobody', 'Recto', 'Recto <nobody>', 'Recto <a@b.example', '<>'],
  RECTO_MAIL: ['file'],
  RECTO_OWNER_EMAIL: ['nobody', 'a@b@c'],
  RECTO_SIGN_UP: ['closed'],
  RECTO_DEFAULT_PLAN: ['gold'],
  RECTO_PUBLIC_PREVIEWS: ['yes'],
  GOOGLE_ISSUER: ['http://accounts.example', 'accounts.example'],
  RECTO_DNS: ['dns.example', '1.1.1.1:99999'],
  RECTO_TRUST_PROXY: ['-1', 'yes', '11'],
  RECTO_WORKERS: ['0', '65', 'all'],
  RECTO_DRAIN: ['-1', '1.5', '601'],
  RECTO_METRICS: ['on', '9464', '127.0.0.1', '127.0.0.1:99999', '127.0.0.1:4400'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['127.0.0.1:4318', 'grpc://collector:4317', 'http://x/?a=b'],
  OTEL_TRACES_SAMPLER_ARG: ['1.5', '-1', 'all', '.'],
  RECTO_RATE_LIMITS: ['no'],
  LOG_LEVEL: ['loud'],
}

test('each wrong value is told under its name, and all of them at once', () => {
  for (const [name, values] of Object.entries(mistakes))
    for (const value of values) assert.ok(wrongIn({ [name]: value }).includes(name), `${name}=${value}`)
  const first = Object.entries(mistakes).map(([name, [value]]) => [name, value!])
  assert.deepEqual(wrongIn(Object.fromEntries(first)), Object.keys(mistakes))
})

test('what is unsafe beyond the own machine is refused there', () => {
  const env = { RECTO_URL: 'https://recto.example' }
  assert.deepEqual(wrongIn(env), ['SMTP_URL'])
  assert.deepEqual(wrongIn({ ...env, RECTO_MAIL: 'outbox' }), [])
  assert.deepEqual(wrongIn({ ...env, RECTO_MAIL: 'outbox', RECTO_RATE_LIMITS: 'off' }), ['RECTO_RATE_LIMITS'])
  assert.deepEqual(wrongIn({ DATABASE_URL: 'postgres://x/y' }), ['RECTO_SECRET'])
  assert.deepEqual(wrongIn({ GOOGLE_CLIENT_ID: 'x' }), ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
})

test('a sender is an address, alone or behind a name', () => {
  for (const from of ['a@b.example', 'Recto <a@b.example>', '"Recto, Inc." <recto@localhost>'])
    assert.deepEqual(wrongIn({ MAIL_FROM: from }), [], from)
})

test('a misspelt setting is noticed, and what others put into the environment is not', () => {
  const env = {
    RECTO_PUBLIC_PREVEWS: 'off',
    RECTO_DATA: '/x',
    RECTO_CONFIG_DIR: '/c',
    RECTO_API_KEY: 'x',
    PATH: '/bin',
    RECTOR: 'x',
  }
  assert.deepEqual(strangeNames(env), ['RECTO_PUBLIC_PREVEWS'])
})
