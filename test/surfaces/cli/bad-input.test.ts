// The program in a shell where things are not as they should be: pipes that close, no terminal, names with every kind of space, files that change.
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../../support/until.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, openDesk } from './world.ts'

let desk: Desk
let shell: Shell
let id: string

before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, {
    RECTO_URL: desk.service.url,
    RECTO_API_KEY: desk.company.owner.key,
    RECTO_CONFIG_DIR: join(desk.folder, 'config'),
  })
  await desk.write('long.md', `# Long\n\n${'A line of words.\n\n'.repeat(40_000)}`)
  id = (await desk.run(['publish', 'long.md'])).json.shortId
  for (const words of ['One', 'Two', 'Three']) await desk.run(['comments', 'add', id, words])
})
after(() => desk.leave())

describe('a pipe that closes', () => {
  const lines: [line: string, first: string][] = [
    ['recto get ID -o - | head -c 6', '# Long'],
    ['recto help | head -1', ''],
    ['recto list --all | head -1', '{\n'],
    ['recto read ID --no-json | head -1', ''],
    ['recto events --no-follow | head -1', ''],
    ["recto comments list ID --jq '.data[].body' | head -1", 'One\n'],
  ]
  for (const [line, first] of lines)
    test(`${line} ends quietly`, async () => {
      const script = `{ ${line.replace('ID', id).replace(' | ', ' ; echo $? >&3 ; } 3> code | ')}; sleep 0.2; cat code >&2`
      const { stdout, stderr } = await shell.run(script)
      assert.ok(stdout.startsWith(first), stdout)
      assert.match(stderr, /^(Version 1, from character 0 .*\n)?0\n$/)
    })
})

describe('no terminal', () => {
  test('nothing is asked for: every answer is one document, with stdin closed too', async () => {
    for (const line of ['recto list <&-', 'recto whoami < /dev/null', `recto share ${id} --company <&-`]) {
      const { code, stdout, stderr } = await shell.run(line)
      assert.deepEqual([code, stderr], [0, ''], line)
      JSON.parse(stdout)
    }
  })

  test('login says where to go instead of waiting in silence', async () => {
    const { code, stdout, stderr } = await shell.run('timeout 5 recto login < /dev/null', {
      RECTO_API_KEY: '',
    })
    assert.deepEqual([code, stdout], [124, ''])
    assert.match(stderr, /http:\/\/localhost:\d+\/oauth\/authorize\?/)
  })

  test('with stderr closed a failure still has its exit code', async () => {
    assert.equal((await shell.run('recto get 123456789A 2>&-')).code, 4)
  })
})

describe('a name', () => {
  const names = {
    'words apart': 'two words.md',
    'space at both ends': ' both ends .md',
    'a tab': 'a\ttab.md',
    'a line break': 'two\nlines.md',
    'a no-break space': 'no\u00a0break.md',
    'an ideographic space': 'wide\u3000space.md',
    'a zero-width space': 'zero\u200bwidth.md',
    'a line separator': 'line\u2028separator.md',
    'text from right to left': 'right\u202eleft.md',
    'a quote and a backslash': 'a"quote\\.md',
    'a dash in front': '-dash.md',
    'a percent sign': '100%0A.md',
  }
  for (const [what, name] of Object.entries(names))
    test(`with ${what} is published, updated and saved again`, async () => {
      await writeFile(join(desk.folder, name), 'No heading.\n')
      const first = await desk.run(['publish', '--', name])
      assert.equal(first.code, 0, first.stderr)
      assert.ok(first.json.name.length > 0)
      assert.doesNotMatch(first.json.name, /[\p{Cc}\u200b\u202e\u2028]/u)
      await writeFile(join(desk.folder, name), 'No heading, changed.\n')
      const second = await desk.run(['publish', '--update', '--', name])
      assert.deepEqual([second.json.shortId, second.json.version], [first.json.shortId, 2])
      const saved = await desk.run(['get', first.json.shortId, `--output=copy ${name}`])
      assert.equal(saved.code, 0, saved.stderr)
      assert.equal(await desk.read(`copy ${name}`), 'No heading, changed.\n')
    })
})

test('a file that changes while it is sent is refused, and what was sent is no whole request', async () => {
  const path = await desk.write(
    'changing.html',
    `<title>Changing</title>${'0123456789abcdef'.repeat(600_000)}`,
  )
  const whole: boolean[] = []
  const server = createServer(incoming => {
    incoming.once('data', () => appendFileSync(path, '<p>More')).resume()
    incoming.on('error', () => undefined).on('close', () => whole.push(incoming.complete))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { code, json, stdout } = await desk.run(['publish', 'changing.html', '--url', url])
    assert.deepEqual([code, json.code, stdout], [1, 'file_changed', ''])
    await until('the server sees the end of the request', () => whole.length > 0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  assert.deepEqual(whole, [false])
})

test('a named pipe in the place of a file is refused and never waited for', async () => {
  const pipe = async (folder: string, name: string) => {
    await mkdir(join(desk.folder, folder), { recursive: true })
    assert.equal((await shell.run(`mkfifo '${folder}/${name}'`)).code, 0)
  }
  await pipe('piped-page', 'page.md')
  await pipe('piped-record', '.recto.json')
  await writeFile(join(desk.folder, 'piped-record', 'page.md'), '# Page\n')
  await pipe('piped-skill/.claude/skills/recto', 'SKILL.md')
  const lines = [
    'cd piped-page && timeout 10 recto publish page.md',
    'cd piped-record && timeout 10 recto publish page.md',
    `cd piped-record && timeout 10 recto edit ${id} --old Long --new Short`,
    'cd piped-skill && timeout 10 recto skill install claude --scope project',
  ]
  for (const line of lines) {
    const { code, stdout, stderr } = await shell.run(line)
    assert.deepEqual([code, stdout], [2, ''], line)
    assert.match(JSON.parse(stderr).detail, /no regular file/)
  }
})

test('a named pipe in the place of a file of ours is refused and never waited for', async () => {
  for (const name of ['config.json', 'credentials.json']) {
    const folder = `piped-${name}`
    await mkdir(join(desk.folder, folder), { recursive: true })
    assert.equal((await shell.run(`umask 077 && mkfifo ${folder}/${name}`)).code, 0)
    const { code, stderr } = await shell.run(
      `RECTO_API_KEY= RECTO_CONFIG_DIR=${folder} timeout 10 recto list`,
    )
    assert.ok(code === 2 || code === 3, `${name}: ${code}`)
    assert.match(JSON.parse(stderr).detail, /cannot be read|no regular file/)
  }
})

test('a place for what is kept that takes no folder is told and never tried for ever', async () => {
  const { code, stderr } = await shell.run(
    'RECTO_CONFIG_DIR=/proc/nope/config timeout 20 recto events --no-follow --after start',
  )
  assert.equal(code, 0, stderr)
  assert.match(stderr, /Where this stops cannot be kept/)
})

test('a server names its fields, and the command line its flags', async () => {
  const { code, json } = await desk.run(['events', '--no-follow', '--after', 'bogus'])
  assert.equal(code, 1)
  assert.match(String(json.detail), /^--after: /)
})

describe('the credentials', () => {
  test('of another user, or that cannot be read, are refused with what to do', async t => {
    if (process.getuid?.() !== 0) return t.skip('only root can give a file to somebody else')
    const folder = join(desk.folder, 'config')
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'credentials.json')
    await writeFile(path, '{"signIns":[]}', { mode: 0o600 })
    await chown(path, 65_534, 65_534)
    const theirs = await shell.run('recto whoami', { RECTO_API_KEY: '' })
    assert.deepEqual([theirs.code, JSON.parse(theirs.stderr).code], [3, 'credentials_unusable'])
    assert.equal(await readFile(path, 'utf8'), '{"signIns":[]}')
    const folderThere = await shell.run(
      'rm config/credentials.json; mkdir config/credentials.json; recto whoami',
      {
        RECTO_API_KEY: '',
      },
    )
    assert.deepEqual([folderThere.code, JSON.parse(folderThere.stderr).code], [3, 'credentials_unusable'])
  })
})
