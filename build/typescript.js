// Lets Node run the sources as they stand (`--import ./build/typescript.js`): Node takes types away, esbuild turns JSX into calls.
// Results are kept below .cache, as a test run starts hundreds of processes. This file is JavaScript, as it is loaded before
// there is a cache: taking its own types away took 60 milliseconds of each process.
// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const kept = join(root, '.cache', 'jsx')
const require = createRequire(import.meta.url)

/**
 * Loaded by the few processes that meet a page not seen before.
 * @returns {typeof import('esbuild')}
 */
const esbuild = () => require('esbuild')

/**
 * @param {string} path
 * @param {string} source
 */
function transform(path, source) {
  const tsconfigRaw = /** @type {const} */ ({
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' },
  })
  const options = /** @type {const} */ ({
    loader: 'tsx',
    format: 'esm',
    sourcemap: 'inline',
    sourcefile: path,
    tsconfigRaw,
  })
  return esbuild().transformSync(source, options).code
}

/**
 * The JavaScript of a file with JSX; kept by what its text is, and put there whole, as others may read it.
 * @param {string} path
 */
function javaScript(path) {
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
