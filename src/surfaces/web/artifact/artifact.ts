// The page of an artifact at its address: the shell for people, the file itself for everything else.
import type { Actor } from '../../../domain/actor.ts'
import type { Artifact } from '../../../domain/artifact.ts'
import { parseAddressSegment } from '../../../domain/artifact-address.ts'
import { byline } from '../../../domain/author-words.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import { Problem } from '../../../domain/problem.ts'
import type { OpenedPage } from '../../../operations/artifacts/open-page.ts'
import type { Content } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { performAtOnce } from '../../../operations/kernel/perform-at-once.ts'
import { openStoredFile } from '../../../operations/kernel/stored-file.ts'
import { turnOfArtifact } from '../../../operations/kernel/worker-turn.ts'
import { callerOf } from '../../http/caller.ts'
import {
  readBy,
  readerWithin,
  sendContent,
  sendContentProblem,
  sendCurrent,
  versionIn,
  type Wanted,
} from '../../http/content.ts'
import { send } from '../../http/encode.ts'
import { type HttpExchange, header } from '../../http/http-exchange.ts'
import { readKept } from '../../http/kept-read.ts'
import type { Robots } from '../../viewer/headers.ts'
import { type Profile, profileFor } from '../../viewer/profiles.ts'
import { commentsFor } from '../comments/comments-button.tsx'
import { historyPath, settingsPath, sharePath } from '../layout/artifact-paths.ts'
import type { AudienceProps } from '../layout/words.tsx'
import {
  ask,
  type PageContext,
  reader,
  sendFailure,
  sendMissing,
  sendPage,
  wantsHtml,
} from '../page/page-context.ts'
import { artifactPage, type PreviewProps } from './artifact-page.tsx'

/** Programs that fetch a page to show a card of its link; they get the shell, whose head is made for them. */
const unfurlers =
  /slackbot|twitterbot|facebookexternalhit|linkedinbot|discordbot|telegrambot|whatsapp|skypeuripreview|microsoftpreview|mattermost|iframely|embedly|pinterestbot|redditbot|bluesky|mastodon|googlebot|bingbot/i

/** `{shortId}`, `{shortId}-{anything}`, `{shortId}@{n}` (contract section 2). */
export interface Address {
  id: string
  version: number | undefined
}

export function addressIn(segment: string): Address | null {
  const address = parseAddressSegment(segment)
  return address && { id: address.shortId, version: address.version ?? undefined }
}

/** Answers `GET {url}/{segment}`. */
export async function showArtifact(
  pageContext: PageContext,
  exchange: HttpExchange,
  segment: string,
): Promise<void> {
  const address = addressIn(segment)
  if (!address) sendMissing(pageContext, exchange)
  else if (isPageWanted(exchange)) await showShell(pageContext, exchange, address)
  else await sendFile(pageContext, exchange, address, true)
}

/** Answers `GET {url}/{shortId}`, where nothing else is asked for. */
export function showPlain(pageContext: PageContext, exchange: HttpExchange, id: string): void {
  const failed = (error: unknown) => sendFailure(pageContext, exchange, error)
  if (!isPageWanted(exchange)) {
    showArtifact(pageContext, exchange, id).catch(failed)
    return
  }
  readKept(pageContext.site, exchange, operations.openPage, id, {
    answer(opened, actor) {
      sendShell(pageContext, exchange, currentShell(pageContext, actor, opened))
      return undefined
    },
    otherwise: () => showShell(pageContext, exchange, { id, version: undefined }),
    failed,
  })
}

/** The shell for a navigation; where the browser does not say, for those who prefer HTML and for unfurlers. */
function isPageWanted(exchange: HttpExchange): boolean {
  const mode = header(exchange.request, 'sec-fetch-mode')
  return (
    mode === 'navigate' || wantsHtml(exchange) || unfurlers.test(header(exchange.request, 'user-agent') ?? '')
  )
}

async function sendFile(
  pageContext: PageContext,
  exchange: HttpExchange,
  wanted: Wanted,
  negotiated: boolean,
): Promise<void> {
  const { site } = pageContext
  try {
    const actor = await readerWithin(site, exchange)
    await sendContent(site, exchange, actor, { ...wanted, negotiated })
  } catch (error) {
    sendFileFailure(pageContext, exchange, error)
  }
}

function sendFileFailure(pageContext: PageContext, exchange: HttpExchange, error: unknown): void {
  if (isHidden(error, exchange)) sendMissing(pageContext, exchange)
  else sendContentProblem(pageContext.site, exchange, error)
}

/** Tells whether a page is missing or not for this reader. A wrong credential stays 401: the sender should know. */
export const isHidden = (error: unknown, { request }: HttpExchange): boolean =>
  error instanceof Problem &&
  (error.code === 'not_found' ||
    (error.code === 'unauthorized' && request.headers.authorization === undefined))

async function showShell(pageContext: PageContext, exchange: HttpExchange, address: Address): Promise<void> {
  try {
    if (address.version === undefined) await showCurrentShell(pageContext, exchange, address.id)
    else await showVersionShell(pageContext, exchange, address)
  } catch (error) {
    if (!isHidden(error, exchange)) throw error
    sendMissing(pageContext, exchange, { actor: await reader(pageContext, exchange), mayAsk: true })
  }
}

async function showCurrentShell(pageContext: PageContext, exchange: HttpExchange, id: string): Promise<void> {
  const actor = readerOf(pageContext, exchange)
  const done = doneOf(exchange)
  const { value } = await performAtOnce(pageContext.site.context, operations.openPage, {
    input: { id },
    actor,
    callOf: reading => readBy(exchange, reading),
  })
  const shell = done
    ? shellOf(pageContext, await actor, value, done)
    : currentShell(pageContext, await actor, value)
  sendShell(pageContext, exchange, shell)
}

type Done = 'published' | 'warned'

/** Returns the outcome of the publishing that led here (`?done=`). */
function doneOf({ request }: HttpExchange): Done | undefined {
  const done = new URLSearchParams(request.url?.split('?')[1]).get('done')
  return done === 'published' || done === 'warned' ? done : undefined
}

/** Requests of one moment have their artifact and their reader in common, so they have the page in common too. */
const currentShells = memoizeByObject((_: PageContext) =>
  memoizeByObject((_: Artifact) => new WeakMap<Actor, Shell>()),
)

function currentShell(pageContext: PageContext, actor: Actor, opened: OpenedPage): Shell {
  const known = currentShells(pageContext)(opened.artifact)
  const shell = known.get(actor) ?? shellOf(pageContext, actor, opened)
  known.set(actor, shell)
  return shell
}

async function showVersionShell(
  pageContext: PageContext,
  exchange: HttpExchange,
  { id, version }: Address,
): Promise<void> {
  const actor = await readerOf(pageContext, exchange)
  const opened = await ask(pageContext, exchange, actor, operations.openPage, { id, version })
  sendShell(pageContext, exchange, shellOf(pageContext, actor, opened))
}

export const readerOf = (pageContext: PageContext, exchange: HttpExchange): Promise<Actor> =>
  exchange.request.headers.authorization === undefined
    ? reader(pageContext, exchange)
    : callerOf(pageContext.site, exchange, 'read')

interface Shell {
  html: Buffer
  robots: Robots
  profile: Profile
}

const sendShell = (pageContext: PageContext, exchange: HttpExchange, { html, ...headers }: Shell): void =>
  sendPage(pageContext, exchange, 200, html, headers)

function shellOf(pageContext: PageContext, actor: Actor, opened: OpenedPage, done?: Done): Shell {
  const { artifact, version, description, can } = opened
  const { site, assets, frames } = pageContext
  const { organization, visibility } = artifact
  const isPreview = organization === null
  const profile = profileFor({
    format: version.format,
    preview: isPreview,
    openNetwork: organization?.policy.openNetwork ?? false,
  })
  const origin = site.origins.origin(artifact.id)
  const indexed = visibility === 'public' && !isPreview
  const html = artifactPage({
    assets,
    shortId: artifact.shortId,
    name: artifact.name,
    format: version.format,
    size: version.size,
    saved: {
      version: version.number,
      currentVersion: artifact.version,
      updatedAt: new Date(version.createdAt),
      by: isPreview ? undefined : byline(version.author),
    },
    audience: audienceFor(actor, opened),
    done: can.includes('share') ? done : undefined,
    url: `${site.context.url}/${artifact.shortId}`,
    frame: frames.element(profile, origin),
    printFrame: frames.printElement(profile, origin),
    drawingFrame: frames.drawingElement(version.format, site.origins),
    preview: isPreview ? previewProps(artifact) : undefined,
    indexed,
    description,
    historyPath: !isPreview && can.includes('history') ? historyPath(artifact.shortId) : undefined,
    comments: commentsFor(actor, opened),
    ...settingsPaths(opened),
    share: can.includes('share') ? sharePath(artifact.shortId) : undefined,
    edit: can.includes('edit') ? `${settingsPath(artifact.shortId)}/edit` : undefined,
    reader: 'email' in actor ? actor.email : undefined,
  })
  return { html, profile, robots: indexed ? 'index' : isPreview ? 'noindex, nofollow' : 'noindex' }
}

/** Returns the audience for the header: it says whether the reader is the owner, and to those who may share, how many people are named. */
const audienceFor = (actor: Actor, { artifact, can }: OpenedPage): AudienceProps => ({
  visibility: artifact.visibility,
  ...(can.includes('share') && { sharedCount: artifact.sharedWith.length }),
  ...(artifact.organization && { organization: artifact.organization.name }),
  mine: actor.kind === 'person' && artifact.owner?.personId === actor.personId,
})

const settingsPaths = ({ artifact, can }: OpenedPage) => {
  const path = settingsPath(artifact.shortId)
  return {
    settings: can.includes('settings') ? path : undefined,
    rename: can.includes('settings') ? `${path}#settings` : undefined,
    remove: can.includes('delete') ? `${path}#delete` : undefined,
  }
}

/** The warning comes before every opening; the page's script remembers a click for as long as the tab lives. */
function previewProps(artifact: Content['artifact']): PreviewProps {
  return {
    expiresAt: new Date(artifact.expiresAt ?? artifact.createdAt),
    createdAt: new Date(artifact.createdAt),
    reportPath: `/report/${artifact.shortId}`,
    interstitial: true,
  }
}

/** Answers `GET {url}/{segment}/content`: what the shell fetches, with the reader's session. */
export async function showContent(
  pageContext: PageContext,
  exchange: HttpExchange,
  segment: string,
): Promise<void> {
  requireOwnFetch(exchange)
  const address = addressIn(segment)
  if (!address) return sendMissing(pageContext, exchange)
  const query = new URL(exchange.request.url ?? '', pageContext.site.context.url).searchParams
  const asked = versionIn(query)
  // Beside another version the address keeps its own, and the operation refuses the two.
  const wanted = { id: asked === undefined ? address.id : segment, version: asked ?? address.version }
  if (query.get('as') !== 'page') return sendFile(pageContext, exchange, wanted, false)
  await sendRendered(pageContext, exchange, wanted).catch(error =>
    sendFileFailure(pageContext, exchange, error),
  )
}

/** Answers `GET {url}/{shortId}/content`, where nothing else is asked for. */
export function showCurrent(pageContext: PageContext, exchange: HttpExchange, id: string): void {
  requireOwnFetch(exchange)
  sendCurrent(pageContext.site, exchange, id, error => sendFileFailure(pageContext, exchange, error))
}

/** Fetches of our own pages, and navigations from them or from nowhere, which download (contract section 9). */
export function requireOwnFetch({ request }: HttpExchange): void {
  const site = header(request, 'sec-fetch-site') ?? 'none'
  const target = header(request, 'sec-fetch-dest') ?? 'empty'
  if ((site === 'same-origin' || site === 'none') && (target === 'empty' || target === 'document')) return
  throw new Problem(
    'cross_site_request',
    'The file is fetched by its own page only. Open the address of the artifact.',
  )
}

/** Markdown as the sanitised document that goes into the frame. */
async function sendRendered(
  pageContext: PageContext,
  exchange: HttpExchange,
  { id, version: asked }: Wanted,
): Promise<void> {
  const { site } = pageContext
  const actor = await readerWithin(site, exchange)
  const { artifact, version } = await ask(pageContext, exchange, actor, operations.content, {
    id,
    ...(asked !== undefined && { version: asked }),
  })
  if (version.format !== 'markdown') return sendFile(pageContext, exchange, { id, version: asked }, false)
  const html = await site.context.renderer.page({
    turn: turnOfArtifact(site.context, artifact),
    sha256: version.sha256,
    theme: artifact.theme,
    preview: artifact.organization === null,
    file: openStoredFile(site.context, version),
  })
  const isPublic = artifact.visibility === 'public'
  send(
    exchange,
    200,
    site.headers.rawContent({
      format: 'html',
      name: artifact.name,
      public: isPublic,
      preview: artifact.organization === null,
    }),
    html,
  )
}
