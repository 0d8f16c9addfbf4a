// Builds dist/: the program's JavaScript, the files it reads at run time, and the browser's bundles below dist/public.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { clientLibrary } from './client-library.ts'
import { commandLine } from './command-line.ts'
import { documentation } from './documentation.ts'

/** Types are checked by bin/check; here they are only taken away. */
async function compile(to: string): Promise<void> {
  const compiler = spawn('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', to], {
    stdio: 'inherit',
  })
  const [code] = await once(compiler, 'exit')
  if (code !== 0) throw new Error(`tsc ended with ${code}`)
}

async function bundle(to: string): Promise<void> {
  const { entries } = await import('../vite.config.ts')
  await mkdir(to, { recursive: true })
  if (entries().length === 0) return writeFile(`${to}/manifest.json`, '{}\n')
  const { build } = await import('vite')
  await build({ build: { outDir: to }, logLevel: 'warn' })
  for (const source of globSync('src/surfaces/viewer/frames/*.ts')) await frameScript(source, to)
}

/** The script of a frame document stands inline, so it is one piece. */
async function frameScript(source: string, to: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: `${to}/frames`,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: source, output: { entryFileNames: '[name].js', codeSplitting: false } },
    },
  })
}

/** Whatever in src/ is no source code is read at run time, by the path it has beside the code. */
async function copyAssets(to: string): Promise<void> {
  await cp('src', to, { recursive: true, filter: path => !/\.tsx?$/.test(path) })
}

/** The new folder takes the old one's place at the end, so that a build that fails leaves the last one standing. */
async function replace(next: string): Promise<void> {
  const old = `${next}.old`
  if (existsSync('dist')) await rename('dist', old)
  await rename(next, 'dist')
  await rm(old, { recursive: true, force: true })
}

const next = `.cache/dist-${process.pid}`
await mkdir(next, { recursive: true })
await writeFile(`${next}/.built`, 'A source newer than this file makes the next start build again.\n')
try {
  await copyAssets(next)
  await Promise.all([
    compile(next).then(() => Promise.all([commandLine(next), clientLibrary(next)])),
    bundle(`${next}/public`),
  ])
  await documentation(next)
  await replace(next)
} finally {
  await rm(next, { recursive: true, force: true })
}
