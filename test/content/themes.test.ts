// The four themes: readable in both faces, and a change of what is rendered never served from an old cache.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { BUILD } from '../../src/content/render/build.ts'
import { pageDocument } from '../../src/content/render/page.ts'
import { styleOf } from '../../src/content/render/themes/themes.ts'
import { themes } from '../../src/domain/artifact.ts'

type Face = 'light' | 'dark'

/** Custom properties that hold a colour, by face. */
function colours(style: string, face: Face): Map<string, string> {
  const found = style.matchAll(/--([a-z-]+):light-dark\((#[0-9a-f]{3,6}),(#[0-9a-f]{3,6})\)/g)
  return new Map([...found].map(([, name, light, dark]) => [name!, face === 'light' ? light! : dark!]))
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map(d => d + d).join('') : colour.slice(1)
  const [r, g, b] = [0, 2, 4]
    .map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

test('every colour of text stands out from paper and from code by 4.5 to 1, in all eight faces', () => {
  const grounds = ['paper', 'tint']
  const notText = new Set([...grounds, 'line', 'mark'])
  for (const theme of themes)
    for (const face of ['light', 'dark'] as const) {
      const all = colours(styleOf(theme), face)
      assert.ok(all.size >= 14, `${theme} names its colours`)
      for (const [name, colour] of all)
        for (const ground of notText.has(name) ? [] : grounds) {
          const ratio = contrast(colour, all.get(ground)!)
          assert.ok(ratio >= 4.5, `${theme} ${face}: ${name} ${colour} on ${ground} is ${ratio.toFixed(2)}`)
        }
      assert.ok(contrast(all.get('ink')!, all.get('mark')!) >= 4.5, `${theme} ${face}: marked text`)
    }
})

const sample = `---
title: Sample
---
# One *two*

Text[^1] with \`code\`, $x^2$, www.example.com, <kbd>K</kbd> and a [link](https://a.b "t").

> [!NOTE]
> Body

- [x] a

| a |
|--:|
| b |

\`\`\`ts
const x: number = 1
\`\`\`

## Two

## Three

## Four

## Five

[^1]: note
`

/** The hash of what `sample` renders to under the build named in `build.ts`. */
const rendered = { build: '8', sha256: '1bcc18412d97e04f' }

test('when rendered pages change, the build is raised, so that no old page is served from the cache', async () => {
  const page = pageDocument({
    ...(await renderMarkdown(sample, { linkRel: 'noopener' })),
    theme: 'plain',
    lang: 'en',
  })
  const body = page.slice(page.indexOf('</style>'))
  const sha256 = createHash('sha256').update(body).digest('hex').slice(0, 16)
  assert.equal(BUILD, rendered.build)
  assert.equal(
    sha256,
    rendered.sha256,
    'rendering changed: raise BUILD in src/content/render/build.ts, then enter both here',
  )
})
