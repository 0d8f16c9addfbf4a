// The front door: drop a file and get a page, an example, and how it works.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { buttonClass, LinkButton } from '../layout/controls.tsx'
import { documentHtml, islands, styles } from '../layout/document.tsx'
import { Button, ErrorSummary, type FieldError } from '../layout/form.tsx'
import { EditorHeader } from '../layout/header.tsx'
import { Icon } from '../layout/icon.tsx'
import { Leaves } from '../layout/leaf-icon.tsx'
import { Foot } from '../layout/own-page-layout.tsx'
import { PasteButton } from '../layout/publish-buttons.tsx'
import { common } from '../words/common.ts'
import { frontDoor, howItWorks } from '../words/front-door.ts'
import { signIn } from '../words/sign-in.ts'
import { ExamplePage } from './example-page.tsx'
import { Steps, WaysToPublish } from './steps.tsx'

export interface HomePageProps {
  assets: Assets
  /** RECTO_URL. */
  url: string
  /** RECTO_PUBLIC_PREVIEWS. */
  previews: boolean
  /** Email address of a guest who is signed in. */
  reader?: string
  /** Errors in the file or the text. */
  errors?: readonly FieldError[]
  /** The preview just published is gone again. */
  undone?: boolean
}

export const homePage = ({ assets, url, previews, reader, errors, undone }: HomePageProps): string =>
  documentHtml({
    assets,
    title: `${frontDoor.tab} · Recto`,
    robots: 'noindex',
    style: styles.desk,
    scripts: previews ? [islands.frontDoor] : [],
    className: 'alone',
    children: (
      <>
        <EditorHeader
          links={ways}
          reader={reader}
          action={reader ? undefined : <LinkButton href="/auth/sign-in">{signIn.title}</LinkButton>}
        />
        <main id="main" class="front-door" tabIndex={-1}>
          <section class="hero">
            <div class="stack">
              <h1 class="display">
                {frontDoor.title[0]}
                <br />
                {frontDoor.title[1]}
              </h1>
              <p class="lead">{frontDoor.lead}</p>
            </div>
            <div class="leaf-wrap">
              <div class="leaf drop-leaf">
                {undone && (
                  <p class="flash" role="status">
                    <Icon name="check" />
                    <span data-done>{frontDoor.undone}</span>
                  </p>
                )}
                <ErrorSummary errors={errors} />
                {previews ? <DropForm /> : <MembersOnly />}
              </div>
            </div>
          </section>
          <ExamplePage />
          <section aria-labelledby="how">
            <h2 id="how" class="title">
              {howItWorks.title}
            </h2>
            <Steps />
            <WaysToPublish url={url} previews={previews} />
          </section>
        </main>
        <Foot />
      </>
    ),
  })

const ways = [{ href: '/docs', label: common.howItWorks }]

/** `POST /`, multipart: `file` or `text`. A chosen or dropped file is sent at once. */
const DropForm = (): JSX.Element => (
  <form
    method="post"
    action="/"
    enctype="multipart/form-data"
    class="drop-form"
    data-front-door
    data-effect={frontDoor.effect}
  >
    <Leaves />
    <div class="stack tight">
      <h2 class="heading" data-drop-title data-busy={frontDoor.publishing}>
        {frontDoor.drop}
      </h2>
      <p class="muted" id="file-effect">
        {frontDoor.effect}
      </p>
    </div>
    <div class="line wrap">
      <input
        id="file"
        name="file"
        type="file"
        class="visually-hidden"
        accept=".html,.htm,.md,.markdown,text/html,text/markdown"
        aria-describedby="file-effect"
      />
      <label for="file" class={buttonClass('primary', 'large')}>
        {frontDoor.choose}
      </label>
      <PasteButton size="large" />
      <noscript>
        <Button size="large">{frontDoor.publish}</Button>
      </noscript>
    </div>
  </form>
)

const MembersOnly = (): JSX.Element => (
  <div class="drop-form">
    <Leaves />
    <div class="stack tight">
      <h2 class="heading">{frontDoor.closed}</h2>
      <p class="muted">{frontDoor.closedLead}</p>
    </div>
    <LinkButton href="/auth/sign-in" kind="primary" size="large">
      {signIn.title}
    </LinkButton>
  </div>
)
