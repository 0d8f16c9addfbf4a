// The page on which a person types the code that a device shows, and reads what came of it.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { Banner } from '../layout/blocks.tsx'
import { Button, ErrorSummary, Field, type FieldError } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { deviceOutcomes, connect as words } from '../words/connect.ts'

/** Outcome of a code. */
export type DeviceOutcome = keyof typeof deviceOutcomes

export const isDeviceOutcome = (word: string | null): word is DeviceOutcome =>
  word !== null && Object.hasOwn(deviceOutcomes, word)

export interface DevicePageProps {
  assets: Assets
  /** Path of the page itself; the form goes there. */
  path: string
  reader: string
  code?: string | undefined
  errors?: readonly FieldError[] | undefined
  outcome?: DeviceOutcome | undefined
}

/** `POST {path}` with `code`. Served with the headers of a sign-in page. */
export const devicePage = (props: DevicePageProps): string =>
  editorHtml({
    assets: props.assets,
    title: props.outcome ? deviceOutcomes[props.outcome][0] : words.device,
    reader: props.reader,
    children: props.outcome ? <Outcome of={props.outcome} /> : <CodeOfDevice {...props} />,
  })

const Outcome = ({ of }: { of: DeviceOutcome }): JSX.Element => (
  <div class="stack">
    <h1>{deviceOutcomes[of][0]}</h1>
    <p class="lead">
      {deviceOutcomes[of][1]} <a href="/app/apps">{words.apps}</a>.
    </p>
  </div>
)

const CodeOfDevice = ({ path, code, errors }: DevicePageProps): JSX.Element => (
  <>
    <h1>{words.device}</h1>
    <ErrorSummary errors={errors} />
    <Banner signal="open" label={words.deviceWarning}>
      <p class="small">
        <strong>{words.ifOwnDevice}</strong> {words.nobodyAsks}
      </p>
    </Banner>
    <form method="post" action={path} class="form">
      <Field
        name="code"
        label={words.code}
        hint={words.codeHint}
        value={code}
        maxLength={20}
        errors={errors}
        className="code"
        required
      />
      <Button kind="primary">{words.continue}</Button>
    </form>
  </>
)
