// Bundles the server and what runs beside it, with every package: a few files start in half the time that hundreds of modules take.
import { basename } from 'node:path'

/** Modules that run by themselves, by their paths; no two have the same last name. */
export const programs = [
  'src/serve.ts',
  'src/admin/admin.ts',
  'src/content/worker.ts',
  'src/storage/sql/sqlite/search-process.ts',
  'src/event-loop-guard-thread.ts',
]

/** Packages with a file that is read as data stay where they are installed. */
const packagesWithData = ['@resvg/resvg-wasm', '@expo-google-fonts/newsreader']

/** Writes them into the folder, side by side. */
export async function server(folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    ssr: { noExternal: true, external: packagesWithData },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      reportCompressedSize: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(programs.map(path => [basename(path, '.ts'), path])),
        // Packages such as ajv evaluate code that they generate themselves.
        checks: { eval: false },
        // A package may tell its classes apart by their names.
        output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
