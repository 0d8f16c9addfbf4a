// Nothing an author writes becomes script, style, frame, form or an address of ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { pageDocument } from '../../src/content/render/page.ts'
import { atLength } from '../support/at-length.ts'
import { fc } from '../support/properties.ts'

const corpus = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//x>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror\n=\nalert(1)>',
  '<img/src=`x`onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<title><img src=x onerror=alert(1)></title>',
  '<iframe src="javascript:alert(1)" srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src=x><applet code=x>',
  '<form action=//x><input name=a><button formaction=javascript:alert(1)>x</button><select><option>x</select></form>',
  '<a href="javascript:alert(1)">x</a><a href=" javascript:alert(1)">x</a><a href="java\nscript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a><a href="&#106;avascript:alert(1)">x</a><a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html,<script>alert(1)</script>">x</a><a href="file:///etc/passwd">x</a>',
  '[x](javascript:alert(1)) [x](JAVASCRIPT:alert(1)) [x](<java\tscript:alert(1)>) [x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](javascript:alert(1)) ![x](data:text/html,x)',
  '<javascript:alert(1)> <data:text/html,x>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<p style="background:url(javascript:alert(1));position:fixed">x</p>',
  '<style>@import "//x"; body{display:none}</style><link rel=stylesheet href=//x>',
  '<meta http-equiv=refresh content="0;url=//x"><base href="//x/">',
  '<body onload=alert(1)><html onclick=x><head><frameset onload=x><frame src=//x>',
  '<div id=app name=x><a id=location name=cookie></a><img name=getElementById><form id=document></form></div>',
  '<video poster=javascript:alert(1) autoplay><source src=javascript:alert(1) onerror=x></video>',
  '<audio src=x onerror=alert(1) autoplay>',
  '<details ontoggle=alert(1) open>x</details>',
  '<template><script>alert(1)</script></template><slot name=x></slot>',
  '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!--- ><script>alert(1)</script>-->\n\n<!-- --!><script>alert(1)</script>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<div title="\n\n```js\n" onmouseover=alert(1) x="\n```\n\n">x</div>',
  '<img alt="\n\n```"onerror=alert(1)//\n```\n\n">',
  '<a title="\n\n$x" onmouseover="alert(1)$\n\n">x</a>',
  '```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
  '# <script>alert(1)</script> " onclick=x <img src=x onerror=alert(1)>',
  '# "><img src=x onerror=alert(1)>\n\n## a\n\n## b\n\n## c\n\n## d\n\n## e',
  '---\ntitle: "</title><script>alert(1)</script>"\n---\nx',
  '$\\href{javascript:alert(1)}{x}$ $\\text{<script>alert(1)</script>}$ $\\style{color:red}{x}$ $\\class{x}{y}$',
  '$\\includegraphics{javascript:alert(1)}$ $\\url{javascript:alert(1)}$',
  'x[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: y',
  '<table><td><script>alert(1)</script></table><tr><td>x</td></tr>',
  '<button popovertarget=x>x</button><dialog open>x</dialog><marquee onstart=alert(1)>x</marquee>',
  '<input type=image src=x onerror=alert(1)><input type=password><keygen autofocus onfocus=alert(1)>',
  '<isindex action=javascript:alert(1)><bgsound src=javascript:x><layer src=x>',
  '<a href="#" ping="//x" download target=_top onclick=x>x</a>',
  '\ue000x:0\ue001 <b title="\ue000x:0\ue001">x</b>',
]

const elements = new Set(
  `a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark nav ol p
  picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead
  time tr tt u ul var video wbr html head meta title style body`.split(/\s+/),
)
const mathml = /^(?:math|m[a-z]+|semantics|annotation)$/
const addresses = /^(?:(?:https?:|mailto:|tel:)|(?![a-z][a-z0-9+.-]*:))/i

type Node = DefaultTreeAdapterTypes.Node

/** Finds what must not stand in a parsed page. */
function faults(node: Node, inMath = false): string[] {
  if (!('tagName' in node)) return 'childNodes' in node ? node.childNodes.flatMap(child => faults(child)) : []
  const math = inMath || node.tagName === 'math'
  const found: string[] = []
  if (!(math ? mathml.test(node.tagName) : elements.has(node.tagName))) found.push(`<${node.tagName}>`)
  for (const { name, value } of node.attrs) {
    if (
      /^on|^(?:srcdoc|action|formaction|ping|download|autofocus|autoplay|http-equiv|data-.*|popovertarget|contenteditable)$/.test(
        name,
      )
    )
      found.push(`${node.tagName}[${name}]`)
    if (name === 'style' && !math) found.push('style')
    if (name === 'href' && !addresses.test(value.trim())) found.push(`href=${value}`)
    if (/^(?:src|poster)$/.test(name) && !addresses.test(value) && !/^data:/.test(value))
      found.push(`src=${value}`)
    if (/^(?:id|name)$/.test(name) && !value.startsWith('user-content-') && node.tagName !== 'meta')
      found.push(`${name}=${value}`)
    if (name === 'target' && value !== '_blank') found.push(`target=${value}`)
  }
  if (node.tagName === 'input' && node.attrs.find(a => a.name === 'type')?.value !== 'checkbox')
    found.push('input')
  if (node.tagName === 'title' || node.tagName === 'style') return found
  return [...found, ...node.childNodes.flatMap(child => faults(child, math))]
}

async function faultsOf(source: string, always: boolean): Promise<string[]> {
  const rendered = await renderMarkdown(source, { linkRel: 'noopener', always })
  return faults(parse(pageDocument({ ...rendered, theme: 'plain', lang: 'en' })))
}

test('none of the known ways of writing script survives, on either way of writing a page', async () => {
  for (const source of corpus)
    for (const always of [false, true])
      for (const frame of [
        source,
        `text ${source} text`,
        `- ${source}\n\n> ${source}`,
        `<div>\n\n${source}\n\n</div>`,
        `| a |\n|---|\n| ${source} |`,
      ])
        assert.deepEqual(await faultsOf(frame, always), [], frame)
})

test('no mixture of the known ways survives', async () => {
  const part = fc.oneof(
    fc.constantFrom(...corpus),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '`',
      '```\n',
      '\n\n',
      '$',
      '$$',
      '<!--',
      '-->',
      '<b>',
      '</b>',
      '<a href=',
      '[',
      '](',
      ')',
      '| a |\n|--|\n',
      '# ',
      '&lt;',
      '\\',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async parts => {
      const source = parts.join('')
      assert.deepEqual(await faultsOf(source, false), [], source)
    }),
    { numRuns: Number(process.env.SANITISE_ROUNDS ?? atLength(400, 4000)) },
  )
})

test('harmless HTML passes', async () => {
  const source =
    '<p align="center"><img src="https://a.b/c.png" width="20" alt="x"> <kbd>K</kbd> <mark>m</mark> <a id="here"></a></p>\n\n<picture><source media="(prefers-color-scheme: dark)" srcset="d.png"><img src="data:image/png;base64,AAAA"></picture>'
  const { html } = await renderMarkdown(source, { linkRel: 'noopener' })
  assert.match(html, /<p align="center"><img src="https:\/\/a\.b\/c\.png" width="20" alt="x" loading="lazy">/)
  assert.match(html, /<a id="user-content-here"><\/a>/)
  assert.match(html, /<source media="\(prefers-color-scheme: dark\)" srcset="d\.png">/)
  assert.match(html, /<img src="data:image\/png;base64,AAAA"/)
})

/** A picture that would run a script, were it more than a picture. */
const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')}`

test('a data URI of SVG is a picture with its alternative text, and never text itself', async () => {
  const ways = [`![Sales](${svg})`, `![Sales][chart]\n\n[chart]: ${svg}`, `<img alt="Sales" src="${svg}">`]
  for (const source of [...ways, ...ways.map(way => `# ${way}`), ...ways.map(way => `<b>x</b> ${way}`)])
    for (const always of [false, true]) {
      const { html } = await renderMarkdown(source, { linkRel: 'noopener', always })
      const image = html.match(/<img [^>]*>/g)?.join() ?? ''
      assert.ok(image.includes(`src="${svg}"`) && image.includes('alt="Sales"'), html)
      assert.equal(html.split(svg).length, 2, source)
      assert.ok(!html.replace(/<[^>]*>/g, '').includes('base64'), source)
    }
})

test('a link to a data URI of SVG leads nowhere, and shows its words alone', async () => {
  for (const source of [`[Sales](${svg})`, `[Sales][chart]\n\n[chart]: ${svg}`, `<a href="${svg}">Sales</a>`])
    for (const always of [false, true]) {
      const { html } = await renderMarkdown(source, { linkRel: 'noopener', always })
      assert.match(html, /<a>Sales<\/a>/)
      assert.ok(!html.includes('base64'), source)
    }
})

test('words below the deepest level are still there, and nothing of a script', async () => {
  const deep = `${'<div>'.repeat(5000)}<p>words</p><br><script>alert(1)</script><a href="javascript:alert(2)">more</a>`
  const { html } = await renderMarkdown(deep, { linkRel: 'noopener', colours: false })
  assert.match(html, /words<br>more/)
  assert.doesNotMatch(html, /alert|javascript/)
  assert.ok(html.match(/<div>/g)!.length <= 128)
})
