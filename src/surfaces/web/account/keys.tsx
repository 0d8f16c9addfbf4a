// API keys of a person and of their organization: listed, created and shown once, revoked.

import type { JSX } from 'preact'
import { scopes } from '../../../domain/actor.ts'
import { cleanName } from '../../../domain/artifact.ts'
import { type PlanName, plans } from '../../../domain/plan.ts'
import { keyKindsOf } from '../../../operations/account/keys.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { CopyField, EmptyState, SecretOnce } from '../layout/blocks.tsx'
import { Check } from '../layout/choices.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { organizationName } from '../layout/people.tsx'
import { Question } from '../layout/question.tsx'
import { SettingsGroup } from '../layout/surfaces.tsx'
import { day, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  listed,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { keysWords as words } from '../words/keys.ts'
import { scopeWords } from '../words/scopes.ts'

const path = '/app/keys'

export const keys: Section = {
  href: path,
  label: common.keys,
  group: 'you',
  publishes: true,
  isFor: isPerson,
  routes: {
    'GET /app/keys': request => showKeys(request),
    'POST /app/keys': makeKey,
    'POST /app/keys/:id/revoke': revokeKey,
  },
  done: { revoked: words.revoked, made: words.madeBefore },
}

type Key = RowOf<typeof operations.listKeys>

async function showKeys(
  request: PageRequest,
  status = 200,
  shown: Pick<KeysPageProps, 'made' | 'errors' | 'values'> = {},
): Promise<void> {
  const { rows, pages } = await listed(request, operations.listKeys, { limit: 100 })
  const html = keysPage({
    frame: frameOf(request),
    keys: rows,
    scopes: offeredScopes(request),
    mayMakeService: keyKindsOf(request.actor).includes('service'),
    pages,
    ...shown,
  })
  sendDashboard(request, status, html)
}

/** Scopes are offered where the plan has them. */
const offeredScopes = ({ me }: PageRequest): readonly string[] =>
  me.organization && plans[me.organization.plan as PlanName].scopedKeys ? scopes : []

/** `POST /app/keys`: the key is shown on this answer alone, and a reload of the answer makes no second one. */
async function makeKey(request: PageRequest): Promise<void> {
  const { name = '', expires, since, ...fields } = await fieldsOf(request)
  const kind = fields.kind === 'service' ? 'service' : 'user'
  if (since && (await isMadeSince(request, { name, kind }, since))) return finish(request, path, 'made')
  const chosen = scopes.filter(scope => fields[scope] === 'on')
  const limited = chosen.length > 0 && { scopes: chosen }
  const input = { name, kind, ...(expires && { expiresAt: endOfDay(expires) }), ...limited }
  const outcome = await attempt(request, operations.makeKey, input, { expiresAt: 'expires' })
  if ('value' in outcome) return showKeys(request, 201, { made: outcome.value })
  const { status, errors } = outcome.refused
  await showKeys(request, status, { errors, values: { name, kind, ...(expires && { expires }), ...limited } })
}

/** Tells whether the same form made its key before: a key of this name and kind is younger than the page of the form. */
async function isMadeSince(
  request: PageRequest,
  { name, kind }: Pick<Key, 'name' | 'kind'>,
  since: string,
): Promise<boolean> {
  const { data } = await performed(request, operations.listKeys, { limit: 100 })
  const asked = cleanName(name)
  return data.some(key => key.name === asked && key.kind === kind && key.createdAt > since)
}

const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

/** `POST /app/keys/{id}/revoke` */
async function revokeKey(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.revokeKey, { id: request.params.id })
  finish(request, path, 'revoked')
}

export interface KeysPageProps {
  frame: Frame
  keys: readonly Key[]
  pages?: PagesProps
  /** Owners and Admins make keys that belong to the organization. */
  mayMakeService: boolean
  /** The scopes a key may be limited to; empty where the plan has no such keys. */
  scopes: readonly string[]
  /** The key just made: shown on this answer alone. */
  made?: { name: string; key: string }
  errors?: readonly FieldError[]
  /** Values that the form held when it was refused. */
  values?: { name?: string; kind?: 'user' | 'service'; expires?: string; scopes?: readonly string[] }
}

export const keysPage = (props: KeysPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Keys {...props} /> })

const Keys = (props: KeysPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">{words.lead}</p>
    </div>
    {props.made && <Made made={props.made} url={props.frame.url} />}
    <ErrorSummary errors={props.errors} />
    {props.keys.length > 0 ? <List {...props} /> : !props.made && <NoKeys url={props.frame.url} />}
    <Pages {...props.pages} />
    <NewKey {...props} />
  </>
)

const Made = ({ made, url }: { made: { name: string; key: string }; url: string }): JSX.Element => (
  <SecretOnce secret={made.key} title={words.made(plain(made.name))}>
    <p>{words.once}</p>
    <PublishCommand credential={made.key} url={url} />
  </SecretOnce>
)

const NoKeys = ({ url }: { url: string }): JSX.Element => (
  <EmptyState title={words.none}>
    <p>{words.noneHint}</p>
    <PublishCommand credential="$RECTO_API_KEY" url={url} />
  </EmptyState>
)

const PublishCommand = ({ credential, url }: { credential: string; url: string }): JSX.Element => (
  <CopyField
    label={words.command}
    text={`curl -H "Authorization: Bearer ${credential}" -F file=@page.html ${url}/v1/artifacts`}
  />
)

const List = ({ keys, frame: { now } }: KeysPageProps): JSX.Element => (
  <Entries label={words.title}>
    {keys.map(key => (
      <Entry
        key={key.id}
        mark={<Tile icon={key.kind === 'service' ? 'company' : 'key'} />}
        name={<UserText text={key.name} />}
        below={<Facts row={key} now={now} />}
        fact={<LastUsed at={key.lastUsedAt} now={now} />}
      >
        <Revoke row={key} />
      </Entry>
    ))}
  </Entries>
)

const Facts = ({ row, now }: { row: Key; now: Date }): JSX.Element => (
  <>
    <code>{plain(row.prefix)}…</code> · {row.kind === 'service' ? words.asOrganization : words.asYou}
    {row.scopes && row.scopes.length > 0 && (
      <>, {words.can(row.scopes.map(scope => scopeWords(scope).toLowerCase()).join('; '))}</>
    )}
    {row.expiresAt && (
      <>
        {' · '}
        <Expiry at={new Date(row.expiresAt)} now={now} />
      </>
    )}
  </>
)

const Expiry = ({ at, now }: { at: Date; now: Date }): JSX.Element => (
  <span class={at > now ? undefined : 'stale'}>
    {at > now ? words.expiresOn(day(at)) : words.expiredOn(day(at))}
  </span>
)

const LastUsed = ({ at, now }: { at: string | null; now: Date }): JSX.Element => (
  <span>
    {at === null ? words.neverUsed : words.lastUsed} {at && <RelativeTime at={new Date(at)} now={now} />}
  </span>
)

const Revoke = ({ row }: { row: Key }): JSX.Element => (
  <div>
    <Question
      id={`revoke-${row.id}`}
      opens={words.revoke}
      label={words.revokeNamed(plain(row.name))}
      title={words.revokeAsks}
      action={`${path}/${encodeURIComponent(row.id)}/revoke`}
      confirm={words.revokeButton}
    >
      <strong>
        <UserText text={row.name} />
      </strong>{' '}
      {words.revokeHint}
    </Question>
  </div>
)

const NewKey = ({ mayMakeService, frame, errors, values = {}, scopes }: KeysPageProps): JSX.Element => (
  <SettingsGroup id="new-key" title={words.create}>
    <Form action={path} class="form padded-form" errors={errors}>
      <Hidden values={{ since: frame.now.toISOString() }} />
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={values.name}
        maxLength={100}
        required
      />
      {mayMakeService && (
        <Choice
          name="kind"
          legend={words.actsAs}
          value={values.kind ?? 'user'}
          options={[
            { value: 'user', label: words.you, hint: words.youHint },
            { value: 'service', label: plain(organizationName(frame)), hint: words.serviceHint },
          ]}
        />
      )}
      <Field
        name="expires"
        label={words.expires}
        hint={words.expiresHint}
        type="date"
        value={values.expires}
      />
      <Permissions scopes={scopes} chosen={values.scopes ?? []} />
      <Button kind="primary">{words.createButton}</Button>
    </Form>
  </SettingsGroup>
)

interface PermissionsProps {
  scopes: readonly string[]
  chosen: readonly string[]
}

/** The permissions of a key; without a choice it may do whatever those it acts for may. */
const Permissions = ({ scopes, chosen }: PermissionsProps): JSX.Element =>
  scopes.length === 0 ? (
    <p class="hint">
      {words.permissionsByPlan} <a href="/app/usage">{words.plans}</a>
    </p>
  ) : (
    <fieldset class="choice" id="scopes" aria-describedby="scopes-hint">
      <legend>{words.permissions}</legend>
      <p class="hint" id="scopes-hint">
        {words.permissionsHint}
      </p>
      {scopes.map(scope => (
        <Check key={scope} name={scope} label={scopeWords(scope)} checked={chosen.includes(scope)} />
      ))}
    </fieldset>
  )
