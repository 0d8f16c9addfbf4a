// The static documents that stand on content hosts, the same bytes for everybody: the one every published page is pushed into, and the one it may turn to.

import { createHash } from 'node:crypto'
import type { ContentOrigins } from './content-host.ts'
import type { HeaderSet, HeaderTable } from './headers.ts'
import { hashSource, inlineScript } from './inline-script.ts'
import { type FrameScript, type Profile, printProfile, profileNames, profiles } from './profiles.ts'

export interface FrameRequest {
  method: string
  /** Path without query, such as `/frame/0f3a…/html`. */
  path: string
  /** `Sec-Fetch-Dest`, if sent. */
  destination?: string | undefined
  /** `Service-Worker`, if sent. */
  serviceWorker?: string | undefined
  /** True for a request on a content host (`ContentOrigins.isContentHost`). */
  onContentHost?: boolean
}

export interface FrameAnswer {
  status: number
  headers: HeaderSet
  body: string
}

/** The facts from which the shell makes the element. */
export interface FrameElement {
  /** Address on the artifact's own content host, and on the app's host if that one does not answer. */
  src: string
  fallback: string
  sandbox: string
  allow: string
  /** True where nothing of the page may reach the network: its links open through a question. */
  closed?: boolean
}

export interface FrameDocuments {
  /** Changes whenever a document or one of its headers does; part of the path, so that both may be kept for ever. */
  build: string
  /** The element that shows a page under `profile` from `origin` (`ContentOrigins.origin(id)`). */
  element(profile: Profile, origin: string): FrameElement
  /** The element that prints what `profile` shows; null if the page's own frame prints. */
  printElement(profile: Profile, origin: string): FrameElement | null
  /** The element in which the diagrams of Markdown are drawn, on a host of its own; null for HTML, which draws its own. */
  drawingElement(format: 'html' | 'markdown', origins: ContentOrigins): FrameElement | null
  /** The answer to a request below `/frame/`, on any host, and to a page that turns to another path of its own; else null. */
  answer(request: FrameRequest): FrameAnswer | null
}

interface FrameSettings {
  /** RECTO_URL. */
  url: string
  /** The built scripts of `frames/`. */
  scripts: Record<FrameScript, string>
  /** Path of the built script of `diagrams-island.ts`. */
  drawing: string
  /** Path of the built script of `page-diagrams-island.ts`. */
  diagrams: string
  headers: HeaderTable
}

const path = /^\/frame\/([0-9a-f]{16})\/([a-z-]{1,16})$/

/** The documents of all profiles. A script with imports or a closing tag throws: it could not run inline. */
export function frameDocuments({ url, scripts, drawing, diagrams, headers }: FrameSettings): FrameDocuments {
  const app = new URL(url).origin
  const made = new Map<string, FrameAnswer>()
  for (const profile of profileNames) {
    const { script } = profiles[profile]
    const inline = inlineScript(scripts[script])
    const part = script === 'article' ? app + diagrams : null
    made.set(profile, {
      status: 200,
      headers: headers.frame(profile, part ? `${hashSource(inline)} ${part}` : hashSource(inline)),
      body: frameDocument(app, part ? ` data-profile="${profile}" data-diagrams="${part}"` : '', inline),
    })
  }
  const reloaded = reloadedDocument(app, headers)
  made.set('drawing', { status: 200, headers: headers.drawing(), body: drawingDocument(app, drawing) })
  const build = buildOf(made)
  const at = (name: string, origin: string) => ({
    src: `${origin}/frame/${build}/${name}`,
    fallback: `${app}/frame/${build}/${name}`,
  })
  const element = (profile: Profile, origin: string): FrameElement => ({
    ...at(profile, origin),
    sandbox: profiles[profile].sandbox,
    allow: profiles[profile].allow,
    ...(profiles[profile].script === 'closed' && { closed: true }),
  })
  return {
    build,
    element,
    printElement: (profile, origin) => {
      const print = printProfile(profile)
      return print && element(print, origin)
    },
    drawingElement: (format, origins) =>
      format === 'markdown'
        ? { ...at('drawing', origins.origin('diagrams')), sandbox: 'allow-scripts', allow: '' }
        : null,
    answer: request => answer(request, { app, build, made, reloaded }),
  }
}

/** The header says its charset. */
const frameDocument = (app: string, more: string, inline: string) =>
  `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Page</title><script data-app="${app}"${more}>${inline}</script>\n`

const drawingDocument = (app: string, script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagrams</title><script type="module" crossorigin data-app="${app}" src="${app}${script}"></script></html>\n`

/** Tells the shell the query and fragment at which a page loaded itself again. */
function reloadedDocument(app: string, headers: HeaderTable): FrameAnswer {
  const script = `parent.postMessage('at' + location.search + location.hash, ${JSON.stringify(app)})`
  return {
    status: 200,
    headers: headers.reloaded(hashSource(script)),
    body: `<!doctype html><html lang="en"><title>Page</title><script>${script}</script>\n`,
  }
}

function buildOf(made: Map<string, FrameAnswer>): string {
  const hash = createHash('sha256')
  for (const [profile, { headers, body }] of made) hash.update(JSON.stringify([profile, headers, body]))
  return hash.digest('hex').slice(0, 16)
}

interface Made {
  app: string
  build: string
  made: Map<string, FrameAnswer>
  reloaded: FrameAnswer
}

function answer(request: FrameRequest, { app, build, made, reloaded }: Made): FrameAnswer | null {
  const [, wanted, profile = ''] = path.exec(request.path) ?? []
  const found = made.get(profile)
  if (!found) return request.onContentHost && request.destination === 'iframe' ? reloaded : null
  if (request.method !== 'GET') return refusal(found, 405, 'Only GET is answered here.', { Allow: 'GET' })
  if (request.serviceWorker) return refusal(found, 403, 'No service worker comes from here.')
  if (request.destination === 'document') return refusal(found, 302, '', { Location: app })
  if (wanted !== build) return { ...found, headers: { ...found.headers, 'Cache-Control': 'no-store' } }
  return found
}

const refusal = (from: FrameAnswer, status: number, body: string, more?: HeaderSet): FrameAnswer => ({
  status,
  headers: {
    ...from.headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...more,
  },
  body,
})
