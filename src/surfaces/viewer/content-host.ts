// Which host shows whose page: one label per artifact, derived from a secret so that it names nothing.

import { LRUCache } from 'lru-cache'
import { derivedKey, type Keyring } from '../../crypto.ts'
import { contentUrlMistake } from '../../domain/content-url.ts'

export interface ContentSettings {
  /** RECTO_URL: the app's own address, without a trailing slash. */
  url: string
  /** RECTO_CONTENT_URL: an origin whose first host label holds `{label}`, such as `https://{label}.pages.example`. */
  contentUrl?: string | undefined
  /** RECTO_SECRET. */
  secret: string
}

export interface ContentOrigins {
  /** 24 characters of base32: the same for every version of an artifact, and no other artifact's. */
  label(artifactId: string): string
  /** The origin whose frame document shows this artifact. */
  origin(artifactId: string): string
  /** The app's own origin: where the frame is asked for when the content host does not answer. */
  fallback: string
  /** Every origin a frame may come from, as sources of a Content-Security-Policy. */
  sources: readonly string[]
  /** True for a `Host` on which nothing but the frame document is served. Never true for the app's own host. */
  isContentHost(host: string | undefined): boolean
  /** Sentence that warns the operator about this choice, or null. */
  warning: string | null
}

const labelLength = 24
const labelShape = `[a-z2-7]{${labelLength}}`

/** The origins of people's pages. A template that `contentUrlMistake` refuses throws a TypeError. */
export function contentOrigins(settings: ContentSettings): ContentOrigins {
  const app = new URL(settings.url)
  const template = settings.contentUrl ?? defaultTemplate(app)
  const mistake = contentUrlMistake(settings.url, template)
  if (mistake) throw new TypeError(`RECTO_CONTENT_URL ${mistake}.`)
  const labels = new LRUCache<string, string>({
    max: 2000,
    memoMethod: artifactId => labelOf(settings, artifactId),
  })
  const label = (artifactId: string) => labels.memo(artifactId)
  return {
    label,
    origin: artifactId => template.replace('{label}', label(artifactId)),
    fallback: app.origin,
    sources: [...new Set([wildcard(template), app.origin])],
    isContentHost: hostTest(template, app.host),
    warning: warningFor(app, template),
  }
}

function defaultTemplate(app: URL): string {
  if (app.hostname !== 'localhost') return app.origin
  return `${app.protocol}//{label}.localhost${app.port ? `:${app.port}` : ''}`
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

const labelOf = (keyring: Keyring, artifactId: string): string =>
  base32(derivedKey(keyring, `content-label:${artifactId}`)).slice(0, labelLength)

function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map(five => alphabet[Number.parseInt(five, 2)]).join('')
}

const hostOf = (template: string) => template.replace(/^https?:\/\//, '')

/** A source names whole host labels only, so `p-{label}.example` becomes `*.example`. */
function wildcard(template: string): string {
  return template.replace(/\/\/[a-z0-9-]*\{label\}[a-z0-9-]*\./, '//*.')
}

function hostTest(template: string, appHost: string): (host: string | undefined) => boolean {
  if (hostOf(template) === appHost) return () => false
  const [before = '', after] = hostOf(template).split('{label}')
  const shape = new RegExp(`^${literal(before)}${after === undefined ? '' : labelShape + literal(after)}$`)
  return host => host !== undefined && shape.test(host.toLowerCase())
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function warningFor(app: URL, template: string): string | null {
  if (hostOf(template) === app.host)
    return `Published pages are shown from ${app.host} itself: their scripts reach no data of the app, but a page that hangs can hang the app's tab, a block list that names the page names the app, and pages with a router of their own do not find their way. Set RECTO_CONTENT_URL=https://{label}.another-domain.`
  if (app.hostname !== 'localhost' && hostOf(template).endsWith(`.${app.hostname}`))
    return `RECTO_CONTENT_URL lies below ${app.hostname}: browsers count both as one site. Another registrable domain keeps them apart.`
  return null
}
