// Closed pages do what the security notes say: what still works, what does not, and what each browser still lets out.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserName } from '../support/browser.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { type Opened, open, reportTo, told } from './show.ts'

const profile = 'offline'

/** The body of a function by its name, and what it returns. */
type Tried = Record<string, [body: string, result: string]>

/** Features that pages of charts and tables use. */
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

/** Features that are lost, as the security notes say. */
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
    `const a = document.createElement('a'); a.href = 'javascript:window.ran=1'; document.body.append(a); a.click(); await new Promise(done => setTimeout(done, 500)); return window.ran`,
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

/** Ways to open a bare connection without a click: its host name could carry text. `{to}` is where it leads. */
const connections: Record<string, string> = {
  preconnect: `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: '{to}' }))`,
  frames: `for (let n = 0; n < 9; n++) document.body.append(Object.assign(document.createElement('iframe'), { src: '{to}' + n }))`,
  download: `const a = document.createElement('a'); a.href = '{to}'; a.download = ''; document.body.append(a); a.click()`,
  form: `const f = document.createElement('form'); f.action = '{to}'; document.body.append(f); f.submit()`,
  refresh: `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url={to}'; document.head.append(m)`,
  location: `location = '{to}'`,
}

/** These may navigate their page, so the next way gets a new one. */
const leaving = ['download', 'form', 'refresh']

/** The ways that connect in each browser with the page's policy alone, and those that connect all the same. */
const without: Record<BrowserName, string[]> = {
  chromium: ['download', 'form', 'frames', 'location', 'refresh'],
  firefox: ['preconnect'],
}
const still: Record<BrowserName, string[]> = { chromium: [], firefox: ['preconnect'] }

/** Firefox's own default: under automation it connects nowhere ahead. */
const preferences = { 'network.http.speculative-parallel-limit': 20 }

inBrowsers('a closed page', browserName => {
  const opened = open({ browserName, preferences, apart: true })
  const undefended = open({ browserName, undefended: true, apart: true }, opened)

  test('draws, evaluates, loads and starts workers as other pages do, and loses what the security notes name', async () => {
    const { frame, close } = await opened.show(pageOf({ ...works, ...lost }), { profile })
    assert.deepEqual(await told(frame), resultsOf({ ...works, ...lost }))
    await close()
  })

  test('of the profile preview works as well', async () => {
    const { frame, close } = await opened.show(pageOf(works), { profile: 'preview' })
    assert.deepEqual(await told(frame), resultsOf(works))
    await close()
  })

  test('opens no connection but those that the security notes name', async t => {
    const tried = await connectionsOf(opened, t, still[browserName])
    const control = await connectionsOf(undefended, t, without[browserName])
    assert.deepEqual(control(), without[browserName])
    assert.deepEqual(tried(), still[browserName])
  })
})

/** Tries one way after the other, each with a listener of its own; one of `connecting` has connected before the next. */
async function connectionsOf({ show }: Opened, t: TestContext, connecting: string[]) {
  const listeners = new Map<string, TurnListener>()
  const made = () => [...listeners.keys()].filter(name => listeners.get(name)!.count() > 0).sort()
  const newPage = () => show('<!doctype html><title>-</title><body>', { profile })
  let shown = await newPage()
  for (const [name, script] of Object.entries(connections)) {
    const listener = await openTurnListener()
    t.after(() => listener.close())
    listeners.set(name, listener)
    const code = script.replaceAll('{to}', `http://127.0.0.1:${listener.port}/`)
    await shown.frame.evaluate(`setTimeout(() => { ${code} })`)
    if (connecting.includes(name)) await until(`${name} connects`, () => listener.count() > 0)
    if (leaving.includes(name)) shown = await newPage()
  }
  return made
}
