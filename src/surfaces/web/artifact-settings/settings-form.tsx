// What a page is called, how it looks, when it ends, and what its readers see beside it.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Check, Select } from '../layout/choices.tsx'
import { Button, Field, type FieldError, Form } from '../layout/form.tsx'
import { detailWords, themeNames, settingWords as words } from '../words/details.ts'

export interface SettingsValues {
  name: string
  labels: string
  theme: string
  expires: string
  historyVisible: boolean
  commentsShared: boolean
}

export const settingsOf = (artifact: PresentedArtifact): SettingsValues => ({
  name: artifact.name,
  labels: (artifact.labels ?? []).join(', '),
  theme: artifact.theme,
  expires: artifact.expiresAt?.slice(0, 10) ?? '',
  historyVisible: artifact.historyVisible,
  commentsShared: artifact.comments === 'shared',
})

const themes = Object.entries(themeNames).map(([value, label]) => ({ value, label }))

export const ThemeSelect = ({ value, hint }: { value: string; hint?: string }): JSX.Element => (
  <Select name="theme" label={words.theme} hint={hint} options={themes} value={value} />
)

interface SettingsProps {
  artifact: PresentedArtifact
  now: Date
  /** What the form held when it came back. */
  values?: SettingsValues | undefined
  errors?: readonly FieldError[] | undefined
}

/** `POST {path}/settings` */
export const Settings = ({
  artifact,
  now,
  values = settingsOf(artifact),
  errors,
}: SettingsProps): JSX.Element => (
  <section id="settings" aria-labelledby="settings-title">
    <h2 id="settings-title">{words.title}</h2>
    <Form action={`${settingsPath(artifact.shortId)}/settings`} class="form" errors={errors}>
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={values.name}
        maxLength={200}
        required
      />
      <Field name="labels" label={words.labels} hint={words.labelsHint} value={values.labels} />
      {artifact.format === 'markdown' && <ThemeSelect value={values.theme} />}
      <Field
        name="expires"
        label={words.expires}
        hint={words.expiresHint}
        type="date"
        value={values.expires}
        min={now.toISOString().slice(0, 10)}
      />
      <Check name="historyVisible" label={words.history} checked={values.historyVisible} />
      <Check name="commentsShared" label={words.comments} checked={values.commentsShared} />
      <Button>{detailWords.save}</Button>
    </Form>
  </section>
)
