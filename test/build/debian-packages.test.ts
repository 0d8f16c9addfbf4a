// The packages of Debian that `bin/test` fetches before its first file.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { programs } from '../support/debian-packages.ts'
import { fromRoot, projectRoot } from '../support/project-root.ts'

test('every package that a test asks for by name is fetched before the first file', () => {
  const asked = globSync('test/**/*.ts', { cwd: projectRoot }).flatMap(path =>
    [...readFileSync(fromRoot(path), 'utf8').matchAll(/ensureBinary\(\[[^\]]*\], '([^']+)'\)/g)].map(
      ([, name]) => name!,
    ),
  )
  assert.ok(asked.length >= 8, `${asked}`)
  assert.deepEqual(
    asked.filter(name => programs[name] === undefined),
    [],
  )
})
