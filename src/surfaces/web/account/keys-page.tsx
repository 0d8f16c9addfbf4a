// The keys of a person and of their organization: made, shown once, revoked.

import type { ComponentChildren, JSX } from 'preact'
import { type Column, CopyField, Dialog, EmptyState, SecretOnce, Table } from '../layout/blocks.tsx'
import { Check } from '../layout/choices.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { scopeWords } from '../sign-in/scope-words.ts'

export interface KeyRow {
  id: string
  name: string
  kind: 'user' | 'service'
  scopes: readonly string[]
  /** The part of the key that may be shown. */
  prefix: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

export interface KeysPageProps {
  frame: Frame
  keys: readonly KeyRow[]
  pages?: PagesProps
  /** Owners and Admins make keys that belong to the organization. */
  mayMakeService: boolean
  /** The scopes a key may be limited to; empty where the plan has no such keys. */
  scopes: readonly string[]
  /** The key just made: shown on this answer alone. */
  made?: { name: string; key: string }
  errors?: readonly FieldError[]
  /** What the form held when it was refused. */
  values?: { name?: string; kind?: 'user' | 'service'; expires?: string; scopes?: readonly string[] }
}

const path = '/app/keys'

/** Plain forms: `POST /app/keys` with `name`, `kind`, `expires`, each scope by its name and `since` when the form was shown, and `POST /app/keys/{id}/revoke`. */
export const keysPage = (props: KeysPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Keys', children: <Keys {...props} /> })

const Keys = (props: KeysPageProps): JSX.Element => (
  <>
    <h1>Keys</h1>
    <p>
      A key lets a program act for you, or for <UserText text={props.frame.organization?.name ?? ''} />.
      Whoever holds it can do what it may do: keep it where passwords are kept.
    </p>
    {props.made && <Made made={props.made} url={props.frame.url} />}
    <ErrorSummary errors={props.errors} />
    {props.keys.length > 0 ? <KeyTable {...props} /> : !props.made && <NoKeys url={props.frame.url} />}
    <Pages {...props.pages} />
    <NewKey {...props} />
  </>
)

const Made = ({ made, url }: { made: { name: string; key: string }; url: string }): JSX.Element => (
  <SecretOnce secret={made.key} title={`The key “${plain(made.name)}”`}>
    <p>Copy it now: it is not shown again. To publish with it:</p>
    <CopyField
      label="Command to publish"
      text={`curl -H "Authorization: Bearer ${made.key}" -F file=@page.html ${url}/v1/artifacts`}
    />
  </SecretOnce>
)

const NoKeys = ({ url }: { url: string }): JSX.Element => (
  <EmptyState title="No keys yet">
    <p>Keys for scripts, agents and builds are listed here. Make one below, then:</p>
    <CopyField
      label="Command to publish"
      text={`curl -H "Authorization: Bearer $RECTO_API_KEY" -F file=@page.html ${url}/v1/artifacts`}
    />
  </EmptyState>
)

const kinds = { user: 'Acts as you', service: 'Acts as the organization' }

function KeyTable({ keys, frame: { now } }: KeysPageProps): JSX.Element {
  const moment = (at: Date | null, otherwise: ComponentChildren) =>
    at ? <RelativeTime at={at} now={now} /> : otherwise
  const columns: Column<KeyRow>[] = [
    { name: 'Name', heading: true, cell: key => <UserText text={key.name} /> },
    { name: 'Kind', cell: key => <Kind row={key} /> },
    { name: 'Begins with', cell: key => <code>{plain(key.prefix)}…</code> },
    { name: 'Last used', cell: key => moment(key.lastUsedAt, 'never') },
    { name: 'Ends', cell: key => <Ends at={key.expiresAt} now={now} /> },
    { name: 'Revoke', right: true, cell: key => <Revoke row={key} /> },
  ]
  return <Table caption="Keys" columns={columns} rows={keys} rowKey={key => key.id} />
}

const Kind = ({ row }: { row: KeyRow }): JSX.Element => (
  <>
    {kinds[row.kind]}
    {row.scopes.length > 0 && (
      <span class="below">may {row.scopes.map(scope => scopeWords(scope).toLowerCase()).join('; ')}</span>
    )}
  </>
)

const Ends = ({ at, now }: { at: Date | null; now: Date }): JSX.Element => (
  <span class={at && at <= now ? 'stale' : undefined}>
    {at === null ? 'never' : at > now ? day(at) : `ended ${day(at)}`}
  </span>
)

const Revoke = ({ row }: { row: KeyRow }): JSX.Element => (
  <>
    <button
      type="button"
      class="button"
      popovertarget={`revoke-${row.id}`}
      aria-label={`Revoke ${plain(row.name)}`}
    >
      Revoke
    </button>
    <Dialog id={`revoke-${row.id}`} title="Revoke this key?">
      <p>
        Programs that use{' '}
        <strong>
          <UserText text={row.name} />
        </strong>{' '}
        are refused from now on. This cannot be undone; a new key can be made at any time.
      </p>
      <Form action={`${path}/${encodeURIComponent(row.id)}/revoke`}>
        <p class="actions">
          <Button kind="danger">Revoke the key</Button>
          <button type="button" class="button" popovertarget={`revoke-${row.id}`} popovertargetaction="hide">
            Keep it
          </button>
        </p>
      </Form>
    </Dialog>
  </>
)

const NewKey = ({ mayMakeService, frame, errors, values = {}, keys, scopes }: KeysPageProps): JSX.Element => (
  <section class="new" aria-labelledby="new-key">
    <h2 id="new-key">{keys.length ? 'Another key' : 'Make a key'}</h2>
    <Form action={path} class="form">
      <Hidden values={{ since: frame.now.toISOString() }} />
      <Field
        name="name"
        label="Name"
        hint="Where it will be used, such as “build server”."
        value={values.name}
        errors={errors}
        maxLength={100}
        required
      />
      {mayMakeService && (
        <Choice
          name="kind"
          legend="Acts as"
          value={values.kind ?? 'user'}
          options={[
            { value: 'user', label: 'You', hint: 'What you publish with it is private.' },
            {
              value: 'service',
              label: plain(frame.organization?.name ?? ''),
              hint: 'For builds. What it publishes is open to the company; it never sees private pages.',
            },
          ]}
        />
      )}
      <Field
        name="expires"
        label="Ends on"
        hint="Optional. Without a date it lasts until it is revoked."
        type="date"
        value={values.expires}
        errors={errors}
      />
      <ScopeChoice scopes={scopes} chosen={values.scopes ?? []} />
      <Button kind="primary">Make the key</Button>
    </Form>
  </section>
)

/** What the key is limited to; without a choice it may do whatever those it acts for may. */
const ScopeChoice = ({
  scopes,
  chosen,
}: {
  scopes: readonly string[]
  chosen: readonly string[]
}): JSX.Element =>
  scopes.length === 0 ? (
    <p class="aside">
      Keys that may do certain things only are part of the Pro and Enterprise plans. On yours a key may do
      what you may. <a href="/app/usage">Plans</a>
    </p>
  ) : (
    <fieldset class="choice" id="scopes" aria-describedby="scopes-hint">
      <legend>Only for</legend>
      <p class="hint" id="scopes-hint">
        With nothing chosen the key may do all that whoever it acts for may.
      </p>
      {scopes.map(scope => (
        <Check key={scope} name={scope} label={scopeWords(scope)} checked={chosen.includes(scope)} />
      ))}
    </fieldset>
  )
