// Whether apps may name themselves by documents, where the operator left it open: only this machine's own routes decide.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoot } from '../support/project-root.ts'

const run = promisify(execFile)
const program = [process.execPath, fromRoot('test/auth/way-out.program.ts')]
const alone = ['--map-root-user', '--net']

const mayLeave = await run('unshare', [...alone, 'true']).then(
  () => true,
  () => false,
)

test('a machine without any route has no way out', { skip: !mayLeave && 'needs unshare' }, async () => {
  const { stdout } = await run('unshare', [...alone, ...program])
  assert.equal(stdout, 'false')
})

const isConnected = Object.values(networkInterfaces())
  .flat()
  .some(each => each && !each.internal)

test('a machine with a network has one', { skip: !isConnected && 'needs a network' }, async () => {
  const [node, file] = program
  assert.equal((await run(node!, [file!])).stdout, 'true')
})
