// The front page: what this is, and how to begin.

import type { JSX } from 'preact'
import type { Assets } from '../assets.ts'
import { CopyField } from '../components/blocks.tsx'
import { editorHtml } from '../components/editor-layout.tsx'
import type { EditorBackLink } from '../components/header.tsx'

export interface HomePageProps {
  assets: Assets
  /** RECTO_URL. */
  url: string
  /** RECTO_PUBLIC_PREVIEWS. */
  previews: boolean
  /** Email address of whoever is signed in. */
  reader?: string
  links?: readonly EditorBackLink[]
}

export const homePage = ({ assets, url, previews, reader, links }: HomePageProps): string =>
  editorHtml({
    assets,
    title: 'Publish one file',
    reader,
    links: links ?? (reader ? [{ href: '/app/keys', label: 'Keys' }] : []),
    children: (
      <>
        <h1>One file, one address</h1>
        <p class="lead">
          Recto publishes a single HTML or Markdown file and gives it an address. You decide who can open it,
          and every update stays at the same place. People, scripts and agents publish in the same way.
        </p>
        {previews && <Anonymous url={url} />}
        {reader ? <WithKey url={url} /> : <SignIn />}
      </>
    ),
  })

const Anonymous = ({ url }: { url: string }): JSX.Element => (
  <section>
    <h2>Try it</h2>
    <CopyField
      label="Command to publish a preview"
      text={`curl -F file=@page.html ${url}/v1/public/artifacts`}
    />
    <p class="aside">
      Anyone with the link can open it for 30 days. The answer holds a claim link, with which you keep it.
    </p>
  </section>
)

const WithKey = ({ url }: { url: string }): JSX.Element => (
  <section>
    <h2>Publish as yourself</h2>
    <p>
      <a href="/app/keys">Make a key</a>, then:
    </p>
    <CopyField
      label="Command to publish"
      text={`curl -H "Authorization: Bearer $RECTO_API_KEY" -F file=@page.html ${url}/v1/artifacts`}
    />
  </section>
)

const SignIn = (): JSX.Element => (
  <p class="actions">
    <a class="button primary" href="/auth/sign-in">
      Sign in
    </a>
    <a class="button" href="/docs">
      Read how it works
    </a>
  </p>
)
