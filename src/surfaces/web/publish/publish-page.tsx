// Publishing by hand: a file dropped or chosen, or a pasted text, and who can open it.

import type { JSX } from 'preact'
import { ThemeSelect } from '../artifact-settings/settings-form.tsx'
import { Select } from '../layout/choices.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form, TextArea } from '../layout/form.tsx'
import { fileSize, plain } from '../layout/text.ts'
import { AudienceFields, type AudienceLimits, type AudienceValues } from '../share/audience-form.tsx'
import { publishForm } from '../words/publish.ts'

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
    title: publishForm.title,
    width: 'form',
    scripts: [islands.publish],
    children: <Publish {...props} />,
  })

const formats = Object.entries(publishForm.formats).map(([value, label]) => ({ value, label }))

const Publish = ({ limits, largest, values, errors }: PublishPageProps): JSX.Element => (
  <>
    <h1>{publishForm.title}</h1>
    <ErrorSummary errors={errors} />
    <div class="error-summary" role="alert" tabIndex={-1} data-failure hidden />
    <Form action="/app/new" enctype="multipart/form-data" class="form" data-publish>
      <FileDrop largest={largest} errors={errors} />
      <details class="sift" open={values.text !== ''}>
        <summary>{publishForm.paste}</summary>
        <div class="form">
          <TextArea
            name="text"
            label={publishForm.text}
            hint={publishForm.textHint}
            value={values.text}
            exact
            errors={errors}
            rows={10}
            className="source"
          />
          <Select
            name="format"
            label={publishForm.format}
            options={formats}
            value={values.format}
            errors={errors}
          />
        </div>
      </details>
      <Field
        name="name"
        label={publishForm.name}
        hint={publishForm.nameHint}
        value={values.name}
        errors={errors}
        maxLength={200}
      />
      <AudienceFields limits={limits} values={values} errors={errors} />
      <ThemeSelect value={values.theme} hint={publishForm.themeHint} />
      <Button kind="primary">{publishForm.publish}</Button>
      <div class="sending" data-sending hidden>
        <progress max={1} value={0} aria-label={publishForm.sending} />
        <p data-sending-words />
        <button type="button" class="button" data-stop>
          {publishForm.stop}
        </button>
      </div>
    </Form>
  </>
)

const FileDrop = ({ largest, errors }: Pick<PublishPageProps, 'largest' | 'errors'>): JSX.Element => {
  const error = errors?.find(({ field }) => field === 'file')?.message
  return (
    <div class="field drop" data-drop>
      <label for="file">{publishForm.file}</label>
      <p class="hint" id="file-hint">
        {publishForm.fileHint(fileSize(largest))}
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
