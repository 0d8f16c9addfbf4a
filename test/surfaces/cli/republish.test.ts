// Publishing a file again: what stderr says of a known file, --update, --watch, merges, and the version that edits start from.
import assert from 'node:assert/strict'
import { chmod, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { whileLocked } from '../../../src/surfaces/cli/on-demand/lock.ts'
import { record } from '../../../src/surfaces/cli/version-record.ts'
import { startBetween } from '../../support/between.ts'
import { until } from '../../support/until.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let shell: Shell
before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, {
    RECTO_URL: desk.service.url,
    RECTO_API_KEY: desk.company.owner.key,
  })
})
after(() => desk.leave())

test('a file that is known becomes another page, and stderr names the ways to update', async () => {
  await desk.write('known.md', '# Known\n')
  const first = await desk.run(['publish', 'known.md'])
  assert.equal(first.stderr, '')
  const id = first.json.shortId
  for (const terminal of [false, true]) {
    const again = await desk.run(['publish', 'known.md'], { terminal })
    assert.equal(again.code, 0)
    assert.ok(!again.stdout.includes(id))
    assert.match(again.stderr, /known\.md was published before as .* recto publish known\.md --id \S+/)
    assert.ok(again.stderr.includes(`--id ${id}`))
  }
})

test('--update of a file with two pages is refused and names both; --id says which one', async () => {
  await desk.write('two.md', '# Two\n')
  const ids: string[] = []
  for (const audience of ['--private', '--company'])
    ids.push((await desk.run(['publish', 'two.md', audience])).json.shortId)
  const recorded = await desk.read('.recto.json')
  await desk.write('two.md', '# Two, changed\n')
  for (const more of [[], ['--watch'], ['--base-version', '1']]) {
    const refused = await desk.run(['publish', 'two.md', '--update', ...more])
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
    for (const id of ids) assert.ok(refused.json.detail.includes(`--id ${id}`), refused.stderr)
  }
  assert.equal(await desk.read('.recto.json'), recorded)
  for (const id of ids) assert.equal((await desk.run(['get', id])).json.version, 1)
  const named = await desk.run(['publish', 'two.md', '--id', ids[0]!])
  assert.deepEqual([named.json.shortId, named.json.version], [ids[0], 2])
})

test('what another process records at the same time stays', async () => {
  const place = join(desk.folder, '.recto.json')
  const [own, other] = [1, 3].map(version => ({ server: desk.service.url, shortId: 'elsewhere1', version }))
  const order: string[] = []
  const lock = async () => ({ whileLocked })
  const { recorded } = await whileLocked(place, async () => {
    const recording = record({ lock }, join(desk.folder, 'mine.md'), own!)
    const recorded = recording.then(() => order.push('recorded'))
    await desk.run(['list'])
    await desk.write('.recto.json', JSON.stringify({ files: { 'theirs.md': [other] } }))
    order.push('unlocked')
    return { recorded }
  })
  await recorded
  assert.deepEqual(order, ['unlocked', 'recorded'])
  const { files } = JSON.parse(await desk.read('.recto.json'))
  assert.deepEqual(files, { 'theirs.md': [other], 'mine.md': [own] })
})

test('--update updates the artifact that the file was published as last', async () => {
  await desk.write('u.md', '# One\n')
  const { shortId } = (await desk.run(['publish', 'u.md'])).json
  await desk.write('u.md', '# Two\n')
  const { json, stderr } = await desk.run(['publish', 'u.md', '--update'])
  assert.deepEqual([json.shortId, json.version, stderr], [shortId, 2, ''])
  await desk.write('never.md', '# Never\n')
  const never = await desk.run(['publish', 'never.md', '-u'])
  assert.equal(never.code, 2)
  assert.match(never.json.detail, /--id/)
  assert.equal((await desk.run(['publish', 'u.md', '--update', '--id', shortId])).code, 2)
  assert.equal((await desk.run(['publish', '-', '--update'], { stdin: '# x' })).code, 2)
  assert.equal((await desk.run(['publish', 'u.md', '--update', '--public'])).code, 2)
})

test('an unchanged file that is merged gets what was saved since, so that its next update undoes nothing', async () => {
  const first = '# Title\n\nOne.\n\nTwo.\n'
  for (const [name, edits, merge] of [
    ['same-others.md', desk.elsewhere, ['--merge']],
    ['same-own.md', desk.run, []],
  ] as const) {
    await desk.write(name, first)
    const { shortId } = (await desk.run(['publish', name])).json
    await edits(['edit', shortId, '--base-version', '1', '--old', 'One.', '--new', 'One, changed.'])
    const same = await desk.run(['publish', name, '--update', ...merge])
    assert.deepEqual(
      [same.code, same.json.version, same.json.unchanged, same.json.merged],
      [0, 2, true, true],
    )
    assert.match(same.stderr, /too now, as version 2 does\./)
    assert.equal(await desk.read(name), first.replace('One.', 'One, changed.'))
    await desk.write(name, first.replace('One.', 'One, changed.').replace('Two.', 'Two, by me.'))
    const next = await desk.run(['publish', name, '--update'])
    assert.deepEqual([next.code, next.json.version], [0, 3])
    const { stdout } = await desk.run(['get', shortId, '--output', '-'])
    assert.match(stdout, /One, changed\.\n\nTwo, by me\./)
  }
})

test('a build whose unchanged file was merged does not undo what was saved since', async () => {
  await desk.write('made.md', '# Title\n\nOne.\n\nTwo.\n')
  const { shortId } = (await desk.run(['publish', 'made.md'])).json
  await desk.elsewhere(['edit', shortId, '--base-version', '1', '--old', 'One.', '--new', 'One, changed.'])
  const pipe = (stdin: string) =>
    desk.run(['publish', '-', '--id', shortId, '--base-version', '1', '--merge', '--format', 'markdown'], {
      stdin,
    })
  const same = await pipe('# Title\n\nOne.\n\nTwo.\n')
  assert.deepEqual([same.json.version, same.json.unchanged, same.json.merged], [2, true, true])
  assert.match(same.stderr, /does not hold the changes of the others/)
})

test('after a merge with others the file holds the merged version, and one’s next change does not conflict', async () => {
  await desk.write('m.md', '# Title\n\nOne.\n\nTwo.\n')
  const { shortId } = (await desk.run(['publish', 'm.md'])).json
  const others = ['edit', shortId, '--base-version', '1', '--old', 'One.', '--new', 'One, by another.']
  await desk.elsewhere(others)
  await desk.write('m.md', '# Title\n\nOne.\n\nTwo, by me.\n')
  const merged = await desk.run(['publish', 'm.md', '--update', '--merge'])
  assert.deepEqual([merged.json.merged, merged.json.version], [true, 3])
  assert.match(merged.stderr, /m\.md has the changes of the others too now, as version 3 does\./)
  assert.equal(await desk.read('m.md'), '# Title\n\nOne, by another.\n\nTwo, by me.\n')
  await desk.write('m.md', '# Title\n\nOne, by another.\n\nTwo, by me again.\n')
  const again = await desk.run(['publish', 'm.md', '--update'])
  assert.deepEqual([again.code, again.json.version, again.json.merged], [0, 4, undefined])
})

test('after a merge with own edits the file holds them, and a second change of the same words does not conflict', async () => {
  await desk.write('own.md', '# One\n\nOne.\n\nTwo.\n')
  const { shortId } = (await desk.run(['publish', 'own.md'])).json
  const edit = (old: string, words: string) => desk.run(['edit', shortId, '--old', old, '--new', words])
  const update = async (text: string) => {
    await desk.write('own.md', text)
    return desk.run(['publish', 'own.md', '--update'], { terminal: true })
  }
  assert.equal((await edit('One.', 'First.')).code, 0)
  const merged = await update('# One\n\nOne.\n\nThe second.\n')
  assert.match(merged.stderr, /merged with your own edits since v1 into v3\./)
  assert.match(merged.stderr, /own\.md has your own edits too now, as version 3 does\./)
  assert.equal(await desk.read('own.md'), '# One\n\nFirst.\n\nThe second.\n')
  assert.match((await update('# One\n\nFirst, again.\n\nThe last.\n')).stderr, /own\.md|v4/)
  assert.equal((await edit('# One', '# Title')).code, 0)
  assert.equal((await update('# One\n\nFirst, again.\n\nThe end.\n')).code, 0)
  assert.equal(await desk.read('own.md'), '# Title\n\nFirst, again.\n\nThe end.\n')
  assert.equal((await desk.run(['get', shortId, '-o', '-'])).stdout, await desk.read('own.md'))
})

test('nothing is said to be missing from a file that makes the same change as one’s own edit', async () => {
  const update = async (file: string, text: string, ...more: string[]) => {
    await desk.write(file, '# Title\n\nline one\n\nline two\n')
    const { shortId } = (await desk.run(['publish', file])).json
    assert.equal((await desk.run(['edit', shortId, '--old', 'line one', '--new', 'line ONE'])).code, 0)
    await desk.write(file, text)
    const answer = await desk.run(['publish', file, '--update', ...more])
    assert.equal((await desk.run(['get', shortId, '-o', '-'])).stdout, text)
    assert.equal(await desk.read(file), text)
    const again = await desk.run(['edit', shortId, '--old', 'line TWO', '--new', 'line 2'])
    assert.equal(again.code, 0, again.stderr)
    return answer
  }
  const both = '# Title\n\nline ONE\n\nline TWO\n'
  for (const more of [[], ['--keep-others']]) {
    const { json, stderr } = await update(`same${more.length}.md`, both, ...more)
    assert.deepEqual([json.version, stderr], [3, ''])
  }
  await desk.write('piped.md', '# Title\n\nline one\n\nline two\n')
  const { shortId } = (await desk.run(['publish', 'piped.md'])).json
  await desk.run(['edit', shortId, '--old', 'line one', '--new', 'line ONE'])
  const piped = ['publish', '-', '--id', shortId, '--base-version', '1', '--merge']
  const { json, stderr } = await desk.run(piped, { stdin: both })
  assert.deepEqual([json.version, json.merged, stderr], [3, true, ''])
})

test('a merged version goes through a link into the file, which keeps its rights', async () => {
  await desk.write('target.md', '# Title\n\nOne.\n\nTwo.\n')
  await chmod(join(desk.folder, 'target.md'), 0o640)
  await symlink('target.md', join(desk.folder, 'link.md'))
  const { shortId } = (await desk.run(['publish', 'link.md'])).json
  await desk.run(['edit', shortId, '--old', 'One.', '--new', 'First.'])
  await desk.write('link.md', '# Title\n\nOne.\n\nSecond.\n')
  assert.equal((await desk.run(['publish', 'link.md', '--update'])).code, 0)
  assert.equal(await desk.read('target.md'), '# Title\n\nFirst.\n\nSecond.\n')
  assert.equal(await readlink(join(desk.folder, 'link.md')), 'target.md')
  assert.equal((await stat(join(desk.folder, 'target.md'))).mode & 0o777, 0o640)
})

test('a file that is saved again while it is merged stays, and what it lacks is still known', async () => {
  const mine = '# Title\n\nOne.\n\nTwo, saved meanwhile.\n'
  const slow = await startBetween(desk.service.url, async (text, _, { method }) => {
    if (method === 'PUT') await desk.write('race.md', mine)
    return text
  })
  const env = { RECTO_URL: slow.url, RECTO_API_KEY: desk.company.owner.key }
  try {
    await desk.write('race.md', '# Title\n\nOne.\n\nTwo.\n')
    const { shortId } = (await desk.run(['publish', 'race.md'], { env })).json
    await desk.run(['edit', shortId, '--old', 'One.', '--new', 'First.'], { env })
    await desk.write('race.md', '# Title\n\nOne.\n\nTwo, sent.\n')
    const { json, stderr } = await desk.run(['publish', 'race.md', '--update'], { env })
    assert.equal(json.merged, true)
    assert.match(
      stderr,
      /does not hold your own edits \(it was saved again meanwhile\).* recto get .* race\.md/,
    )
    assert.equal(await desk.read('race.md'), mine)
    const { files } = JSON.parse(await desk.read('.recto.json'))
    assert.deepEqual([files['race.md'][0].version, files['race.md'][0].edited], [1, 3])
  } finally {
    slow.stop()
  }
})

test('edit and restore start from the version of the folder and keep it current', async () => {
  await desk.write('e.md', '# Words here\n')
  const { shortId } = (await desk.run(['publish', 'e.md'])).json
  const edit = (old: string, words: string, ...more: string[]) =>
    desk.run(['edit', shortId, '--old', old, '--new', words, ...more])
  assert.equal((await edit('Words', 'Letters')).json.version, 2)
  assert.equal((await edit('Letters', 'Signs')).json.version, 3)
  assert.equal((await desk.run(['restore', shortId, '1'])).json.version, 4)
  assert.equal((await edit('Words', 'Notes', '--base-version', '4')).json.version, 5)
  assert.equal((await edit('Notes', 'Marks')).json.version, 6)
  const elsewhere = { cwd: '/' }
  const others = ['edit', shortId, '--base-version', '6', '--old', 'Marks', '--new', 'Theirs']
  assert.equal((await desk.run(others, elsewhere)).json.version, 7)
  const stale = await edit('Theirs', 'Mine')
  assert.deepEqual([stale.code, stale.json.code], [5, 'version_conflict'], 'somebody else made version 7')
  await desk.run(['get', shortId, '-o', 'other.md'])
  const unclear = await edit('Theirs', 'Mine')
  assert.equal(unclear.code, 2)
  assert.match(unclear.json.detail, /e\.md from version 6, other\.md from version 7/)
  const away = await desk.run(['edit', shortId, '--old', 'a', '--new', 'b'], elsewhere)
  assert.equal(away.code, 2)
  assert.match(away.json.detail, /--base-version/)
})

test("a file that lacks one's own edits on the server is merged with them", async () => {
  await desk.write('lacks.md', '# Title\n\nOne.\n\nTwo.\n')
  const { shortId } = (await desk.run(['publish', 'lacks.md'])).json
  await desk.run(['edit', shortId, '--old', 'One.', '--new', 'One, edited.'])
  await desk.write('lacks.md', '# Title\n\nOne.\n\nTwo, in the file.\n')
  const { json, stderr } = await desk.run(['publish', 'lacks.md', '--update'])
  assert.equal(json.merged, true)
  assert.match(stderr, /lacks\.md has your own edits too now/)
  const { stdout } = await desk.run(['get', shortId, '-o', '-'])
  assert.equal(stdout, '# Title\n\nOne, edited.\n\nTwo, in the file.\n')
})

test("a change of the same words as one's own edit is refused as a conflict with oneself", async () => {
  await desk.write('same.md', '# Title\n\nOne.\n')
  const { shortId } = (await desk.run(['publish', 'same.md'])).json
  await desk.run(['edit', shortId, '--old', 'One.', '--new', 'One, edited.'])
  await desk.write('same.md', '# Title\n\nOne, in the file.\n')
  for (const wish of [[], ['--merge'], ['--keep-others']]) {
    const { code, json } = await desk.run(['publish', 'same.md', '--update', ...wish])
    assert.deepEqual([code, json.code, json.currentVersion], [5, 'version_conflict', 2])
    assert.match(json.detail, /^You saved version 2 yourself after version 1/, wish.join())
    assert.equal(json.message, json.detail)
    assert.match(json.next.join(' '), /recto get .* --base-version 2/)
  }
  await desk.elsewhere(['edit', shortId, '--base-version', '2', '--old', 'Title', '--new', 'Theirs'])
  const { json } = await desk.run(['publish', 'same.md', '--update'])
  assert.match(json.detail, /^Version 3 was saved by/, 'somebody saved after these edits')
})

test("a page that one restored to the file's version takes the file", async () => {
  await desk.write('back.md', '# One\n')
  const { shortId } = (await desk.run(['publish', 'back.md'])).json
  await desk.run(['edit', shortId, '--old', 'One', '--new', 'Two'])
  assert.equal((await desk.run(['restore', shortId, '1'])).code, 0)
  await desk.write('back.md', '# Three\n')
  assert.equal((await desk.run(['publish', 'back.md', '--update'])).code, 0)
  assert.equal((await desk.run(['get', shortId, '-o', '-'])).stdout, '# Three\n')
})

test('a file is merged with what somebody else saved after one’s own edits only where that is asked for', async () => {
  await desk.write('others.md', '# Title\n\nOne.\n\nTwo.\n')
  const { shortId } = (await desk.run(['publish', 'others.md'])).json
  await desk.run(['edit', shortId, '--old', 'One.', '--new', 'One, edited.'])
  const others = ['edit', shortId, '--base-version', '2', '--old', 'Title', '--new', 'Theirs']
  await desk.elsewhere(others)
  await desk.write('others.md', '# Title\n\nOne.\n\nTwo, in the file.\n')
  assert.equal((await desk.run(['publish', 'others.md', '--update'])).code, 5)
  assert.equal((await desk.run(['publish', 'others.md', '--update', '--merge'])).json.merged, true)
})

test('after a merge that failed the advice is recto get, on a terminal and in JSON', async () => {
  await desk.write('fails.md', '# One\n')
  const { shortId } = (await desk.run(['publish', 'fails.md'])).json
  const others = ['edit', shortId, '--base-version', '1', '--old', 'One', '--new', 'Theirs']
  assert.equal((await desk.run(others)).code, 0)
  await desk.write('fails.md', '# Mine\n')
  const advice = new RegExp(`recto get ${shortId} -o <file>.* --base-version 2`)
  const { code, json } = await desk.run(['publish', 'fails.md', '--update', '--merge'])
  assert.deepEqual([code, json.code], [5, 'version_conflict'])
  assert.match(json.next.join(' '), advice)
  assert.doesNotMatch(json.next.join(' '), /--merge/)
  const seen = await desk.run(['publish', 'fails.md', '--update', '--merge'], { terminal: true })
  assert.match(seen.stderr, advice)
})

test('suggested commands can be pasted into a shell, whatever the file is called', async () => {
  for (const name of [
    'a b.md',
    "it's.md",
    '-dash.md',
    '$(touch hacked).md',
    '~tilde.md',
    'a;b.md',
    '"q".md',
  ]) {
    await desk.write(name, '# One')
    const file = name.startsWith('-') ? `./${name}` : name
    const { shortId } = (await desk.run(['publish', file])).json
    const { stderr } = await desk.run(['publish', file])
    await desk.write(name, '# Two')
    const [line] = /recto publish .*$/m.exec(stderr) ?? []
    const { code, stdout } = await shell.run(line!)
    assert.deepEqual([code, JSON.parse(stdout).shortId], [0, shortId], line)
  }
  await assert.rejects(desk.read('hacked'), { code: 'ENOENT' })
})

describe('--watch', () => {
  test('publishes each save as a new version, also of an editor that replaces the file, and merges', async () => {
    await desk.write('w.md', '# One\n\nA.\n\nB.\n')
    const watching = shell.start('recto publish w.md --watch --merge')
    try {
      const { shortId } = JSON.parse((await watching.said).split('\n')[0]!)
      const current = async () => (await desk.run(['get', shortId, '-o', '-'])).stdout
      await desk.write('w.md', '# Two\n\nA.\n\nB.\n')
      await until('the save is published', async () => (await current()).startsWith('# Two'))
      await writeFile(join(desk.folder, '.w.md.new'), '# Three\n\nA.\n\nB.\n')
      await rename(join(desk.folder, '.w.md.new'), join(desk.folder, 'w.md'))
      await until('the replaced file is published', async () => (await current()).startsWith('# Three'))
      const { version } = (await desk.run(['get', shortId])).json
      const others = ['--base-version', `${version}`, '--old', 'B.', '--new', 'B, by another.']
      assert.equal((await desk.run(['edit', shortId, ...others])).code, 0)
      await desk.write('w.md', '# Four\n\nA.\n\nB.\n')
      await until('both are there', async () => /^# Four[\s\S]*B, by another/.test(await current()))
    } finally {
      await watching.stop()
    }
  })

  test('goes on after a conflict and after the file was away, in a folder of 10,000 files', async () => {
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => writeFile(join(desk.folder, `many-${n}`), '')))
    await desk.write('c.md', '# One\n')
    const watching = shell.start('recto publish c.md --watch')
    try {
      const { shortId } = JSON.parse((await watching.said).split('\n')[0]!)
      const current = async () => (await desk.run(['get', shortId, '-o', '-'])).stdout
      await desk.run(['edit', shortId, '--base-version', '1', '--old', 'One', '--new', 'Other'])
      await desk.write('c.md', '# Lost\n')
      await desk.run(['get', shortId, '-o', 'copy-of-c.md'])
      await rm(join(desk.folder, 'c.md'))
      await desk.run(['get', shortId, '-o', 'c.md'])
      await desk.write('c.md', '# Found\n')
      await until('the later save is published', async () => (await current()) === '# Found\n')
    } finally {
      await watching.stop()
    }
  })

  test('ends where the first publish fails', async () => {
    await desk.write('refused.md', '# Refused')
    const { code } = await shell.run('timeout 60 recto publish refused.md --watch', {
      RECTO_API_KEY: 'wrong',
    })
    assert.equal(code, 3)
  })

  test('takes neither stdin nor a preview', async () => {
    assert.equal((await desk.run(['publish', '-', '--watch'], { stdin: '# x' })).code, 2)
    await desk.write('p.md', '# P\n')
    assert.equal((await desk.run(['publish', 'p.md', '--watch', '--public-preview'])).code, 2)
  })
})
