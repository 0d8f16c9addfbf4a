// Builds the command line: one file that needs no packages, runs on Node 20 and starts fast, and beside it what few commands load.
import { globSync } from 'node:fs'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { allOperations } from '../src/operations/index.ts'
import { manifestOf } from '../src/surfaces/cli/command-line/manifest.ts'
import { manPage } from './man-page.ts'

/** Writes the command line and what it reads into the folder. */
export async function commandLine(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const sources = [
    'src/surfaces/cli/recto.ts',
    'test/conformance/conformance.ts',
    ...globSync('src/surfaces/cli/on-demand/*.ts'),
  ]
  await Promise.all([
    ...sources.map(source => bundle(source, folder)),
    writeFile(`${folder}/commands.json`, `${JSON.stringify(manifestOf(allOperations))}\n`),
    writeFile(`${folder}/recto.1`, manPage()),
    copyFile('src/surfaces/cli/skill/SKILL.md', `${folder}/SKILL.md`),
  ])
  // CommonJS starts some milliseconds earlier than a module.
  await writeFile(`${folder}/package.json`, '{ "type": "commonjs" }\n')
  await chmod(`${folder}/recto.js`, 0o755)
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
