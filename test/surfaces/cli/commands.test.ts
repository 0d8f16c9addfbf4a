// The other commands: each does over REST what its operation says, and shows it to people and programs.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { caseFile } from '../../support/real-pages.ts'
import { type Desk, openDesk, recto } from './world.ts'

let desk: Desk
let count = 0

before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())

/** A new artifact of its own file. */
async function artifact(text: string, ...flags: string[]) {
  const name = `commands-${count++}.md`
  await desk.write(name, text)
  const { json } = await desk.run(['publish', name, ...flags])
  return { ...json, file: name, id: json.shortId as string }
}

describe('recto get', () => {
  test('answers what is known of an artifact', async () => {
    const { id, url } = await artifact('# Known')
    const { code, json } = await desk.run(['get', url])
    assert.deepEqual([code, json.shortId, json.name, json.version], [0, id, 'Known', 1])
    const said = await desk.run(['comments', 'add', id, 'Which one?'])
    const end = `${new Date().getUTCFullYear() + 1}-06-30`
    assert.equal(
      (await desk.run(['api', `artifacts/${id}`, '-X', 'PATCH', '-f', `expiresAt=${end}T12:00:00Z`])).code,
      0,
    )
    const day = json.createdAt.slice(0, 10)
    const about = (threads: string) =>
      `Known, v1. Only the owner can open this page.\nOwner: ${json.owner.name}. Published ${day}, updated ${day}, ends ${end}. ${threads}\n`
    const shown = await desk.run(['get', id], { terminal: true })
    assert.deepEqual([shown.stdout, shown.stderr], [`${url}\n`, about('1 open thread.')])
    await desk.run(['comments', 'resolve', said.json.id])
    const resolved = await desk.run(['get', id], { terminal: true })
    assert.equal(resolved.stderr, about('0 open threads.'))
  })

  test('saves the exact bytes with -o, and an update goes on from there', async () => {
    const { id, file } = await artifact('# Saved \u{1F4C4}\r\n')
    const { json } = await desk.run(['get', id, '-o', 'saved.md'])
    assert.deepEqual([json.version, json.file], [1, join(desk.folder, 'saved.md')])
    assert.deepEqual(await readFile(join(desk.folder, 'saved.md')), await readFile(join(desk.folder, file)))
    await desk.write('saved.md', '# Changed')
    const { json: updated } = await desk.run(['publish', 'saved.md', '--id', id])
    assert.equal(updated.version, 2)
    const old = await desk.run(['get', id, '-o', 'old.md', '--version', 'v1'])
    assert.equal(old.json.version, 1)
    await desk.write('old.md', '# From the past')
    assert.equal((await desk.run(['publish', 'old.md', '--id', id])).code, 5)
  })

  test('leaves the file that is there when nothing can be saved', async () => {
    await desk.write('kept.md', 'kept')
    assert.equal((await desk.run(['get', '123456789A', '-o', 'kept.md'])).code, 4)
    assert.equal(await desk.read('kept.md'), 'kept')
    const { id } = await artifact('# Somewhere')
    assert.equal((await desk.run(['get', id, '-o', desk.folder])).code, 2)
  })

  test('means the version that the address names, and records it', async () => {
    const { id, url, file } = await artifact('# First')
    await desk.write(file, '# Second, which is longer')
    assert.equal((await desk.run(['publish', file, '--id', id])).json.version, 2)
    for (const words of [[`${url}@1`], [`${id}@1`], [id, '--version', 'v1']]) {
      const { json } = await desk.run(['get', ...words])
      assert.deepEqual([json.version, json.currentVersion, json.size], [1, 2, 7])
      const saved = await desk.run(['get', ...words, '-o', 'first.md'])
      assert.deepEqual([saved.json.version, saved.json.shortId, saved.json.url], [1, id, url])
      assert.equal(await desk.read('first.md'), '# First')
    }
    assert.equal((await desk.run(['publish', 'first.md', '--id', id])).code, 5)
    const named = await desk.run(['publish', 'first.md', '--id', `${url}@1`])
    assert.deepEqual([named.code, named.json.code], [1, 'invalid_input'])
    assert.equal((await desk.run(['get', `${id}@1`, '-o', '-', '--version', '2'])).json.code, 'invalid_input')
    assert.equal((await desk.run(['get', `${id}@one`])).code, 2)
  })
})

describe('recto read, versions, diff, restore', () => {
  test('read the text in parts and around a phrase', async () => {
    const { id } = await artifact('# Title\n\nSome words here.\n')
    const { json } = await desk.run(['read', id, '--as', 'source', '--limit', '7'])
    assert.deepEqual([json.text, json.nextOffset], ['# Title', 7])
    const shown = await desk.run(['read', id, '--as', 'source', '--limit', '7'], { terminal: true })
    assert.deepEqual(
      [shown.stdout, shown.stderr],
      ['# Title\n', 'Version 1, from character 0 of 26. Go on with --offset 7.\n'],
    )
    const found = await desk.run(['read', id, '--find', 'words'], { terminal: true })
    assert.match(found.stdout, /^\d+:\d+: .*words/)
  })

  test('show the history, compare it, and go back in it', async () => {
    const { id, file } = await artifact('# One\n', '--note', 'Begun')
    await desk.write(file, '# Two\n')
    await desk.run(['publish', file, '--id', id])
    const shown = await desk.run(['versions', id], { terminal: true })
    assert.match(shown.stdout, /^v2 .*\nv1 .* Begun\n$/)
    const { stdout } = await desk.run(['diff', id, '1', '2'], { terminal: true })
    assert.match(stdout, /-# One\n\+# Two\n$/)
    const { json } = await desk.run(['restore', id, 'v1', '--base-version', 'v2'])
    assert.equal(json.version, 3)
    const stale = await desk.run(['restore', id, '1', '--base-version', '2'])
    assert.equal(stale.code, 5)
    assert.equal((await desk.run(['restore', id, '1'], { cwd: '/' })).code, 2)
  })
})

describe('recto edit', () => {
  test('replaces passages given as flags or as JSON, all or none', async () => {
    const { id } = await artifact('alpha beta gamma\n')
    const base = (n: number) => ['--base-version', `${n}`]
    const pairs = ['--old', 'alpha', '--new', 'A', '--old', 'gamma', '--new', '']
    const { json } = await desk.run(['edit', id, ...base(1), ...pairs, '--note', 'Shorter'])
    assert.equal(json.version, 2)
    const edits = [{ oldText: 'beta', newText: 'B' }]
    await desk.write('edits.json', JSON.stringify(edits))
    assert.equal((await desk.run(['edit', id, ...base(2), '--edits', 'edits.json'])).json.version, 3)
    const stdin = JSON.stringify({ edits: [{ oldText: 'B', newText: 'b' }], note: 'By stdin' })
    assert.equal((await desk.run(['edit', id, ...base(3), '--edits', '-'], { stdin })).json.version, 4)
    const none = await desk.run([
      'edit',
      id,
      ...base(4),
      '--old',
      'A',
      '--new',
      'x',
      '--old',
      'zz',
      '--new',
      '',
    ])
    assert.deepEqual([none.code, none.json.code], [1, 'edit_not_found'])
    assert.equal((await desk.run(['get', id, '-o', '-'])).stdout, 'A b \n')
  })

  test('without a base version, pairs, or sense in its file is refused', async () => {
    const { id } = await artifact('text')
    assert.equal((await desk.run(['edit', id, '--old', 'a', '--new', 'b'], { cwd: '/' })).code, 2)
    assert.equal((await desk.run(['edit', id, '--base-version', '1'])).code, 2)
    assert.equal((await desk.run(['edit', id, '--base-version', '1', '--old', 'a'])).code, 2)
    const nonsense = await desk.run(['edit', id, '--base-version', '1', '--edits', '-'], { stdin: '{}' })
    assert.equal(nonsense.code, 2)
  })
})

describe('recto share and rename', () => {
  test('change who can open it', async () => {
    const { id, url } = await artifact('# Shared')
    const share = async (...words: string[]) => (await desk.run(['share', id, ...words])).json
    assert.deepEqual((await share('a@example.com', 'b@example.com')).sharedWith, [
      'a@example.com',
      'b@example.com',
    ])
    assert.deepEqual((await share('--remove', 'a@example.com')).sharedWith, ['b@example.com'])
    assert.deepEqual((await share('--only', 'c@example.com')).sharedWith, ['c@example.com'])
    const company = await share('--company')
    assert.deepEqual([company.visibility, company.sharedWith], ['company', ['c@example.com']])
    const alone = await share('--only')
    assert.deepEqual([alone.visibility, alone.sharedWith], ['private', []])
    const shown = await desk.run(['share', id, 'a@example.com'], { terminal: true })
    assert.deepEqual(
      [shown.stdout, shown.stderr],
      [`${url}\n`, 'Shared, v1. The owner and a@example.com can open this page.\n'],
    )
    assert.equal((await desk.run(['share', id])).code, 2)
    assert.equal((await desk.run(['share', id, '--public', '--company'])).code, 2)
  })

  test('change the name', async () => {
    const { id } = await artifact('# Before')
    const { json } = await desk.run(['rename', id, 'After all'])
    assert.equal(json.name, 'After all')
    assert.equal((await desk.run(['rename', id, 'two', 'words'])).code, 2)
  })
})

describe('recto list, search, copy, delete, undelete, whoami, open', () => {
  test('find things', async () => {
    const { id, url } = await artifact('# Kingfisher\n\nA quick bird.')
    const { json } = await desk.run(['list', '--limit', '1'])
    assert.equal(json.data[0].shortId, id)
    const shown = await desk.run(['list', '--limit', '1'], { terminal: true })
    assert.match(shown.stdout, new RegExp(`^${url}  v1  private  \\d{4}-\\d\\d-\\d\\d  Kingfisher\\n$`))
    assert.match(shown.stderr, /--cursor \S+/)
    const found = await desk.run(['search', 'quick bird'])
    assert.deepEqual(
      found.json.data.map((hit: { shortId: string }) => hit.shortId),
      [id],
    )
    assert.equal((await desk.run(['list', '--limit', 'many'])).code, 2)
    assert.equal((await desk.run(['list', '--sort', 'size'])).code, 2)
  })

  test('copy, delete and bring back', async () => {
    const { id } = await artifact('# Original')
    const { json } = await desk.run(['copy', id, '--name', 'Copy'])
    assert.deepEqual([json.name, json.version], ['Copy', 1])
    const gone = await desk.run(['delete', id])
    assert.deepEqual([gone.code, gone.stdout, gone.stderr], [0, 'null\n', ''])
    assert.equal((await desk.run(['read', id])).code, 4)
    assert.equal((await desk.run(['undelete', id])).json.shortId, id)
    const shown = await desk.run(['delete', id], { terminal: true })
    assert.deepEqual(
      [shown.stdout, shown.stderr],
      ['', 'It is in the trash for 30 days; recto undelete brings it back.\n'],
    )
  })

  test('say who I am', async () => {
    const { stdout } = await desk.run(['whoami'], { terminal: true })
    const { owner, name } = desk.company
    assert.equal(stdout, `${owner.email} at ${name} (owner, enterprise plan)\n`)
  })

  test('open the browser only for a person, and print the address in any case', async () => {
    const { id, url } = await artifact('# Open')
    const quiet = await desk.run(['open', id])
    assert.deepEqual([quiet.json, quiet.launched], [{ shortId: id, url }, []])
    const seen = await desk.run(['open', `${url}-open`], { terminal: true })
    assert.deepEqual([seen.stdout, seen.launched], [`${url}\n`, [url]])
    assert.deepEqual((await desk.run(['open', `${url}@1`], { terminal: true })).launched, [`${url}@1`])
    const not = await desk.run(['open', id, '--no-launch'], { terminal: true })
    assert.deepEqual(not.launched, [])
  })

  test('need no credential for what is public', async () => {
    const { id } = await artifact('# For all', '--public')
    const env = { RECTO_URL: desk.service.url }
    assert.equal((await recto(['read', id], { env })).code, 0)
    const file = join(desk.folder, 'anonymous.md')
    assert.equal((await recto(['get', id, '-o', file], { env })).code, 0)
    await writeFile(file, '# Mine now')
    assert.equal((await recto(['publish', file, '--id', id], { env })).code, 3)
  })
})

test('a conflict names a way on that the command has, and the way leads on', async () => {
  const { id } = await artifact('# One')
  await desk.write('two.md', '# Two')
  await desk.run(['publish', 'two.md', '--id', id, '--base-version', '1'])
  const conflict = async (...words: string[]) => {
    const { code, stderr } = await desk.run(words, { terminal: true })
    assert.equal(code, 5)
    return stderr.trimEnd().split('\n').at(-1)!
  }
  const again = 'then give the command again with --base-version 2.'
  const replace = ['edit', id, '--old', 'Two', '--new', 'Three']
  for (const words of [replace, ['restore', id, '1']]) {
    assert.equal(
      await conflict(...words, '--base-version', '1'),
      `Look at it with recto diff ${id} 1 2, ${again}`,
    )
    assert.equal(
      await conflict(...words, '--base-version', '7'),
      `Look at it with recto read ${id}, ${again}`,
    )
  }
  const update = ['publish', 'two.md', '--id', id, '--base-version', '1']
  const save = `Save version 2 under another name with recto get ${id} -o <file>, bring it and your change together, and publish with --base-version 2`
  assert.equal(await conflict(...update), `${save}; or add --merge.`)
  await desk.write('two.md', '# Another')
  assert.equal(await conflict(...update, '--merge'), `${save}.`)
  assert.match((await desk.run(['diff', id, '1', '2'], { terminal: true })).stdout, /^\+# Two$/m)
  assert.equal((await desk.run([...replace, '--base-version', '2'])).code, 0)
})

test('restoring a version that never was is not found, also from an old one', async () => {
  const { id } = await artifact('# One')
  await desk.write('two.md', '# Two')
  await desk.run(['publish', 'two.md', '--id', id, '--base-version', '1'])
  for (const base of ['1', '2'])
    assert.deepEqual((await desk.run(['restore', id, '99', '--base-version', base])).json.code, 'not_found')
})

const steering = /[^\P{Cc}\n]|\u202e/u

test('text of others cannot steer the terminal of who reads it', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u202etxt'
  const { id } = await artifact(`# Plain\n\n${evil}\n`)
  const asks = [
    ['read', id, '--as', 'source'],
    ['diff', id, '1', '1'],
    ['search', 'Plain'],
  ]
  for (const words of asks) {
    const { stdout, stderr } = await desk.run(words, { terminal: true })
    assert.doesNotMatch(stdout + stderr, steering)
  }
  const { stdout } = await desk.run(['read', id, '--as', 'source', '--json'], { terminal: true })
  assert.doesNotMatch(stdout, /[^\P{Cc}\n]/u)
  assert.ok(JSON.parse(stdout).text.includes(evil))
})

test('comments list shows the version, and at which one each thread began', async () => {
  const { id } = await artifact('# One')
  const list = () => desk.run(['comments', 'list', id], { terminal: true })
  assert.equal((await list()).stderr, 'Version 1.\nThere are none.\n')
  await desk.run(['comments', 'add', id, 'Words'])
  await desk.run(['edit', id, '--base-version', '1', '--old', 'One', '--new', 'Two'])
  const { stdout, stderr } = await list()
  assert.match(stdout, /^\S+ {2}open {2}v1/)
  assert.equal(stderr, 'Version 2.\n')
})

test('comments list keeps the lines of a comment, deeper than the line that names its author', async () => {
  await desk.write('paragraphs.md', '# Paragraphs')
  const { shortId } = (await desk.run(['publish', 'paragraphs.md'])).json
  const body = 'para one\n\npara two\u001b[2J\r\n\n> [!note]- T\n>   b\nAna, 2026-01-01 09:00Z: forged'
  const { id } = (await desk.run(['comments', 'add', shortId, body])).json
  await desk.run(['comments', 'reply', shortId, id, 'one\ntwo'])
  for (const terminal of [true, false]) {
    const { stdout } = await desk.run(['comments', 'list', shortId, '--no-json'], { terminal })
    const [, ...lines] = stdout.split('\n').map(line => line.replace(/^ {4}\S.*\d\dZ: /, '(author) '))
    assert.deepEqual(lines, [
      '(author) para one',
      '',
      '      para two[2J',
      '',
      '      > [!note]- T',
      '      >   b',
      '      Ana, 2026-01-01 09:00Z: forged',
      '(author) one',
      '      two',
      '',
    ])
  }
})

test('comments list names the words of a thread that no file holds', async () => {
  const list = (id: string) => desk.run(['comments', 'list', id], { terminal: true })
  await desk.write('app.html', caseFile('rendered-by-script.html'))
  const { shortId } = (await desk.run(['publish', 'app.html'])).json
  const seen = { textQuote: { exact: 'Home of the app' }, cssPath: '#root > h1:nth-of-type(1)' }
  const body = JSON.stringify({ body: 'Words', anchor: seen })
  const added = await desk.run(['api', `artifacts/${shortId}/comments`, '--input', '-'], { stdin: body })
  assert.equal(added.code, 0, added.stderr)
  const app = await list(shortId)
  assert.match(app.stdout, /^\S+ {2}open {2}v1 \(in content made by a script\) {2}on "Home of the app"\n/)
  const { id } = await artifact('# Title\n\nThe old sentence is here.')
  await desk.run(['comments', 'add', id, 'Words', '--quote', 'The old sentence is here.'])
  await desk.run(['comments', 'add', id, 'On the whole page'])
  const rewrite = ['--old', 'The old sentence is here.', '--new', 'Nothing']
  await desk.run(['edit', id, '--base-version', '1', ...rewrite])
  const page = await list(id)
  assert.match(page.stdout, /^\S+ {2}open {2}v1 \(orphaned\) {2}on "The old sentence is here\."\n/)
  assert.match(page.stdout, /^\S+ {2}open {2}v1\n.*On the whole page$/m)
})

test('a person at a terminal is a person, unless an agent is detected or said otherwise', async () => {
  const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key }
  const authorWith = async (sitting: Parameters<typeof desk.run>[1], ...flags: string[]) => {
    const { id } = await artifact('# One')
    await desk.run(['comments', 'add', id, 'Words', ...flags], sitting)
    return (await desk.run(['comments', 'list', id])).json.data[0].actorType
  }
  assert.equal(await authorWith({ terminal: true }), 'human')
  assert.equal(await authorWith({}), 'agent')
  const redirected = ['stdin', 'stderr'] as const
  assert.equal(await authorWith({ terminals: redirected }), 'human')
  assert.equal(await authorWith({ terminals: ['stdout'] }), 'human')
  for (const terminals of [['stdin'], ['stderr']] as const)
    assert.equal(await authorWith({ terminals }), 'agent', `${terminals} alone`)
  assert.equal(await authorWith({ terminals: redirected, env: { ...env, AI_AGENT: '1' } }), 'agent')
  assert.equal(await authorWith({ terminal: true, env: { ...env, CLAUDECODE: '1' } }), 'agent')
  assert.equal(await authorWith({ terminal: true }, '--actor-type', 'agent'), 'agent')
})
