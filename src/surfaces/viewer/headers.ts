// The exact response headers of every kind of answer, in one table; routes add nothing but their status and cookies.

import { encodeExtended } from 'content-disposition'
import { isLoopbackAddress } from '../../domain/network.ts'
import { type Profile, profiles } from './profiles.ts'

export type HeaderSet = Record<string, string>

export interface HeaderSettings {
  /** RECTO_URL: https turns on Strict-Transport-Security. */
  url: string
  /** `ContentOrigins.sources`. */
  frameSources: readonly string[]
  /** `hashSource` of the scripts that stand in documents of the app; no other inline script runs there. */
  inlineScripts: readonly string[]
}

export type Robots = 'noindex' | 'noindex, nofollow' | 'index'

export interface PageOptions {
  robots?: Robots | undefined
  /** The profile of the published page that it shows. */
  profile?: Profile | undefined
}

export interface RawContent {
  format: 'html' | 'markdown'
  /** The artifact's name, from which the file's name is made. */
  name: string
  /** Number of the version; absent for what is made from a version, such as rendered Markdown. */
  version?: number
  /** Anyone may read it. */
  public: boolean
  /** An unclaimed preview: never indexed. */
  preview?: boolean
  /** The answer was chosen by `Accept` and `Sec-Fetch-Mode`, as at an artifact's own address. */
  negotiated?: boolean
}

/** Each answer gets a set of its own, to which its route may add. */
export interface HeaderTable {
  /** Pages of the app, the page of an artifact and the page for what is missing. `nonce` is new for each answer. */
  appPage(nonce: string, options?: PageOptions): HeaderSet
  /** Sign-in and consent. `redirect` is one validated origin or scheme that a form may lead to. */
  signInPage(options?: { redirect?: string }): HeaderSet
  /** Claim, invitation and setup: pages whose address is itself a secret. */
  tokenPage(): HeaderSet
  /** The static frame document; `scripts` are the sources of its own: `'sha256-…'`, and the address of a part it may fetch. */
  frame(profile: Profile, scripts: string): HeaderSet
  /** The static document of a page that loaded itself again on its content host; `script` is the source of its own. */
  reloaded(script: string): HeaderSet
  /** The static document in which diagrams are drawn. */
  drawing(): HeaderSet
  /** A published file itself. */
  rawContent(content: RawContent): HeaderSet
  /** An image made of what somebody published: `anyones` where everybody may read it, and other sites show it. */
  madeImage(type: 'image/svg+xml' | 'image/png', tag: string, anyones?: boolean): HeaderSet
  /** JSON of the API. */
  api(type?: 'application/json' | 'application/problem+json'): HeaderSet
  /** Server-sent events, which no proxy may hold back. */
  eventStream(): HeaderSet
  /** Our own scripts, styles and pictures, named by their hash. */
  asset(type: string): HeaderSet
}

/** The table for one installation. */
export function headerTable(settings: HeaderSettings): HeaderTable {
  const common = commonHeaders(settings.url)
  const sources = sourcesOf(settings)
  const set = (headers: HeaderSet): HeaderSet => Object.assign(headers, common)
  return {
    appPage: (nonce, { robots = 'noindex', profile } = {}) =>
      set(appPage(nonce, profile ? around(profile, sources) : sources, robots)),
    signInPage: options => set(signIn(sources, 'same-origin', options?.redirect)),
    tokenPage: () => set(signIn(sources, tokenReferrer(new URL(settings.url)))),
    frame: (profile, scripts) =>
      set({
        ...frame(framePolicy(profile, scripts), new URL(settings.url).origin),
        ...connectionHeader(profile),
      }),
    reloaded: script =>
      set({
        ...frame(reloadedPolicy(script), new URL(settings.url).origin),
        'Cache-Control': 'no-store',
      }),
    drawing: () => set(frame(drawingPolicy(new URL(settings.url).origin), new URL(settings.url).origin)),
    rawContent: content => set(rawContent(content)),
    madeImage: (type, tag, anyones = false) => set(madeImage(type, tag, anyones)),
    api: (type = 'application/json') => set(api(type)),
    eventStream: () => set({ ...api('text/event-stream'), 'X-Accel-Buffering': 'no' }),
    asset: type => set(asset(type)),
  }
}

function commonHeaders(url: string): HeaderSet {
  const secure = url.startsWith('https:')
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
}

const devices =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()'
const html = 'text/html; charset=utf-8'

/** The sources that the policies of pages allow, as they stand in them. */
type Sources = Record<'scripts' | 'frames', string>

const sourcesOf = ({ inlineScripts, frameSources }: HeaderSettings): Sources => ({
  scripts: ["'self'", ...inlineScripts].join(' '),
  frames: frameSources.join(' '),
})

const around = (profile: Profile, { scripts, frames }: Sources): Sources => {
  const { goesTo } = profiles[profile]
  return { scripts, frames: goesTo ? `${frames} ${goesTo}` : frames }
}

const appPage = (nonce: string, { scripts, frames }: Sources, robots: Robots): HeaderSet => ({
  'Content-Type': html,
  'Content-Security-Policy': `default-src 'none'; script-src ${scripts} 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src ${frames}; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': `${devices}, publickey-credentials-get=(self)`,
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'private, no-store',
  Vary: 'Cookie, Accept, Sec-Fetch-Mode',
  ...(robots !== 'index' && { 'X-Robots-Tag': robots }),
})

/**
 * Nothing of an address that is a secret goes on. Under `no-referrer` a form of ours has `Origin: null`, which is no harm
 * where browsers send Sec-Fetch-Site; over plain http they do not (Fetch Metadata section 2), and get the origin alone.
 */
const tokenReferrer = (url: URL): 'no-referrer' | 'strict-origin' =>
  url.protocol === 'https:' || isLoopbackAddress(url) ? 'no-referrer' : 'strict-origin'

/** No Cross-Origin-Opener-Policy: it would keep a client that signs in through a pop-up from its code. */
const signIn = (
  { scripts }: Sources,
  referrer: 'same-origin' | 'no-referrer' | 'strict-origin',
  redirect?: string,
): HeaderSet => ({
  'Content-Type': html,
  'Content-Security-Policy': `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'${redirect ? ` ${formTarget(redirect)}` : ''}; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': referrer,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
})

/** An origin (`https://client.example`) or a scheme (`app.client:`) as a source; anything else throws a TypeError. */
function formTarget(redirect: string): string {
  if (/^(?!https?:|javascript:|data:|blob:)[a-z][a-z0-9+.-]*:$/.test(redirect)) return redirect
  const url = /[\s;,'"]/.test(redirect) ? null : URL.parse(redirect)
  if (!url || url.origin === 'null' || !/^[a-z0-9:/.[\]-]+$/.test(url.origin))
    throw new TypeError('A form can lead only to an origin or a scheme.')
  return url.origin
}

const framePolicy = (profile: Profile, scripts: string): string =>
  `sandbox ${profiles[profile].sandbox}; ${profiles[profile].policy.replace('{script}', scripts)}`

/** An inner list of patterns (RFC 9651 section 3.1.1); browsers that do not know the header pass over it. */
function connectionHeader(profile: Profile): HeaderSet {
  const { connections } = profiles[profile]
  return connections ? { 'Connection-Allowlist': `(${connections.map(host => `"${host}"`).join(' ')})` } : {}
}

/** Scripts come from our own files alone, and nothing is sent anywhere. */
const drawingPolicy = (app: string): string =>
  `sandbox allow-scripts; default-src 'none'; script-src ${app}/assets/; style-src 'unsafe-inline'; form-action 'none'`

const reloadedPolicy = (script: string): string =>
  `sandbox allow-scripts; default-src 'none'; script-src ${script}; form-action 'none'`

/**
 * No Vary and no X-Frame-Options: the document is the same for all, and only the app may frame it. No Origin-Agent-Cluster
 * either: the origin of a sandboxed document is opaque, so its agent cluster is its own, and Chromium warns of the header.
 */
const frame = (policy: string, app: string): HeaderSet => ({
  'Content-Type': html,
  'Content-Security-Policy': `${policy}; object-src 'none'; base-uri 'none'; frame-ancestors ${app}`,
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': `${devices}, browsing-topics=()`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-DNS-Prefetch-Control': 'off',
})

const mediaType = { html, markdown: 'text/markdown; charset=utf-8' }

const rawContent = (content: RawContent): HeaderSet => ({
  'Content-Type': mediaType[content.format],
  'Content-Disposition': attachment(content.name, content.format === 'html' ? '.html' : '.md'),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...(content.version !== undefined && { ETag: `"v${content.version}"` }),
  'Cache-Control': content.public ? 'public, no-cache' : 'private, no-store',
  Vary: content.negotiated ? 'Accept, Sec-Fetch-Mode, Cookie, Authorization' : 'Authorization, Cookie',
  'Accept-Ranges': 'bytes',
  ...(content.preview && { 'X-Robots-Tag': 'noindex, nofollow' }),
})

/** RFC 6266: a plain name for old readers, the real one by RFC 8187. */
function attachment(name: string, extension: string): string {
  const file = fileName(name) + extension
  const ascii = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._()-]/g, '_')
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(file)}`
}

/** The artifact's name as a file system takes it: no separators, no controls, no marks that turn the reading order. */
function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/\.(html?|md|markdown)$/i, '')
    .trim()
    .replace(/^\.+/, '')
  return [...plain].slice(0, 100).join('').trim() || 'page'
}

const madeImage = (type: string, tag: string, anyones: boolean): HeaderSet => ({
  'Content-Type': type,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': anyones ? 'cross-origin' : 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ETag: tag,
  'Cache-Control': anyones ? 'public, no-cache' : 'private, no-cache',
  ...(!anyones && { Vary: 'Authorization, Cookie' }),
})

const api = (type: string): HeaderSet => ({
  'Content-Type': type === 'application/json' ? 'application/json; charset=utf-8' : type,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Vary: 'Authorization, Cookie, Origin',
})

/** Not on scripts: a worker would run under it. Scripts are fetched by the frame for diagrams too, whose origin is none. */
const pictureOnly = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const asset = (type: string): HeaderSet => ({
  'Content-Type': type,
  ...(type.startsWith('image/') && { 'Content-Security-Policy': pictureOnly }),
  ...(type.startsWith('text/javascript') && { 'Access-Control-Allow-Origin': '*' }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
})
