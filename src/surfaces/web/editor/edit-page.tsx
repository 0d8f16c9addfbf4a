// The editor of an artifact's source, and the choice between two people's words where both changed the same passage.
import type { JSX } from 'preact'
import type { Conflict } from '../../../content/diff/merge.ts'
import { type ArtifactPath, settingsPath } from '../layout/artifact-paths.ts'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, Hidden, TextArea } from '../layout/form.tsx'
import { counted, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
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
  dashboardHtml({
    frame: props.frame,
    title: `Edit ${props.name}`,
    width: 'whole',
    scripts: scriptsFor(props),
    children: <Editor {...props} />,
  })

const scriptsFor = ({ editor }: Edited): string[] => (editor ? [islands.editor] : [])

/** Where the script puts the editor. */
const Mount = ({ editor }: Edited): JSX.Element | null =>
  editor ? <div data-editor={JSON.stringify(editor)} /> : null

const Editor = (props: EditProps): JSX.Element => (
  <>
    <Title edited={props} />
    <ErrorSummary errors={props.errors} />
    <Mount {...props} />
    <Form
      action={pathOf(props)}
      enctype="multipart/form-data"
      class={props.editor ? 'form editor waits' : 'form editor'}
    >
      <Hidden values={{ base: props.values.base, ...asNew(props) }} />
      <TextArea
        name="text"
        label={props.format === 'html' ? 'HTML' : 'Markdown'}
        hint={`You edit version ${plain(props.values.base)}. Saving makes a new version at the same address.`}
        value={props.values.text}
        exact
        errors={props.errors}
        rows={24}
        className="source"
      />
      <Note {...props} />
      <p class="actions">
        <Button kind="primary">Save</Button>
        <SaveAsNew />
        <a class="button" href={settingsPath(props.shortId)}>
          Leave without saving
        </a>
      </p>
    </Form>
  </>
)

const Title = ({ edited: { name } }: { edited: Edited }): JSX.Element => (
  <h1>
    Edit <UserText text={name} />
  </h1>
)

const Note = ({ values, errors }: EditProps): JSX.Element => (
  <Field
    name="note"
    label="Note"
    hint="Optional. What changed, for the list of versions."
    value={values.note}
    errors={errors}
    maxLength={500}
  />
)

/** What the form of publishing takes besides the text. */
const asNew = ({ name, format }: Edited) => ({ name, format })

/** Nobody loses words because a version is in the way: the same text as an artifact of its own. */
const SaveAsNew = (): JSX.Element => (
  <button type="submit" class="button" formaction="/app/new" formnovalidate>
    Save as a new artifact
  </button>
)

/** A file that a form cannot carry. */
export const tooLargePage = (props: Edited): string =>
  dashboardHtml({
    frame: props.frame,
    title: `Edit ${props.name}`,
    width: props.editor ? 'whole' : 'form',
    scripts: scriptsFor(props),
    children: (
      <>
        <Title edited={props} />
        <Mount {...props} />
        <div data-without-editor class={props.editor && 'waits'}>
          <p>
            It is too large to be edited here. Download it, edit it with a program of yours, and update it at
            the same address.
          </p>
          <p class="actions">
            <a class="button primary" href={`/${props.shortId}/content`} download>
              Download
            </a>
            <a class="button" href={settingsPath(props.shortId)}>
              Back
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
  dashboardHtml({ frame: props.frame, title: `Two changes to ${props.name}`, children: <Clash {...props} /> })

const Clash = (props: ClashProps): JSX.Element => {
  const { theirs, clashes, values } = props
  const choosable = clashes.length > 0 && clashes.length <= mostClashes
  return (
    <>
      <h1>
        Two changes to <UserText text={props.name} />
      </h1>
      <ErrorSummary errors={props.errors} />
      <p>
        Version {plain(theirs)} was saved while you were editing version {plain(values.base)}. Nothing of
        yours is lost: your text is below.{' '}
        {choosable
          ? `You both changed ${counted(clashes.length, 'passage')}; everything else is merged already.`
          : 'The two cannot be joined passage by passage here. Copy what is yours into the current version.'}
      </p>
      <Form action={pathOf(props)} enctype="multipart/form-data" class="form editor">
        <Hidden values={{ base: values.base, ...asNew(props) }} />
        {choosable && <Choices {...props} />}
        <WaysOut {...props} />
        <TextArea
          name="text"
          label="Your text"
          value={values.text}
          exact
          readOnly
          rows={12}
          className="source"
        />
      </Form>
    </>
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
        Save with these choices
      </button>
      <button type="submit" class="button" name="step" value="compose">
        Edit the result first
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
  <fieldset class="choice">
    <legend>Around line {clash.line} of your text</legend>
    {(['theirs', 'mine', 'both'] as const).map(side => (
      <label key={side}>
        <input type="radio" name={name} value={side} checked={side === chosen} required />
        <span>
          {sides[side]}
          {side !== 'both' && <Words text={clash[side]} />}
        </span>
      </label>
    ))}
  </fieldset>
)

const sides = { theirs: 'Theirs', mine: 'Mine', both: 'Both, theirs first' }

const Words = ({ text }: { text: string }): JSX.Element =>
  text === '' ? (
    <span class="hint">The passage is taken out.</span>
  ) : (
    <span class="hint passage" dir="auto">
      {text.split('\n').map(plain).join('\n')}
    </span>
  )

const WaysOut = (props: ClashProps): JSX.Element => (
  <p class="actions">
    <SaveAsNew />
    <a class="button" href={pathOf(props)} target="_blank" rel="noopener">
      Start from the current version, in a new tab
    </a>
  </p>
)
