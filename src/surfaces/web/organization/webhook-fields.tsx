// The fields of a webhook: its address, its form and what it hears, as people choose it.

import type { JSX } from 'preact'
import { type EventType, eventTypes, threadEvents } from '../../../domain/event.ts'
import { organizationEvents, webhookFormats } from '../../../domain/webhook.ts'
import { Check, Select } from '../layout/choices.tsx'
import { Field, type FieldError } from '../layout/form.tsx'
import { subjectWords, webhookFormatWords, webhookWords as words } from '../words/webhooks.ts'

export type WebhookValues = Record<string, string>

/** Subjects that a person chooses among, each with the types of its events. */
const subjects: Readonly<Record<keyof typeof subjectWords, readonly EventType[]>> = {
  pages: eventTypes.filter(type => type.startsWith('artifact.')),
  comments: threadEvents,
  organization: organizationEvents,
}

const subjectNames = Object.keys(subjects) as (keyof typeof subjects)[]

/** The field of a subject. Every form has one called `organization` that says something else. */
const fieldOf = (name: string): string => `hears-${name}`

/** The types that the form chose; null for all. */
export function typesIn(values: WebhookValues): EventType[] | null {
  const chosen = subjectNames.filter(name => values[fieldOf(name)] === 'on')
  return chosen.length === subjectNames.length ? null : chosen.flatMap(name => subjects[name])
}

export const nothingChosen: FieldError = { field: null, message: words.nothing }

/** The subjects whose types these are; null where they are other ones. */
export function subjectsOf(types: readonly EventType[] | null): readonly string[] | null {
  if (types === null) return subjectNames
  const chosen = subjectNames.filter(name => subjects[name].every(type => types.includes(type)))
  return chosen.flatMap(name => subjects[name]).length === types.length ? chosen : null
}

/** The subjects as words. */
export function hearsWords(types: readonly EventType[] | null): string {
  const chosen = subjectsOf(types)
  if (types === null) return words.everything
  if (chosen === null) return words.chosen
  return subjectNames
    .filter(name => chosen.includes(name))
    .map(name => subjectWords[name])
    .join(', ')
}

/** Returns the form's values where these subjects are chosen. */
export const choosing = (names: readonly string[]): WebhookValues =>
  Object.fromEntries(names.map(name => [fieldOf(name), 'on']))

/** The form's values until somebody chooses. */
export const allChosen = choosing(subjectNames)

/** Returns the host, which tells webhooks apart; the rest of an address is often a secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** `keepsTypes` where other types were chosen than the form can say. */
export const WebhookFields = ({
  values,
  keepsTypes,
}: {
  values: WebhookValues
  keepsTypes?: boolean
}): JSX.Element => (
  <>
    <Field
      name="url"
      label={words.address}
      hint={words.addressHint}
      value={values.url}
      maxLength={2000}
      required
    />
    <Select
      name="format"
      label={words.format}
      value={values.format}
      options={webhookFormats.map(value => ({ value, label: webhookFormatWords[value] }))}
    />
    {!keepsTypes && (
      <fieldset class="choice" aria-describedby="hears-hint">
        <legend>{words.hears}</legend>
        <p class="hint" id="hears-hint">
          {words.hearsHint}
        </p>
        {subjectNames.map(name => (
          <Check
            key={name}
            name={fieldOf(name)}
            label={subjectWords[name]}
            checked={values[fieldOf(name)] === 'on'}
          />
        ))}
      </fieldset>
    )}
  </>
)
