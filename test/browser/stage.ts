// A small server made of the viewer's own pieces, and a real Chromium in front of it.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { contentOrigins } from '../../src/surfaces/viewer/content-host.ts'
import { type FrameAnswer, frameDocuments } from '../../src/surfaces/viewer/frame.ts'
import { headerTable } from '../../src/surfaces/viewer/headers.ts'
import { type Profile, printProfile, profiles } from '../../src/surfaces/viewer/profiles.ts'
import { type ArtifactPageProps, artifactPage } from '../../src/surfaces/web/artifact/artifact-page.tsx'
import { type Assets, openAssets } from '../../src/surfaces/web/layout/assets.ts'
import { inlineSources } from '../../src/surfaces/web/layout/document.tsx'
import { inTheme } from '../../src/surfaces/web/layout/theme.ts'
import { binary, binaryFor, type LaunchOptions, launch } from '../support/browser.ts'
import { isSkip } from '../support/skip.ts'

export interface StagePage {
  profile: Profile
  /** The answer of `…/content`. */
  content: string | Buffer
  /** A pause after each 64 KB, in milliseconds. */
  slow?: number
  /** Leave the frame's own host unanswered. */
  deafHost?: boolean
  /** Stands in for our frame document: what a page could do at worst if it held the port. */
  usurper?: string
  props?: Partial<ArtifactPageProps>
}

export interface StageOptions {
  /** Take from closed pages what keeps their scripts in: what the control of a test shows. */
  undefended?: boolean
}

export interface Stage extends StageOptions {
  url: string
  port: number
  assets: Assets
  pages: Map<string, StagePage>
  /** Whole documents by path, shown with the headers of an app page. */
  documents: Map<string, () => string>
  requests: { host: string; path: string; cookie: string; site: string; origin: string }[]
  close(): Promise<void>
}

const chromium = await binary()

/** Why there is no Chromium, for a test's `skip`. */
export const noBrowser = isSkip(chromium) ? chromium.skip : false

export async function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = await binaryFor(options)
  if (isSkip(found)) throw new Error(found.skip)
  return launch(found, options)
}

/** Serves the pages given to it, with the built islands, on a free port. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stage: Stage = {
    ...options,
    url: `http://localhost:${port}`,
    port,
    assets: openAssets('dist/public'),
    pages: new Map(),
    documents: new Map(),
    requests: [],
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const parts = partsOf(stage)
  server.on(
    'request',
    (request, response) =>
      void answer(stage, parts, request, response).catch(error => response.destroy(error)),
  )
  return stage
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ url, assets }: Stage) {
  const origins = contentOrigins({ url, secret: 'a secret of the stage' })
  const headers = headerTable({
    url,
    frameSources: origins.sources,
    inlineScripts: inlineSources(assets),
  })
  const scripts = assets.frameScripts()
  return {
    origins,
    headers,
    frames: frameDocuments({
      url,
      scripts,
      drawing: '/assets/diagrams.js',
      diagrams: '/assets/page-diagrams.js',
      headers,
    }),
  }
}

async function answer(stage: Stage, parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const { pathname: path } = new URL(request.url!, stage.url)
  const header = (name: string) => String(request.headers[name] ?? '')
  stage.requests.push({
    host: header('host'),
    path: request.url!,
    cookie: header('cookie'),
    site: header('sec-fetch-site'),
    origin: header('origin'),
  })
  const frame = parts.frames.answer({
    method: request.method!,
    path,
    destination: header('sec-fetch-dest'),
    serviceWorker: header('service-worker'),
    onContentHost: parts.origins.isContentHost(header('host')),
  })
  const deaf = [...stage.pages.values()].some(page => page.deafHost)
  if (frame && deaf && parts.origins.isContentHost(header('host'))) return
  const usurper = [...stage.pages.values()].find(page => page.usurper)?.usurper
  if (frame && stage.undefended) {
    const { headers, body } = withoutDefence(frame, parts)
    return response.writeHead(200, headers).end(body)
  }
  if (frame) return response.writeHead(frame.status, frame.headers).end(usurper ?? frame.body)
  if (parts.origins.isContentHost(header('host'))) return response.writeHead(404).end()
  appAnswer(stage, parts, path, request, response).catch(error => response.destroy(error))
}

/** The policy of the closed page, and the script of an open one. */
function withoutDefence({ headers }: FrameAnswer, { frames, headers: table }: Parts): FrameAnswer {
  const { 'Connection-Allowlist': _, ...rest } = headers
  const [, ...directives] = headers['Content-Security-Policy']!.split('; ')
  const kept = directives.filter(each => !each.includes('trusted-types'))
  const open = frames.answer({ method: 'GET', path: `/frame/${frames.build}/html` })!
  const [sandbox] = table.frame('html', '')['Content-Security-Policy']!.split('; ')
  return {
    ...open,
    headers: {
      ...rest,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [sandbox, ...kept].join('; '),
    },
  }
}

async function appAnswer(
  stage: Stage,
  parts: Parts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const asset = await stage.assets.file(path, String(request.headers['accept-encoding']))
  if (asset) {
    const encoding = asset.encoding && { 'Content-Encoding': asset.encoding }
    return response.writeHead(200, { ...parts.headers.asset(asset.type), ...encoding }).end(asset.bytes)
  }
  if (path === '/live') return response.writeHead(200, parts.headers.eventStream()).flushHeaders()
  if (path.startsWith('/v1/'))
    return response.writeHead(request.headers.cookie ? 200 : 401, parts.headers.api()).end('{}')
  const document = stage.documents.get(path)
  if (document) return response.writeHead(200, parts.headers.appPage('n')).end(document())
  const [, id = '', rest = ''] = path.split('/')
  const page = stage.pages.get(id)
  if (!page) return response.writeHead(404).end('nothing here')
  if (rest === 'content') return sendContent(page, parts, id, response)
  response
    .writeHead(200, {
      ...parts.headers.appPage('n', { profile: page.profile }),
      'Set-Cookie': 'session=canary; HttpOnly; Path=/; SameSite=Lax',
    })
    .end(inTheme(request.headers.cookie, shell(stage, parts, id, page)))
}

async function sendContent(page: StagePage, parts: Parts, id: string, response: ServerResponse) {
  const bytes = Buffer.from(page.content)
  const headers = parts.headers.rawContent({ format: 'html', name: id, version: 1, public: true })
  const gone = once(response, 'close')
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length })
  for (let at = 0; at < bytes.length && !response.destroyed; at += 65_536) {
    response.write(bytes.subarray(at, at + 65_536))
    if (page.slow) await new Promise(resolve => setTimeout(resolve, page.slow))
    else if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), gone])
  }
  response.end()
}

function shell(
  { url, assets, undefended }: Stage,
  { frames, origins }: Parts,
  id: string,
  page: StagePage,
): string {
  const print = printProfile(page.profile)
  return artifactPage({
    assets,
    shortId: id,
    name: `The page ${id}`,
    format: 'html',
    size: page.content.length,
    saved: { version: 4, currentVersion: 4, updatedAt: new Date(Date.now() - 3 * 3_600_000), by: 'Ana' },
    audience: { visibility: 'company', organization: 'Acme' },
    url: `${url}/${id}`,
    frame: {
      ...frames.element(page.profile, origins.origin(id)),
      ...(undefended && { sandbox: profiles.html.sandbox }),
    },
    drawingFrame: null,
    comments: { shortId: id, reader: null, may: false, sees: false, signIn: null, open: 0 },
    printFrame: print && frames.element(print, origins.origin(id)),
    ...page.props,
  }).toString()
}
