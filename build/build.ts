// Builds dist/: the server, the command line, the client library, the browser's bundles and the documentation.
import { existsSync, globSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { clientLibrary } from './client-library.ts'
import { commandLine } from './command-line.ts'
import { documentation } from './documentation.ts'
import { server } from './server.ts'

async function bundle(to: string): Promise<void> {
  const { bundles } = await import('../vite.config.ts')
  const { build, mergeConfig } = await import('vite')
  const here = { configFile: false, build: { outDir: to }, logLevel: 'warn' }
  await Promise.all(bundles.map(each => build(mergeConfig(each, here))))
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
      minify: 'terser',
      // Every pass, and no more inlining than this, saves bytes of what each page carries. No function of ours is constructed.
      terserOptions: {
        module: true,
        compress: { passes: 10, hoist_funs: true, inline: 1, unsafe_arrows: true, ecma: 2020 },
      },
      rolldownOptions: {
        input: source,
        output: { entryFileNames: '[name].js', codeSplitting: false },
        checks: { bundlerTimings: false },
      },
    },
  })
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
  await Promise.all([
    server(`${next}/server`),
    commandLine(`${next}/cli`),
    clientLibrary(`${next}/client`),
    bundle(`${next}/public`),
  ])
  await documentation(next)
  await replace(next)
} finally {
  await rm(next, { recursive: true, force: true })
}
