// The source view, whole and cut, as the renderer and the page make it.

import { sourceLines } from '../../../src/content/text/source-lines.ts'
import { type SourcePageProps, sourcePage } from '../../../src/surfaces/web/artifact/source-page.tsx'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import { plainWords, type Words } from './sample-words.ts'

const html = `<!doctype html>
<title>Results</title>
<style>
  body { color: #223344; margin: 1rem auto }
</style>
<!-- What the north sold in the third quarter -->
<h1 class="large" title="R&amp;D">Results</h1>
<script>
  const grown = [1, 2, 3].map(each => each * 1.2) // a fifth
  document.title = \`Grown: \${grown.join("\\n")}\`
</script>
<p>${'Most of it came from the north, where two new partners began in August. '.repeat(4)}</p>
`

const coloured = await sourceLines(html, 'html', true)
const written = await sourceLines(Object.values(plainWords).join('\n\n'), 'markdown', true)

export function sourcePages(assets: Assets, words: Words): Record<string, () => string> {
  const show = (more: Partial<SourcePageProps> = {}) =>
    sourcePage({
      assets,
      name: words.name,
      path: '/aB3dEfGh1J',
      download: '/aB3dEfGh1J/content',
      version: 4,
      size: 48_211,
      lines: coloured,
      reader: words.email,
      ...more,
    })
  return {
    source: () => show(),
    'source-cut': () => show({ lines: written, size: 9_400_000, cut: 524_288 }),
  }
}
