// The page of an artifact: our header around a sheet into which the viewer brings what was published.

import { LRUCache } from 'lru-cache'
import type { JSX } from 'preact'
import { mediaTypes } from '../../../domain/artifact.ts'
import type { FrameElement } from '../../viewer/frame.ts'
import type { ViewerPage } from '../artifact-viewer/viewer-page.ts'
import {
  CommentPageEntry,
  CommentsButton,
  CommentsPanel,
  type CommentsProps,
  TouchBar,
} from '../comments/comments-button.tsx'
import type { Assets } from '../layout/assets.ts'
import { Banner } from '../layout/blocks.tsx'
import { documentHtml, islands, styles } from '../layout/document.tsx'
import type { IconName } from '../layout/icon.tsx'
import { Card } from '../layout/link-card.tsx'
import { marked, type PageTemplate, pageTemplate } from '../layout/page-template.ts'
import { counted, daysLeft, plain } from '../layout/text.ts'
import {
  type AudienceProps,
  audienceWords,
  type Moment,
  momentOf,
  TimeOf,
  UserText,
} from '../layout/words.tsx'
import { pageWords } from '../words/page.ts'
import { previewNotice, unknownSender, withoutScript } from '../words/page-notices.ts'
import { type HeaderProps, PageHeader } from './page-header.tsx'
import { PublishedBar } from './published-bar.tsx'

export interface ArtifactPageProps {
  assets: Assets
  shortId: string
  name: string
  format: 'html' | 'markdown'
  /** Bytes of the version shown. */
  size: number
  saved: Saved
  audience: AudienceProps
  /** Absolute address of the artifact. */
  url: string
  frame: FrameElement
  printFrame: FrameElement | null
  /** The frame that draws the diagrams of Markdown. */
  drawingFrame: FrameElement | null
  /** Present while nobody has claimed the page. */
  preview?: PreviewProps | undefined
  /** Lets search engines list the page; only where its owner and the operator want it. */
  indexed?: boolean
  /** First sentences of a page that everybody may read, for the card of a link. */
  description?: string | undefined
  /** Path of the editor, for those who may edit. */
  edit?: string | undefined
  /** Email address of the signed-in reader. */
  reader?: string | undefined
  /** Path of sharing, for those who may share it. */
  share?: string | undefined
  /** Paths of its settings, and of the parts of them that rename and delete the page, for those who may. */
  settings?: string | undefined
  rename?: string | undefined
  remove?: string | undefined
  /** Path of the history, for those who may see it. */
  historyPath?: string | undefined
  comments: CommentsProps
  /** The reader has just published it; `warned` where a working key was found in it. */
  done?: 'published' | 'warned' | undefined
  now?: Date
}

export interface PreviewProps {
  expiresAt: Date
  createdAt: Date
  /** Path of the abuse report. */
  reportPath: string
  /** Path of the claim page, only for whoever holds its code. */
  claimPath?: string | undefined
  /** Ask for a click before the page is shown: true at a first visit. */
  interstitial: boolean
}

/** The version shown, the one everybody sees, and who saved it when. */
export interface Saved {
  version: number
  currentVersion: number
  updatedAt: Date
  /** Name of the person or agent, as it was claimed; absent where the reader may not know. */
  by?: string | undefined
}

/** Milliseconds a made page is good for: "3 min ago" may be so much behind. */
const FRESH = 10_000

const made = new WeakMap<Assets, LRUCache<string, Buffer>>()

/** The shell in UTF-8. No byte of the published file is in it. Equal facts make equal pages, so what was made a moment ago is kept. */
export function artifactPage({ assets, ...facts }: ArtifactPageProps): Buffer {
  const pages = made.get(assets) ?? new LRUCache({ max: 500, ttl: FRESH })
  made.set(assets, pages)
  const key = JSON.stringify(facts)
  const known = pages.get(key)
  if (known) return known
  const page = Buffer.from(makePage({ assets, ...facts }))
  pages.set(key, page)
  return page
}

/** Makes the page. Everything that differs between readers is a text or a fact of the shape, so that no reader pays for rendering. */
function makePage(props: ArtifactPageProps): string {
  const texts = textsOf(props)
  return fillFor(props, texts)(texts)
}

/** Every text of the page that differs from answer to answer; an absent one changes the shape. */
type Texts = ReturnType<typeof textsOf>

function textsOf(props: ArtifactPageProps) {
  const { saved, preview, comments, now = new Date() } = props
  const older = saved.version !== saved.currentVersion
  const download = `/${props.shortId}/content${older ? `?version=${saved.version}` : ''}`
  const { word, meaning } = audienceWords(props.audience)
  return {
    name: plain(props.name),
    url: props.url,
    download,
    source: `/${props.shortId}${older ? `@${saved.version}` : ''}/source`,
    signIn: `/auth/sign-in?next=${encodeURIComponent(new URL(props.url).pathname)}`,
    version: String(saved.version),
    current: older ? String(saved.currentVersion) : undefined,
    ...named('saved', momentOf(saved.updatedAt, now)),
    by: saved.by && plain(saved.by),
    word,
    meaning,
    published: props.done && (props.done === 'warned' ? pageWords.leakedKey : meaning),
    reader: props.reader && plain(props.reader),
    description: props.description && plain(props.description),
    picture: props.indexed ? `${props.url}/picture.png?v=${saved.currentVersion}` : undefined,
    page: JSON.stringify(viewerPage(props, download, older)),
    content: props.size <= EARLY ? contentPath(props, older) : undefined,
    ...frameTexts(props),
    comments: JSON.stringify(comments),
    edit: props.edit,
    share: props.share,
    settings: props.settings,
    rename: props.rename,
    remove: props.remove,
    openThreads: comments.open ? String(comments.open) : undefined,
    days: preview && counted(daysLeft(preview.expiresAt, now), 'day'),
    historyPath: props.historyPath,
    reportPath: preview?.reportPath,
    claimPath: preview?.claimPath,
    ...(preview ? named('made', momentOf(preview.createdAt, now)) : undefined),
  }
}

/** Bytes of a file that is asked for before the script which shows it runs; what waits for it is held in memory. */
const EARLY = 1_048_576

/** The frame comes with the document, unless a click comes first. */
const frameTexts = ({ frame, preview }: ArtifactPageProps) =>
  preview?.interstitial
    ? undefined
    : { frameSource: frame.src, frameSandbox: frame.sandbox, frameAllow: frame.allow }

const named = <P extends string>(prefix: P, { iso, exact, words }: Moment) =>
  ({ [`${prefix}Iso`]: iso, [`${prefix}Exact`]: exact, [`${prefix}Words`]: words }) as Record<
    `${P}Iso` | `${P}Exact` | `${P}Words`,
    string
  >

function viewerPage(props: ArtifactPageProps, download: string, older: boolean): ViewerPage {
  return {
    shortId: props.shortId,
    name: plain(props.name),
    version: props.saved.version,
    older,
    content: contentPath(props, older),
    download,
    size: props.size,
    frame: props.frame,
    printFrame: props.printFrame,
    drawingFrame: props.drawingFrame,
  }
}

function contentPath({ shortId, saved, format }: ArtifactPageProps, older: boolean): string {
  const query = [older && `version=${saved.version}`, format === 'markdown' && 'as=page']
  const asked = query.filter(Boolean).join('&')
  return `/${shortId}/content${asked && `?${asked}`}`
}

/** The facts of the page besides its texts. */
interface Shape {
  assets: Assets
  icon: IconName
  format: 'html' | 'markdown'
  robots: string | undefined
  open: boolean
  interstitial: boolean
  /** True where the page that was just published holds a working key. */
  isLeak: boolean
  /** True where the reader may comment. */
  comments: boolean
  /** False where the reader may neither write nor read comments: the page shows no way to them. */
  hasComments: boolean
}

function shapeOf(props: ArtifactPageProps): Shape {
  const { assets, format, preview, comments } = props
  return {
    assets,
    format,
    comments: comments.may,
    hasComments: comments.may || comments.sees,
    isLeak: props.done === 'warned',
    icon: audienceWords(props.audience).icon,
    robots: props.indexed ? undefined : preview ? 'noindex, nofollow' : 'noindex',
    open: props.audience.visibility === 'public',
    interstitial: preview?.interstitial ?? false,
  }
}

const skeletons = new WeakMap<Assets, Map<string, PageTemplate>>()

/** The skeleton of this shape, rendered when it is met first. There are as many as the code has shapes. */
function fillFor(props: ArtifactPageProps, texts: Texts): PageTemplate {
  const { assets, ...rest } = shapeOf(props)
  const there = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [name]))
  const key = JSON.stringify([rest, there])
  const known = skeletons.get(assets) ?? new Map<string, PageTemplate>()
  const fill = known.get(key) ?? pageTemplate(shellHtml({ assets, ...rest }, marked(texts)))
  skeletons.set(assets, known.set(key, fill))
  return fill
}

const shellHtml = (shape: Shape, texts: Texts): string =>
  documentHtml({
    assets: shape.assets,
    title: texts.name,
    robots: shape.robots,
    script: islands.artifact,
    inline: texts.frameSource ? [islands.arrival] : [],
    style: styles.page,
    className: 'viewer',
    head: <Head shape={shape} texts={texts} />,
    children: <Shell shape={shape} texts={texts} />,
  })

interface ShellProps {
  shape: Shape
  texts: Texts
}

const Shell = ({ shape, texts }: ShellProps): JSX.Element => (
  <>
    <PageHeader {...headerProps(shape, texts)} />
    {texts.published && <PublishedBar isLeak={shape.isLeak} {...texts} />}
    {texts.days && <PreviewBanner texts={texts} />}
    <div class="desk-top">
      <main id="main" class="sheet" data-page={texts.page} data-state="opening">
        <noscript>
          <WithoutScript texts={texts} />
        </noscript>
        {shape.interstitial && <Interstitial texts={texts} />}
        {texts.frameSource && <Frame texts={texts} />}
      </main>
      <CommentsPanel page={texts.comments} />
    </div>
    <TouchBar comments={shape.comments} />
  </>
)

const headerProps = (shape: Shape, texts: Texts): HeaderProps => ({
  ...texts,
  saved: { iso: texts.savedIso, exact: texts.savedExact, words: texts.savedWords },
  audience: { icon: shape.icon, word: texts.word, meaning: texts.meaning },
  history: texts.historyPath,
  comments: shape.hasComments && <CommentsButton open={texts.openThreads} />,
  commentEntries: shape.comments && <CommentPageEntry />,
})

const Head = ({ shape, texts }: ShellProps): JSX.Element => (
  <>
    {texts.frameSource && texts.content && (
      <link rel="preload" as="fetch" href={texts.content} crossorigin="anonymous" />
    )}
    <link rel="canonical" href={texts.url} />
    <link
      rel="alternate"
      type={mediaTypes[shape.format]}
      href={texts.download}
      title={pageWords.asPublished}
    />
    <Card
      title={shape.open ? texts.name : undefined}
      url={shape.open ? texts.url : undefined}
      description={texts.description}
      picture={texts.picture}
    />
  </>
)

/** As `viewer/page-frame.ts` makes it: it begins to load while our script is still on its way. */
const Frame = ({ texts }: { texts: Texts }): JSX.Element => (
  <iframe
    class="page-frame"
    data-came
    title={texts.name}
    src={texts.frameSource}
    sandbox={texts.frameSandbox}
    allow={texts.frameAllow}
    referrerpolicy="no-referrer"
  />
)

const WithoutScript = ({ texts }: { texts: Texts }): JSX.Element => (
  <section class="notice">
    <h2>{withoutScript.title}</h2>
    <p>
      {withoutScript.lead}{' '}
      <a href={texts.download}>
        {withoutScript.file} <UserText text={texts.name} />
      </a>
      .
    </p>
  </section>
)

const PreviewBanner = ({ texts }: { texts: Texts }): JSX.Element => (
  <Banner signal="open" label={previewNotice.label}>
    <p>
      <strong>{previewNotice.unclaimed}</strong> {previewNotice.never}{' '}
      {previewNotice.goes(texts.days ?? '', texts.claimPath !== undefined)}
    </p>
    <p class="banner-actions">
      {texts.claimPath && <a href={texts.claimPath}>{previewNotice.keep}</a>}
      <a href={texts.reportPath ?? ''}>{previewNotice.report}</a>
    </p>
  </Banner>
)

const Interstitial = ({ texts }: { texts: Texts }): JSX.Element => (
  <section id="interstitial" class="notice">
    <h2>{unknownSender.title}</h2>
    <p>
      {unknownSender.called}{' '}
      <strong>
        <UserText text={texts.name} />
      </strong>{' '}
      {unknownSender.published}{' '}
      <TimeOf iso={texts.madeIso ?? ''} exact={texts.madeExact ?? ''} words={texts.madeWords ?? ''} />.{' '}
      {unknownSender.warning}
    </p>
    <p class="actions">
      <button type="button" class="button primary" data-open-page>
        {unknownSender.open}
      </button>
      <a class="button" href={texts.reportPath ?? ''}>
        {unknownSender.report}
      </a>
    </p>
  </section>
)
