// Commands that follow, poll or pass on end where another program answers in place of Recto, and wait for a Recto that is away.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fromRoot } from '../../support/project-root.ts'
import { type Desk, openDesk, type Said, withServer } from './world.ts'

let desk: Desk
let env: Record<string, string>

before(async () => {
  desk = await openDesk()
  env = { RECTO_API_KEY: desk.company.owner.key }
})
after(() => desk.leave())

const following = [
  ['events'],
  ['events', '--after', 'start'],
  ['events', '--artifact', '123456789A', '--after', 'now'],
  ['comments', 'watch', '123456789A'],
  ['comments', 'watch', '123456789A', '--after', 'start'],
]

type Answer = (response: ServerResponse) => void

const unmarked: Answer = response => response.end('{"ok":true,"data":[],"nextCursor":null}')
const marked: Answer = response => response.setHeader('X-Request-Id', 'one').end('{"ok":true}')
const html: Answer = response => response.setHeader('Content-Type', 'text/html').end('<h1>Welcome</h1>')
const notFound: Answer = response =>
  response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>')
const badGateway: Answer = response => response.writeHead(502).end('<h1>Bad gateway</h1>')
const cut: Answer = response => {
  response.writeHead(200, { 'X-Request-Id': 'one', 'Content-Length': '99' }).write('{')
  response.socket!.end()
}

/** A byte now and then, and never an end. */
const endless =
  (status: number): Answer =>
  response => {
    const timer = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(timer)).writeHead(status)
  }

/** The answer of a Recto at which everybody who follows ends. */
const refused: Answer = response =>
  response
    .writeHead(401, { 'X-Request-Id': 'one' })
    .end('{"code":"unauthorized","status":401,"detail":"Nobody knows this key."}')

/** Answers one request after the other, and every later one with a refusal. */
function inTurn(...answers: Answer[]): RequestListener {
  return (request, response) => {
    request.resume()
    const answer = answers.shift() ?? refused
    answer(response)
  }
}

/** The problem on stderr, behind what was said before. */
const problemOf = ({ stderr }: Said) => JSON.parse(stderr.slice(stderr.indexOf('{\n')))

describe('a command that follows', () => {
  for (const [name, answer] of Object.entries({ unmarked, marked, html, notFound }))
    for (const words of following)
      test(`${words.join(' ')} ends at the first answer that is not Recto’s: ${name}`, async () => {
        await withServer(inTurn(answer), async url => {
          const said = await desk.run([...words, '--url', url], { env })
          const listed = await desk.run(['versions', '123456789A', '--url', url], { env })
          assert.deepEqual(
            [said.code, said.stdout, said.json?.code],
            [answer === notFound ? 4 : 1, '', 'unexpected_answer'],
          )
          assert.equal(listed.code, 3, 'asked once')
        })
      })

  test('says what every other command says', async () => {
    for (const answer of [unmarked, marked, html, notFound])
      await withServer(
        (_, response) => answer(response),
        async url => {
          const [said, listed] = await Promise.all(
            [['events'], ['list']].map(words => desk.run([...words, '--url', url], { env })),
          )
          assert.equal(said!.stderr, listed!.stderr)
        },
      )
  })

  test('waits for a Recto that is away behind its proxy or breaks off', async () => {
    for (const words of [following[0]!, following[3]!])
      await withServer(inTurn(badGateway, cut), async url => {
        const said = await desk.run([...words, '--url', url], { env })
        assert.deepEqual([said.code, problemOf(said).code], [3, 'unauthorized'])
        assert.equal(said.stderr.match(/Trying again in \d s/g)?.length, 2)
      })
  })

  test('waits, once Recto has answered, for whatever answers in its place', async () => {
    const me: Answer = response =>
      response
        .setHeader('X-Request-Id', 'one')
        .end('{"credential":"session","person":null,"organization":null}')
    await withServer(inTurn(me, html, notFound), async url => {
      const said = await desk.run(['events', '--url', url], { env })
      assert.deepEqual([said.code, problemOf(said).code], [3, 'unauthorized'])
      assert.equal(said.stderr.match(/Trying again in \d s/g)?.length, 2)
    })
  })

  test('so it is too where a token must be renewed first', async () => {
    const signedIn = async (url: string) => {
      const signIn = { server: url, profile: 'default', person: 'a@example.com', scope: 'artifacts:read' }
      const signIns = [{ ...signIn, refreshToken: 'recto_r_any', accessTokens: {} }]
      await mkdir(join(desk.folder, 'renewing'), { recursive: true })
      await writeFile(join(desk.folder, 'renewing/credentials.json'), JSON.stringify({ signIns }), {
        mode: 0o600,
      })
      return desk.run(['events', '--url', url], { env: { RECTO_CONFIG_DIR: join(desk.folder, 'renewing') } })
    }
    const json: Answer = response => response.setHeader('Content-Type', 'application/json').end('{"ok":true}')
    const cutJson: Answer = response => cut(response.setHeader('Content-Type', 'application/json'))
    for (const answer of [html, json, notFound])
      await withServer(inTurn(answer, badGateway), async url => {
        const said = await signedIn(url)
        assert.deepEqual([said.code, said.json.code], [1, 'unexpected_answer'])
        assert.match(said.json.detail, /Is a Recto server of today at this address/)
      })
    await withServer(inTurn(badGateway, cutJson, html), async url => {
      const said = await signedIn(url)
      assert.deepEqual([said.code, problemOf(said).code], [1, 'unexpected_answer'])
      assert.equal(said.stderr.match(/Trying again in \d s/g)?.length, 2)
    })
  })
})

test('every other command that polls, passes on or asks beside its work ends too', async () => {
  await desk.write('other.md', '# Other')
  const commands: [code: number, ...words: string[]][] = [
    [1, 'publish', 'other.md', '--watch'],
    [1, 'publish', 'other.md', '--public-preview'],
    [1, 'login'],
    [1, 'login', '--device'],
    [1, 'api', 'me'],
    [1, 'api', 'artifacts', '--all'],
    [1, 'list', '--all'],
    [1, 'conformance', 'URL'],
    [0, '__complete', 'get', ''],
  ]
  for (const answer of [unmarked, html])
    await withServer(
      (request, response) => {
        request.resume()
        answer(response)
      },
      async url => {
        for (const [code, ...words] of commands) {
          const said = await desk.run(
            words.map(word => (word === 'URL' ? url : word)),
            { env: { ...env, RECTO_URL: url } },
          )
          assert.equal(said.code, code, `${words.join(' ')}: ${said.stderr}`)
          if (code === 0) assert.equal(said.stdout, '')
        }
      },
    )
  await assert.rejects(desk.read('.recto.json'), { code: 'ENOENT' })
})

test('no command waits for the end of what another program says', async () => {
  await desk.write('other.md', '# Other')
  const commands = [['list'], ['publish', 'other.md'], ['get', '123456789A'], ['api', 'me'], ['events']]
  for (const [status, answer] of [200, 404].map(status => [status, endless(status)] as const))
    await withServer(
      (request, response) => {
        request.resume()
        answer(response)
      },
      async url => {
        for (const words of commands) {
          const said = await desk.run([...words, '--url', url], { env })
          assert.deepEqual([said.code, said.json?.code], [status === 200 ? 1 : 4, 'unexpected_answer'])
        }
      },
    )
})

test('login with a code ends where the server stops being one while it is asked', async () => {
  const answers: Record<string, (server: string) => object> = {
    '/.well-known/oauth-authorization-server/oauth': server => ({
      issuer: `${server}/oauth`,
      device_authorization_endpoint: `${server}/oauth/device`,
      token_endpoint: `${server}/oauth/token`,
    }),
    '/oauth/device': server => ({
      ...{ device_code: 'one', user_code: 'ABCD-EFGH', verification_uri: `${server}/auth/device` },
      ...{ expires_in: 60, interval: 1 },
    }),
  }
  await withServer(
    (request, response) => {
      request.resume()
      const value = answers[request.url!]?.(`http://${request.headers.host}`) ?? { ok: true }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
    },
    async url => {
      const said = await desk.run(['login', '--device', '--url', url], { env: {} })
      assert.match(said.stderr, /type the code ABCD-EFGH/)
      assert.deepEqual([said.code, problemOf(said).code], [1, 'unexpected_answer'])
    },
  )
})

/** Returns the message of `recto mcp` to a client of a server that answers so. */
async function mcpSays(url: string): Promise<string> {
  const client = new Client({ name: 'recto-test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fromRoot('dist/cli/recto.js'), 'mcp'],
    cwd: desk.folder,
    env: { HOME: desk.folder, RECTO_URL: url, ...env },
  })
  const said = await client.connect(transport).then(
    () => '',
    ({ message }: Error) => message,
  )
  await client.close()
  return said
}

describe('recto mcp', () => {
  const answers: [name: string, answer: Answer, said: RegExp][] = [
    ['other JSON', unmarked, /does not come from Recto\. Is there a Recto server/],
    ['a page', html, /does not come from Recto\. Is there a Recto server/],
    ['nothing', response => response.writeHead(202).end(), /does not come from Recto/],
    [
      'a stream',
      response => response.setHeader('Content-Type', 'text/event-stream').end('data: hello\n\n'),
      /does not come from Recto/,
    ],
    ['a page that is not there', notFound, /The answer is 404 and no problem document/],
    ['a gateway', badGateway, /The answer is 502 and no problem document/],
    ['an error without end', endless(500), /The answer is 500 and no problem document/],
    [
      'other JSON with the header of Recto',
      response => marked(response.setHeader('Content-Type', 'application/json')),
      /The answer is none that this request has\. Is there a Recto server/,
    ],
    [
      'a page with the header of Recto',
      response => html(response.setHeader('X-Request-Id', 'one')),
      /The answer is none that this request has/,
    ],
  ]
  for (const [name, answer, expected] of answers)
    test(`says that it is not Recto which answers with ${name}`, async () => {
      await withServer(
        (request, response) => {
          request.resume()
          answer(response.setHeader('Content-Type', 'application/json'))
        },
        async url => {
          const said = await mcpSays(url)
          assert.match(said, expected)
          assert.doesNotMatch(said, /invalid_|<h1>/)
        },
      )
    })

  test('says a refusal of Recto, and that nobody answers, in the words of every command', async () => {
    const problem: Answer = response =>
      refused(response.setHeader('Content-Type', 'application/problem+json'))
    const gone = await withServer(inTurn(problem), async url => {
      assert.match(await mcpSays(url), /does not know the key in RECTO_API_KEY/)
      return url
    })
    assert.match(await mcpSays(gone), /Nothing answers at .* Start it with recto serve/)
  })
})
