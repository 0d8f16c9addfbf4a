// Sign-in with OAuth puts nothing that anybody could act with into the log, answers, the audit, metrics or the disk.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  everyday,
  exchange,
  redirect,
  refresh,
  register,
} from '../support/oauth-client.ts'
import { answer, askForCode, cli, fetchTokens, giveCode, post } from '../support/oauth-device.ts'
import { postgres, rows, statement } from '../support/postgres.ts'
import { type Product, startProduct } from '../support/product.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'

interface Place {
  product: Product
  metrics(): Promise<string>
  run(sql: string): Promise<void>
  /** Everything the store holds of OAuth, as text. */
  stored(): Promise<string>
}

/** Everything a program has that somebody else could act with. */
class Secrets {
  readonly all = new Set<string>()

  keep<Value extends string | null | undefined>(secret: Value): NonNullable<Value> {
    assert.ok(secret && secret.length > 7)
    this.all.add(secret)
    return secret
  }

  in(text: string): string[] {
    return [...this.all].filter(secret => text.includes(secret))
  }
}

async function begun(t: TestContext, store: 'sqlite' | 'postgres'): Promise<Place | Skip> {
  const port = await freePort()
  const env = { LOG_LEVEL: 'trace', RECTO_METRICS: `127.0.0.1:${port}` }
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  if (store === 'sqlite') {
    const product = await startProduct({ env })
    t.after(() => product.stop())
    const run = async (sql: string) => {
      const database = new DatabaseSync(join(product.data, 'recto.db'))
      database.exec(sql)
      database.close()
    }
    return { product, metrics, run, stored: () => bytesBelow(product.data) }
  }
  const server = await postgres()
  if (isSkip(server)) return server
  const { url, drop } = await server.createDatabase()
  const secret = 'a secret of the tests, long enough'
  const product = await startProduct({ env: { ...env, DATABASE_URL: url, RECTO_SECRET: secret } })
  t.after(async () => {
    await product.stop()
    await drop()
  })
  const stored = async () => (await rowsOf(url)) + (await bytesBelow(product.data))
  return { product, metrics, run: sql => statement(url, sql), stored }
}

/** Everything below the folder, mail too; read anew where a file was renamed meanwhile. */
async function bytesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  try {
    const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'))
    return (await Promise.all(texts)).join('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return bytesBelow(folder)
  }
}

async function rowsOf(url: string): Promise<string> {
  const tables = await rows(
    url,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = tables.map(async ({ name }) => JSON.stringify(await rows(url, `select * from ${name}`)))
  return (await Promise.all(texts)).join('\n')
}

/** The whole sign-in with a page, and everything after it that goes wrong; gives what was answered to that. */
async function withPage(product: Product, secrets: Secrets): Promise<string[]> {
  const person = { session: { cookie: product.cookie } }
  const program = await register(product)
  const asked = await askConsent(product, program, person, { resource: `${product.url}/v1` })
  secrets.keep(asked.verifier)
  const cookies = asked.visitor.cookies.get(product.url)!
  for (const name of ['oauth-consent.sig', 'oauth-resume.sig', 'sid']) secrets.keep(cookies.get(name))
  const back = await answerConsent(asked, everyday)
  const code = secrets.keep(new URL(back.at).searchParams.get('code'))
  const tokens = await exchange(program, asked, back)
  const access = secrets.keep(tokens.access_token)
  const first = secrets.keep(tokens.refresh_token)
  const next = await refresh(program, tokens)
  secrets.keep(next.access_token)
  secrets.keep(next.refresh_token)
  const other = await register(product)
  const own = { client_id: program.clientId, redirect_uri: redirect }
  const authorization = `Bearer ${access}`
  const answers = [
    await send(`${product.url}/v1/me`, { headers: { authorization: `${authorization}x` } }),
    await send(`${product.url}/v1/me?token=${access}`),
    await send(`${product.url}/v1/artifacts/${access}/metadata`, { headers: { authorization } }),
    await send(`${product.url}/oauth/token?refresh_token=${first}`, { method: 'POST', body: '' }),
    await post(product, '/oauth/token', { ...own, grant_type: 'refresh_token', refresh_token: access }),
    await post(product, '/oauth/token', {
      ...{ client_id: other.clientId, grant_type: 'refresh_token', refresh_token: first },
    }),
    await post(product, '/oauth/token', {
      ...own,
      ...{ grant_type: 'authorization_code', code, code_verifier: asked.verifier },
      redirect_uri: 'http://127.0.0.1:1/other',
    }),
    await post(product, '/oauth/revoke', { client_id: other.clientId, token: access }),
    await mcpClient(product.url, access).request('tools/list'),
    await mcpClient(product.url, first).request('tools/list'),
  ]
  const client = { name: `agent ${access}`, version: first }
  const headers = { 'x-actor-name': `agent ${first}`, 'user-agent': `agent ${access}` }
  await mcpClient(product.url, product.key, { client, headers }).call('publish', { content: '# A' })
  const named = await register(product, { client_name: `Agent ${access}` })
  const page = (await askConsent(product, named, person)).page
  return [...answers.map(({ text, headers }) => text + JSON.stringify(headers)), page.text]
}

/** Does the same with a device. */
async function withDevice(product: Product, secrets: Secrets): Promise<string[]> {
  const person = { session: { cookie: product.cookie } }
  const device = await askForCode(product)
  secrets.keep(device.device_code)
  secrets.keep(device.user_code)
  const wrong = await giveCode(product, person, 'BBBB-BBBB')
  const asked = await giveCode(product, person, device.user_code)
  secrets.keep(/name="ticket" value="([^"]+)"/.exec(asked.text)?.[1])
  const done = await answer(product, person, asked)
  const tokens = await fetchTokens(product, device, '/v1')
  secrets.keep(tokens.access_token)
  secrets.keep(tokens.refresh_token)
  const again = await fetchTokens(product, device, '/v1')
  const query = await post(product, `/oauth/token?device_code=${device.device_code}`, cli)
  const typed = await send(`${product.url}/auth/device?code=${device.user_code}`, {
    headers: { cookie: product.cookie },
  })
  return [wrong.text, done.text, JSON.stringify(again), query.text, typed.text]
}

for (const store of ['sqlite', 'postgres'] as const)
  test(`no token, code or cookie of OAuth stands in a log, an error, the audit, metrics or the store (${store})`, async t => {
    const place = await begun(t, store)
    if (isSkip(place)) return t.skip(place.skip)
    const { product, metrics, run, stored } = place
    const secrets = new Secrets()
    const answers = [...(await withPage(product, secrets)), ...(await withDevice(product, secrets))]
    assert.equal(secrets.all.size, 14)
    for (const answered of answers) assert.deepEqual(secrets.in(answered), [], answered)

    const bearer = { authorization: `Bearer ${product.key}` }
    const audit = await send(`${product.url}/v1/organization/audit?limit=100`, { headers: bearer })
    for (const action of ['connectApp', 'stopApp', 'publish'])
      assert.ok(audit.text.includes(`"${action}"`), action)
    const feed = await send(`${product.url}/v1/events?after=0`, { headers: bearer })
    assert.deepEqual(secrets.in(audit.text + feed.text), [])
    assert.deepEqual(secrets.in(await metrics()), [])
    assert.deepEqual(secrets.in(await stored()), [])

    await run('alter table oauth_record rename to oauth_record_away')
    const lost = await post(product, '/oauth/token', {
      ...{ ...cli, grant_type: 'refresh_token', refresh_token: [...secrets.all].at(-1)! },
    })
    const read = await send(`${product.url}/v1/me`, {
      headers: { authorization: `Bearer ${[...secrets.all].at(-2)}` },
    })
    assert.deepEqual([lost.status, read.status], [500, 500])
    assert.deepEqual(secrets.in(lost.text + read.text), [])
    await until('the failures are logged', () => (product.logged().match(/oauth_record/g) ?? []).length > 1)
    assert.deepEqual(secrets.in(product.logged() + product.said()), [])
  })
