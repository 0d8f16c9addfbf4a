// The bundled server: the build knows each module that it starts as a process or thread.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { programs } from '../../build/server.ts'
import { fromRoot } from '../support/project-root.ts'

test('each module that runs by itself is bundled under a name of its own', () => {
  const sources = globSync('src/**/*.ts', { cwd: fromRoot() }).map(path =>
    readFileSync(fromRoot(path), 'utf8'),
  )
  const started = sources.flatMap(text =>
    [...text.matchAll(/\bmodulePath\('([^']+)'/g)].map(([, path]) => path),
  )
  assert.ok(started.length > 2)
  for (const path of started) assert.ok(programs.includes(`src/${path}.ts`), path)
  assert.equal(new Set(programs.map(path => basename(path))).size, programs.length)
})
