// Lets Node run the sources as they stand (`--import ./build/typescript.ts`): Node takes types away, esbuild turns JSX into calls.
// What was made once is kept below .cache, as a test run starts hundreds of processes.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const kept = join(root, '.cache', 'jsx')
const require = createRequire(import.meta.url)

/** Loaded by the few processes that meet a page not seen before. */
const esbuild = (): typeof import('esbuild') => require('esbuild')

function transform(path: string, source: string): string {
  const tsconfigRaw = { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' } } as const
  const options = {
    loader: 'tsx',
    format: 'esm',
    sourcemap: 'inline',
    sourcefile: path,
    tsconfigRaw,
  } as const
  return esbuild().transformSync(source, options).code
}

/** The JavaScript of a file with JSX; kept by what its text is, and put there whole, as others may read it. */
function javaScript(path: string): string {
  const source = readFileSync(path, 'utf8')
  const place = join(kept, `${createHash('sha256').update(path).update(source).digest('hex')}.js`)
  if (existsSync(place)) return readFileSync(place, 'utf8')
  const code = transform(path, source)
  writeFileSync(`${place}.${process.pid}`, code)
  renameSync(`${place}.${process.pid}`, place)
  return code
}

mkdirSync(kept, { recursive: true })
process.setSourceMapsEnabled(true)
enableCompileCache(join(root, '.cache', 'compiled'))
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    return { format: 'module', source: javaScript(fileURLToPath(url)), shortCircuit: true }
  },
})
