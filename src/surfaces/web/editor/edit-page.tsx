// The editor's page: what stands there until its script has opened it, or where it never does.
import type { JSX } from 'preact'
import { settingsPath } from '../layout/artifact-paths.ts'
import type { Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { fullWindowHtml } from '../layout/full-window.tsx'
import { editorWords, unopenedWords as words } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'

/** The script replaces what is in the mount. */
export const editPage = ({ frame, editor }: { frame: Frame; editor: EditorPage }): string =>
  editWindow({
    frame,
    shortId: editor.shortId,
    name: editor.name,
    scripts: [islands.editor],
    facts: <span class="editing-version">{editorWords.editing(editor.version)}</span>,
    children: (
      <div data-editor={JSON.stringify(editor)}>
        <p class="unopened waits" role="status">
          {words.opening}
        </p>
        <noscript>
          <Unopened shortId={editor.shortId} text={words.withoutScript} />
        </noscript>
      </div>
    ),
  })

export const tooLargePage = (props: Pick<Window, 'frame' | 'shortId' | 'name'>): string =>
  editWindow({
    ...props,
    scripts: [],
    children: <Unopened shortId={props.shortId} text={words.tooLarge} />,
  })

interface Window {
  frame: Frame
  shortId: string
  name: string
  scripts: string[]
  facts?: JSX.Element
  children: JSX.Element
}

const editWindow = ({ frame, shortId, name, scripts, facts, children }: Window): string =>
  fullWindowHtml({
    ...{ frame, name, facts, scripts },
    title: editorWords.title(name),
    back: { href: `/${shortId}`, label: editorWords.back },
    className: 'editing',
    children: (
      <div class="full-body">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    ),
  })

const Unopened = ({ shortId, text }: { shortId: string; text: string }): JSX.Element => (
  <div class="unopened">
    <p>{text}</p>
    <p class="actions">
      <a class="button primary" href={`/${shortId}/content`} download>
        {words.download}
      </a>
      <a class="button" href={settingsPath(shortId)}>
        {words.back}
      </a>
    </p>
  </div>
)
