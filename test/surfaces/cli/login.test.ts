// recto login: by way of the browser and with a code, kept privately, renewed by one process at a time, ended by logout.
import assert from 'node:assert/strict'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { freePort } from '../../support/free-port.ts'
import { browserOf } from '../../support/oauth-client.ts'
import type { Member } from '../../support/people.ts'
import { openShell } from './program.ts'
import { type Desk, openDesk, recto, type Sitting } from './world.ts'

let desk: Desk
let kept: string
before(async () => {
  desk = await openDesk()
  kept = join(desk.folder, '.config/recto/credentials.json')
})
after(() => desk.leave())
afterEach(() => rm(join(desk.folder, '.config'), { recursive: true, force: true }))

const all =
  'artifacts:read artifacts:write artifacts:delete comments:read comments:write sharing:write org:read'
const ticked = (scopes: string) => Object.fromEntries(scopes.split(' ').map(scope => [scope, 'on']))

/** Without a key. */
const run = (argv: string[], more: Sitting = {}) =>
  recto(argv, { cwd: desk.folder, ...more, env: { RECTO_URL: desk.service.url, ...more.env } })

/** The person signs in and allows what is asked, or declines. */
const browser =
  (person: Member, answer = 'allow') =>
  async (url: string): Promise<void> => {
    const until = new URL(url).searchParams.get('redirect_uri')!
    const visitor = browserOf(desk.service, person)
    const page = await visitor.open(url, { until })
    const back = await visitor.post(page.at, { answer, days: '30', ...ticked(all) }, page.at, until)
    await fetch(back.at)
  }

const login = (more: Sitting = {}) => run(['login'], { browser: browser(desk.company.owner), ...more })

const stored = async () => JSON.parse(await readFile(kept, 'utf8')).signIns

/** The box of a scope as the page shows it. */
const boxOf = (html: string, scope: string): string =>
  html.match(/<input[^>]*>/g)?.find(input => input.includes(`name="${scope}"`)) ?? ''

test('consent names our own command line and lets it share; a device with a code stays unverified', async () => {
  let seen = ''
  const look = async (url: string) => {
    const until = new URL(url).searchParams.get('redirect_uri')!
    const visitor = browserOf(desk.service, desk.company.owner)
    const page = await visitor.open(url, { until })
    seen = page.text
    const back = await visitor.post(page.at, { answer: 'deny' }, page.at, until)
    await fetch(back.at)
  }
  await login({ browser: look })
  assert.match(seen, /Recto’s own command line/)
  assert.doesNotMatch(seen, /can’t verify/)
  assert.match(boxOf(seen, 'sharing:write'), /\bchecked\b/)
})

/** Makes the clock of this machine think that all access tokens are over, or none is. */
async function setEnds(endsAt: number, value?: string): Promise<void> {
  const signIns = await stored()
  for (const signIn of signIns)
    for (const token of Object.values<Record<string, unknown>>(signIn.accessTokens))
      Object.assign(token, { endsAt, ...(value !== undefined && { value }) })
  await writeFile(kept, JSON.stringify({ signIns }))
}

/** How often tokens were fetched meanwhile. */
async function tokensFetched(work: () => Promise<unknown>): Promise<number> {
  const original = globalThis.fetch
  let count = 0
  globalThis.fetch = (input, init) => {
    if (String(input).endsWith('/oauth/token')) count++
    return original(input, init)
  }
  try {
    await work()
    return count
  } finally {
    globalThis.fetch = original
  }
}

describe('recto login', () => {
  test('signs in with the browser, keeps it for its owner alone, and commands work', async () => {
    const { code, json, stderr, launched } = await login()
    assert.equal(code, 0, stderr)
    assert.equal(json.person.email, desk.company.owner.email)
    assert.match(launched[0]!, /code_challenge_method=S256/)
    assert.ok(stderr.includes(launched[0]!), 'the address is there for whose browser does not open')
    assert.equal((await stat(kept)).mode & 0o777, 0o600)
    assert.equal((await stat(join(kept, '..'))).mode & 0o777, 0o700)
    await desk.write('mine.md', '# Mine\n')
    assert.equal((await run(['publish', 'mine.md'])).json.visibility, 'private')
    assert.equal((await run(['list'])).json.data.length, 1)
    for (const secret of [(await stored())[0].refreshToken]) assert.ok(!stderr.includes(secret))
  })

  test('signs in with a code that is typed anywhere', async () => {
    const { owner } = desk.company
    const page = `${desk.service.url}/auth/device`
    let told = ''
    const type = async (code: string) => {
      const visitor = browserOf(desk.service, owner)
      const asked = await visitor.post(page, { code }, page)
      assert.match(asked.text, /can’t verify/)
      assert.doesNotMatch(boxOf(asked.text, 'sharing:write'), /\bchecked\b/)
      assert.match(boxOf(asked.text, 'sharing:write'), /name/)
      const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
      const answers = { ticket, answer: 'allow', days: '30', ...ticked(all) }
      await visitor.post(`${page}/consent`, answers, page)
    }
    let typed: Promise<void> | undefined
    const { code, json, launched } = await run(['login', '--device'], {
      heard(text) {
        const found = /type the code ([A-Z-]{9})/.exec(text)?.[1]
        if (found === undefined || told !== '') return
        told = found
        typed = type(found)
      },
    })
    await typed
    assert.deepEqual([code, launched], [0, []])
    assert.equal(json.person.email, owner.email)
  })

  test('declined is exit 3 and keeps nothing', async () => {
    const { code, stderr } = await run(['login'], { browser: browser(desk.company.owner, 'decline') })
    assert.deepEqual([code, JSON.parse(stderr.slice(stderr.indexOf('{\n'))).code], [3, 'not_signed_in'])
    await assert.rejects(stat(kept))
  })

  test('waits for its own answer, whoever else comes to its port', async () => {
    const said: [number, string][] = []
    const { code, stderr } = await login({
      async browser(url) {
        const asked = new URL(url).searchParams
        const back = asked.get('redirect_uri')!
        for (const stray of [`${back}?code=x&state=other`, `${back}?error=access_denied`, back]) {
          const answer = await fetch(stray)
          said.push([answer.status, await answer.text()])
        }
        await browser(desk.company.owner)(url)
      },
    })
    assert.equal(code, 0, stderr)
    for (const [status, text] of said) {
      assert.equal(status, 400)
      assert.match(text, /another sign-in/)
    }
    assert.equal(said.length, 3)
  })

  test('a grant that cannot be kept is revoked', async () => {
    const granted: { access_token: string }[] = []
    const original = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const answer = await original(input, init)
      if (String(input).endsWith('/oauth/token')) granted.push((await answer.clone().json()) as never)
      return answer
    }
    try {
      const { code } = await login({
        async browser(url) {
          await writeFile(join(desk.folder, '.config'), 'no folder')
          await browser(desk.company.owner)(url)
        },
      })
      assert.equal(code, 1)
    } finally {
      globalThis.fetch = original
    }
    assert.equal(granted.length, 1)
    const headers = { Authorization: `Bearer ${granted[0]!.access_token}` }
    assert.equal((await fetch(`${desk.service.url}/v1/me`, { headers })).status, 401)
  })

  test('the server and the account of a profile are remembered', async () => {
    await login()
    await run(['login', '--profile', 'second'], { browser: browser(await desk.company.join('member')) })
    const who = async (...words: string[]) =>
      (await recto(['whoami', ...words], { cwd: desk.folder })).json.person.email
    assert.equal(await who(), desk.company.owner.email)
    assert.notEqual(await who('--profile', 'second'), desk.company.owner.email)
    await run(['config', 'use', 'second'])
    assert.notEqual(await who(), desk.company.owner.email)
  })

  test('RECTO_API_KEY goes first, and says so', async () => {
    const { key } = await desk.company.newKey('service')
    await login()
    const { json, stderr } = await run(['whoami'], { env: { RECTO_API_KEY: key } })
    assert.equal(json.credential, 'service')
    assert.match(stderr, /RECTO_API_KEY is set and goes before/)
    assert.equal((await run(['whoami'])).stderr, '')
    await writeFile(kept, 'broken')
    assert.equal((await run(['whoami'], { env: { RECTO_API_KEY: key } })).code, 0)
  })
})

describe('tokens', () => {
  test('one that is over is renewed once, however many commands need it at a time', async () => {
    await login()
    await setEnds(0)
    const fetched = await tokensFetched(async () => {
      const said = await Promise.all(Array.from({ length: 5 }, () => run(['whoami'])))
      for (const { code, stderr } of said) assert.equal(code, 0, stderr)
    })
    assert.equal(fetched, 1)
    assert.equal(await tokensFetched(() => run(['whoami'])), 0)
  })

  test('processes beside each other renew it too, and the grant goes on', async () => {
    await login()
    const shell = await openShell(desk.folder, { RECTO_URL: desk.service.url })
    for (let round = 0; round < 2; round++) {
      await setEnds(0)
      const said = await Promise.all(Array.from({ length: 4 }, () => shell.run('recto whoami')))
      for (const { code, stderr } of said) assert.equal(code, 0, stderr)
      assert.equal((await stat(kept)).mode & 0o777, 0o600)
    }
  })

  test('one that the server does not know is renewed, though the clock of this machine says it is good', async () => {
    await login()
    await setEnds(Date.now() + 1e12, 'recto_a_unknown')
    await desk.write('clock.md', '# Clock\n')
    assert.equal((await run(['publish', 'clock.md'])).code, 0)
    const message = await run(['get', (await run(['list'])).json.data[0].shortId, '-o', '-'])
    assert.equal(message.stdout, '# Clock\n')
  })

  test('a grant that was ended is exit 3 and names the way on', async () => {
    await login()
    const [{ refreshToken }] = await stored()
    await fetch(`${desk.service.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: refreshToken, client_id: 'recto-cli' }),
    })
    const { code, json } = await run(['whoami'])
    assert.equal(code, 3)
    assert.match(json.detail, /recto login/)
    assert.equal((await run(['publish', 'clock.md'])).code, 3)
  })
})

test('logout revokes the sign-in and forgets it', async () => {
  await login()
  const [{ accessTokens }] = await stored()
  const { value } = accessTokens['/v1']
  const me = () => fetch(`${desk.service.url}/v1/me`, { headers: { Authorization: `Bearer ${value}` } })
  assert.equal((await me()).status, 200)
  assert.equal((await run(['logout'])).code, 0)
  assert.equal((await me()).status, 401)
  assert.deepEqual(await stored(), [])
  assert.equal((await run(['whoami'])).code, 3)
  assert.equal((await run(['logout'])).code, 3)
})

describe('a credentials file', () => {
  test('that others can read, or that is not ours, is refused with what to do', async () => {
    await login()
    await chmod(kept, 0o644)
    const open = await run(['whoami'])
    assert.deepEqual([open.code, open.json.code], [3, 'credentials_unusable'])
    assert.match(open.json.detail, /chmod 600/)
    await chmod(kept, 0o600)
    const whole = await readFile(kept, 'utf8')
    const tokenless = JSON.stringify({ signIns: [{ ...JSON.parse(whole).signIns[0], accessTokens: null }] })
    for (const text of [whole.slice(0, whole.length / 2), '', '{}', '{"signIns":[{}]}', tokenless]) {
      await writeFile(kept, text)
      const broken = await run(['whoami'])
      assert.deepEqual([broken.code, broken.json.code], [3, 'credentials_unusable'])
    }
  })
})

describe('a server that is none', () => {
  const serve = async (
    answer: (url: string) => [status: number, headers: Record<string, string>, body: string],
  ) => {
    const server = createServer((request, response) => {
      const [status, headers, body] = answer(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const cases: Record<string, [number, Record<string, string>, string]> = {
    'another program': [404, { 'Content-Type': 'text/html' }, '<h1>Not found'],
    'a captive portal': [302, { Location: 'http://portal.example/sign-in' }, ''],
    'a portal that says yes to everything': [200, { 'Content-Type': 'text/html' }, '<h1>Welcome'],
    'another issuer': [
      200,
      { 'Content-Type': 'application/json' },
      JSON.stringify({
        issuer: 'https://elsewhere.example/oauth',
        token_endpoint: 'https://elsewhere.example/t',
      }),
    ],
  }
  for (const [name, answer] of Object.entries(cases))
    test(`${name}: login and commands say what stands there, and keep nothing`, async () => {
      const { server, url } = await serve(() => answer)
      try {
        const env = { RECTO_URL: url }
        const { code, json } = await run(['login'], { env })
        assert.deepEqual([code, json.code], [1, 'unexpected_answer'])
        assert.match(json.detail, /Recto server/)
        const command = await run(['list'], { env: { ...env, RECTO_API_KEY: 'recto_u_x' } })
        assert.notEqual(command.code, 0)
        assert.match(command.json.detail, /Recto server/)
        await assert.rejects(stat(kept))
      } finally {
        server.close()
      }
    })

  test('nothing at all, or one that is not encrypted', async () => {
    const nowhere = { RECTO_URL: `http://127.0.0.1:${await freePort()}` }
    assert.equal((await run(['login'], { env: nowhere })).json.code, 'unreachable')
    const plain = await run(['login'], { env: { RECTO_URL: 'http://recto.example.com' } })
    assert.deepEqual([plain.code, plain.json.code], [2, 'usage'])
  })
})

describe('recto config', () => {
  test('keeps settings in profiles, which flags and environment go before', async () => {
    const bare = (argv: string[], env = {}) => recto(argv, { cwd: desk.folder, env })
    assert.equal((await bare(['config', 'set', 'url', desk.service.url])).code, 0)
    assert.equal((await bare(['config', 'set', 'url', 'http://127.0.0.1:1', '--profile', 'away'])).code, 0)
    assert.equal((await bare(['open', '123456789A'])).json.url, `${desk.service.url}/123456789A`)
    assert.equal(
      (await bare(['open', '123456789A'], { RECTO_PROFILE: 'away' })).json.url,
      'http://127.0.0.1:1/123456789A',
    )
    assert.equal(
      (await bare(['open', '123456789A'], { RECTO_URL: 'https://x.example' })).json.url,
      'https://x.example/123456789A',
    )
    assert.deepEqual((await bare(['config', 'list'])).json, {
      use: 'default',
      profiles: { default: { url: desk.service.url }, away: { url: 'http://127.0.0.1:1' } },
    })
    await bare(['config', 'unset', 'url'])
    assert.equal((await bare(['open', '123456789A'])).json.url, 'http://localhost:4400/123456789A')
    for (const words of [
      ['url', 'recto.example'],
      ['url', 'https://x.example/path'],
      ['colour', 'red'],
      ['actor-type', 'robot'],
    ])
      assert.equal((await bare(['config', 'set', ...words])).code, 2, words.join(' '))
    assert.equal((await bare(['config', 'use', 'nowhere'])).code, 2)
    await writeFile(join(desk.folder, '.config/recto/config.json'), '{')
    assert.equal((await bare(['list'])).code, 2)
  })
})
