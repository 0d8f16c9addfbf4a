// The command line as a single executable: everything it needs is inside, what few commands load too, and it serves nothing.
import { createRequire } from 'node:module'
import { getAsset } from 'node:sea'
import { compileFunction, constants } from 'node:vm'
import { usage } from '../src/surfaces/cli/failure.ts'
import { runProgram } from '../src/surfaces/cli/program.ts'

const inside = (name: string): string => getAsset(name, 'utf8')

/** A part is one CommonJS file that requires nothing but what Node has. */
function load<T>(name: string): T {
  const module = { exports: {} }
  const words = ['exports', 'require', 'module', '__filename']
  const run = compileFunction(inside(name), words, {
    filename: name,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  run(module.exports, createRequire(process.execPath), module, process.execPath)
  return module.exports as T
}

/** The server needs a database's drivers and pages beside it. */
async function notHere(): Promise<never> {
  throw usage(
    'This program holds the command line alone. Run recto serve and recto admin where the server is installed.',
  )
}

runProgram({
  get version() {
    return JSON.parse(inside('package.json')).version
  },
  home: null,
  manifest: async () => JSON.parse(inside('commands.json')),
  skill: () => inside('SKILL.md'),
  lock: async () => load('lock.js'),
  oauth: async () => load('oauth.js'),
  // Its library is native code, which cannot be loaded from inside.
  keychain: () => null,
  mcp: async () => load('mcp.js'),
  conformance: async () => load('conformance.js'),
  jq: () => load<typeof import('../src/surfaces/cli/on-demand/jq.ts')>('jq.js').loadJq(),
  serve: notHere,
  administer: notHere,
})
