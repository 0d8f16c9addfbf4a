// Exit codes, failures and help: what a script can rely on.
import assert from 'node:assert/strict'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { problems } from '../../../src/domain/problem.ts'
import { exitOf } from '../../../src/surfaces/cli/failure.ts'
import { type Desk, manifest, openDesk, recto, withServer } from './world.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())

test('every problem has the exit code of its kind', () => {
  const byStatus: Record<string, number> = {
    401: 3,
    403: 4,
    404: 4,
    410: 4,
    451: 4,
    409: 5,
    412: 5,
    413: 6,
    429: 6,
    507: 6,
  }
  const byCode: Record<string, number> = { base_version_required: 2, plan_limit: 6 }
  const kinds = Object.entries(problems).map(([code, [status]]) => [
    code,
    byCode[code] ?? byStatus[status] ?? 1,
  ])
  const codes = Object.entries(problems).map(([code, [status]]) => [code, exitOf(status, code)])
  assert.deepEqual(codes, kinds)
  assert.deepEqual(new Set(kinds.map(([, exit]) => exit)), new Set([1, 2, 3, 4, 5, 6]))
})

test('a failure is one JSON document on stderr, and nothing on stdout', async () => {
  const { code, stdout, stderr } = await desk.run(['get', '123456789A'])
  assert.deepEqual([code, stdout], [4, ''])
  assert.equal(JSON.parse(stderr).code, 'not_found')
  assert.equal(JSON.parse(stderr).status, 404)
})

test('on a terminal it is a sentence, unless JSON is asked for', async () => {
  const { stderr } = await desk.run(['get', '123456789A'], { terminal: true })
  assert.match(stderr, /^recto: Nothing is here/)
  const { json } = await desk.run(['get', '123456789A', '--json'], { terminal: true })
  assert.equal(json.code, 'not_found')
  const lines = await desk.run(['whoami', '--no-json'])
  assert.match(lines.stdout, / at Company /)
})

test('a wrong key is exit 3, and is never shown', async () => {
  for (const key of ['recto_u_wrong', 'with space', 'line\u2028feed']) {
    const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: key }
    const { code, stderr } = await recto(['whoami'], { env })
    assert.equal(code, 3)
    assert.ok(!stderr.includes(key))
  }
})

test('over the plan is exit 6', async () => {
  const company = await desk.service.organization('free')
  const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: company.owner.key }
  await desk.write('gated.md', '# Gated')
  const codes: number[] = []
  for (let n = 0; n < 4; n++) codes.push((await desk.run(['publish', 'gated.md'], { env })).code)
  assert.deepEqual(codes, [0, 0, 0, 6])
  await desk.write('large.html', '<p>x'.repeat(3_000_000))
  const large = await desk.run(['publish', 'large.html', '--public'], { env })
  assert.deepEqual([large.code, large.json.code], [6, 'file_too_large'])
})

describe('a server that is not there or not ours', () => {
  test('says that nothing answers', async () => {
    const { code, json } = await recto(['list', '--url', 'http://127.0.0.1:1'])
    assert.deepEqual([code, json.code], [1, 'unreachable'])
    assert.match(json.detail, /--url or RECTO_URL/)
  })

  test('says that an answer is not Recto’s', async () => {
    await withServer(
      (_, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
      async url => {
        const { code, json } = await recto(['list', '--url', url])
        assert.deepEqual([code, json.code, json.status], [1, 'unexpected_answer', 502])
      },
    )
    await withServer(
      (_, response) => response.end('hello'),
      async url => assert.equal((await recto(['list', '--url', url])).json.code, 'unexpected_answer'),
    )
  })

  test('says so too where another program answers as Recto would', async () => {
    const list = '{"data":[{"id":1,"title":"x"}],"nextCursor":null}'
    for (const name of ['lookalike.md', 'another.md']) await desk.write(name, '# Lookalike')
    const artifact = JSON.stringify((await desk.run(['publish', 'lookalike.md'])).json)
    const commands: [string, ...string[]][] = [
      [list, 'search', 'words'],
      [list, 'list'],
      [list, 'list', '--all'],
      [list, 'versions', '123456789A'],
      [list, 'comments', 'list', '123456789A'],
      [artifact, 'get', '123456789A'],
      [artifact, 'publish', 'another.md'],
    ]
    for (const [body, ...words] of commands)
      await withServer(
        (_, response) => response.setHeader('ETag', '"v1"').end(body),
        async url => {
          for (const more of [[], ['--no-json']]) {
            const { code, stdout, stderr } = await desk.run([...words, ...more, '--url', url], {
              env: { RECTO_API_KEY: desk.company.owner.key },
            })
            assert.deepEqual([code, stdout], [1, ''], words.join(' '))
            assert.match(stderr, /does not come from Recto\. Is there a Recto server/, words.join(' '))
          }
        },
      )
  })

  test('says at a path that every server has where to take the command line of an older one', async () => {
    const unknown = JSON.stringify({ code: 'not_found', status: 404, detail: 'There is nothing here.' })
    await withServer(
      (_, response) => response.writeHead(404, { 'X-Request-Id': 'one' }).end(unknown),
      async url => {
        const words = ['search', 'words', '--url', url]
        const { next, ...problem } = (await recto(words)).json
        assert.deepEqual(problem, JSON.parse(unknown))
        assert.match(next[0], /older than this command line/)
        const { code, stderr } = await recto([...words, '--no-json'])
        assert.equal(code, 4)
        assert.match(
          stderr,
          /older than this command line, take the one it serves: npm install -g \S+\/cli\.tgz\n$/,
        )
        assert.doesNotMatch((await recto(['get', '123456789A', '--url', url, '--no-json'])).stderr, /older/)
      },
    )
  })

  test('an answer that the command never has is no success, and nothing is recorded', async () => {
    const commands = [
      ['whoami'],
      ['list'],
      ['list', '--all'],
      ['get', '123456789A'],
      ['read', '123456789A'],
      ['share', '123456789A', '--company'],
      ['comments', 'add', '123456789A', 'Words'],
      ['delete', '123456789A'],
      ['publish', 'foreign.md'],
      ['events', '--no-follow', '--after', 'start'],
      ['comments', 'watch', '123456789A', '--no-follow'],
      ['comments', 'list', '123456789A'],
      ['versions', '123456789A'],
      ['search', 'words'],
      ['diff', '123456789A', '1', '2'],
      ['edit', '123456789A', '--base-version', '1', '--old', 'a', '--new', 'b'],
      ['restore', '123456789A', '1', '--base-version', '1'],
      ['copy', '123456789A'],
      ['get', '123456789A', '-o', 'foreign.md'],
      ['api', 'me'],
    ]
    const others = [
      '{"shortId":5,"version":"x"}',
      '{"ok":true,"id":"x","data":[],"url":"http://x.example","text":"x","version":1,"name":"x"}',
      '{"data":[{"id":1}],"total":1}',
      '{"data":"x","nextCursor":null}',
      '{"credential":true,"shortId":"123456789A","from":"x","gains":1,"status":"ok"}',
    ]
    await desk.write('foreign.md', '# Foreign')
    /** Of bytes and of what `recto api` asks for, the header alone tells whose they are. */
    let hasShape = true
    const env = { RECTO_API_KEY: desk.company.owner.key }
    for (const body of ['', 'null', '[]', '"x"', '5', '{}', '<html>', ...others])
      await withServer(
        (_, response) => {
          response.setHeader('ETag', '"v1"')
          if (hasShape) response.setHeader('X-Request-Id', 'one')
          response.end(body)
        },
        async url => {
          for (const words of commands) {
            hasShape = !(words.includes('-o') || words.includes('api'))
            const { code, json } = await desk.run([...words, '--url', url], { env })
            assert.deepEqual([code, json.code], [1, 'unexpected_answer'], `${words.join(' ')}: ${body}`)
          }
        },
      )
    assert.doesNotMatch(await desk.read('.recto.json'), /foreign\.md/)
    assert.equal(await desk.read('foreign.md'), '# Foreign')
    assert.equal((await desk.run(['publish', 'foreign.md'])).code, 0)
  })

  test('nothing answered is taken only where the command may have it so', async () => {
    const env = { RECTO_API_KEY: desk.company.owner.key }
    await withServer(
      (_, response) => response.writeHead(204, { 'X-Request-Id': 'one' }).end(),
      async url => {
        const codes = [['delete'], ['undelete'], ['share', '--company'], ['get'], ['copy']].map(
          async ([name, ...more]) =>
            (await desk.run([name!, '123456789A', ...more, '--url', url], { env })).code,
        )
        assert.deepEqual(await Promise.all(codes), [0, 0, 0, 1, 1])
      },
    )
    await withServer(
      (_, response) => response.writeHead(204).end(),
      async url =>
        assert.equal((await desk.run(['delete', '123456789A', '--url', url], { env })).code, 1, 'not Recto'),
    )
  })

  test('an answer without an end is given up', async () => {
    const part = Buffer.alloc(1_048_576, '[1,')
    await withServer(
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(part));
        }
        response
          .on('drain', more)
          .on('error', () => undefined)
          .setHeader('X-Request-Id', 'one')
        more()
      },
      async url => {
        const { code, json } = await recto(['list', '--url', url])
        assert.deepEqual([code, json.code], [1, 'unexpected_answer'])
        assert.match(json.detail, /256 MB/)
      },
    )
  })

  test('--all ends at a page that names no next one', async () => {
    await withServer(
      (_, response) => response.setHeader('X-Request-Id', 'one').end('{"data":[],"nextCursor":null}'),
      async url => assert.equal((await recto(['list', '--all', '--url', url])).code, 0),
    )
  })

  test('an address with a path, or of another kind, is no server', async () => {
    for (const url of ['localhost:4400', 'http://localhost/v1', 'ftp://localhost', 'nonsense'])
      assert.equal((await recto(['list', '--url', url])).code, 2)
    assert.equal((await recto(['list', '--url', 'http://127.0.0.1:1/'])).json.code, 'unreachable')
  })

  test('a create whose answer was lost is sent once more with the same key, and happens once', async () => {
    await desk.write('lost.md', '# Lost and found')
    const { port } = new URL(desk.service.url)
    const keys: string[] = []
    const lossy = await losing(Number(port), keys)
    const env = { RECTO_API_KEY: desk.company.owner.key }
    const { code, json } = await desk.run(['publish', 'lost.md', '--url', lossy.url], { env })
    await lossy.close()
    assert.equal(code, 0)
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
    const { json: found } = await desk.run(['search', 'Lost and found'])
    assert.deepEqual(
      found.data.map((hit: { shortId: string }) => hit.shortId),
      [json.shortId],
    )
  })

  test('an update whose answer was lost is not sent again, and says that it is not known', async () => {
    await desk.write('once.md', '# One')
    const { json: first } = await desk.run(['publish', 'once.md'])
    await desk.write('once.md', '# Two')
    const seen: string[] = []
    const lossy = await losing(Number(new URL(desk.service.url).port), seen)
    const env = { RECTO_API_KEY: desk.company.owner.key }
    const words = ['publish', 'once.md', '--id', first.shortId, '--base-version', '1', '--url', lossy.url]
    const { code, json } = await desk.run(words, { env })
    await lossy.close()
    assert.deepEqual([code, json.code], [1, 'connection_broken'])
    assert.equal((await desk.run(['publish', 'once.md', '--id', first.shortId])).code, 5)
  })
})

/** A proxy that ends the first connection instead of answering, after the server has done its work. */
async function losing(port: number, keys: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const { connect } = await import('node:net')
  let lost = false
  const server = createTcpServer(socket => {
    const upstream = connect(port, '127.0.0.1')
    for (const each of [socket, upstream]) each.on('error', () => undefined)
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      const key = /idempotency-key: (\S+)/i.exec(text)?.[1]
      if (key) keys.push(key)
      upstream.write(Buffer.from(text.replace(/^host: .*$/im, `Host: localhost:${port}`), 'latin1'))
    })
    upstream.on('data', chunk => {
      if (lost) return void socket.write(chunk)
      lost = true
      socket.resetAndDestroy()
    })
    upstream.on('close', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${own}`, close }
}

describe('help', () => {
  test('lists every command, and each command everything it takes', async () => {
    const { code, stdout } = await recto(['help'])
    assert.equal(code, 0)
    for (const { name } of manifest.commands) assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'))
    assert.equal((await recto([])).stdout, stdout)
    assert.equal((await recto(['--help'])).stdout, stdout)
    const list = await recto(['list', '--help'])
    assert.match(list.stdout, /--sort <updatedAt\|createdAt\|name>/)
    assert.equal((await recto(['help', 'list'])).stdout, list.stdout)
    assert.match((await recto(['help', 'admin'])).stdout, /admin verify[\s\S]*admin plan/)
    assert.match((await recto(['serve', '--help'])).stdout, /RECTO_CONTENT_URL/)
  })

  test('is data for programs that ask for it', async () => {
    const { json } = await recto(['help', 'publish', '--json'])
    assert.equal(json[0].name, 'publish')
    assert.ok(json[0].flags.some((flag: { name: string }) => flag.name === 'base-version'))
  })

  test('a command that does not exist is exit 2, and what is near it is named', async () => {
    const { code, json } = await recto(['publsh'])
    assert.equal(code, 2)
    assert.match(json.detail, /publish/)
    assert.equal((await recto(['frobnicate'])).code, 2)
    assert.equal((await recto(['serve', '--url', 'http://localhost'])).code, 2)
  })

  test('the version is told alone', async () => {
    assert.deepEqual((await recto(['--version'])).stdout, '0.0.0-test\n')
  })
})
