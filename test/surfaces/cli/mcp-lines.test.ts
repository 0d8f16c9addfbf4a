// recto mcp, line by line: what HTTP takes is taken on stdio too, and what is no message is answered instead of dropped.
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../../support/http.ts'
import { fromRoot } from '../../support/project-root.ts'
import { within } from '../../support/until.ts'
import { type Desk, openDesk } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
type Answer = any

let desk: Desk
let program: ChildProcessByStdio<Writable, Readable, null>
let answers: AsyncIterator<string>

before(async () => {
  desk = await openDesk()
  await mkdir(join(desk.folder, 'work'))
  program = spawn(process.execPath, [fromRoot('dist/cli/recto.js'), 'mcp'], {
    cwd: join(desk.folder, 'work'),
    env: { HOME: desk.folder, RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  answers = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  assert.ok((await ask(initialize)).result)
})
after(async () => {
  program?.stdin.end()
  if (program?.exitCode === null) await once(program, 'close')
  await desk.leave()
})
beforeEach(() => {
  id += 1
})

let id = 1
const client = { name: 'recto-test', version: '1' }
const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client }
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }

/** Returns the next answer. */
async function next(): Promise<Answer> {
  const { value } = await within('an answer', answers.next())
  return JSON.parse(value)
}

/** Sends bytes and returns the next answer. */
async function say(line: string | Uint8Array): Promise<Answer> {
  program.stdin.write(line)
  return next()
}

const ask = (message: object): Promise<Answer> => say(`${JSON.stringify(message)}\n`)

const callOf = (given: unknown) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'publish', arguments: given },
})

async function overHttp(body: string | object): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `Bearer ${desk.company.owner.key}`,
    'mcp-protocol-version': params.protocolVersion,
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (await send(`${desk.service.url}/v1/mcp`, { method: 'POST', headers, body: text })).json
}

describe('null for params is {}:', () => {
  for (const method of ['tools/list', 'ping', 'resources/list', 'prompts/list', 'tools/call', 'initialize'])
    test(method, async () => {
      const [given, expected] = [null, {}].map(params => ({ jsonrpc: '2.0', id, method, params }))
      const answer = await ask(given!)
      assert.equal(answer.id, id)
      assert.deepEqual(answer, await ask(expected!))
      assert.equal(answer.error?.code, (await overHttp(given!)).error?.code)
    })

  test('and so is null for a part of them', async () => {
    for (const _meta of [null, { progressToken: null }]) {
      const given = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_account', _meta } }
      const { result } = await ask({ ...given, params: { ...given.params, arguments: null } })
      assert.equal(result.structuredContent.person.email, desk.company.owner.email)
    }
  })
})

describe('what is no message', () => {
  test('is told apart: no JSON is -32700, other JSON is -32600', async () => {
    for (const line of ['{bad json', 'nonsense', '{"jsonrpc":"2.0",', '"\xff"']) {
      const { id, error } = await say(Buffer.from(`${line}\n`, 'latin1'))
      assert.deepEqual([id, error.code], [null, -32700], line)
      assert.match(error.message, /^Parse error: .* not valid JSON\./)
    }
    for (const line of ['null', '5', '"text"', '[]', '{}', '{"id":{},"method":"ping","jsonrpc":"2.0"}']) {
      const { id, error } = await say(`${line}\n`)
      assert.deepEqual([id, error.code], [null, -32600], line)
    }
  })

  test('is answered with its id, if that is a text or a number', async () => {
    for (const [given, more] of [
      ['one', { jsonrpc: '1.0', method: 'ping' }],
      [2, { jsonrpc: '2.0' }],
      [1.5, { jsonrpc: '2.0', method: 'ping' }],
      ['three', { jsonrpc: '2.0', method: 'ping', params: [] }],
      [4, { jsonrpc: '2.0', method: 5 }],
    ] as const) {
      const { id, error } = await ask({ ...more, id: given })
      assert.deepEqual([id, error.code], [given, -32600], String(given))
    }
  })

  test('with null or a long text for its id gets the words of HTTP', async () => {
    for (const given of [null, 'x'.repeat(300)]) {
      const ping = { jsonrpc: '2.0', id: given, method: 'ping' }
      assert.deepEqual(await ask(ping), await overHttp(ping))
    }
  })

  test('a batch is told to come in lines', async () => {
    const { id: of, error } = await ask([{ jsonrpc: '2.0', id, method: 'ping' }])
    assert.deepEqual([of, error.code], [null, -32600])
    assert.match(error.message, /a line of its own/)
  })

  test('a line above 16 MB is refused, and the next one answered', async () => {
    const ping = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })
    const refused = await say(`${' '.repeat(16 * 1_048_576)}${ping}\n`)
    assert.deepEqual([refused.id, refused.error.code], [null, -32600])
    assert.match(refused.error.message, /larger than 16 MB/)
    assert.deepEqual(await say(`${ping}\n`), { jsonrpc: '2.0', id, result: {} })
  })
})

test('a message comes in pieces, several in one, with a carriage return, an empty line or a mark before it', async () => {
  const bytes = Buffer.from(`${JSON.stringify(callOf({ content: '# Grüße 🌍' }))}\r\n`)
  for (const byte of bytes.subarray(0, -1)) {
    program.stdin.write(Buffer.of(byte))
    if (byte > 127) await sleep(2)
  }
  assert.equal((await say('\n')).result.structuredContent.name, 'Grüße 🌍')
  const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: null })
  const several = [await say(`\n\r\n\ufeff${ping(801)}\n{bad\n${ping(802)}\n`), await next(), await next()]
  assert.deepEqual(several.map(each => each.id).sort(), [801, 802, null])
})

describe('arguments of publish', () => {
  test('may be JSON text, with a file path too', async () => {
    const { result } = await ask(callOf('{"content":"# In text"}'))
    assert.equal(result.structuredContent?.name, 'In text', result.content[0].text)
    await writeFile(join(desk.folder, 'work/st.md'), '# From a file')
    const { result: published } = await ask(callOf('{"file_path":"st.md"}'))
    assert.equal(published.structuredContent?.name, 'From a file', published.content[0].text)
  })

  test('that are no object are answered as over HTTP', async () => {
    for (const given of ['nonsense', '[1]', '5', ['content'], 5, true])
      assert.deepEqual(await ask(callOf(given)), await overHttp(callOf(given)), JSON.stringify(given))
  })

  test('have the file path under its own name alone; another spelling is told that name', async () => {
    for (const wrong of ['filePath', 'FilePath', 'filepath', 'file-path', 'FILE_PATH']) {
      const { result } = await ask(callOf({ [wrong]: 'st.md' }))
      const sentence = `Unknown argument \`${wrong}\`. Use \`file_path\`.`
      assert.equal(result.isError, true)
      assert.equal(result.content[0].text, `invalid_input: ${sentence}`)
      assert.equal(result.structuredContent.error.message, sentence)
    }
    const other = { content: '# x', shortId: null }
    assert.deepEqual(await ask(callOf(other)), await overHttp(callOf(other)))
  })
})
