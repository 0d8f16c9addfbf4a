// What a closed page can still do, what it cannot, and what each browser still lets out: the security notes say the same.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { BrowserName } from '../support/browser.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { open, reportTo, told } from './show.ts'

const profile = 'offline'

/** The body of a function by its name, and what it returns. */
type Tried = Record<string, [body: string, result: string]>

/** What pages of charts and tables do. */
const works: Tried = {
  'inner HTML': [
    `const d = document.createElement('div'); d.innerHTML = '<svg><rect width="9"></rect></svg>'; return d.querySelector('rect').getAttribute('width')`,
    '9',
  ],
  'adjacent HTML': [
    `document.body.insertAdjacentHTML('beforeend', '<b id=beside>beside</b>'); return document.querySelector('#beside').textContent`,
    'beside',
  ],
  'SVG of a parser': [
    `return new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>', 'image/svg+xml').querySelector('g').id`,
    'a',
  ],
  'eval and Function': [`return eval('1 + 1') + new Function('return 3')()`, '5'],
  'a timer of text': [
    `return new Promise(done => { window.done = done; setTimeout('done("timed")') })`,
    'timed',
  ],
  'a script of data': [`await load('data:text/javascript,window.ofData=7'); return window.ofData`, '7'],
  'a script of a blob': [`await load(addressOf('window.ofBlob=8')); return window.ofBlob`, '8'],
  'a module of a blob': [`return (await import(addressOf('export default 9'))).default`, '9'],
  'a script of text': [
    `const s = document.createElement('script'); s.textContent = 'window.ofText=6'; document.head.append(s); return window.ofText`,
    '6',
  ],
  'a handler in an attribute': [
    `const b = document.createElement('b'); b.setAttribute('onclick', 'window.handled=5'); b.click(); return window.handled`,
    '5',
  ],
  'a worker whose address is revoked': [`return ask('postMessage(4)')`, '4'],
}

/** What the notes say is lost. */
const lost: Tried = {
  'eval in a worker': [
    `return ask('try { postMessage(eval("1")) } catch { postMessage("refused") }')`,
    'refused',
  ],
  'importScripts in a worker': [
    `return ask('try { importScripts("data:text/javascript,1"); postMessage("ran") } catch { postMessage("refused") }')`,
    'refused',
  ],
  'the content of srcdoc': [
    `const f = document.createElement('iframe'); f.srcdoc = '<p>inside'; return f.getAttribute('srcdoc')`,
    '',
  ],
  'an address of javascript:': [
    `const a = document.createElement('a'); a.href = 'javascript:window.ran=1'; document.body.append(a); a.click(); await new Promise(done => setTimeout(done, 100)); return window.ran`,
    'undefined',
  ],
  XSLT: ['return typeof XSLTProcessor', 'undefined'],
  WebRTC: ['return typeof RTCPeerConnection', 'undefined'],
  'a window of its own': [`return open('about:blank')`, 'null'],
}

/** Each runs by itself; the page reports what they returned. */
const pageOf = (tried: Tried): string => `${reportTo}<body><script>
  const addressOf = code => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const load = src => new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror })))
  const ask = code => new Promise((done, failed) => {
    const address = addressOf(code), worker = new Worker(address)
    URL.revokeObjectURL(address)
    worker.onmessage = ({ data }) => done(data)
    worker.onerror = failed
  })
  const tried = { ${Object.entries(tried).map(([name, [body]]) => `${JSON.stringify(name)}: async () => { ${body} }`)} }
  ;(async () => {
    const results = {}
    for (const name in tried) results[name] = String(await tried[name]().catch(error => error))
    document.title = JSON.stringify(results)
  })()
</script>`

const resultsOf = (tried: Tried): Record<string, string> =>
  Object.fromEntries(Object.entries(tried).map(([name, [, result]]) => [name, result]))

/** Ways to open a bare connection, whose host name could carry text, without a click; `{to}` is where it leads. */
const connections: Record<string, { page: string; open: readonly BrowserName[] }> = {
  preconnect: { page: '<link rel=preconnect href="{to}">', open: ['firefox'] },
  'nine frames': {
    page: `<body><script>for (let n = 0; n < 9; n++) document.body.append(Object.assign(document.createElement('iframe'), { src: '{to}' + n }))</script>`,
    open: [],
  },
  location: { page: `<script>location = '{to}'</script>`, open: [] },
  refresh: { page: `<meta http-equiv=refresh content="0;url={to}">`, open: [] },
  'a form': {
    page: '<body><form action="{to}"></form><script>document.forms[0].submit()</script>',
    open: [],
  },
  'a download': {
    page: '<body><a id=a download href="{to}">a</a><script>a.click()</script>',
    open: [],
  },
  'a link of SVG': {
    page: `<body><svg><a id=a href="{to}"></a></svg><script>a.dispatchEvent(new MouseEvent('click'))</script>`,
    open: [],
  },
}

const leading = (page: string, { port }: TurnListener): string =>
  `<!doctype html><title>-</title>${page.replaceAll('{to}', `http://127.0.0.1:${port}/`)}`

inBrowsers('a closed page', browserName => {
  const opened = open({ browserName })
  const undefended = open({ browserName, undefended: true })
  let listener: TurnListener
  before(async () => {
    listener = await openTurnListener()
  })
  beforeEach(() => listener.forget())
  after(() => listener?.close())

  for (const closed of ['offline', 'preview'] as const)
    test(`of the profile ${closed} draws, evaluates, loads and starts workers as other pages do`, async () => {
      const { frame, close } = await opened.show(pageOf(works), { profile: closed })
      assert.deepEqual(await told(frame), resultsOf(works))
      await close()
    })

  test('loses what the security notes name, and no more than that', async () => {
    const { frame, close } = await opened.show(pageOf(lost), { profile })
    assert.deepEqual(await told(frame), resultsOf(lost))
    await close()
    const open = await opened.show(pageOf(lost))
    const results = await told(open.frame)
    for (const [name, result] of Object.entries(resultsOf(lost)))
      if (name !== 'a window of its own') assert.notEqual(results[name], result, name)
    await open.close()
  })

  for (const [name, { page, open }] of Object.entries(connections))
    test(`${open.includes(browserName) ? 'still connects' : 'connects nowhere'} by ${name}`, async () => {
      const { close } = await opened.show(leading(page, listener), { profile })
      if (open.includes(browserName)) await until('it connects', () => listener.count() > 0)
      else await hearsNothing()
      await close()
    })

  /** The page had its time when one without the defence, shown after it, has connected. */
  async function hearsNothing(): Promise<void> {
    const other = await openTurnListener()
    const control = await undefended.show(leading(connections.preconnect!.page, other), { profile })
    await until('the page without the defence connects', () => other.count() > 0)
    await Promise.all([control.close(), other.close()])
    assert.equal(listener.count(), 0)
  }
})
