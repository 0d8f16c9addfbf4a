// Builds the command line: one file that needs no packages, runs on Node 20 and starts fast, and beside it what few commands load.
import { globSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { manPage } from './man-page.ts'

/** Writes cli/recto.js and cli/commands.json below the folder that holds the compiled program. */
export async function commandLine(compiled: string): Promise<void> {
  await mkdir(`${compiled}/cli`, { recursive: true })
  const sources = [
    'src/surfaces/cli/recto.ts',
    'test/conformance/conformance.ts',
    ...globSync('src/surfaces/cli/on-demand/*.ts'),
  ]
  await Promise.all([
    ...sources.map(source => bundle(source, `${compiled}/cli`)),
    writeCommands(compiled),
    manPage(compiled),
  ])
  // CommonJS starts some milliseconds earlier than a module.
  await writeFile(`${compiled}/cli/package.json`, '{ "type": "commonjs" }\n')
  await chmod(`${compiled}/cli/recto.js`, 0o755)
}

async function bundle(source: string, to: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: source,
      target: 'node20',
      outDir: to,
      emptyOutDir: false,
      minify: 'oxc',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          entryFileNames: basename(source).replace(/\.ts$/, '.js'),
          codeSplitting: false,
          format: 'cjs',
        },
      },
    },
  })
}

async function writeCommands(compiled: string): Promise<void> {
  const from = (path: string) => import(pathToFileURL(resolve(compiled, path)).href)
  const [{ manifestOf }, { allOperations }] = await Promise.all([
    from('surfaces/cli/command-line/manifest.js'),
    from('operations/index.js'),
  ])
  await writeFile(`${compiled}/cli/commands.json`, `${JSON.stringify(manifestOf(allOperations))}\n`)
}
