// Commands of one checkout install what they need, and once: of two at the same time one installs, the other waits for it and goes on.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoot } from '../support/project-root.ts'

const run = promisify(execFile)

const environment = '. "$(dirname -- "$0")/environment"\n'

/** A checkout whose install step writes down when it begins and ends. */
async function checkout(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-at-once-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['bin', 'build', 'node_modules']) await mkdir(join(folder, name))
  await cp(fromRoot('bin', 'environment'), join(folder, 'bin', 'environment'))
  await cp(fromRoot('.node-version'), join(folder, '.node-version'))
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await writeFile(join(folder, 'bin', 'go'), `${environment}echo ready\n`)
  await writeFile(join(folder, 'bin', 'build'), `needs=building\n${environment}echo built\n`)
  const steps = `import { appendFileSync } from 'node:fs'
appendFileSync('steps', 'begins ')
await new Promise(resolve => setTimeout(resolve, 500))
appendFileSync('steps', 'ends ')`
  await writeFile(join(folder, 'build', 'installed.ts'), steps)
  return folder
}

const go = (folder: string, command = 'go') => {
  const env = { ...process.env, PATH: `${folder}/tools:${dirname(process.execPath)}:${process.env.PATH}` }
  return run('sh', [join(folder, 'bin', command)], { env })
}

/** An npm that writes down what it is asked for, and leaves what tells that packages of tests are there. */
async function recordNpm(folder: string): Promise<void> {
  await writeFile(join(folder, 'build', 'installed.ts'), 'process.exitCode = 1')
  await mkdir(join(folder, 'tools'))
  const npm =
    '#!/bin/sh\necho "$1 $2" >>steps\ncase $2 in --workspaces=false) ;; *) mkdir -p node_modules/recto-tests ;; esac\n'
  await writeFile(join(folder, 'tools', 'npm'), npm, { mode: 0o755 })
}

test('of three commands at once one installs, and all go on', async t => {
  const folder = await checkout(t)
  const all = await Promise.all([go(folder), go(folder), go(folder)])
  assert.deepEqual(
    all.map(({ stdout }) => stdout),
    ['ready\n', 'ready\n', 'ready\n'],
  )
  assert.equal(await readFile(join(folder, 'steps'), 'utf8'), 'begins ends ')
})

test('a command that was killed while it installed holds nobody up', async t => {
  const folder = await checkout(t)
  const gone = spawnSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).stdout.trim()
  await mkdir(join(folder, '.cache'))
  await symlink(gone, join(folder, '.cache', 'busy'))
  assert.equal((await go(folder)).stdout, 'ready\n')
})

test('what only builds installs no packages of tests, and nothing is installed that is there', async t => {
  const folder = await checkout(t)
  await recordNpm(folder)
  const building = 'ci --workspaces=false\n'
  const everything = 'ci --no-audit\n'
  const steps = () => readFile(join(folder, 'steps'), 'utf8')
  for (const command of ['build', 'build']) await go(folder, command)
  assert.equal(await steps(), building)
  for (const command of ['go', 'build', 'go']) await go(folder, command)
  assert.equal(await steps(), building + everything)
  await writeFile(join(folder, 'package-lock.json'), '{"packages":{}}')
  await go(folder, 'build')
  assert.equal(await steps(), building + everything + everything)
})
