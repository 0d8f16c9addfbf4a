// The files of the operator's guide that no test starts: the unit is well formed and closed, what it installs is ours, and every setting named exists.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { strangeNames } from '../../src/settings.ts'
import { ensureBinary } from '../support/binary.ts'
import { guideFile } from '../support/guide-proxies.ts'
import { fromRoot } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'

const run = promisify(execFile)

/** Of 100, by systemd's own measure of what a service may do beyond its work. */
const MOST_EXPOSURE = '20'

test('systemd takes the unit as it stands, and finds it well closed', async t => {
  const analyze = await ensureBinary(['systemd-analyze'], 'systemd')
  if (isSkip(analyze)) return t.skip(analyze.skip)
  const folder = await mkdtemp(join(tmpdir(), 'recto-unit-'))
  t.after(() => rm(folder, { recursive: true }))
  const unit = join(folder, 'recto.service')
  await writeFile(unit, await guideFile('recto.service', { '/usr/local/bin/recto': process.execPath }))
  const options = { env: { ...process.env, ...analyze.env } }
  const { stderr } = await run(analyze.path, ['verify', unit], options)
  assert.equal(stderr.includes(unit), false, stderr)
  await run(analyze.path, ['security', '--offline=true', `--threshold=${MOST_EXPOSURE}`, unit], options)
})

test('nothing that people read installs `recto` from npm, where that name belongs to somebody else', async () => {
  const fromNpm =
    /\b(?:npm (?:install|i|add|exec|x)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx)\b[^`\n]*? recto(?![\w.-])/
  assert.match('npm install --global recto', fromNpm)
  assert.match('npx --yes recto publish', fromNpm)
  const texts = globSync(
    '{*.md,*.yml,bin/*,ci/*,templates/*,docs/**/*.*,docs/**/Containerfile,src/**/*.{ts,tsx,md}}',
    { cwd: fromRoot() },
  )
  assert.ok(texts.length > 900)
  for (const path of texts) {
    const found = fromNpm.exec(await readFile(fromRoot(path), 'utf8'))
    assert.equal(found, null, `${path}: ${found?.[0]}`)
  }
})

test('every setting that the guides name is one', async () => {
  const named = new Set<string>()
  for (const path of globSync('docs/guides/**/*', { cwd: fromRoot() }).filter(each =>
    /\.\w+$|Caddyfile$/.test(each),
  ))
    for (const [name] of (await readFile(fromRoot(path), 'utf8')).matchAll(/\bRECTO_[A-Z_]+[A-Z]\b/g))
      named.add(name)
  assert.ok(named.size > 10)
  assert.deepEqual(strangeNames(Object.fromEntries([...named].map(name => [name, 'set']))), [])
})
