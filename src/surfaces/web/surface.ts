// The pages: which address shows what, for people in a browser.

import { Problem } from '../../domain/problem.ts'
import { providerNames } from '../../domain/sign-in.ts'
import { createConnectionLimit, pageConnections } from '../http/connection-limit.ts'
import { encodeProblem, send } from '../http/encode.ts'
import { type Early, type HttpExchange, header } from '../http/http-exchange.ts'
import { refuseMethod } from '../http/problem.ts'
import type { Surface } from '../http/server.ts'
import type { Site } from '../http/site.ts'
import { frameDocuments } from '../viewer/frame.ts'
import { allowByForm, showStop, stopByForm } from './account/stop.tsx'
import { showArtifact, showContent, showCurrent, showPlain } from './artifact/artifact.ts'
import { askForAccess } from './artifact/ask-access.ts'
import { showLinkPicture } from './artifact/link-picture.ts'
import { showLive } from './artifact/live.ts'
import { sendReport, showReport } from './artifact/report.ts'
import { showSource } from './artifact/source.ts'
import {
  showDoc,
  showDocFile,
  showDocSearch,
  showFrontTwin,
  showLlmsText,
  showSearchEntries,
  toBarePath,
} from './docs/docs-routes.ts'
import type { AssetFile, Assets } from './layout/assets.ts'
import { problemPage } from './layout/problem-page.tsx'
import { acceptByForm, showInvitation } from './organization/invitation.tsx'
import { switchOrganization } from './organization/switch-organization.ts'
import { guarded } from './page/dashboard.ts'
import {
  onPage,
  type PageContext,
  type PageHandle,
  reader,
  sendFailure,
  sendMissing,
  sendPage,
  showAtOnce,
  wantsHtml,
} from './page/page-context.ts'
import { claimByForm, showClaim } from './publish/claim.tsx'
import { publishAtFrontDoor, removeAtFrontDoor, showHome } from './publish/preview-form.ts'
import { sections } from './sections.ts'
import { blockByForm, showBlock, unblockByForm } from './share/block.tsx'
import { answerConsent, showConsent } from './sign-in/consent.ts'
import { answerDeviceConsent, giveDeviceCode, showDevice } from './sign-in/device.ts'
import { giveFactor } from './sign-in/finish-sign-in.ts'
import { beginAtProvider, comeBack } from './sign-in/provider.ts'
import { askForCode, doSetup, giveCode, showSetup, showSignIn, signOut } from './sign-in/sign-in.ts'
import { problemWords } from './words/problem-page.ts'

/** The routes of the pages; the frames, on hosts of their own; what is answered before any route; and the page of a refusal. */
interface WebSurface {
  routes: Surface
  frames: Early
  /** The plain addresses of artifacts, asked for most of all. */
  artifacts: Early
  files: Early
  /** For whoever came here by a program's link that cannot be answered. */
  showRefusal(exchange: HttpExchange, status: number, detail: string): void
}

export function webSurface(site: Site, assets: Assets): WebSurface {
  const scripts = assets.frameScripts()
  const drawing = assets.url('src/surfaces/viewer/diagrams-island.ts')
  const diagrams = assets.url('src/surfaces/viewer/page-diagrams-island.ts')
  const frames = frameDocuments({ url: site.context.url, scripts, drawing, diagrams, headers: site.headers })
  const pageContext = { site, assets, frames, sections, connections: createConnectionLimit(pageConnections) }
  return {
    routes: app => addPages(app, pageContext),
    frames: exchange => sendFrame(pageContext, exchange),
    artifacts: exchange => sendArtifact(pageContext, exchange),
    files: exchange => sendAsset(pageContext, exchange),
    showRefusal: (exchange, status, detail) => sendRefusal(pageContext, exchange, status, detail),
  }
}

function sendRefusal(pageContext: PageContext, exchange: HttpExchange, status: number, detail: string): void {
  const { requestId } = exchange
  const said = { title: problemWords.cannotConnect, detail, code: 'sign_in_failed', requestId }
  sendPage(pageContext, exchange, status, problemPage({ assets: pageContext.assets, status, ...said }))
}

type Handle = (
  pageContext: PageContext,
  exchange: HttpExchange,
  params: Record<string, string>,
) => Promise<void>

/** Pages outside the dashboard, whose own are in `sections.ts`. The first that fits answers. */
const routes: Record<`${'GET' | 'POST'} /${string}`, Handle> = {
  'GET /': showHome,
  'POST /': publishAtFrontDoor,
  'POST /preview/remove': removeAtFrontDoor,
  'POST /app/organization': switchOrganization,
  'GET /auth/sign-in': showSignIn,
  'POST /auth/code': askForCode,
  'POST /auth/code/verify': giveCode,
  'POST /auth/second-factor': giveFactor,
  'POST /auth/sign-out': signOut,
  'GET /auth/setup/:token': (pageContext, exchange, { token = '' }) =>
    showSetup(pageContext, exchange, token),
  'POST /auth/setup/:token': (pageContext, exchange, { token = '' }) => doSetup(pageContext, exchange, token),
  'GET /claim/:code': (pageContext, exchange, { code = '' }) => showClaim(pageContext, exchange, code),
  'POST /claim/:code': (pageContext, exchange, { code = '' }) => claimByForm(pageContext, exchange, code),
  'GET /invite/:code': (pageContext, exchange, { code = '' }) => showInvitation(pageContext, exchange, code),
  'POST /invite/:code': (pageContext, exchange, { code = '' }) => acceptByForm(pageContext, exchange, code),
  'GET /oauth/consent/:uid': (pageContext, exchange, { uid = '' }) => showConsent(pageContext, exchange, uid),
  'POST /oauth/consent/:uid': (pageContext, exchange, { uid = '' }) =>
    answerConsent(pageContext, exchange, uid),
  'GET /auth/device': showDevice,
  'POST /auth/device': giveDeviceCode,
  'POST /auth/device/consent': answerDeviceConsent,
  'GET /report/:shortId': (pageContext, exchange, { shortId = '' }) =>
    showReport(pageContext, exchange, shortId),
  'POST /report/:shortId': (pageContext, exchange, { shortId = '' }) =>
    sendReport(pageContext, exchange, shortId),
  'GET /stop/:token': (pageContext, exchange, { token = '' }) => showStop(pageContext, exchange, token),
  'POST /stop/:token': (pageContext, exchange, { token = '' }) => stopByForm(pageContext, exchange, token),
  'POST /stop/:token/undo': (pageContext, exchange, { token = '' }) =>
    allowByForm(pageContext, exchange, token),
  'GET /block/:token': (pageContext, exchange, { token = '' }) => showBlock(pageContext, exchange, token),
  'POST /block/:token': (pageContext, exchange, { token = '' }) => blockByForm(pageContext, exchange, token),
  'POST /block/:token/undo': (pageContext, exchange, { token = '' }) =>
    unblockByForm(pageContext, exchange, token),
  'GET /llms.txt': showLlmsText,
  'GET /docs': (pageContext, exchange) => showDoc(pageContext, exchange, ''),
  'GET /docs/': toBarePath,
  'GET /docs.md': showFrontTwin,
  'GET /docs/search': showDocSearch,
  'GET /docs/search.json': showSearchEntries,
  'GET /docs/files/:name': (pageContext, exchange, { name = '' }) => showDocFile(pageContext, exchange, name),
  'GET /docs/:path{.+}': (pageContext, exchange, { path = '' }) => showDoc(pageContext, exchange, path),
  'GET /live': showLive,
  'GET /:segment/content': (pageContext, exchange, { segment = '' }) =>
    showContent(pageContext, exchange, segment),
  'GET /:segment/picture.png': (pageContext, exchange, { segment = '' }) =>
    showLinkPicture(pageContext, exchange, segment),
  'GET /:segment/source': (pageContext, exchange, { segment = '' }) =>
    showSource(pageContext, exchange, segment),
  'POST /:segment': (pageContext, exchange, { segment = '' }) => askForAccess(pageContext, exchange, segment),
  'GET /:segment': (pageContext, exchange, { segment = '' }) => showArtifact(pageContext, exchange, segment),
}

function addPages(app: Parameters<Surface>[0], pageContext: PageContext): void {
  const methods = new Map<string, string[]>()
  const add = (route: string, handle: PageHandle) => {
    const [method = '', path = ''] = route.split(' ')
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, onPage(pageContext, handle))
  }
  for (const section of pageContext.sections)
    for (const [route, handle] of Object.entries(section.routes))
      add(route, guarded(pageContext, section, handle))
  for (const [route, handle] of Object.entries(routes))
    add(route, (exchange, params) => handle(pageContext, exchange, params))
  for (const name of providerNames) {
    add(`GET /auth/${name}`, exchange => beginAtProvider(pageContext, exchange, name))
    add(`GET /auth/${name}/callback`, exchange => comeBack(pageContext, exchange, name))
  }
  for (const [path, allowed] of methods)
    app.all(
      path,
      onPage(pageContext, async exchange => refuseMethod(exchange, allowed)),
    )
  app.all(
    '*',
    onPage(pageContext, async exchange =>
      sendMissing(pageContext, exchange, { actor: await reader(pageContext, exchange) }),
    ),
  )
}

/** Frames stand on content hosts and, as the fall-back, on the app's; nothing but frames is shown on a content host. */
function sendFrame({ site, frames }: PageContext, exchange: HttpExchange): boolean {
  const { request } = exchange
  const onContentHost = site.origins.isContentHost(request.headers.host)
  if (!onContentHost && !request.url?.startsWith('/frame/')) return false
  const answer = frames.answer({
    method: request.method ?? 'GET',
    path: (request.url ?? '').split('?')[0]!,
    // Over plain http a browser does not say it.
    destination: header(request, 'sec-fetch-dest') ?? (wantsHtml(exchange) ? 'iframe' : undefined),
    serviceWorker: header(request, 'service-worker'),
    onContentHost,
  })
  if (answer) send(exchange, answer.status, answer.headers, answer.body)
  else encodeProblem(misplaced(), exchange, site.headers, site.context.url)
  return true
}

const misplaced = (): Problem =>
  new Problem('not_found', 'Only the frames of pages are served on this host. Use the address of the app.')

/** Pages and their files are most of what is asked for, so their plain addresses are known before the router. */
function sendArtifact(pageContext: PageContext, exchange: HttpExchange): boolean {
  const { method, url = '' } = exchange.request
  const [, id, file] = /^\/([1-9A-HJ-NP-Za-km-z]{10})(\/content)?$/.exec(url) ?? []
  if (!id || (method !== 'GET' && method !== 'HEAD')) return false
  showAtOnce(pageContext, exchange, () => (file ? showCurrent : showPlain)(pageContext, exchange, id))
  return true
}

function sendAsset(pageContext: PageContext, exchange: HttpExchange): boolean {
  const { request } = exchange
  const path = (request.url ?? '').split('?')[0]!
  if (!path.startsWith('/assets/') && !path.startsWith('/favicon.')) return false
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const found = pageContext.assets.file(path, header(request, 'accept-encoding'))
  if (!found) return false
  found
    .then(file => sendFile(pageContext, exchange, file))
    .catch(error => sendFailure(pageContext, exchange, error))
  return true
}

function sendFile(
  { site }: PageContext,
  exchange: HttpExchange,
  { type, encoding, immutable, bytes }: AssetFile,
): void {
  const headers = {
    ...site.headers.asset(type),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(!immutable && { 'Cache-Control': 'public, max-age=3600' }),
  }
  send(exchange, 200, headers, bytes)
}
