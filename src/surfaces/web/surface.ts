// The pages: which address shows what, for people in a browser.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Problem, type ProblemCode, problems } from '../../domain/problem.ts'
import { encodeProblem, send } from '../rest/encode.ts'
import { header, type Wire } from '../rest/wire.ts'
import type { Early, Surface } from '../server.ts'
import type { Site } from '../site.ts'
import { frameDocuments } from '../viewer/frame.ts'
import { openAssets } from './assets.ts'
import { type Desk, onPage, type PageHandle, reader, sendPage, show } from './desk.ts'
import { docsPage, problemDocPage } from './pages/docs-pages.tsx'
import { homePage } from './pages/home-page.tsx'
import { sendMissing, showArtifact, showContent, showCurrent } from './routes/artifact.ts'
import { claimByForm, showClaim } from './routes/claim.ts'
import { makeKeyByForm, revokeKeyByForm, showKeys } from './routes/keys.ts'
import { sendReport, showReport } from './routes/report.ts'
import { askForCode, doSetup, giveCode, showSetup, showSignIn, signOut } from './routes/sign-in.ts'

/** The folder of built scripts and styles: beside the compiled program, or where bin/build puts it. */
function builtFolder(): string {
  const beside = fileURLToPath(new URL('../../public', import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../../dist/public', import.meta.url))
}

/** The routes of the pages; the frames, on hosts of their own; and what is answered before any route. */
export function webSurface(site: Site): { routes: Surface; frames: Early; early: Early } {
  const assets = openAssets(builtFolder())
  const script = assets.text('src/surfaces/viewer/islands/frame-shim.ts')
  const frames = frameDocuments({ url: site.context.url, script, headers: site.headers })
  const desk = { site, assets, frames }
  return {
    routes: app => addPages(app, desk),
    frames: wire => sendFrame(desk, wire),
    early: wire => sendFile(desk, wire) || sendAsset(desk, wire),
  }
}

function addPages(app: Parameters<Surface>[0], desk: Desk): void {
  const get = (path: string, handle: PageHandle) => app.get(path, onPage(desk, handle))
  const post = (path: string, handle: PageHandle) => app.post(path, onPage(desk, handle))
  get('/', wire => showHome(desk, wire))
  get('/app', async wire =>
    send(wire, 303, { ...desk.site.headers.signInPage(), Location: '/app/keys' }, null),
  )
  get('/app/keys', wire => showKeys(desk, wire))
  post('/app/keys', wire => makeKeyByForm(desk, wire))
  post('/app/keys/:id/revoke', (wire, { id = '' }) => revokeKeyByForm(desk, wire, id))
  get('/auth/sign-in', wire => showSignIn(desk, wire))
  post('/auth/code', wire => askForCode(desk, wire))
  post('/auth/code/verify', wire => giveCode(desk, wire))
  post('/auth/sign-out', wire => signOut(desk, wire))
  get('/auth/setup/:token', (wire, { token = '' }) => showSetup(desk, wire, token))
  post('/auth/setup/:token', (wire, { token = '' }) => doSetup(desk, wire, token))
  get('/claim/:code', (wire, { code = '' }) => showClaim(desk, wire, code))
  post('/claim/:code', (wire, { code = '' }) => claimByForm(desk, wire, code))
  get('/report/:shortId', (wire, { shortId = '' }) => showReport(desk, wire, shortId))
  post('/report/:shortId', (wire, { shortId = '' }) => sendReport(desk, wire, shortId))
  get('/docs', async wire => sendPage(desk, wire, 200, docsPage(desk.assets, desk.site.context.url)))
  get('/docs/problems/:code', async (wire, { code = '' }) => showProblem(desk, wire, code))
  get('/:segment/content', (wire, { segment = '' }) => showContent(desk, wire, segment))
  get('/:segment', (wire, { segment = '' }) => showArtifact(desk, wire, segment))
  app.all(
    '*',
    onPage(desk, async wire => sendMissing(desk, wire)),
  )
}

async function showHome(desk: Desk, wire: Wire): Promise<void> {
  const actor = await reader(desk, wire)
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
  new Problem(
    'misdirected_request',
    'Only the frames of pages are served on this host. Use the address of the app.',
  )

/** The files of pages are most of what is asked for, so their plain address is known before the router. */
function sendFile(desk: Desk, wire: Wire): boolean {
  const { method, url = '' } = wire.request
  const id = /^\/([1-9A-HJ-NP-Za-km-z]{10})\/content$/.exec(url)?.[1]
  if (!id || (method !== 'GET' && method !== 'HEAD')) return false
  void show(desk, wire, () => showCurrent(desk, wire, id), {})
  return true
}

function sendAsset({ site, assets }: Desk, wire: Wire): boolean {
  const { request } = wire
  const path = (request.url ?? '').split('?')[0]!
  if (!path.startsWith('/assets/') && !path.startsWith('/favicon.')) return false
  const file = assets.file(path, header(request, 'accept-encoding'))
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const headers = {
    ...site.headers.asset(file.type),
    ...(file.encoding && { 'Content-Encoding': file.encoding }),
  }
  send(
    wire,
    200,
    file.immutable ? headers : { ...headers, 'Cache-Control': 'public, max-age=3600' },
    file.bytes,
  )
  return true
}
