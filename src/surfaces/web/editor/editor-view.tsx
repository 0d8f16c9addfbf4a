// How the editor looks: in the page's header what is said of the text, the views and saving; below it the tools, source and page.

import type { ComponentChildren, JSX, RefObject } from 'preact'
import type { Editor } from '../artifact-viewer/editing.ts'
import { Avatar, buttonClass } from '../layout/controls.tsx'
import { Icon, type IconName } from '../layout/icon.tsx'
import { wayOutWords, editorWords as words } from '../words/editor.ts'
import { markWords } from '../words/editor-source.ts'
import type { EditorPage } from './editor-page.ts'
import type { SourceHeading } from './headings.ts'
import { type Mark, marks } from './marks.ts'

export type View = 'source' | 'split' | 'page'

/** The state that the editor's looks depend on. */
export interface Shown {
  view: View
  /** The version edited from, and the one that saving makes. */
  base: number
  next: number
  /** The sentence about the text, beside the version. */
  said: string
  size: string
  headings: readonly SourceHeading[]
  /** The others who are editing. */
  editors: readonly Editor[]
  /** The card above the text, or in its place while a choice is missing. */
  card: ComponentChildren
  /** Nothing can be saved while a choice is missing. */
  isChoosing: boolean
  /** The page's words are edited in their places. */
  isInPlace: boolean
  /** The reason why the page beside the source is not as it should be. */
  previewSaid: string
}

/** Places that other parts fill, and what is read or pressed from elsewhere. */
export interface Places {
  source: RefObject<HTMLDivElement | null>
  preview: RefObject<HTMLDivElement | null>
  /** The place in which the page's words are edited. */
  inPlace: RefObject<HTMLDivElement | null>
  note: RefObject<HTMLInputElement | null>
  save: RefObject<HTMLButtonElement | null>
  saveNow: RefObject<HTMLButtonElement | null>
  savePopover: RefObject<HTMLElement | null>
}

export interface Acts {
  show(view: View): void
  mark(mark: Mark): void
  find(): void
  /** To a heading, by its place among them. */
  goTo(index: number): void
  noteChanged(): void
  /** Gives the whole text to the clipboard. */
  copy(): void
  save(): void
}

export const HeaderState = ({ base, said, isChoosing }: Shown): JSX.Element => (
  <>
    {!isChoosing && <span class="editing-version">{words.editing(base)}</span>}
    <p class="cut" id="editor-state" role="status">
      {said}
    </p>
  </>
)

interface HeaderToolsProps {
  shown: Shown
  acts: Acts
  save: Places['save']
}

/** While a choice is missing there is nothing to look at or to save. */
export const HeaderTools = ({ shown, acts, save }: HeaderToolsProps): JSX.Element => (
  <>
    <Others editors={shown.editors} />
    {shown.isChoosing ? (
      <button type="button" class={buttonClass('quiet', 'small')} onClick={acts.copy}>
        <Icon name="copy" /> {wayOutWords.copy}
      </button>
    ) : (
      <>
        <Views view={shown.view} show={acts.show} />
        <button
          type="button"
          class={buttonClass('primary', 'small')}
          title={words.saveKeys}
          popovertarget="save-note"
          ref={save}
        >
          {words.save}
        </button>
      </>
    )}
  </>
)

const Views = ({ view, show }: Pick<Shown, 'view'> & Pick<Acts, 'show'>): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: these buttons switch the view; no form field is among them
  <div class="segmented" role="group" aria-label={words.views}>
    {(['source', 'split', 'page'] as const).map(each => (
      <button
        key={each}
        type="button"
        data-view={each}
        aria-pressed={each === view}
        onClick={() => show(each)}
      >
        {words[each]}
      </button>
    ))}
  </div>
)

/** Avatars of those who edit the page too. */
const MOST_AVATARS = 3

function Others({ editors }: Pick<Shown, 'editors'>): JSX.Element | null {
  const [first, ...others] = editors
  if (!first) return null
  const said = others.length ? words.areEditingToo(first.name, others.length) : words.isEditingToo(first.name)
  return (
    <p class="editing-now" title={said}>
      {editors.slice(0, MOST_AVATARS).map(({ name, color }, at) => (
        <Avatar key={at} name={name} color={color} size="small" silent />
      ))}
      <span class="editing-words">{said}</span>
    </p>
  )
}

interface EditorBodyProps {
  page: EditorPage
  shown: Shown
  places: Places
  acts: Acts
}

export const EditorBody = (props: EditorBodyProps): JSX.Element => {
  const { page, shown, places } = props
  const { view, card, isChoosing, isInPlace, previewSaid } = shown
  return (
    <section
      class="live-editor"
      aria-label={words.editorOf(page.name)}
      data-view={view}
      data-words={isInPlace ? '' : undefined}
      data-conflict={isChoosing ? '' : undefined}
    >
      <div class="editor-notices">{card}</div>
      <div class="editor-panes" hidden={isChoosing}>
        <div class="editor-source">
          <Bar {...props} />
          <div class="editor-text" ref={places.source} />
        </div>
        <div class="editor-preview">
          <div ref={places.preview} />
          <p class="preview-words" hidden={previewSaid === ''}>
            {previewSaid}
          </p>
        </div>
        <div class="editor-preview editor-words" hidden={!isInPlace} ref={places.inPlace} />
      </div>
      <SavePopover {...props} />
    </section>
  )
}

/** Above the source: what inserts Markdown, the search, the headings, and help. */
const Bar = ({ page, shown, acts }: EditorBodyProps): JSX.Element => (
  <div class="editor-bar">
    {/* biome-ignore lint/a11y/useSemanticElements: a toolbar's buttons are no controls of a form */}
    <div class="signs" role="group" aria-label={words.tools}>
      {marksOf(page).map(mark => (
        <Sign
          key={mark.name}
          label={markWords[mark.name]}
          icon={icons[mark.name]}
          act={() => acts.mark(mark)}
        />
      ))}
      <Sign label={words.find} icon="search" act={acts.find} />
    </div>
    <HeadingJump headings={shown.headings} goTo={acts.goTo} />
    <span class="small muted">{shown.size}</span>
    <details class="help">
      <summary title={words.keyboard} aria-label={words.keyboard}>
        ?
      </summary>
      <ul>
        {[...words.help, ...(page.format === 'markdown' ? [words.helpMarkdown] : [])].map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  </div>
)

const marksOf = ({ format }: EditorPage): readonly Mark[] => (format === 'markdown' ? marks : [])

const icons: Record<Mark['name'], IconName> = {
  bold: 'bold',
  italic: 'italic',
  code: 'code',
  link: 'link',
  heading: 'heading',
  list: 'bullets',
  numbers: 'numbers',
  quote: 'quote',
}

interface SignProps {
  label: string
  icon: IconName
  act(): void
}

const Sign = ({ label, icon, act }: SignProps): JSX.Element => (
  <button type="button" class="tool sign" aria-label={label} title={label} onClick={act}>
    <Icon name={icon} />
  </button>
)

/** The headings as they are now, each set in by its level. */
const HeadingJump = ({ headings, goTo }: Pick<Shown, 'headings'> & Pick<Acts, 'goTo'>): JSX.Element => (
  <select
    class="heading-jump"
    aria-label={words.goToHeading}
    disabled={headings.length === 0}
    onChange={({ currentTarget }) => {
      if (currentTarget.value) goTo(Number(currentTarget.value))
      currentTarget.value = ''
    }}
  >
    <option value="">{words.goTo}</option>
    {headings.map(({ level, text }, index) => (
      <option key={index} value={index}>
        {`${'\u2002'.repeat(level - 1)}${text}`}
      </option>
    ))}
  </select>
)

/** Saving asks what changed, at the button. */
const SavePopover = ({ shown: { next }, places, acts }: EditorBodyProps): JSX.Element => (
  <section
    id="save-note"
    class="popover beside-button"
    popover="auto"
    aria-label={words.save}
    ref={places.savePopover}
  >
    <form
      class="stack"
      onSubmit={event => {
        event.preventDefault()
        acts.save()
      }}
    >
      <div class="field">
        <label for="editor-note">{words.whatChanged}</label>
        <input
          class="input"
          id="editor-note"
          type="text"
          maxLength={500}
          autofocus
          ref={places.note}
          onInput={acts.noteChanged}
        />
      </div>
      <p class="save-line">
        <span class="small muted">{words.becomes(next)}</span>
        <button type="submit" class={buttonClass('primary', 'small')} ref={places.saveNow}>
          {words.saveAs(next)}
        </button>
      </p>
    </form>
  </section>
)
