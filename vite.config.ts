// How the browser's part is bundled: every file of a surface that is named `-island.ts` is an entry, and so is each style.css or -style.css beside it.
import { globSync } from 'node:fs'
import { defineConfig } from 'vite'
import { browserOperations } from './build/browser-operations.ts'
import { bundleReport } from './build/bundle-report.ts'

/** The files a page may ask for by their path in src/; manifest.json in the output says where each went. */
export function entries(): string[] {
  return globSync(['src/surfaces/**/*-island.ts', 'src/surfaces/*/{,*-}style.css'])
    .filter(path => !path.endsWith('.d.ts'))
    .sort()
}

export default defineConfig({
  base: '/assets/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    // The editor and the parts of Mermaid, which are loaded only where they are used.
    chunkSizeWarningLimit: 1600,
    // How long the bundler's parts took says nothing to whoever starts the service.
    rolldownOptions: {
      input: entries(),
      preserveEntrySignatures: 'exports-only',
      checks: { bundlerTimings: false },
    },
  },
  plugins: [browserOperations(), bundleReport('.reports/bundle')],
})
