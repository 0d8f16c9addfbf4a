// The editor of an artifact's source, and the choice between two people's words where both changed the same passage.
import type { JSX } from 'preact'
import type { Conflict } from '../../../content/diff/merge-parts.ts'
import { type ArtifactPath, settingsPath } from '../layout/artifact-paths.ts'
import type { Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden, TextArea } from '../layout/form.tsx'
import { fullWindowHtml } from '../layout/full-window.tsx'
import { counted, plain } from '../layout/text.ts'
import { editorWords, wayOutWords, editFormWords as words } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'

/** Clashes that a form can hold; where there are more, the text is mended as a whole. */
export const mostClashes = 12

export interface EditValues {
  text: string
  /** Number of the version edited from. */
  base: string
  note: string
}

interface Edited {
  frame: Frame
  shortId: string
  name: string
  format: 'html' | 'markdown'
  /** For the script that makes the form an editor; absent where the form holds what was refused. */
  editor?: EditorPage | undefined
}

interface EditProps extends Edited {
  values: EditValues
  errors?: readonly FieldError[]
}

const pathOf = ({ shortId }: Edited): ArtifactPath => `${settingsPath(shortId)}/edit`

/** `POST /app/artifacts/{id}/edit`, multipart: `text`, `base`, `note`. */
export const editPage = (props: EditProps): string =>
  editWindow(props, {
    title: editorWords.title(props.name),
    facts: (
      <span class="editing-version" data-editing>
        {editorWords.editing(plain(props.values.base))}
      </span>
    ),
    children: <Editor {...props} />,
  })

interface Window {
  title: string
  facts?: JSX.Element
  children: JSX.Element
}

const editWindow = (edited: Edited, { title, facts, children }: Window): string =>
  fullWindowHtml({
    frame: edited.frame,
    title,
    name: edited.name,
    back: { href: `/${edited.shortId}`, label: editorWords.back },
    facts,
    scripts: scriptsFor(edited),
    className: 'editing',
    children: (
      <div class="full-body">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    ),
  })

const scriptsFor = ({ editor }: Edited): string[] => (editor ? [islands.editor] : [])

/** Where the script puts the editor. */
const Mount = ({ editor }: Edited): JSX.Element | null =>
  editor ? <div data-editor={JSON.stringify(editor)} /> : null

const Editor = (props: EditProps): JSX.Element => (
  <>
    <ErrorSummary errors={props.errors} />
    <Mount {...props} />
    <Form
      action={pathOf(props)}
      enctype="multipart/form-data"
      class={props.editor ? 'form editor edit-form waits' : 'form editor edit-form'}
    >
      <Hidden values={{ base: props.values.base, ...asNew(props) }} />
      <TextArea
        name="text"
        label={props.format === 'html' ? words.html : words.markdown}
        hint={words.hint(plain(props.values.base))}
        value={props.values.text}
        exact
        errors={props.errors}
        rows={24}
        className="source"
      />
      <Note {...props} />
      <p class="actions">
        <Button kind="primary">{editorWords.save}</Button>
        <SaveAsNew />
        <a class="button" href={settingsPath(props.shortId)}>
          {words.leave}
        </a>
      </p>
    </Form>
  </>
)

const Note = ({ values, errors }: EditProps): JSX.Element => (
  <Field name="note" label={editorWords.whatChanged} value={values.note} errors={errors} maxLength={500} />
)

/** What the form of publishing takes besides the text. */
const asNew = ({ name, format }: Edited) => ({ name, format })

/** Nobody loses words because a version is in the way: the same text as an artifact of its own. */
const SaveAsNew = (): JSX.Element => (
  <button type="submit" class="button" formaction="/app/new" formnovalidate>
    {wayOutWords.separate}
  </button>
)

/** A file that a form cannot carry. */
export const tooLargePage = (props: Edited): string =>
  editWindow(props, {
    title: editorWords.title(props.name),
    children: (
      <>
        <Mount {...props} />
        <div data-without-editor class={props.editor ? 'edit-form waits' : 'edit-form'}>
          <p>{words.tooLarge}</p>
          <p class="actions">
            <a class="button primary" href={`/${props.shortId}/content`} download>
              {words.download}
            </a>
            <a class="button" href={settingsPath(props.shortId)}>
              {words.back}
            </a>
          </p>
        </div>
      </>
    ),
  })

interface ClashProps extends EditProps {
  /** Number of the version that was saved meanwhile. */
  theirs: string
  clashes: readonly Conflict[]
  /** What was chosen already, clash by clash. */
  choices: readonly (string | undefined)[]
}

/** The same address: `theirs` and `choice-0…` as well, and `step`, which is `settle` or `compose`. */
export const clashPage = (props: ClashProps): string =>
  editWindow(props, { title: words.clash(props.name), children: <Clash {...props} /> })

const Clash = (props: ClashProps): JSX.Element => {
  const { theirs, clashes, values } = props
  const choosable = clashes.length > 0 && clashes.length <= mostClashes
  return (
    <section class="conflict">
      <h2>{words.clash(plain(props.name))}</h2>
      <ErrorSummary errors={props.errors} />
      <p class="conflict-lead">
        {words.clashLead(plain(theirs), plain(values.base))}{' '}
        {choosable ? words.choose(counted(clashes.length, 'passage')) : words.cannotChoose}
      </p>
      <Form action={pathOf(props)} enctype="multipart/form-data" class="form editor passages">
        <Hidden values={{ base: values.base, ...asNew(props) }} />
        {choosable && <Choices {...props} />}
        <WaysOut {...props} />
        <TextArea
          name="text"
          label={words.yourText}
          value={values.text}
          exact
          readOnly
          rows={12}
          className="source"
        />
      </Form>
    </section>
  )
}

const Choices = (props: ClashProps): JSX.Element => (
  <>
    <Hidden values={{ theirs: props.theirs }} />
    {props.clashes.map((clash, index) => (
      <Passage key={clash.line} clash={clash} name={`choice-${index}`} chosen={props.choices[index]} />
    ))}
    <Note {...props} />
    <p class="actions">
      <button type="submit" class="button primary" name="step" value="settle">
        {words.settle}
      </button>
      <button type="submit" class="button" name="step" value="compose">
        {words.compose}
      </button>
    </p>
  </>
)

interface PassageProps {
  clash: Conflict
  name: string
  chosen: string | undefined
}

const Passage = ({ clash, name, chosen }: PassageProps): JSX.Element => (
  <fieldset class="picks passage-choice">
    <legend class="badge warn">{words.around(clash.line)}</legend>
    <div class="sides">
      {(['mine', 'theirs'] as const).map(side => (
        <label key={side} class="pick">
          <input type="radio" name={name} value={side} checked={side === chosen} required />
          <span>
            <strong>{side === 'mine' ? words.yours : words.theirs}</strong>
            <Words text={clash[side]} />
          </span>
        </label>
      ))}
    </div>
    <label class="chip">
      <input type="radio" name={name} value="both" checked={chosen === 'both'} required />
      {words.both}
    </label>
  </fieldset>
)

const Words = ({ text }: { text: string }): JSX.Element =>
  text === '' ? (
    <span class="say muted">{words.removed}</span>
  ) : (
    <span class="say" dir="auto">
      {text.split('\n').map(plain).join('\n')}
    </span>
  )

const WaysOut = (props: ClashProps): JSX.Element => (
  <p class="actions">
    <SaveAsNew />
    <a class="button" href={pathOf(props)} target="_blank" rel="noopener">
      {words.startOver}
    </a>
  </p>
)
