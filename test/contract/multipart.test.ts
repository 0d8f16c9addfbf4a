// Multipart bodies: what is broken, wrong or too much is refused and leaves nothing; what is merely unusual is read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { multipart, open, send } from '../support/http.ts'
import { extendTimeout } from '../support/patience.ts'
import { fileBody, isProblem, jsonBody, openStage, type Stage } from './stage.ts'

let stage: Stage
let id: string

before(async () => {
  stage = await openStage()
  id = await stage.publish({ visibility: 'company' })
})

const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const file = (name = 'a.md', body = '# x') =>
  crlf(`--b\nContent-Disposition: form-data; name="file"; filename="${name}"\n\n${body}\n`)
const field = (name: string, value: string) =>
  crlf(`--b\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`)
const end = crlf('--b--\n')

const bodies: [what: string, status: number, code: string, body: string | Uint8Array, type?: string][] = [
  ['no boundary', 400, 'malformed_multipart', file() + end, 'multipart/form-data'],
  ['another boundary', 400, 'malformed_multipart', file() + end, 'multipart/form-data; boundary=c'],
  ['nothing', 400, 'malformed_multipart', ''],
  ['no end', 400, 'malformed_multipart', file()],
  ['an end in the middle of the file', 400, 'malformed_multipart', file().slice(0, -3)],
  ['an end in a header', 400, 'malformed_multipart', '--b\r\nContent-Dispos'],
  ['text', 400, 'malformed_multipart', 'hello'],
  ['no file', 422, 'file_required', field('name', 'x') + end],
  ['a field without a name', 400, 'malformed_multipart', file() + field('', 'x') + end],
  ['a part of no name at all', 400, 'malformed_multipart', file().replace(' name="file";', '') + end],
  ['two files', 422, 'single_file_only', file() + file('b.md') + end],
  ['a file under another name', 422, 'invalid_input', file().replace('name="file"', 'name="upload"') + end],
  ['a file and another', 422, 'invalid_input', file() + file().replace('name="file"', 'name="other"') + end],
  ['a file without a name', 415, 'unsupported_format', field('file', '# x') + end],
  ['a file with an empty name', 415, 'unsupported_format', file('') + end],
  ['an empty file', 422, 'empty_file', file('a.md', '') + end],
  ['a file that is no text', 422, 'not_utf8', Buffer.from(`${file('a.md', '\xff\xfe')}${end}`, 'latin1')],
  ['an archive', 422, 'single_file_only', file('a.md', 'PK\x03\x04') + end],
  ['a folder', 422, 'single_file_only', file('pages/') + end],
  ['a picture', 415, 'unsupported_format', file('a.png') + end],
  ['a bad field after the file', 422, 'invalid_input', file() + field('name', ' ') + end],
  [
    'a field of 100 KB after the file',
    413,
    'request_too_large',
    file() + field('note', 'x'.repeat(100_000)) + end,
  ],
  ['two thousand fields', 413, 'request_too_large', field('x', 'y').repeat(2000) + file() + end],
  ['a form', 415, 'unsupported_media_type', 'name=x', 'application/x-www-form-urlencoded'],
  ['JSON', 415, 'unsupported_media_type', '{}', 'application/json'],
  ['no type', 415, 'unsupported_media_type', file() + end, ''],
]

test('[S9, S39] multipart bodies that are broken or hold the wrong things are refused and leave nothing', async () => {
  for (const [what, status, code, body, type = 'multipart/form-data; boundary=b'] of bodies) {
    const headers = type === '' ? {} : { 'content-type': type }
    await stage.leavesNothing(async () => {
      isProblem(await stage.send('POST', '/v1/artifacts', { headers, body }), status, code, what)
      const update = { headers: { ...headers, 'if-match': '"v1"' }, body }
      isProblem(await stage.send('PUT', `/v1/artifacts/${id}`, update), status, code, what)
    })
  }
})

test('what is said of a broken body is said in words', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const body = file() + field('', 'x') + end
  const { json } = await stage.send('POST', '/v1/artifacts', { headers, body })
  assert.equal(
    json.detail,
    'The multipart body is broken. A part has no name. Send it again as multipart/form-data.',
  )
})

test('a wish that comes after the file and cannot be met leaves nothing of the file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const wishes = [
    [422, 'unknown_visibility', field('visibility', 'all')],
    [422, 'unknown_theme', field('theme', 'neon')],
    [422, 'malformed_address', field('sharedWith', 'nobody')],
    [422, 'invalid_input', field('uploadId', 'x')],
  ] as const
  for (const [status, code, wish] of wishes) {
    const body = file() + wish + end
    await stage.leavesNothing(async () =>
      isProblem(await stage.send('POST', '/v1/artifacts', { headers, body }), status, code),
    )
  }
})

test('parts come in any order, and twice where they are lists', async () => {
  const body =
    field('sharedWith', 'a@example.org') +
    file('x.md', 'text') +
    field('sharedWith', 'b@example.org') +
    field('visibility', 'company') +
    end
  const answer = await stage.send('POST', '/v1/artifacts', {
    headers: { 'content-type': 'Multipart/Form-Data; Boundary="b"' },
    body,
  })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(
    [answer.json.visibility, answer.json.sharedWith],
    ['company', ['a@example.org', 'b@example.org']],
  )
})

test('names of files are read as UTF-8, with and without a path, as browsers and as curl write them', async () => {
  for (const [name, title] of [
    ['ümläut – 日本.md', 'ümläut – 日本'],
    ['a%22b%22 100%25.md', 'a"b" 100%25'],
    ['a\\"b.md', 'a"b'],
    ['two%0D%0Alines%0a.md', 'two lines%0a'],
    ['end.md%0A', 'end'],
    ['C:\\\\docs\\\\plan.md', 'plan'],
    ['a/b/deep.md', 'deep'],
  ] as const) {
    const answer = await stage.send('POST', '/v1/artifacts', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: file(name, 'text') + end,
    })
    assert.equal(answer.json.name, title, answer.text)
  }
})

test('a name with line ends is named on one line where the file is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await stage.send('POST', '/v1/artifacts', { headers, body: file('a%0D%0Ab.exe') + end })
  isProblem(answer, 415, 'unsupported_format')
  assert.match(answer.json.detail, /^The file "a b\.exe" is neither HTML nor Markdown\./)
})

test('a file name that ends in a backslash, which hides its end, counts as no file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await stage.send('POST', '/v1/artifacts', { headers, body: file('a.md\\') + end })
  isProblem(answer, 422, 'file_required')
})

test('a compressed body is refused', async () => {
  const { headers, body } = fileBody('x')
  await stage.leavesNothing(async () => {
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const sent = { headers: { ...headers, 'content-encoding': encoding }, body: gzipSync(body) }
      isProblem(await stage.send('POST', '/v1/artifacts', sent), 415, 'unsupported_media_type', encoding)
    }
  })
})

test('a body too long by its announcement is refused before a byte of it, and by its bytes while it arrives', async () => {
  await stage.company.setPlan('free')
  const { headers, body } = fileBody(Buffer.alloc(10_485_761, 'a'))
  await stage.leavesNothing(async () => {
    const announced = { ...headers, 'content-length': '60000000', expect: '100-continue' }
    const answer = await stage.send('POST', '/v1/artifacts', { headers: announced })
    isProblem(answer, 413, 'file_too_large')
    assert.equal(answer.json.limit, 10_485_760)
    isProblem(await stage.send('POST', '/v1/artifacts', { headers, body }), 413, 'file_too_large')
    const chunked = open(`${stage.url}/v1/artifacts`, 'POST', {
      ...headers,
      authorization: `Bearer ${stage.company.owner.key}`,
    })
    chunked.on('error', () => undefined)
    const status = new Promise(resolve => chunked.once('response', ({ statusCode }) => resolve(statusCode)))
    for (let at = 0; at < body.length && !chunked.destroyed; at += 1_000_000)
      chunked.write(body.subarray(at, at + 1_000_000))
    chunked.end()
    assert.equal(await status, 413)
  })
  await stage.company.setPlan('enterprise')
})

test('a client that vanishes in the middle of its upload leaves nothing', async () => {
  const { headers, body } = fileBody('x'.repeat(500_000))
  const { uploadId, url } = (
    await stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 500_000, filename: 'a.md' }))
  ).json
  await stage.leavesNothing(async () => {
    for (const [method, path, more] of [
      ['POST', '/v1/artifacts', {}],
      ['PUT', `/v1/artifacts/${id}`, { 'if-match': '"v1"' }],
      ['PUT', new URL(url).pathname + new URL(url).search, {}],
    ] as const) {
      for (const bytes of [10, 300, 200_000]) {
        const length = path.startsWith('/v1/uploads') ? 500_000 : body.length
        const authorization = `Bearer ${stage.company.owner.key}`
        const request = open(stage.url + path, method, {
          ...headers,
          ...more,
          authorization,
          'content-length': String(length),
        })
        request.on('error', () => undefined)
        request.write(body.subarray(0, bytes))
        await sleep(20)
        request.destroy()
      }
    }
  })
  assert.equal((await stage.send('GET', '/healthz')).status, 200)
  const again = await send(url, { method: 'PUT', body: 'y'.repeat(500_000) })
  assert.deepEqual([again.status, again.json.uploadId], [200, uploadId])
})

test('names of prototypes are unknown fields like others', async () => {
  const body = field('__proto__', 'x') + field('toString', 'x') + file() + end
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  isProblem(await stage.send('POST', '/v1/artifacts', { headers, body }), 422, 'invalid_input')
})

test('no boundary a client chooses breaks a body', async () => {
  for (const boundary of ['-', 'a'.repeat(70), "'()+_,-./:=?", '----WebKitFormBoundary0aA']) {
    const { body } = multipart([{ name: 'file', value: `text -${boundary}`, filename: 'a.md' }], boundary)
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    assert.equal((await stage.send('POST', '/v1/artifacts', { headers, body })).status, 201, boundary)
  }
})

test('what stands before, between and after the parts has a bound, and is refused before it ends', async () => {
  const much = 'x'.repeat(1_048_576)
  const long = crlf(`--b\nContent-Disposition: form-data; name="note"\nX-Long: ${'y'.repeat(15_000)}\n\nz\n`)
  const cases: [what: string, start: string, filler: string][] = [
    ['a preamble', '', much],
    ['an epilogue', file() + end, much],
    ['headers of parts', file(), long.repeat(60)],
  ]
  const late: string[] = []
  for (const [what, start, filler] of cases)
    await stage.leavesNothing(async () => {
      const answered = Promise.withResolvers<void>()
      async function* endless() {
        yield Buffer.from(start)
        for (let n = 0; n < 4; n++) yield Buffer.from(filler)
        // The body ends only after its answer, or after a deadline that names the cause.
        const patience = sleep(extendTimeout(20_000), true, { ref: false })
        const isLate = await Promise.race([answered.promise.then(() => false), patience])
        if (isLate) late.push(what)
      }
      const response = await fetch(`${stage.url}/v1/artifacts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stage.company.owner.key}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body: endless() as unknown as BodyInit,
        duplex: 'half',
      } as RequestInit)
      assert.equal(((await response.json()) as { code: string }).code, 'request_too_large', what)
      answered.resolve()
    })
  assert.deepEqual(late, [])
})

test('a large file with a preamble, an epilogue and fields around it is read whole', async () => {
  const text = `# x\n${'é'.repeat(4_000_000)}`
  const body = `hello\r\n${field('note', 'ü')}${file('a.md', text)}${end}bye`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const made = await stage.send('POST', '/v1/artifacts', { headers, body })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.json.size, Buffer.byteLength(text) + 1)
})
