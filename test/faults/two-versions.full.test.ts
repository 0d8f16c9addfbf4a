// The program of the previous schema and this one serve the same installation side by side while one replaces the other.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { startInstallation } from '../support/nodes.ts'
import { fromRoot, typescript } from '../support/project-root.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { Ledger } from './ledger.ts'
import { startWriters } from './writers.ts'

const run = promisify(execFile)

/** The last commit whose program knows one migration less. A new migration names the commit before it here. */
const PREVIOUS = '48bfc3e4d0e26013b07c5318f095d62672d63495'

/** The program of that commit, as words after `node`. */
async function previousProgram(t: TestContext): Promise<string[] | Skip> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-previous-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'sources.tar')
  try {
    await run('git', ['archive', '--output', archive, PREVIOUS], { cwd: fromRoot() })
  } catch {
    return { skip: `the repository here has no commit ${PREVIOUS}` }
  }
  const sources = join(folder, 'sources')
  await mkdir(sources)
  await run('tar', ['-xf', archive, '-C', sources])
  await symlink(fromRoot('node_modules'), join(sources, 'node_modules'))
  await run(process.execPath, [...typescript, join(sources, 'build', 'build.ts')], { cwd: sources })
  return [join(sources, 'dist', 'cli', 'recto.js'), 'serve']
}

test('the program of the previous schema and this one serve side by side and lose nothing', async t => {
  const program = await previousProgram(t)
  if (isSkip(program)) return t.skip(program.skip)
  const installation = await startInstallation(t, { empty: true })
  if (isSkip(installation)) return t.skip(installation.skip)
  const schema = async () =>
    (await installation.query<{ version: number }>('select version from schema_version'))[0]
  const before = await installation.start({ program })
  const old = await schema()
  const ledger = new Ledger()
  const first = startWriters([before], ledger, 4)
  const now = await installation.start()
  assert.notDeepEqual(await schema(), old, 'this program brings a newer schema')
  const second = startWriters([before, now], ledger, 4)
  await until('both were written to', () =>
    [first, second].every(({ statuses }) => (statuses[201] ?? 0) > 20),
  )
  await Promise.all([first.stop(), second.stop()])
  for (const { statuses } of [first, second])
    assert.deepEqual(
      Object.keys(statuses).filter(status => !['200', '201', '412'].includes(status)),
      [],
    )
  assert.deepEqual(await ledger.check(before), await ledger.check(now, { contents: false }))
  assert.equal(await before.stop(), 0)
  assert.equal((await fetch(`${now.url}/readyz`)).status, 200)
})
