// The script bin/interop prints its usage, and knows its programs by name, before it downloads anything.
import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fromRoot } from '../support/project-root.ts'
import { ends } from '../surfaces/cli/installed.ts'

let folder: string

// Alone in a folder, so that whatever it needs of the checkout makes it fail.
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-interop-'))
  await mkdir(join(folder, 'bin'))
  await copyFile(fromRoot('bin', 'interop'), join(folder, 'bin', 'interop'))
})
after(() => rm(folder, { recursive: true, force: true }))

const interop = (...words: string[]) =>
  ends('/bin/sh', ['bin/interop', ...words], { cwd: folder, env: { PATH: process.env.PATH ?? '' } })

test('--help prints the usage at once and leaves nothing behind', async () => {
  for (const words of [['--help'], ['-h'], ['codex', '--help']]) {
    const { code, stdout, stderr } = await interop(...words)
    assert.deepEqual([code, stderr], [0, ''], stderr)
    assert.match(stdout, /^Connects the vendors' own programs .*\n {2}bin\/interop {9}all of them; .*\n/)
    assert.match(stdout, /\n {2}bin\/interop codex {3}only those named: claude, codex, gemini\n$/)
  }
  assert.deepEqual(await readdir(folder), ['bin'])
})

test('an unknown name is one sentence with the known names, and exit 2', async () => {
  for (const name of ['codx', 'codex gemini', '--all', '']) {
    const { code, stdout, stderr } = await interop('codex', name)
    const sentence = `recto: There is no program "${name}". Name claude, codex or gemini, or none for all.\n`
    assert.deepEqual([code, stdout, stderr], [2, '', sentence])
  }
})
