// The release: what is not ready is refused and changes nothing; else version, changelog, commit, tag, package and checksum belong together.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fromRoot } from '../support/project-root.ts'
import { type Ended, ends } from '../surfaces/cli/installed.ts'

let folder: string

const env = () => ({
  ...{ HOME: folder, npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' },
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
  ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
})

const changelog = (second: string) =>
  `# Changes\n\n## 0.2.0, not yet released\n\n- Something new.\n\n## ${second}\n\n- Something old.\n`

async function git(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await ends('git', words, { cwd: folder, env: env() })
  assert.equal(code, 0, stderr)
  return stdout.trim()
}

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const read = (name: string) => readFile(join(folder, name), 'utf8')

async function commit(): Promise<void> {
  await git('add', '--all')
  await git('commit', '--quiet', '--allow-empty', '--message', 'Change')
}

const release = (...words: string[]): Promise<Ended> =>
  ends(
    process.execPath,
    ['--import', fromRoot('build/typescript.js'), fromRoot('build/release.ts'), ...words],
    {
      cwd: folder,
      env: env(),
    },
  )

/** A project with a version released before, whose check is green. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-release-'))
  await git('init', '--quiet', '--initial-branch', 'main')
  const facts = { name: 'recto', version: '0.1.0' }
  await write('package.json', JSON.stringify({ ...facts, files: ['dist'] }))
  await write('package-lock.json', JSON.stringify({ ...facts, packages: { '': facts } }))
  await write('CHANGELOG.md', changelog('0.1.0, 2026-01-02'))
  await write('.gitignore', '.cache/\n.npm/\n')
  for (const name of ['bin', 'dist']) await mkdir(join(folder, name))
  await write('dist/program.js', 'export {}\n')
  await setCheck(0)
  await commit()
  await git('tag', 'v0.1.0')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function setCheck(code: number): Promise<void> {
  await write('bin/check', `#!/bin/sh\nexit ${code}\n`)
  await chmod(join(folder, 'bin/check'), 0o755)
}

/** Nothing is committed, tagged, changed or packed. */
async function assertUntouched(head: string): Promise<void> {
  assert.equal(await git('rev-parse', 'HEAD'), head)
  assert.equal(await git('tag', '--list'), 'v0.1.0')
  assert.equal(JSON.parse(await read('package.json')).version, '0.1.0')
  await assert.rejects(readdir(join(folder, '.cache')), { code: 'ENOENT' })
}

test('the version, the day, the commit, the tag, the package and its checksum are those of the changelog', async () => {
  const { code, stdout, stderr } = await release()
  assert.equal(code, 0, stderr)
  for (const name of ['package.json', 'package-lock.json'])
    assert.equal(JSON.parse(await read(name)).version, '0.2.0')
  assert.equal(JSON.parse(await read('package-lock.json')).packages[''].version, '0.2.0')
  const day = new Date().toISOString().slice(0, 10)
  assert.ok((await read('CHANGELOG.md')).startsWith(`# Changes\n\n## 0.2.0, ${day}\n\n- Something new.\n`))
  assert.equal(await git('status', '--porcelain'), '')
  assert.equal(await git('log', '-1', '--format=%s'), 'Release 0.2.0')
  assert.equal(await git('rev-parse', 'v0.2.0^{commit}'), await git('rev-parse', 'HEAD'))
  const bytes = await readFile(join(folder, '.cache/release/recto-0.2.0.tgz'))
  const digest = createHash('sha256').update(bytes).digest('hex')
  assert.equal(await read('.cache/release/SHA256SUMS'), `${digest}  recto-0.2.0.tgz\n`)
  assert.equal(stdout, `${digest}  .cache/release/recto-0.2.0.tgz\n`)
  assert.match(stderr, /git push --follow-tags/)
  const again = await release()
  assert.deepEqual([again.code, again.stdout], [1, ''])
})

test('a dry run packs the version and changes nothing else', async () => {
  const head = await git('rev-parse', 'HEAD')
  const { code, stdout, stderr } = await release('--dry-run')
  assert.deepEqual(
    [code, stderr],
    [0, '0.2.0 is ready. Nothing was changed; bin/release makes the release.\n'],
  )
  assert.match(stdout, /recto-0\.2\.0\.tgz\n$/)
  await rm(join(folder, '.cache'), { recursive: true })
  assert.equal(await git('status', '--porcelain'), '')
  await assertUntouched(head)
})

const refused: [what: string, said: RegExp, prepare: () => Promise<unknown>][] = [
  ['a changed file', /not committed:\n M dist\/program\.js/, () => write('dist/program.js', 'export { }\n')],
  ['a new file', /not committed:\n\?\? new\.txt/, () => write('new.txt', 'New\n')],
  ['a check that is not green', /bin\/check is not green/, () => setCheck(1).then(commit)],
  [
    'a changelog that announces nothing',
    /announces no version/,
    () => write('CHANGELOG.md', '# Changes\n\n## 0.1.0, 2026-01-02\n').then(commit),
  ],
  [
    'a changelog that does not say what changed',
    /does not say what changed in 0\.2\.0/,
    () =>
      write(
        'CHANGELOG.md',
        '# Changes\n\n## 0.2.0, not yet released\n\n## 0.1.0, 2026-01-02\n\n- Old.\n',
      ).then(commit),
  ],
  [
    'a version that is not higher than the newest release',
    /0\.2\.0 is not higher than v0\.10\.0/,
    () => git('tag', 'v0.10.0'),
  ],
]

for (const [what, said, prepare] of refused)
  test(`${what} is refused`, async () => {
    await prepare()
    const head = await git('rev-parse', 'HEAD')
    const { code, stdout, stderr } = await release()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, said)
    if (what.startsWith('a version')) await git('tag', '--delete', 'v0.10.0')
    await assertUntouched(head)
  })
