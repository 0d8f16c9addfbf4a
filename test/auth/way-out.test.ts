// Whether apps may name themselves by documents, where the operator left it open: only this machine's own routes decide.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoot } from '../support/project-root.ts'

const run = promisify(execFile)

/** What a program prints that is started by `way`, such as in a network of its own. */
const printed = async (way: string[], ...program: string[]): Promise<string> => {
  const [command, ...words] = [...way, ...program]
  return (await run(command!, words)).stdout
}

const saysWayOut = (way: string[]) => printed(way, process.execPath, fromRoot('test/auth/way-out.program.ts'))

/** Whether a table of the kernel has a route to everywhere that leads out of the machine. */
async function hasDefaultRoute(way: string[]): Promise<boolean> {
  const routes = await printed(way, 'cat', '/proc/net/route')
  const routes6 = await printed(way, 'sh', '-c', 'cat /proc/net/ipv6_route || true')
  return /^\S+\s+00000000\s/m.test(routes) || /^0{32} 00 (?!.*\slo$)/m.test(routes6)
}

const isLinux = process.platform === 'linux'

test('the way out is what the kernel has routes for', { skip: !isLinux && 'reads /proc' }, async () => {
  assert.equal(await saysWayOut([]), `${await hasDefaultRoute([])}`)
})

test('a network without any route has no way out', { skip: !isLinux && 'reads /proc' }, async t => {
  const alone = ['unshare', '--map-root-user', '--net']
  const mayLeave = await printed(alone, 'true').then(
    () => true,
    () => false,
  )
  // Some machines let nobody make a network; there the machine's own is looked at once more.
  const way = mayLeave ? alone : []
  t.diagnostic(mayLeave ? 'in a network of its own' : 'in the network of this machine')
  assert.equal(await saysWayOut(way), `${await hasDefaultRoute(way)}`)
  if (mayLeave) assert.equal(await hasDefaultRoute(way), false)
})
