// Tests of what scripts build on: --jq, --all, recto api, and a terminal with colours and a pager.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ensureBinary } from '../../support/binary.ts'
import { isSkip } from '../../support/skip.ts'
import { openShell } from './program.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let id: string

before(async () => {
  desk = await openDesk()
  await desk.write('long.md', `# Long\n\n${'A line.\n\n'.repeat(60)}`)
  id = (await desk.run(['publish', 'long.md'])).json.shortId
  await desk.write('short.md', '# Short\n')
  await desk.run(['publish', 'short.md', '--name', 'He said "no"'])
})
after(() => desk.leave())

describe('--jq', () => {
  test('prints what the filter makes of the JSON, texts without quotes, on a terminal too', async () => {
    const words = ['list', '--sort', 'name', '--order', 'asc', '--jq', '.data[] | .name, .version']
    const { code, stdout, stderr } = await desk.run(words)
    assert.deepEqual([code, stdout, stderr], [0, 'He said "no"\n1\nLong\n1\n', ''])
    const seen = await desk.run(words, { terminal: true })
    assert.deepEqual([seen.stdout, seen.stderr], ['He said "no"\n1\nLong\n1\n', ''])
    const nothing = await desk.run(['get', id, '-q', 'empty'])
    assert.deepEqual([nothing.code, nothing.stdout], [0, ''])
    const objects = await desk.run(['get', id, '-q', '{shortId}'])
    assert.equal(objects.stdout, `{"shortId":"${id}"}\n`)
  })

  test('refuses what jq cannot read before anything is sent', async () => {
    const { code, json } = await desk.run(['rename', id, 'Changed', '--jq', '.name |'])
    assert.deepEqual([code, json.code], [2, 'usage'])
    assert.equal((await desk.run(['get', id, '--jq', '.name'])).stdout, 'Long\n')
    const misfit = await desk.run(['get', id, '--jq', '.name.first'])
    assert.deepEqual([misfit.code, misfit.json.code], [1, 'filter_failed'])
  })

  test('is refused where the answer is not JSON', async () => {
    const bytes = await desk.run(['get', id, '-o', '-', '--jq', '.name'])
    assert.deepEqual([bytes.code, bytes.stdout, bytes.json.code], [2, '', 'usage'])
    const answer = await desk.run(['api', `artifacts/${id}/content`, '--jq', '.name'])
    assert.deepEqual([answer.code, answer.stdout, answer.json.code], [2, '', 'usage'])
    const file = await desk.run(['get', id, '-o', 'copy.md', '--jq', '.version'])
    assert.equal(file.stdout, '1\n')
  })

  test('filters each event of those that come one by one', async () => {
    const { stdout } = await desk.run(['events', '--no-follow', '--artifact', id, '--jq', '.type'])
    assert.equal(stdout, 'artifact.published\n')
  })
})

test('--all answers every page of a list as one', async () => {
  const company = await desk.service.organization()
  const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: company.owner.key }
  const first = (await desk.run(['publish', 'short.md'], { env })).json.shortId
  for (let n = 0; n < 103; n++) await desk.run(['comments', 'add', first, `Thread ${n}`], { env })
  const { json } = await desk.run(['comments', 'list', first, '--all'], { env })
  assert.deepEqual([json.data.length, json.nextCursor], [103, null])
  assert.deepEqual([json.data[0].body, json.data[102].body], ['Thread 0', 'Thread 102'])
  const some = await desk.run(['api', `artifacts/${first}/comments`, '-F', 'limit=50', '--all'], { env })
  assert.deepEqual(some.json.data, json.data)
  assert.equal((await desk.run(['list', '--all', '--limit', '3'], { env })).code, 2)
})

describe('recto api', () => {
  test('reads with a query, and writes with fields', async () => {
    for (const path of ['me', '/me', 'v1/me', '/v1/me', `${desk.service.url}/v1/me`])
      assert.equal((await desk.run(['api', path])).json.person.email, desk.company.owner.email, path)
    const listed = await desk.run([
      'api',
      '-X',
      'GET',
      'artifacts',
      '-f',
      'sort=name',
      '-F',
      'limit=1',
      '-q',
      '.data | length',
    ])
    assert.equal(listed.stdout, '1\n')
    const fields = ['-f', 'addSharedWith[]=a@example.com', '-f', 'addSharedWith[]=b@example.com']
    const shared = await desk.run(['api', '-X', 'patch', `artifacts/${id}`, ...fields, '-F', 'labels=["x"]'])
    assert.deepEqual(shared.json.sharedWith, ['a@example.com', 'b@example.com'])
    assert.deepEqual(shared.json.labels, ['x'])
  })

  test('sends headers and a body of a file, and prints answers that are no JSON', async () => {
    const stdin = JSON.stringify({ edits: [{ oldText: '# Long', newText: '# Longer' }] })
    const words = ['api', `artifacts/${id}/edits`, '--input', '-', '-H', 'If-Match: "v1"']
    assert.equal((await desk.run(words, { stdin })).json.version, 2)
    const stale = await desk.run(words, { stdin })
    assert.deepEqual([stale.code, stale.json.code], [5, 'version_conflict'])
    const { stdout } = await desk.run(['api', `artifacts/${id}/content`])
    assert.match(stdout, /^# Longer\n/)
    const copy = (await desk.run(['copy', id])).json.shortId
    const gone = await desk.run(['api', '-X', 'DELETE', `artifacts/${copy}`])
    assert.deepEqual([gone.code, gone.stdout], [0, 'null\n'])
  })

  test('sends the key nowhere else', async () => {
    for (const path of [
      'https://example.com/v1/me',
      '/v1/../app',
      `${desk.service.url}/app/keys`,
      '//example.com/v1/me',
    ])
      assert.equal((await desk.run(['api', path])).code, path.startsWith('//') ? 4 : 2, path)
    for (const words of [
      ['-f', 'nothing'],
      ['-F', 'a=text'],
      ['-H', 'no header'],
      ['-f', 'a=b', '--input', '-'],
    ])
      assert.equal((await desk.run(['api', 'me', ...words])).code, 2, words.join(' '))
    assert.equal((await desk.run(['api', 'me', '--all'])).code, 2)
  })
})

describe('on a terminal', () => {
  test('a text longer than the screen goes through the pager, and no other', async () => {
    const long = await desk.run(['read', id], { terminal: true, rows: 24 })
    assert.equal(long.stdout, '')
    assert.match(long.paged[0]!, /^Long/)
    const short = await desk.run(['versions', id], { terminal: true, rows: 24 })
    assert.deepEqual(short.paged, [])
    const unsized = await desk.run(['read', id], { terminal: true, rows: 0 })
    assert.deepEqual(unsized.paged, [])
    const piped = await desk.run(['read', id], { rows: 24 })
    assert.deepEqual(piped.paged, [])
  })

  test('a real one shows colours unless NO_COLOR asks for none, and the pager of the person', async t => {
    const script = await ensureBinary(['script'], 'bsdutils')
    if (isSkip(script)) return t.skip(script.skip)
    const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key, TERM: 'xterm' }
    const shell = await openShell(desk.folder, env)
    const onTerminal = (line: string, more: Record<string, string> = {}) =>
      shell.run(`${script.path} -qec "stty rows 24 cols 80; ${line}" /dev/null`, more)
    const wrong = await onTerminal('recto get 123456789A')
    assert.ok(wrong.stdout.startsWith('\u001b[31mrecto:\u001b[39m Nothing is here'), wrong.stdout)
    const plain = await onTerminal('recto get 123456789A', { NO_COLOR: '1' })
    assert.match(plain.stdout, /^recto: Nothing is here/)
    const paged = await onTerminal(`recto read ${id}`, { PAGER: 'wc -l' })
    assert.match(paged.stdout, /^\s*\d+\r\n/)
    const none = await onTerminal(`recto read ${id}`, { PAGER: 'no-such-pager-here' })
    assert.match(none.stdout, /Longer\r\n[\s\S]*A line\./)
    const diff = await onTerminal(`recto diff ${id} 1 2`)
    assert.ok(diff.stdout.includes('\u001b[32m+# Longer\u001b[39m'), diff.stdout)
  })
})
