// Ports that `freePort` gives to the processes of a test run.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fromRoot } from '../support/project-root.ts'

/** Prints 100 ports at once and lives until its input ends. */
const script = `import { freePort } from ${JSON.stringify(fromRoot('test/support/free-port.ts'))}
console.log(JSON.stringify(await Promise.all(Array.from({ length: 100 }, freePort))))
process.stdin.resume()`

test('processes that live at the same time are given different ports, and each of them once', async t => {
  const lists = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script])
      t.after(() => child.stdin.end())
      const [text] = await once(child.stdout.setEncoding('utf8'), 'data')
      return JSON.parse(text) as number[]
    }),
  )
  assert.equal(new Set(lists.flat()).size, 400)
  assert.ok(lists.flat().every(port => port > 10_080 && port < 32_768))
})
