// The exact headers of every kind of answer, letter by letter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerTable } from '../../../src/surfaces/viewer/headers.ts'
import { printProfile, profileFor, profileNames } from '../../../src/surfaces/viewer/profiles.ts'

const sources = ['http://*.localhost:4400', 'http://localhost:4400']
const plain = headerTable({
  url: 'http://localhost:4400',
  frameSources: sources,
  inlineScripts: ["'sha256-ours'"],
})
const secure = headerTable({
  url: 'https://recto.example',
  frameSources: ['https://*.pages.example'],
  inlineScripts: [],
})

const devices =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()'
const every =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock'

test('pages of the app', () => {
  assert.deepEqual(plain.appPage('N0nce'), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'sha256-ours' 'nonce-N0nce'; style-src 'self' 'nonce-N0nce'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src http://*.localhost:4400 http://localhost:4400; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': `${devices}, publickey-credentials-get=(self)`,
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'private, no-store',
    Vary: 'Cookie, Accept, Sec-Fetch-Mode',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
  })
  assert.equal(plain.appPage('n', { robots: 'index' })['X-Robots-Tag'], undefined)
  assert.equal(plain.appPage('n', { robots: 'noindex, nofollow' })['X-Robots-Tag'], 'noindex, nofollow')
})

test('the page around an open page of HTML alone lets it make files and call programs', () => {
  for (const profile of profileNames) {
    const [, frames] = plain.appPage('n', { profile })['Content-Security-Policy']!.match(/frame-src ([^;]*)/)!
    const more = profile === 'html' ? ['blob:', 'data:', 'mailto:', 'sms:', 'tel:'] : []
    assert.deepEqual(frames!.split(' '), [...sources, ...more])
  }
})

test('sign-in and consent, without an opener policy', () => {
  const signIn = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'sha256-ours'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
  }
  assert.deepEqual(plain.signInPage(), signIn)
  assert.deepEqual(plain.tokenPage(), { ...signIn, 'Referrer-Policy': 'no-referrer' })
})

test('a page whose address is a secret sends forms that say where they come from, also over plain http', () => {
  const policyOn = (url: string) =>
    headerTable({ url, frameSources: [], inlineScripts: [] }).tokenPage()['Referrer-Policy']
  // Browsers send Sec-Fetch-Site there, so nothing of the address needs to be told.
  for (const url of ['https://recto.example', 'http://localhost:4400', 'http://127.0.0.1:4400'])
    assert.equal(policyOn(url), 'no-referrer', url)
  // Here they send none, and under no-referrer `Origin: null`: the origin is told, and never the path.
  for (const url of ['http://recto.example:4400', 'http://192.168.1.5:4400'])
    assert.equal(policyOn(url), 'strict-origin', url)
})

test('a consent form may lead to one origin or scheme, and nothing can be slipped in with it', () => {
  const action = (redirect: string) =>
    /form-action ([^;]*)/.exec(plain.signInPage({ redirect })['Content-Security-Policy']!)![1]
  assert.equal(action('https://client.example/callback?x=1'), "'self' https://client.example")
  assert.equal(action('http://127.0.0.1:8765/cb'), "'self' http://127.0.0.1:8765")
  assert.equal(action('com.example.app:'), "'self' com.example.app:")
  for (const bad of [
    '*',
    'https:; script-src *',
    'https://a.example; script-src *x',
    "x'y",
    'a b:',
    'https:',
    'javascript:',
  ])
    assert.throws(() => action(bad), TypeError, bad)
})

const frameCommon = {
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': `${devices}, browsing-topics=()`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-DNS-Prefetch-Control': 'off',
  'X-Content-Type-Options': 'nosniff',
}
const libraries =
  'https://cdn.jsdelivr.net https://cdnjs.cloudflare.com https://unpkg.com https://cdn.tailwindcss.com https://fonts.googleapis.com https://fonts.gstatic.com'
const end = "object-src 'none'; base-uri 'none'; frame-ancestors http://localhost:4400"
const closed =
  "img-src data: blob:; %font; media-src data: blob:; worker-src blob: data:; connect-src 'none'; frame-src 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default"

/** The only profiles with the header `Connection-Allowlist`. */
const connections: Partial<Record<string, string>> = {
  offline: '()',
  preview: `(${libraries
    .split(' ')
    .map(host => `"${host}"`)
    .join(' ')})`,
}

const policies = {
  html: `sandbox ${every}; default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; ${end}`,
  md: `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock; default-src 'none'; img-src https: http: data:; media-src https: data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-x'; form-action 'none'; ${end}`,
  offline: `sandbox allow-scripts allow-forms allow-modals allow-downloads allow-pointer-lock; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; ${closed.replace('%font', 'font-src data:')}; ${end}`,
  preview: `sandbox allow-scripts allow-forms; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob: ${libraries}; style-src 'unsafe-inline' data: ${libraries}; ${closed.replace('%font', `font-src data: ${libraries}`)}; ${end}`,
  'md-offline': `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-x'; form-action 'none'; ${end}`,
  print: `sandbox allow-scripts allow-modals; default-src 'none'; img-src https: http: data:; media-src https: data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-x'; form-action 'none'; ${end}`,
  'print-offline': `sandbox allow-scripts allow-modals; default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-x'; form-action 'none'; ${end}`,
  compare: `sandbox allow-scripts; default-src 'none'; img-src data: blob:; media-src data: blob:; font-src data:; style-src 'unsafe-inline' data:; script-src 'sha256-x'; form-action 'none'; ${end}`,
  text: `sandbox allow-scripts; default-src * data: blob: 'unsafe-inline'; script-src 'sha256-x'; frame-src 'none'; form-action 'none'; ${end}`,
  'text-offline': `sandbox allow-scripts; default-src 'none'; img-src data: blob:; media-src data: blob:; font-src data:; style-src 'unsafe-inline' data:; script-src 'sha256-x'; form-action 'none'; ${end}`,
}

for (const profile of profileNames)
  test(`the frame document of profile "${profile}"`, () => {
    const headers = plain.frame(profile, "'sha256-x'")
    assert.deepEqual(headers, {
      ...frameCommon,
      'Content-Security-Policy': policies[profile],
      ...(connections[profile] && { 'Connection-Allowlist': connections[profile] }),
    })
    assert.doesNotMatch(headers['Content-Security-Policy']!, /allow-same-origin|allow-top-navigation/)
  })

test('Markdown never gets a profile with scripts, a preview or a closed network never one with a network', () => {
  const pick = (format: 'html' | 'markdown', preview: boolean, openNetwork: boolean) =>
    profileFor({ format, preview, openNetwork })
  assert.deepEqual(
    [
      pick('html', false, true),
      pick('html', false, false),
      pick('html', true, true),
      pick('html', true, false),
    ],
    ['html', 'offline', 'preview', 'preview'],
  )
  assert.deepEqual(
    [pick('markdown', false, true), pick('markdown', false, false), pick('markdown', true, true)],
    ['md', 'md-offline', 'md-offline'],
  )
  assert.deepEqual(profileNames.map(printProfile), [
    null,
    'print',
    'print-offline',
    null,
    'print-offline',
    null,
    null,
    'print-offline',
    'print-offline',
    'print-offline',
  ])
})

test('a published file itself', () => {
  assert.deepEqual(plain.rawContent({ format: 'html', name: 'Report', version: 7, public: false }), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Disposition': `attachment; filename="Report.html"; filename*=UTF-8''Report.html`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    ETag: '"v7"',
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, Cookie',
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
  })
  const open = plain.rawContent({
    format: 'markdown',
    name: 'x',
    public: true,
    negotiated: true,
    preview: true,
  })
  assert.equal(open['Content-Type'], 'text/markdown; charset=utf-8')
  assert.equal(open['Cache-Control'], 'public, no-cache')
  assert.equal(open.Vary, 'Accept, Sec-Fetch-Mode, Cookie, Authorization')
  assert.equal(open['X-Robots-Tag'], 'noindex, nofollow')
  assert.equal(open.ETag, undefined)
})

test('the name of a saved file is safe in a header and in a folder', () => {
  const saved = (name: string) =>
    plain.rawContent({ format: 'html', name, public: true })['Content-Disposition']
  const cases: [string, string, string][] = [
    ['Résumé "final"', 'Resume final.html', 'R%C3%A9sum%C3%A9%20final%20.html'],
    ['../../etc/passwd', ' .. etc passwd.html', ''],
    ['a\r\nSet-Cookie: b=c', 'a Set-Cookie b_c.html', ''],
    ['\u202Egnp.exe', 'gnp.exe.html', ''],
    ['', 'page.html', 'page.html'],
    ['page.html', 'page.html', 'page.html'],
    ['日本', '__.html', '%E6%97%A5%E6%9C%AC.html'],
    ['half \uD800', 'half _.html', 'half%20%EF%BF%BD.html'],
  ]
  for (const [name, ascii, encoded] of cases) {
    const header = saved(name)!
    assert.match(
      header,
      /^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9%._~!#$&+^`|-]+$/,
    )
    assert.equal(
      /filename="([^"]*)"/
        .exec(header)![1]!
        .replace(/ \.html$/, '.html')
        .trim(),
      ascii.trim(),
      name,
    )
    if (encoded)
      assert.equal(header.split("''")[1]!.replace('%20.html', '.html'), encoded.replace('%20.html', '.html'))
  }
  assert.ok(saved('x'.repeat(200))!.length < 300)
})

test('the frame in which diagrams are drawn runs our files alone, and sends nothing anywhere', () => {
  assert.equal(
    plain.drawing()['Content-Security-Policy'],
    `sandbox allow-scripts; default-src 'none'; script-src http://localhost:4400/assets/; style-src 'unsafe-inline'; form-action 'none'; object-src 'none'; base-uri 'none'; frame-ancestors http://localhost:4400`,
  )
})

test('an image made of a page is a file of its own, and stays with its readers unless it is everybody’s', () => {
  const image = {
    'Content-Type': 'image/svg+xml',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    ETag: 'W/"d3"',
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Cookie',
    'X-Content-Type-Options': 'nosniff',
  }
  assert.deepEqual(plain.madeImage('image/svg+xml', 'W/"d3"'), image)
  const { Vary: _, ...anyones } = image
  assert.deepEqual(plain.madeImage('image/png', 'W/"d3"', true), {
    ...anyones,
    'Content-Type': 'image/png',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, no-cache',
  })
})

test('the API', () => {
  assert.deepEqual(plain.api(), {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Vary: 'Authorization, Cookie, Origin',
    'X-Content-Type-Options': 'nosniff',
  })
  assert.equal(plain.api('application/problem+json')['Content-Type'], 'application/problem+json')
})

test('scripts, styles and pictures of ours', () => {
  assert.deepEqual(plain.asset('text/javascript; charset=utf-8'), {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  })
  assert.match(plain.asset('image/svg+xml')['Content-Security-Policy']!, /sandbox/)
})

test('over https every answer asks for https from then on, and over http none does', () => {
  const all = (table: typeof plain) => [
    table.appPage('n'),
    table.signInPage(),
    table.tokenPage(),
    table.frame('html', ''),
    table.rawContent({ format: 'html', name: 'x', public: true }),
    table.api(),
    table.asset('text/css'),
  ]
  for (const headers of all(secure))
    assert.equal(headers['Strict-Transport-Security'], 'max-age=31536000; includeSubDomains')
  for (const headers of all(plain)) assert.equal(headers['Strict-Transport-Security'], undefined)
  for (const headers of [...all(secure), ...all(plain)]) {
    assert.equal(headers['X-Content-Type-Options'], 'nosniff')
    assert.equal(headers.Server ?? headers['X-Powered-By'], undefined)
  }
})
