// Publishing by hand: a file dropped or chosen, or a pasted text, and who can open it.

import type { JSX } from 'preact'
import { ThemeSelect } from '../artifact-settings/artifact-forms.tsx'
import { Select } from '../layout/choices.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, TextArea } from '../layout/form.tsx'
import { fileSize, plain } from '../layout/text.ts'
import { AudienceFields, type AudienceLimits, type AudienceValues } from '../share/audience-form.tsx'

export interface PublishValues extends AudienceValues {
  text: string
  format: string
  name: string
  theme: string
}

export interface PublishPageProps {
  frame: Frame
  limits: AudienceLimits
  /** Largest file the plan takes, in bytes. */
  largest: number
  values: PublishValues
  errors?: readonly FieldError[] | undefined
}

/** `POST /app/new`, multipart: `file` or `text` with `format`, `name`, `visibility`, `sharedWith`, `theme`. */
export const publishPage = (props: PublishPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: 'Publish',
    width: 'form',
    scripts: [islands.publish],
    children: <Publish {...props} />,
  })

const Publish = ({ limits, largest, values, errors }: PublishPageProps): JSX.Element => (
  <>
    <h1>Publish</h1>
    <ErrorSummary errors={errors} />
    <div class="error-summary" role="alert" tabIndex={-1} data-failure hidden />
    <Form action="/app/new" enctype="multipart/form-data" class="form" data-publish>
      <FileDrop largest={largest} errors={errors} />
      <details class="sift" open={values.text !== ''}>
        <summary>Paste text instead</summary>
        <div class="form">
          <TextArea
            name="text"
            label="Text"
            hint="HTML or Markdown. Longer texts than a million characters come as a file."
            value={values.text}
            exact
            errors={errors}
            rows={10}
            className="source"
          />
          <Select
            name="format"
            label="Format of the text"
            options={[
              { value: 'auto', label: 'Whichever it looks like' },
              { value: 'markdown', label: 'Markdown' },
              { value: 'html', label: 'HTML' },
            ]}
            value={values.format}
            errors={errors}
          />
        </div>
      </details>
      <Field
        name="name"
        label="Name"
        hint="Optional. Without one it takes the title found in it."
        value={values.name}
        errors={errors}
        maxLength={200}
      />
      <AudienceFields limits={limits} values={values} errors={errors} />
      <ThemeSelect value={values.theme} hint="For Markdown. HTML brings its own." />
      <Button kind="primary">Publish</Button>
      <div class="sending" data-sending hidden>
        <progress max={1} value={0} aria-label="Sending the file" />
        <p data-sending-words />
        <button type="button" class="button" data-stop>
          Stop
        </button>
      </div>
    </Form>
  </>
)

const FileDrop = ({ largest, errors }: Pick<PublishPageProps, 'largest' | 'errors'>): JSX.Element => {
  const error = errors?.find(({ field }) => field === 'file')?.message
  return (
    <div class="field drop" data-drop>
      <label for="file">File</label>
      <p class="hint" id="file-hint">
        One HTML or Markdown file of at most {fileSize(largest)}. Choose it, drop it here, or paste it.
      </p>
      {error && (
        <p class="field-error" id="file-error">
          {plain(error)}
        </p>
      )}
      <input
        id="file"
        name="file"
        type="file"
        accept=".html,.htm,.md,.markdown,text/html,text/markdown"
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? 'file-hint file-error' : 'file-hint'}
      />
    </div>
  )
}
