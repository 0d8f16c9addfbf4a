// If-Match letter by letter, and the order in which an update is refused.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { fileBody, isProblem, openStage, type Stage } from './stage.ts'

let stage: Stage
let seven: string

before(async () => {
  stage = await openStage()
  seven = await stage.publish({ visibility: 'public' }, { version: 7 })
})

const put = (
  id: string,
  ifMatch: string | string[] | undefined,
  more: Record<string, string> = {},
  as?: { key: string },
) => {
  const { headers, body } = fileBody('changed')
  return stage.send('PUT', `/v1/artifacts/${id}`, {
    ...(as && { as }),
    body,
    headers: { ...headers, ...(ifMatch !== undefined && { 'if-match': ifMatch }), ...more },
  })
}

const current = async (id: string) =>
  (await stage.send('GET', `/v1/artifacts/${id}/metadata`)).json.currentVersion

const passing: (string | string[])[] = [
  '"v7"',
  '"v6", "v7"',
  '"v6","v7"',
  ', "v7",',
  ' "v7" ',
  ['"v6"', '"v7"'],
  'W/"v6", "v7"',
  '"a,b", "v7"',
]

test('[S25, S26, S40, S41] a field that names the current version passes, alone or in a list', async () => {
  for (const field of passing) {
    const id = await stage.publish({}, { version: 7 })
    const answer = await put(id, field)
    assert.equal(answer.status, 200, `${field}: ${answer.text}`)
    assert.equal(answer.headers.etag, '"v8"')
    for (const name of ['url', 'shortId', 'version', 'name']) assert.ok(name in answer.json)
    assert.equal(await current(id), 8)
  }
})

test('If-None-Match that names the current version, or whatever there is, refuses the update', async () => {
  for (const field of ['*', '"v7"', 'W/"v7"', '"v1", "v7"'])
    isProblem(await put(seven, '"v7"', { 'if-none-match': field }), 412, 'version_conflict', field)
  const id = await stage.publish({}, { version: 2 })
  assert.equal((await put(id, '"v2"', { 'if-none-match': '"v1"' })).status, 200)
})

test('a number without its v names no version: 412 with the label to write', async () => {
  for (const field of ['"7"', '"V7"', '"version 7"', 'W/"v7"', '"4", "v3"', '"v3", ""']) {
    const answer = await put(seven, field)
    isProblem(answer, 412, 'version_conflict', field)
    assert.ok(answer.json.detail.endsWith('in double quotes: If-Match: "v7".'), answer.json.detail)
  }
})

const missing: (string | undefined)[] = [undefined, '', '*', ' * ', ',', ' , ,']

test('no field, an empty one and a star name no version: 428 with the current one', async () => {
  for (const field of missing) {
    const answer = await put(seven, field)
    isProblem(answer, 428, 'base_version_required', String(field))
    assert.equal(answer.json.currentVersion, 7)
  }
  isProblem(
    await put(seven, undefined, { 'if-unmodified-since': 'Sat, 29 Oct 2044 19:43:31 GMT' }),
    428,
    'base_version_required',
  )
})

const stale = [
  ...[
    '"v6"',
    '"v8"',
    '"v70"',
    '"V7"',
    '"v07"',
    '"v7 "',
    '" v7"',
    '"7"',
    '"v7.0"',
    '"v1e1"',
    '"v-1"',
    '"v+7"',
  ],
  ...[
    '"v9007199254740993"',
    '"v0"',
    '""',
    '"m7"',
    '"ｖ7"',
    'W/"v7"',
    'W/"v7", "v6"',
    '"v6", "v8"',
    '"v6,v7"',
  ],
]

test('a valid field without the current label is a conflict, and tells what is current', async () => {
  for (const field of stale) {
    const answer = await put(seven, Buffer.from(field).toString('latin1'))
    isProblem(answer, 412, 'version_conflict', field)
    assert.equal(answer.json.currentVersion, 7)
    for (const name of ['updatedAt', 'updatedBy', 'sha256'])
      assert.equal(typeof answer.json[name], 'string', name)
  }
})

test('the diff runs from the newest version named to the current one', async () => {
  const answer = await put(seven, '"v3", "v5"')
  assert.match(answer.json.diff, /^-text 5$/m)
  assert.match(answer.json.diff, /^\+text 7$/m)
  assert.ok(!('diff' in (await put(seven, '"v99"')).json))
})

test('where the current text is the one edited from, the diff is there and empty', async () => {
  const id = await stage.publish({}, { text: 'same' })
  const { headers, body } = fileBody('same')
  const again = { body, headers: { ...headers, 'if-match': '"v1"' } }
  assert.equal((await stage.send('PUT', `/v1/artifacts/${id}`, again)).status, 200)
  assert.equal((await put(id, '"v1"')).json.diff, '')
})

const malformed = [
  ...[
    'v7',
    "'v7'",
    '"v7',
    'v7"',
    '"v7"x',
    'x"v7"',
    '"v7" "v6"',
    '*, "v7"',
    '"v7", *',
    'w/"v7"',
    'W/ "v7"',
    'W/v7',
  ],
  ...['"v7"; q=1', '"v\t7"', '7', '\\"v7\\"', '“v7”', '"v7", v8'],
]

test('what is no valid field is told as such, never taken and never a failure of the server', async () => {
  for (const field of malformed) {
    const answer = await put(seven, Buffer.from(field).toString('latin1'))
    isProblem(answer, 400, 'malformed_if_match', field)
    assert.match(answer.json.detail, /, for example "v7"\. Read the current content first\.$/)
  }
})

test('sixteen kilobytes of tags are read or refused, and control bytes refused', async () => {
  const many = await put(seven, Array.from({ length: 2000 }, (_, n) => `"v${n + 100}"`).join(', '))
  assert.equal(many.status, 412)
  const tooMany = await put(seven, '"v6", '.repeat(8000)).catch(() => ({ status: 431 }))
  assert.equal(tooMany.status, 431)
  const { port } = new URL(stage.url)
  const socket = connect(Number(port), 'localhost')
  const head = [
    `PUT /v1/artifacts/${seven} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Authorization: Bearer ${stage.company.owner.key}`,
  ]
  socket.end(
    `${[...head, 'If-Match: "v\u00017"', 'Content-Length: 0', 'Connection: close'].join('\r\n')}\r\n\r\n`,
  )
  assert.match(await textOf(socket), /^HTTP\/1\.1 4\d\d /)
  assert.equal(await current(seven), 7)
})

test('every part of an answer agrees on the version', async () => {
  const { headers, body } = fileBody('one')
  const made = await stage.send('POST', '/v1/artifacts', { headers, body })
  assert.equal(made.headers.etag, '"v1"')
  assert.equal(made.headers.location, `/v1/artifacts/${made.json.shortId}`)
  const read = await stage.send('GET', `/v1/artifacts/${made.json.shortId}/content`)
  assert.equal(read.headers.etag, '"v1"')
})

// --- the order of refusals -----------------------------------------------------------------------

interface Fault {
  status: number
  code: string
  /** Spoils the request in one more way. */
  spoil(request: { id: string; as: { key: string } | 'nobody'; headers: Record<string, string> }): void
}

const tooLong = { 'content-length': String(52_428_800 + 200_000) }

test('an update is refused for the first of its faults: 401, 404, 403, 415, 413, 428, 400, 412, then the body', async () => {
  const stranger = (await stage.service.organization()).owner
  const viewer = await stage.company.join('viewer')
  const secret = await stage.publish({ visibility: 'private' })
  const faults: Fault[] = [
    {
      status: 401,
      code: 'unauthorized',
      spoil: r => {
        r.as = 'nobody'
      },
    },
    {
      status: 404,
      code: 'not_found',
      spoil: r => {
        r.id = secret
        r.as = stranger
      },
    },
    {
      status: 403,
      code: 'forbidden',
      spoil: r => {
        r.as = viewer
      },
    },
    {
      status: 415,
      code: 'unsupported_media_type',
      spoil: r => {
        r.headers['content-type'] = 'text/html'
      },
    },
    { status: 413, code: 'file_too_large', spoil: r => Object.assign(r.headers, tooLong) },
  ]
  for (const field of [undefined, 'v7', '"v6"', '"v7"']) {
    for (const [first, fault] of faults.entries()) {
      const request = {
        id: seven,
        as: stage.company.owner as { key: string } | 'nobody',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }
      for (const later of faults.slice(first).reverse()) later.spoil(request)
      const headers = { ...request.headers, expect: '100-continue', ...(field && { 'if-match': field }) }
      const answer = await stage.send('PUT', `/v1/artifacts/${request.id}`, { as: request.as, headers })
      isProblem(answer, fault.status, fault.code, `${fault.code} ${field}`)
    }
  }
  const broken = { 'content-type': 'multipart/form-data; boundary=b' }
  for (const [field, status, code] of [
    [undefined, 428, 'base_version_required'],
    ['v7', 400, 'malformed_if_match'],
    ['"v6"', 412, 'version_conflict'],
    ['"v7"', 400, 'malformed_multipart'],
  ] as const) {
    const headers = { ...broken, ...(field && { 'if-match': field }) }
    isProblem(
      await stage.send('PUT', `/v1/artifacts/${seven}`, { headers, body: 'no multipart' }),
      status,
      code,
    )
  }
  assert.equal(await current(seven), 7)
})

test('with merge the conflict is judged after the body', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'if-match': '"v6"' }
  const answer = await stage.send('PUT', `/v1/artifacts/${seven}?merge=true`, {
    headers,
    body: 'no multipart',
  })
  isProblem(answer, 400, 'malformed_multipart')
})

test('unknown and deleted artifacts are 404 whatever If-Match says', async () => {
  const gone = await stage.publish()
  await stage.send('DELETE', `/v1/artifacts/${gone}`)
  for (const id of [gone, 'zzzzzzzzzz', 'not-an-id', '%00', 'zzzzzzzzz0'])
    for (const field of ['"v1"', 'v1', undefined]) isProblem(await put(id, field), 404, 'not_found', id)
})

test('a key that may only read is told so before anything about the version', async () => {
  const as = await stage.company.newKey('user', { scopes: ['artifacts:read'] })
  for (const field of ['"v7"', '"v6"', undefined]) {
    const answer = await put(seven, field, {}, as)
    isProblem(answer, 403, 'insufficient_scope')
    assert.match(answer.headers['www-authenticate']!, /error="insufficient_scope", scope="artifacts:write"/)
  }
})

test('an update that is slow to arrive while another is saved is a conflict and leaves nothing', async () => {
  const id = await stage.publish()
  const { open } = await import('../support/http.ts')
  const { headers, body } = fileBody('slow '.repeat(1000))
  const slow = open(`${stage.url}/v1/artifacts/${id}`, 'PUT', {
    ...headers,
    authorization: `Bearer ${stage.company.owner.key}`,
    'if-match': '"v1"',
    'content-length': String(body.length),
  })
  const answered = new Promise<number>(resolve =>
    slow.once('response', answer => resolve(answer.statusCode!)),
  )
  slow.write(body.subarray(0, 500))
  await new Promise(resolve => setTimeout(resolve, 100))
  assert.equal((await put(id, '"v1"')).status, 200)
  await stage.leavesNothing(async () => {
    slow.end(body.subarray(500))
    assert.equal(await answered, 412)
  })
  assert.equal(await current(id), 2)
})
