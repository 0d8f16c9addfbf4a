// The page on which a person lets a program act for them: who asks, where, what for and for how long.

import type { JSX } from 'preact'
import type { Scope } from '../../../domain/actor.ts'
import type { Assets } from '../layout/assets.ts'
import { Banner } from '../layout/blocks.tsx'
import { Check, Select } from '../layout/choices.tsx'
import { Avatar } from '../layout/controls.tsx'
import { Button, ErrorSummary, type FieldError, Hidden } from '../layout/form.tsx'
import { Mark } from '../layout/mark.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { allowed, connect as words } from '../words/connect.ts'

export interface ConsentPageProps {
  assets: Assets
  /** Path of the page itself; the form goes there. */
  path: string
  /** Hidden fields of the form. */
  hidden?: Readonly<Record<string, string>>
  reader: { name: string; email: string }
  /** The program's own name, the host to which it takes its person back, and the site that has a document about it. */
  client: { name: string; host: string; publisher: string | null }
  /** The way of the answer: to the program's site, to this device, or by a code that the program shows; `ours` is our own here. */
  way: 'ours' | 'site' | 'device' | 'code'
  organizations: readonly { id: string; name: string }[]
  organizationId: string
  scopes: readonly { scope: Scope; checked: boolean }[]
  days: readonly number[]
  chosenDays: number
  errors?: readonly FieldError[]
}

/** `POST {path}` with `answer`, `organizationId`, `days` and each scope by its name. Served with the headers of a sign-in page. */
export const consentPage = (props: ConsentPageProps): string =>
  editorHtml({
    assets: props.assets,
    title: words.title(plain(props.client.name)),
    reader: props.reader.email,
    width: 'question',
    children: <Consent {...props} />,
  })

const Consent = (props: ConsentPageProps): JSX.Element => (
  <>
    <Meeting />
    <div class="stack tight">
      <h1>
        {words.allowWho} <UserText text={props.client.name} /> {words.toUse}
      </h1>
      <p class="soft">
        {words.act}{' '}
        <strong>
          <UserText text={props.reader.name} />
        </strong>
        . {words.shows}
      </p>
    </div>
    <ErrorSummary errors={props.errors} />
    <form method="post" action={props.path} class="form consent">
      {props.hidden && <Hidden values={props.hidden} />}
      <Select
        name="organizationId"
        label={words.organization}
        options={props.organizations.map(({ id, name }) => ({ value: id, label: plain(name) }))}
        value={props.organizationId}
      />
      <Scopes {...props} />
      <Select
        name="days"
        label={words.term}
        options={props.days.map(days => ({ value: String(days), label: `${days} ${words.days}` }))}
        value={String(props.chosenDays)}
      />
      <WhoAsks {...props} />
      <div class="actions">
        <Button name="answer" value="deny">
          {words.cancel}
        </Button>
        <Button kind="primary" name="answer" value="allow">
          {words.allow}
        </Button>
      </div>
    </form>
    <p class="aside">{words.disconnect}</p>
  </>
)

/** An agent and Recto, joined by a line that is not drawn yet. */
const Meeting = (): JSX.Element => (
  <div class="meeting" aria-hidden="true">
    <Avatar name="" kind="agent" silent />
    <span class="dashes" />
    <span class="avatar agent ours">
      <Mark size={22} />
    </span>
  </div>
)

const Scopes = ({ client, scopes }: ConsentPageProps): JSX.Element => (
  <fieldset class="choice" id="scopes">
    <legend>
      <UserText text={client.name} /> {words.may}
    </legend>
    {scopes.map(({ scope, checked }) => (
      <Check key={scope} name={scope} label={allowed[scope]} checked={checked} />
    ))}
  </fieldset>
)

/** Names are claims: what is known is where the browser is taken afterwards, and which site speaks for the program. */
const WhoAsks = (props: ConsentPageProps): JSX.Element => {
  const { client, way } = props
  if (way === 'ours') return <Ours {...client} />
  const isProven = way === 'site' && client.publisher === client.host
  return isProven ? <Published {...client} /> : <Unverified {...props} />
}

const Ours = ({ host }: { host: string }): JSX.Element => (
  <Banner signal="news" label={words.whoAsks}>
    <p class="small">
      {words.ours} <code>{plain(host)}</code>
      {words.ownDevice}. {words.ifStarted}
    </p>
  </Banner>
)

const Published = ({ host }: { host: string }): JSX.Element => (
  <Banner signal="news" label={words.whoAsks}>
    <p class="small">
      {words.publishedBy} <code>{plain(host)}</code>
      {words.sentBack} {words.ifStarted}
    </p>
  </Banner>
)

const Unverified = ({ client, way }: ConsentPageProps): JSX.Element => (
  <Banner signal="open" label={words.whoAsks}>
    <p class="small">
      <strong>{words.unverified}</strong> {words.saysItIs} <UserText text={client.name} />
      {client.publisher !== null && (
        <>
          {' '}
          {words.of} <code>{plain(client.publisher)}</code>
        </>
      )}{' '}
      {way === 'code' ? (
        <>
          {words.runsThere} {words.ifOwnDevice}
        </>
      ) : (
        <>
          {words.sendsBack} <code>{plain(client.host)}</code>
          {way === 'device' && words.ownDevice}. {words.ifStarted}
        </>
      )}
    </p>
  </Banner>
)
