// Builds the command line: one file that needs no packages, runs on Node 20 and starts fast, and beside it the commands as data.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Writes cli/recto.js and cli/commands.json below the folder that holds the compiled program. */
export async function commandLine(compiled: string): Promise<void> {
  await mkdir(`${compiled}/cli`, { recursive: true })
  await Promise.all([bundle(`${compiled}/cli`), writeCommands(compiled)])
  // CommonJS starts some milliseconds earlier than a module.
  await writeFile(`${compiled}/cli/package.json`, '{ "type": "commonjs" }\n')
  await chmod(`${compiled}/cli/recto.js`, 0o755)
}

async function bundle(to: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'src/surfaces/cli/recto.ts',
      target: 'node20',
      outDir: to,
      emptyOutDir: false,
      minify: 'oxc',
      rolldownOptions: { output: { entryFileNames: 'recto.js', codeSplitting: false, format: 'cjs' } },
    },
  })
}

async function writeCommands(compiled: string): Promise<void> {
  const from = (path: string) => import(pathToFileURL(resolve(compiled, path)).href)
  const [{ manifestOf }, { allOperations }] = await Promise.all([
    from('surfaces/cli/manifest.js'),
    from('operations/index.js'),
  ])
  await writeFile(`${compiled}/cli/commands.json`, `${JSON.stringify(manifestOf(allOperations))}\n`)
}
