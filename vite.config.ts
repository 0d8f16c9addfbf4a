// How the browser's part is bundled: every file of a surface that is named `-island.ts` is an entry, and so is each style.css or -style.css beside it.
import { globSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'vite'
import { browserOperations } from './build/browser-operations.ts'
import { bundleReport } from './build/bundle-report.ts'

/** Bundled by itself: it shares no piece with other pages, so it comes in one. */
const alone = 'src/surfaces/web/artifact/artifact-island.ts'

/** The files a page may ask for by their path in src/; a manifest in the output says where each went. */
const together = globSync(['src/surfaces/**/*-island.ts', 'src/surfaces/*/{,*-}style.css'])
  .filter(path => path !== alone)
  .sort()

const bundleOf = (name: string, input: string[]): UserConfig => ({
  base: '/assets/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/public',
    emptyOutDir: false,
    manifest: `${name}.json`,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    // The editor and the parts of Mermaid, which are loaded only where they are used.
    chunkSizeWarningLimit: 1600,
    // How long the bundler's parts took says nothing to whoever starts the service.
    rolldownOptions: {
      input,
      preserveEntrySignatures: 'exports-only',
      checks: { bundlerTimings: false },
    },
  },
  plugins: [
    browserOperations(),
    bundleReport(`.reports/${name === 'manifest' ? 'bundle' : `bundle/${name}`}`),
  ],
})

/** Each with a manifest of its own. */
export const bundles = [bundleOf('manifest', together), bundleOf('artifact', [alone])]

export default defineConfig(bundles[0]!)
