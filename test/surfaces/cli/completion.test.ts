// Completion: in real shells the key completes commands, flags, values, files and short IDs.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { themes } from '../../../src/domain/artifact.ts'
import { visibilities } from '../../../src/domain/audience.ts'
import { byHand } from '../../../src/surfaces/cli/command-line/commands-by-hand.ts'
import { ensureBinary } from '../../support/binary.ts'
import { isSkip } from '../../support/skip.ts'
import { openShell, type Shell } from './program.ts'
import { type Desk, manifest, openDesk, recto } from './world.ts'

let desk: Desk
let shell: Shell
let id: string
let other: string

before(async () => {
  desk = await openDesk()
  shell = await openShell(desk.folder, {
    RECTO_URL: desk.service.url,
    RECTO_API_KEY: desk.company.owner.key,
  })
  await desk.write('page.md', '# Page of mine\n')
  id = (await desk.run(['publish', 'page.md'])).json.shortId
  other = (await desk.run(['publish', '-', '--format', 'markdown'], { stdin: '# Elsewhere' })).json.shortId
})
after(() => desk.leave())

/** Returns the words that the program offers after these, the last of which is unfinished. */
const offered = async (words: string[], env?: Record<string, string>) => {
  const { code, stdout, stderr } = await desk.run(['__complete', ...words], env && { env })
  assert.deepEqual([code, stderr], [0, ''])
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.split('\t')[0])
}

test('the program offers commands, flags, values and files', async () => {
  assert.deepEqual(await offered(['ver']), ['versions'])
  assert.deepEqual(await offered(['com']), ['completion', 'comments'])
  assert.deepEqual((await offered(['comments', 're'])).sort(), ['reopen', 'reply', 'resolve'])
  assert.deepEqual(await offered(['publish', '--pub']), ['--public', '--public-preview'])
  assert.deepEqual(await offered(['publish', '--public', '--pub']), ['--public-preview'])
  assert.deepEqual(await offered(['list', '--order', '']), ['asc', 'desc'])
  for (const { name, flags } of [...byHand, ...manifest.commands])
    for (const [flag, values] of [
      ['visibility', visibilities],
      ['theme', themes],
    ] as const)
      if (flags.some(each => each.name === flag))
        assert.deepEqual(
          await offered([...name.split(' '), 'x', `--${flag}`, '']),
          [...values],
          `${name} ${flag}`,
        )
  assert.deepEqual(await offered(['publish', '']), [':files'])
  assert.deepEqual(await offered(['get', 'x', '-o', '']), [':files'])
  assert.deepEqual(await offered(['nonsense', '']), [])
})

test('short IDs come from the folder and from the server, from the folder alone where it cannot be asked', async () => {
  assert.deepEqual((await offered(['get', ''])).sort(), [id, other].sort())
  assert.deepEqual(await offered(['publish', 'page.md', '--id', id.slice(0, 6)]), [id])
  assert.deepEqual(await offered(['get', ''], { RECTO_URL: desk.service.url }), [id])
  assert.deepEqual(await offered(['get', ''], { RECTO_URL: 'http://127.0.0.1:1' }), [])
})

test('the server and the profile on the line are asked', async () => {
  const env = { RECTO_URL: 'http://127.0.0.1:1', RECTO_API_KEY: desk.company.owner.key }
  const known = [id, other].sort()
  assert.deepEqual((await offered(['get', '--url', desk.service.url, ''], env)).sort(), known)
  assert.deepEqual((await offered(['get', `--url=${desk.service.url}`, ''], env)).sort(), known)
  await desk.run(['config', 'set', 'url', desk.service.url, '--profile', 'near'])
  const key = { RECTO_API_KEY: desk.company.owner.key }
  assert.deepEqual((await offered(['get', '--profile', 'near', ''], key)).sort(), known)
})

test('a record that somebody else wrote offers no words but short IDs, and no controls', async () => {
  const folder = join(desk.folder, 'strange')
  await mkdir(folder)
  const entry = (shortId: string) => [{ server: desk.service.url, shortId, version: 1 }]
  const files = {
    'good\u001b]0;title\u0007\n.md': entry('123456789A'),
    'a.md': entry('$(touch gone)'),
    'b.md': entry('--public'),
    'c.md': entry('123456789A; ls'),
    'd.md': entry('123456789B\nls'),
  }
  await writeFile(join(folder, '.recto.json'), JSON.stringify({ files }))
  const { stdout } = await desk.run(['__complete', 'get', ''], {
    cwd: folder,
    env: { RECTO_URL: desk.service.url },
  })
  assert.equal(stdout, '123456789A\tgood]0;title .md\n')
})

test('an unknown shell is refused', async () => {
  assert.equal((await recto(['completion', 'tcsh'])).code, 2)
})

/** How each shell is asked what it would offer at the end of a line. */
const shells: Record<string, (words: string[]) => string> = {
  bash: words =>
    `eval "$(recto completion bash)"; COMP_WORDS=(recto ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _recto; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: words =>
    `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; _files() { print FILES; }; eval "$(recto completion zsh)"; words=(recto ${words.map(word => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _recto`,
  fish: words => `recto completion fish | source; complete -C 'recto ${words.join(' ')}'`,
}

/** How each shell hands over an address that stands on the line. */
const wordsOf: Record<string, (address: string) => string[]> = {
  bash: address => address.split(/(:)/),
  zsh: address => [address],
  fish: address => [address],
}

for (const [name, ask] of Object.entries(shells))
  describe(name, () => {
    const run = async (words: string[]) => {
      const binary = await ensureBinary([name], name)
      if (isSkip(binary)) return binary
      const line = `'${binary.path}' -c "$ASK"`
      const { stdout, stderr } = await shell.run(line, {
        ASK: ask(words),
        ...binary.env,
        ...(words.includes('--url') && { RECTO_URL: 'http://127.0.0.1:1' }),
      })
      assert.equal(stderr, '')
      return stdout.split('\n')
    }

    test('completes a command, a flag and a short ID', async t => {
      const cases: [words: string[], expected: RegExp][] = [
        [['ver'], /^versions/],
        [['share', '--comp'], /^--company/],
        [['get', id.slice(0, 5)], new RegExp(`^${id}`)],
        [['comments', 'wat'], /^watch/],
        [['get', '--url', ...wordsOf[name]!(desk.service.url), id.slice(0, 5)], new RegExp(`^${id}`)],
      ]
      for (const [words, expected] of cases) {
        const lines = await run(words)
        if (!Array.isArray(lines)) return t.skip(lines.skip)
        assert.match(lines[0]!, expected)
      }
    })
  })
