// The page on which a person lets a program act for them: who asks, where, what for and for how long.

import type { JSX } from 'preact'
import type { Assets } from '../assets.ts'
import { Banner } from '../components/blocks.tsx'
import { Check, Select } from '../components/choices.tsx'
import { editorHtml } from '../components/editor-layout.tsx'
import { Button, ErrorSummary, type FieldError } from '../components/form.tsx'
import { UserText } from '../components/words.tsx'
import { plain } from '../text.ts'
import { scopeWords } from './scope-words.ts'

export interface ConsentPageProps {
  assets: Assets
  /** Of the page itself; the form goes there. */
  path: string
  reader: { name: string; email: string }
  /** What the program calls itself, and where it takes its person back to. */
  client: { name: string; host: string }
  /** Programs on this very device cannot be told apart. */
  onDevice: boolean
  organizations: readonly { id: string; name: string }[]
  organizationId: string
  scopes: readonly { scope: string; checked: boolean }[]
  days: readonly number[]
  chosenDays: number
  errors?: readonly FieldError[]
}

/** `POST {path}` with `answer`, `organizationId`, `days` and each scope by its name. Served with the headers of a sign-in page. */
export const consentPage = (props: ConsentPageProps): string =>
  editorHtml({
    assets: props.assets,
    title: `Allow ${plain(props.client.name)} to use Recto`,
    reader: props.reader.email,
    children: <Consent {...props} />,
  })

const Consent = (props: ConsentPageProps): JSX.Element => (
  <>
    <h1>
      Allow <UserText text={props.client.name} /> to use Recto?
    </h1>
    <p>
      It will act for you,{' '}
      <strong>
        <UserText text={props.reader.name} />
      </strong>
      , and can do what you can within what you choose here. What it publishes and writes shows its name
      beside yours.
    </p>
    <ErrorSummary errors={props.errors} />
    <form method="post" action={props.path} class="form">
      <Select
        name="organizationId"
        label="In organization"
        options={props.organizations.map(({ id, name }) => ({ value: id, label: plain(name) }))}
        value={props.organizationId}
      />
      <Scopes {...props} />
      <Select
        name="days"
        label="For"
        options={props.days.map(days => ({ value: String(days), label: `${days} days` }))}
        value={String(props.chosenDays)}
      />
      <Unverified {...props} />
      <p class="actions">
        <Button kind="primary" name="answer" value="allow">
          Allow
        </Button>
        <Button name="answer" value="deny">
          Cancel
        </Button>
      </p>
    </form>
    <p class="aside">You can disconnect it at any time in Connected apps.</p>
  </>
)

const Scopes = ({ client, scopes }: ConsentPageProps): JSX.Element => (
  <fieldset class="choice" id="scopes">
    <legend>
      <UserText text={client.name} /> may
    </legend>
    {scopes.map(({ scope, checked }) => (
      <Check key={scope} name={scope} label={scopeWords(scope)} checked={checked} />
    ))}
  </fieldset>
)

/** Names are claims: only where the browser is taken afterwards is known. */
const Unverified = ({ client, onDevice }: ConsentPageProps): JSX.Element => (
  <Banner signal="open" label="Who asks">
    <strong>Recto can’t verify this app.</strong> It says it is <UserText text={client.name} /> and sends you
    back to <code>{plain(client.host)}</code>
    {onDevice && ', a program on your own device'}. Continue only if you started this.
  </Banner>
)
