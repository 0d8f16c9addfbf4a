// The pages: which address shows what, for people in a browser.
import { Problem, type ProblemCode, problems } from '../../domain/problem.ts'
import { providerNames } from '../../domain/sign-in.ts'
import { encodeProblem, send } from '../http/encode.ts'
import { type Early, header, type Wire } from '../http/exchange.ts'
import { refuseMethod } from '../http/problem.ts'
import { pageSeats, seats } from '../http/seats.ts'
import type { Surface } from '../http/server.ts'
import type { Site } from '../http/site.ts'
import { frameDocuments } from '../viewer/frame.ts'
import type { AssetFile, Assets } from './assets.ts'
import { guarded } from './dashboard.ts'
import { type Desk, onPage, type PageHandle, reader, redirect, sendMissing, sendPage, show } from './desk.ts'
import { docsPage, problemDocPage } from './pages/docs-pages.tsx'
import { homePage } from './pages/home-page.tsx'
import { showArtifact, showContent, showCurrent } from './routes/artifact.ts'
import { askForAccess } from './routes/ask-access.ts'
import { blockByForm, showBlock, unblockByForm } from './routes/block.ts'
import { claimByForm, showClaim } from './routes/claim.ts'
import { acceptByForm, showInvitation } from './routes/invite.ts'
import { showLive } from './routes/live.ts'
import { switchOrganization } from './routes/organization.ts'
import { beginAtProvider, comeBack } from './routes/provider.ts'
import { sendReport, showReport } from './routes/report.ts'
import { askForCode, doSetup, giveCode, showSetup, showSignIn, signOut } from './routes/sign-in.ts'
import { giveFactor } from './routes/signing-in.ts'
import { showSource } from './routes/source.ts'
import { allowByForm, showStop, stopByForm } from './routes/stop.ts'
import { sections } from './sections.ts'

/** The routes of the pages; the frames, on hosts of their own; and what is answered before any route. */
export function webSurface(site: Site, assets: Assets): { routes: Surface; frames: Early; early: Early } {
  const scripts = assets.frameScripts()
  const drawing = assets.url('src/surfaces/viewer/islands/diagrams.ts')
  const diagrams = assets.url('src/surfaces/viewer/islands/page-diagrams.ts')
  const frames = frameDocuments({ url: site.context.url, scripts, drawing, diagrams, headers: site.headers })
  const desk = { site, assets, frames, sections, seats: seats(pageSeats) }
  return {
    routes: app => addPages(app, desk),
    frames: wire => sendFrame(desk, wire),
    early: wire => sendArtifact(desk, wire) || sendAsset(desk, wire),
  }
}

type Handle = (desk: Desk, wire: Wire, params: Record<string, string>) => Promise<void>

/** Pages outside the dashboard, whose own are in `sections.ts`. The first that fits answers. */
const routes: Record<`${'GET' | 'POST'} /${string}`, Handle> = {
  'GET /': showHome,
  'POST /app/organization': switchOrganization,
  'GET /auth/sign-in': showSignIn,
  'POST /auth/code': askForCode,
  'POST /auth/code/verify': giveCode,
  'POST /auth/second-factor': giveFactor,
  'POST /auth/sign-out': signOut,
  'GET /auth/setup/:token': (desk, wire, { token = '' }) => showSetup(desk, wire, token),
  'POST /auth/setup/:token': (desk, wire, { token = '' }) => doSetup(desk, wire, token),
  'GET /claim/:code': (desk, wire, { code = '' }) => showClaim(desk, wire, code),
  'POST /claim/:code': (desk, wire, { code = '' }) => claimByForm(desk, wire, code),
  'GET /invite/:code': (desk, wire, { code = '' }) => showInvitation(desk, wire, code),
  'POST /invite/:code': (desk, wire, { code = '' }) => acceptByForm(desk, wire, code),
  'GET /report/:shortId': (desk, wire, { shortId = '' }) => showReport(desk, wire, shortId),
  'POST /report/:shortId': (desk, wire, { shortId = '' }) => sendReport(desk, wire, shortId),
  'GET /stop/:token': (desk, wire, { token = '' }) => showStop(desk, wire, token),
  'POST /stop/:token': (desk, wire, { token = '' }) => stopByForm(desk, wire, token),
  'POST /stop/:token/undo': (desk, wire, { token = '' }) => allowByForm(desk, wire, token),
  'GET /block/:token': (desk, wire, { token = '' }) => showBlock(desk, wire, token),
  'POST /block/:token': (desk, wire, { token = '' }) => blockByForm(desk, wire, token),
  'POST /block/:token/undo': (desk, wire, { token = '' }) => unblockByForm(desk, wire, token),
  'GET /docs': async (desk, wire) => sendPage(desk, wire, 200, docsPage(desk.assets, desk.site.context.url)),
  'GET /docs/problems/:code': async (desk, wire, { code = '' }) => showProblem(desk, wire, code),
  'GET /live': showLive,
  'GET /:segment/content': (desk, wire, { segment = '' }) => showContent(desk, wire, segment),
  'GET /:segment/source': (desk, wire, { segment = '' }) => showSource(desk, wire, segment),
  'POST /:segment': (desk, wire, { segment = '' }) => askForAccess(desk, wire, segment),
  'GET /:segment': (desk, wire, { segment = '' }) => showArtifact(desk, wire, segment),
}

function addPages(app: Parameters<Surface>[0], desk: Desk): void {
  const methods = new Map<string, string[]>()
  const add = (route: string, handle: PageHandle) => {
    const [method = '', path = ''] = route.split(' ')
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
    app.on(method, path, onPage(desk, handle))
  }
  for (const section of desk.sections)
    for (const [route, handle] of Object.entries(section.routes)) add(route, guarded(desk, section, handle))
  for (const [route, handle] of Object.entries(routes))
    add(route, (wire, params) => handle(desk, wire, params))
  for (const name of providerNames) {
    add(`GET /auth/${name}`, wire => beginAtProvider(desk, wire, name))
    add(`GET /auth/${name}/callback`, wire => comeBack(desk, wire, name))
  }
  for (const [path, allowed] of methods)
    app.all(
      path,
      onPage(desk, async wire => refuseMethod(wire, allowed)),
    )
  app.all(
    '*',
    onPage(desk, async wire => sendMissing(desk, wire)),
  )
}

async function showHome(desk: Desk, wire: Wire): Promise<void> {
  const actor = await reader(desk, wire)
  if (actor.kind === 'person') return redirect(desk, wire, '/app')
  const { url, publicPreviews: previews } = desk.site.context
  const signedIn = 'email' in actor && { reader: actor.email }
  sendPage(desk, wire, 200, homePage({ assets: desk.assets, url, previews, ...signedIn }))
}

function showProblem(desk: Desk, wire: Wire, code: string): void {
  if (Object.hasOwn(problems, code))
    sendPage(desk, wire, 200, problemDocPage(desk.assets, code as ProblemCode))
  else sendMissing(desk, wire)
}

/** Frames stand on content hosts and, as the fall-back, on the app's; nothing else stands on a content host. */
function sendFrame({ site, frames }: Desk, wire: Wire): boolean {
  const { request } = wire
  const onContentHost = site.origins.isContentHost(request.headers.host)
  if (!onContentHost && !request.url?.startsWith('/frame/')) return false
  const answer = frames.answer({
    method: request.method ?? 'GET',
    path: (request.url ?? '').split('?')[0]!,
    destination: header(request, 'sec-fetch-dest'),
    serviceWorker: header(request, 'service-worker'),
  })
  if (answer) send(wire, answer.status, answer.headers, answer.body)
  else encodeProblem(misplaced(), wire, site.headers, site.context.url)
  return true
}

const misplaced = (): Problem =>
  new Problem('not_found', 'Only the frames of pages are served on this host. Use the address of the app.')

/** Pages and their files are most of what is asked for, so their plain addresses are known before the router. */
function sendArtifact(desk: Desk, wire: Wire): boolean {
  const { method, url = '' } = wire.request
  const [, id, file] = /^\/([1-9A-HJ-NP-Za-km-z]{10})(\/content)?$/.exec(url) ?? []
  if (!id || (method !== 'GET' && method !== 'HEAD')) return false
  void show(desk, wire, () => (file ? showCurrent : showArtifact)(desk, wire, id), {})
  return true
}

function sendAsset(desk: Desk, wire: Wire): boolean {
  const { request } = wire
  const path = (request.url ?? '').split('?')[0]!
  if (!path.startsWith('/assets/') && !path.startsWith('/favicon.')) return false
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const found = desk.assets.file(path, header(request, 'accept-encoding'))
  if (!found) return false
  void show(desk, wire, async () => sendFile(desk, wire, await found), {})
  return true
}

function sendFile({ site }: Desk, wire: Wire, { type, encoding, immutable, bytes }: AssetFile): void {
  const headers = {
    ...site.headers.asset(type),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(!immutable && { 'Cache-Control': 'public, max-age=3600' }),
  }
  send(wire, 200, headers, bytes)
}
