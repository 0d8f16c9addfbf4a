// A version in an address (X@3) is used or refused, never dropped; what is refused speaks of settings and flags.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Desk, openDesk, recto, type Said } from './world.ts'

let desk: Desk
let id: string
let thread: string

before(async () => {
  desk = await openDesk()
  await desk.write('page.md', '# First\n')
  id = (await desk.run(['publish', 'page.md'])).json.shortId
  await desk.write('page.md', '# Second\n')
  await desk.run(['publish', 'page.md', '--update'])
  thread = (await desk.run(['comments', 'add', id, 'A thread'])).json.id
})
after(() => desk.leave())

/** Commands whose answer says which version it means. */
const used: [words: (id: string) => string[], says: (said: Said) => unknown, expected: unknown][] = [
  [id => ['get', id], ({ json }) => json.version, 1],
  [id => ['get', id, '-o', '-'], ({ stdout }) => stdout, '# First\n'],
  [id => ['read', id], ({ json }) => json.version, 1],
  [id => ['open', id], ({ json }) => json.url.endsWith('@1'), true],
]

const refused: ((id: string) => string[])[] = [
  id => ['publish', 'page.md', '--id', id],
  id => ['edit', id, '--old', 'Second', '--new', 'Third'],
  id => ['rename', id, 'Other'],
  id => ['share', id, '--public'],
  id => ['restore', id, '1'],
  id => ['delete', id],
  id => ['copy', id],
  id => ['comments', 'add', id, 'On the first'],
  id => ['comments', 'reply', id, thread, 'On the first'],
]

test('commands that read use the version of the address', async () => {
  for (const [words, says, expected] of used)
    for (const named of [`${id}@1`, `${desk.service.url}/${id}@1`]) {
      const said = await desk.run(words(named))
      assert.equal(said.code, 0, words(named).join(' '))
      assert.deepEqual(says(said), expected, words(named).join(' '))
    }
})

test('commands that write refuse it and change nothing', async () => {
  const before = (await desk.run(['get', id])).json
  for (const words of refused) {
    const { code, stdout } = await desk.run(words(`${id}@1`))
    assert.notEqual(code, 0, words(id).join(' '))
    assert.equal(stdout, '')
  }
  assert.deepEqual((await desk.run(['get', id])).json, before)
})

test('commands for which a version means nothing refuse it, or answer for it', async () => {
  for (const words of [
    ['versions', `${id}@1`],
    ['comments', 'list', `${id}@1`],
    ['comments', 'watch', `${id}@1`, '--no-follow'],
    ['events', '--no-follow', '--artifact', `${id}@1`],
    ['diff', `${id}@1`],
  ]) {
    const said = await desk.run(words)
    const isOfVersion =
      said.code === 0 && /"(version|from|to)": ?1\b/.test(said.stdout) && !/"version": ?2\b/.test(said.stdout)
    assert.ok(said.code !== 0 || isOfVersion, `${words.join(' ')}: ${said.stdout}`)
  }
})

test('no refusal speaks of headers', async () => {
  const env = { RECTO_URL: desk.service.url }
  const wrong = { ...env, RECTO_API_KEY: 'recto_u_wrong' }
  const said = [
    await recto(['list'], { env }),
    await recto(['list'], { env: wrong }),
    await recto(['publish', 'page.md'], { env, cwd: desk.folder }),
    await desk.run(['publish', 'page.md', '--id', id, '--base-version', '1']),
    await desk.run(['edit', id, '--base-version', '1', '--old', 'a', '--new', 'b']),
    await desk.run(['edit', id, '--old', 'a', '--new', 'b'], { cwd: '/' }),
    await desk.run(['publish', 'page.md', '--id', id], { cwd: '/' }),
    await desk.run(['api', `artifacts/${id}/edits`, '-F', 'edits=[]']),
  ]
  for (const { code, stderr } of said) {
    assert.notEqual(code, 0)
    assert.doesNotMatch(stderr, /If-Match|Authorization|Bearer|\bheader/i)
  }
  assert.match(said[0]!.stderr, /RECTO_API_KEY|recto login/)
  assert.match(said[1]!.json.detail, /does not know the key in RECTO_API_KEY/)
})
