// The page of an artifact: our header around a sheet into which the viewer brings what was published.

import type { ComponentChildren, JSX } from 'preact'
import type { FrameElement } from '../../viewer/frame.ts'
import type { Assets } from '../assets.ts'
import { Banner } from '../components/blocks.tsx'
import { documentHtml, islands } from '../components/document.tsx'
import { PageHeader, type Saved } from '../components/header.tsx'
import { type AudienceProps, RelativeTime, UserText } from '../components/words.tsx'
import type { ViewerPage } from '../islands/viewer/viewer-page.ts'
import { counted, daysLeft, plain } from '../text.ts'

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
  /** Present while nobody has claimed the page. */
  preview?: PreviewProps | undefined
  /** Lets search engines list the page; only where its owner and the operator want it. */
  indexed?: boolean
  /** Email address of the signed-in reader. */
  reader?: string | undefined
  /** Buttons of the header (comments, share, edit), entries of the last menu, and what stands beside the sheet. */
  actions?: ComponentChildren
  menu?: ComponentChildren
  panel?: ComponentChildren
  /** More islands, such as `src/surfaces/web/islands/comments.tsx`. */
  scripts?: readonly string[]
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

/** The shell as text. No byte of the published file is in it. */
export function artifactPage(props: ArtifactPageProps): string {
  const { saved, preview, now = new Date() } = props
  const download = contentPath(props)
  return documentHtml({
    assets: props.assets,
    title: props.name,
    robots: props.indexed ? undefined : preview ? 'noindex, nofollow' : 'noindex',
    scripts: [islands.viewer, ...(props.scripts ?? [])],
    className: 'viewer',
    head: <Head {...props} download={download} />,
    children: (
      <>
        <PageHeader {...props} saved={saved} download={download} now={now} />
        {preview && <PreviewBanner preview={preview} now={now} />}
        <div class="desk-top">
          <main
            id="main"
            class="sheet"
            data-page={JSON.stringify(viewerPage(props, download))}
            data-state="opening"
          >
            <noscript>
              <WithoutScript name={props.name} download={download} />
            </noscript>
            {preview?.interstitial && <Interstitial {...props} preview={preview} now={now} />}
          </main>
          {props.panel}
        </div>
      </>
    ),
  })
}

const pinned = ({ saved }: ArtifactPageProps) =>
  saved.version === saved.currentVersion ? '' : `version=${saved.version}`

const contentPath = (props: ArtifactPageProps) =>
  `/${props.shortId}/content${pinned(props) && `?${pinned(props)}`}`

function viewerPage(props: ArtifactPageProps, download: string): ViewerPage {
  const query = [pinned(props), props.format === 'markdown' ? 'as=page' : ''].filter(Boolean).join('&')
  return {
    shortId: props.shortId,
    name: plain(props.name),
    content: `/${props.shortId}/content${query && `?${query}`}`,
    download,
    size: props.size,
    frame: props.frame,
    printFrame: props.printFrame,
  }
}

function Head(props: ArtifactPageProps & { download: string }): JSX.Element {
  const type = props.format === 'html' ? 'text/html' : 'text/markdown'
  const open = props.audience.visibility === 'public'
  return (
    <>
      <link rel="canonical" href={props.url} />
      <link rel="alternate" type={type} href={props.download} title="The file as published" />
      {open && (
        <>
          <meta property="og:title" content={plain(props.name)} />
          <meta property="og:type" content="article" />
          <meta property="og:url" content={props.url} />
          <meta property="og:site_name" content="Recto" />
        </>
      )}
    </>
  )
}

const WithoutScript = ({ name, download }: { name: string; download: string }): JSX.Element => (
  <section class="notice">
    <h2>This page needs JavaScript to be shown</h2>
    <p>
      It is brought into a closed frame by a script of ours. Without one you can still save{' '}
      <a href={download}>
        the file of <UserText text={name} />
      </a>
      .
    </p>
  </section>
)

export const PreviewBanner = ({ preview, now }: { preview: PreviewProps; now: Date }): JSX.Element => (
  <Banner signal="open" label="About this preview">
    <p>
      <strong>Unclaimed page by an anonymous author.</strong> Never enter a password here. It goes in{' '}
      {counted(daysLeft(preview.expiresAt, now), 'day')}
      {preview.claimPath ? '.' : ' unless its author claims it.'}
    </p>
    <p class="banner-actions">
      {preview.claimPath && <a href={preview.claimPath}>Keep this page</a>}
      <a href={preview.reportPath}>Report abuse</a>
    </p>
  </Banner>
)

interface InterstitialProps {
  name: string
  preview: PreviewProps
  now: Date
}

const Interstitial = ({ name, preview, now }: InterstitialProps): JSX.Element => (
  <section id="interstitial" class="notice">
    <h2>An anonymous author sends you a page</h2>
    <p>
      It is called{' '}
      <strong>
        <UserText text={name} />
      </strong>{' '}
      and was published <RelativeTime at={preview.createdAt} now={now} />. Nobody has vouched for it: do not
      type a password or a card number into it.
    </p>
    <p class="actions">
      <button type="button" class="button primary" data-open-page>
        Open the page
      </button>
      <a class="button" href={preview.reportPath}>
        Report abuse
      </a>
    </p>
  </section>
)
