// recto publish: creating, updating from a recorded version, previews, and everything it refuses.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Desk, openDesk, recto } from './world.ts'

let desk: Desk
let count = 0
let file: string

before(async () => {
  desk = await openDesk()
})
after(() => desk.leave())
beforeEach(async () => {
  file = `page-${count++}.html`
  await desk.write(file, `<title>Page ${count}</title><p>One\n`)
})

const content = async (id: string): Promise<string> => (await desk.run(['get', id, '-o', '-'])).stdout
const published = async (...flags: string[]) => (await desk.run(['publish', file, ...flags])).json

describe('a new artifact', () => {
  test('is private and answered as one short JSON document', async () => {
    const { code, json, stderr } = await desk.run(['publish', file])
    assert.deepEqual([code, stderr], [0, ''])
    const needed = ['canOpen', 'name', 'shortId', 'url', 'version', 'visibility']
    assert.deepEqual(Object.keys(json).sort(), needed)
    assert.equal(json.canOpen, 'Only the owner can open this page.')
    assert.equal(json.visibility, 'private')
    assert.equal(json.name, `Page ${count}`)
    assert.equal(json.url, `${desk.service.url}/${json.shortId}`)
    assert.match(await content(json.shortId), /<p>One/)
  })

  test('is answered as a whole with --full, as the API answers it', async () => {
    const { json } = await desk.run(['publish', file, '--full'])
    const { canOpen, ...whole } = json
    assert.equal(canOpen, 'Only the owner can open this page.')
    assert.deepEqual(whole, (await desk.run(['get', json.shortId])).json)
  })

  test('on a terminal has its address alone on stdout, and the rest on stderr', async () => {
    const { stdout, stderr } = await desk.run(['publish', file], { terminal: true })
    assert.match(stdout, /^http:\/\/localhost:\d+\/[1-9A-Za-z]{10}\n$/)
    assert.equal(stderr, `Page ${count}, v1. Only the owner can open this page.\n`)
  })

  test('takes name, audience, people, theme and note', async () => {
    const flags = ['--name', 'Mine', '--company', '--share', 'a@example.com', '--share', 'b@example.com']
    const { json } = await desk.run([
      ...['publish', file, ...flags, '--theme', 'paper', '--note', 'First', '--full'],
    ])
    assert.deepEqual(
      [json.name, json.visibility, json.sharedWith, json.theme],
      ['Mine', 'company', ['a@example.com', 'b@example.com'], 'paper'],
    )
    const versions = await desk.run(['versions', json.shortId])
    assert.equal(versions.json.data[0].note, 'First')
  })

  test('of a file whose name holds any character is published, under a name that can be read', async () => {
    for (const [code, name] of [
      [0x01, 'a b'],
      [0x09, 'a b'],
      [0x0a, 'a b'],
      [0x0d, 'a b'],
      [0x1b, 'a b'],
      [0x22, 'a"b'],
      [0x7f, 'a b'],
      [0x85, 'a b'],
    ] as const) {
      const odd = `a${String.fromCodePoint(code)}b.md`
      await desk.write(odd, 'Words\n')
      const { json, stderr } = await desk.run(['publish', odd])
      assert.equal(json?.name, name, `${code.toString(16)}: ${stderr}`)
    }
  })

  test('takes labels by which it is found again, and an update or a preview takes none', async () => {
    const { json } = await desk.run([
      'publish',
      file,
      '-l',
      'weekly',
      '--label',
      'sales',
      '--label',
      'weekly',
      '--full',
    ])
    assert.deepEqual(json.labels, ['sales', 'weekly'])
    const found = (await desk.run(['list', '--label', 'sales'])).json.data
    assert.deepEqual(
      found.map(({ shortId }: { shortId: string }) => shortId),
      [json.shortId],
    )
    for (const flags of [['--update'], ['--id', json.shortId], ['--public-preview']]) {
      const refused = await desk.run(['publish', file, '--label', 'other', ...flags])
      assert.deepEqual([refused.code, refused.json.code], [2, 'usage'], flags[0])
    }
    const long = await desk.run(['publish', file, '--label', 'x'.repeat(41)])
    assert.deepEqual([long.code, long.stdout], [1, ''])
  })

  test('comes from stdin, whose format is said or told by its beginning', async () => {
    const published = async (stdin: string, ...flags: string[]) => {
      const { json } = await desk.run(['publish', '-', '--full', ...flags], { stdin })
      return [json.name, json.format]
    }
    assert.deepEqual(await published('# From stdin\n'), ['From stdin', 'markdown'])
    assert.deepEqual(await published('<!doctype html><title>Page</title>'), ['Page', 'html'])
    assert.deepEqual(await published('<h1>Part</h1>', '--format', 'html', '--name', 'Part'), ['Part', 'html'])
  })

  test('may be large: it is streamed, and arrives as it was', async () => {
    const large = `<title>Large</title>${'0123456789abcdef'.repeat(400_000)}`
    await desk.write(file, large)
    const { json } = await desk.run(['publish', file, '--full'])
    assert.equal(json.size, large.length)
    assert.equal(await content(json.shortId), large)
  })

  test('says who did it', async () => {
    const env = { RECTO_URL: desk.service.url, RECTO_API_KEY: desk.company.owner.key }
    const byEnv = { ...env, RECTO_ACTOR_TYPE: 'agent', RECTO_ACTOR_NAME: 'Zoë' }
    const { json } = await desk.run(['publish', file], { env: byEnv })
    const { json: versions } = await desk.run(['versions', json.shortId])
    assert.deepEqual([versions.data[0].actorType, versions.data[0].actorName], ['agent', 'Zoë'])
    const { json: human } = await desk.run(['publish', file, '--actor-type', 'human'])
    const { json: its } = await desk.run(['versions', human.shortId])
    assert.equal(its.data[0].actorType, 'human')
    const wrong = await desk.run(['publish', file], { env: { ...env, RECTO_ACTOR_TYPE: 'robot' } })
    assert.equal(wrong.code, 2)
  })
})

describe('an update', () => {
  test('[S8] starts from the version recorded beside the file, and records the new one', async () => {
    const first = await published()
    await desk.write(file, '<p>Two')
    const second = await published('--id', first.shortId)
    await desk.write(file, '<p>Three')
    const third = await published('--id', first.url)
    assert.deepEqual([second.version, third.version], [2, 3])
    const { files } = JSON.parse(await desk.read('.recto.json'))
    assert.deepEqual(files[file], [{ server: desk.service.url, shortId: first.shortId, version: 3 }])
    assert.ok(!(await desk.read('.recto.json')).includes(desk.company.owner.key))
    assert.deepEqual(
      (await readdir(desk.folder)).filter(name => name.startsWith('.recto.json.')),
      [],
    )
  })

  test('of a file without a recorded version is refused before anything is sent', async () => {
    const first = await published()
    await desk.write('unknown.html', '<p>Elsewhere')
    const refused = await desk.run(['publish', 'unknown.html', '--id', first.shortId])
    assert.equal(refused.code, 2)
    assert.match(refused.json.detail, /--base-version/)
    const named = await desk.run(['publish', 'unknown.html', '--id', first.shortId, '--base-version', '1'])
    assert.deepEqual([named.code, named.json.version], [0, 2])
  })

  test('does not trust a version that was recorded for another server or artifact', async () => {
    const [first, second] = [await published(), await published()]
    assert.notEqual(first.shortId, second.shortId)
    await desk.write('.recto.json', (await desk.read('.recto.json')).replaceAll(desk.service.url, 'http://x'))
    assert.equal((await desk.run(['publish', file, '--id', first.shortId])).code, 2)
  })

  test('after somebody else saved is a conflict that overwrites nothing, and stays one', async () => {
    const first = await published()
    const other = ['--base-version', '1', '--old', 'One', '--new', 'Theirs']
    assert.equal((await desk.elsewhere(['edit', first.shortId, ...other])).code, 0)
    await desk.write(file, '<p>Mine')
    for (const _ of [1, 2]) {
      const { code, json, stdout } = await desk.run(['publish', file, '--id', first.shortId])
      assert.deepEqual([code, stdout], [5, ''])
      assert.equal(json.code, 'version_conflict')
      assert.equal(json.currentVersion, 2)
      assert.match(json.diff, /\+.*Theirs/)
    }
    assert.match(await content(first.shortId), /Theirs/)
  })

  test('can merge into the file, whose own next change then starts from the merged version', async () => {
    await desk.write(file, '<p>a\n<p>b\n<p>c\n<p>d\n<p>e\n')
    const first = await published()
    await desk.elsewhere([
      'edit',
      first.shortId,
      '--base-version',
      '1',
      '--old',
      '<p>a',
      '--new',
      '<p>theirs',
    ])
    await desk.write(file, '<p>a\n<p>b\n<p>c\n<p>d\n<p>mine\n')
    const merged = await published('--id', first.shortId, '--merge')
    assert.deepEqual([merged.version, merged.merged], [3, true])
    assert.equal(await content(first.shortId), '<p>theirs\n<p>b\n<p>c\n<p>d\n<p>mine\n')
    assert.equal(await desk.read(file), '<p>theirs\n<p>b\n<p>c\n<p>d\n<p>mine\n')
    await desk.write(file, '<p>theirs\n<p>b\n<p>mine too\n<p>d\n<p>mine again\n')
    assert.equal((await published('--id', first.shortId)).version, 4)
    assert.equal(await content(first.shortId), await desk.read(file))
  })

  test('with the same bytes makes no version unless it is asked for', async () => {
    const first = await published()
    const same = await published('--id', first.shortId)
    assert.deepEqual([same.version, same.unchanged], [1, true])
    const forced = await published('--id', first.shortId, '--always')
    assert.equal(forced.version, 2)
  })

  test('of what .recto.json no longer says is refused, and says what to do', async () => {
    const first = await published()
    await desk.write('.recto.json', '{"files": 7}')
    const { code, json } = await desk.run(['publish', file, '--id', first.shortId])
    assert.equal(code, 2)
    assert.match(json.detail, /--base-version/)
    await desk.write('.recto.json', '{"files":{}}')
  })
})

describe('a public preview', () => {
  test('needs no credential and is asked for by name', async () => {
    const env = { RECTO_URL: desk.service.url }
    const { code, json } = await desk.run(['publish', file, '--public-preview'], { env })
    assert.equal(json.visibility, 'public')
    assert.match(json.canOpen, /^Anyone can open this page until \d{4}-\d\d-\d\d\.$/)
    assert.equal(code, 0)
    assert.match(json.claimUrl, /\/claim\//)
    assert.ok(json.editToken.length >= 32)
    assert.ok(!(await desk.read('.recto.json')).includes(json.editToken))
    const claimed = await desk.run(['claim', json.claimUrl])
    assert.deepEqual([claimed.json.shortId, claimed.json.visibility], [json.shortId, 'public'])
    await desk.write(file, '<p>After the claim')
    assert.equal((await published('--id', json.shortId)).version, 2)
  })

  test('on a terminal prints address, claim address and edit token', async () => {
    const { stdout, stderr } = await desk.run(['publish', file, '--public-preview'], { terminal: true })
    assert.match(stdout, /^http\S+\nclaim: http\S+\/claim\/\S+\nedit token: \S+\n$/)
    assert.match(stderr, /Anyone can open this page until/)
  })
})

describe('nothing happens by accident', () => {
  const refused: [name: string, flags: string[], says: RegExp][] = [
    ['two audiences', ['--public', '--private'], /Two audiences/],
    ['a base without an id', ['--base-version', '1'], /--id/],
    ['a merge without an id', ['--merge'], /--id/],
    ['an audience on an update', ['--id', '123456789A', '--public'], /recto share/],
    ['people on an update', ['--id', '123456789A', '--share', 'a@example.com'], /recto share/],
    ['a preview of an artifact', ['--id', '123456789A', '--public-preview'], /something new/],
    ['a preview with an audience', ['--public-preview', '--private'], /open to anyone/],
    ['an unknown flag', ['--pubic'], /There is no --pubic/],
    ['a forgotten value', ['--name', '--public'], /--name needs a value/],
    ['a flag twice', ['--name', 'a', '--name', 'b'], /twice/],
    ['two files', ['other.html'], /other\.html/],
    ['no artifact', ['--id', 'nonsense'], /neither a short ID/],
    ['an address of another server', ['--id', 'https://elsewhere.example/123456789A'], /another server/],
    ['a format beside an extension', ['--format', 'markdown'], /--format/],
  ]
  for (const [name, flags, says] of refused) {
    test(`${name}: exit 2, and nothing is sent`, async () => {
      const { code, json, stdout } = await desk.run(['publish', file, ...flags])
      assert.deepEqual([code, stdout, json.code], [2, '', 'usage'])
      assert.match(json.detail, says)
    })
  }

  test('without a credential it fails, and names the ways on', async () => {
    const { code, json, stdout } = await recto(['publish', file], {
      cwd: desk.folder,
      env: { RECTO_URL: desk.service.url, RECTO_API_KEY: '' },
    })
    assert.deepEqual([code, stdout, json.code], [3, '', 'not_signed_in'])
    assert.match(json.detail, /RECTO_API_KEY/)
    assert.match(json.detail, /--public-preview/)
  })

  test('a folder, a missing file, an archive and another kind of file are refused', async () => {
    assert.equal((await desk.run(['publish', desk.folder])).code, 2)
    assert.equal((await desk.run(['publish', 'missing.html'])).code, 2)
    await desk.write('site.zip', 'PK\u0003\u0004')
    await desk.write('notes.txt', 'text')
    assert.equal((await desk.run(['publish', 'site.zip'])).json.code, 'single_file_only')
    const other = await desk.run(['publish', 'notes.txt'])
    assert.deepEqual([other.code, other.json.code], [1, 'unsupported_format'])
  })
})
