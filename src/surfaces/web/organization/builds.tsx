// CI builds: the rules by which builds get a key without a stored secret, and the form that adds one.

import type { ComponentChildren, JSX } from 'preact'
import { adminRoles, type Scope } from '../../../domain/actor.ts'
import { ruleVisibilities } from '../../../domain/ci-rule.ts'
import { operations } from '../../../operations/index.ts'

import type { RowOf } from '../../../operations/kernel/operation.ts'
import { CopyField, EmptyState } from '../layout/blocks.tsx'
import { Check, Select } from '../layout/choices.tsx'
import { Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Question } from '../layout/question.tsx'
import { plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import {
  actByForm,
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { buildWords, issuerNames } from '../words/builds.ts'
import { common } from '../words/common.ts'
import { scopeWords } from '../words/scopes.ts'

const path = '/app/builds'

export const builds: Section = {
  href: path,
  label: common.builds,
  group: 'organization',
  isFor: actor => isPerson(actor) && adminRoles.includes(actor.role),
  routes: {
    'GET /app/builds': request => showBuilds(request),
    'POST /app/builds': addRule,
    'GET /app/builds/:id{[0-9a-f-]{36}}/remove': async request => finish(request, path),
    'POST /app/builds/:id{[0-9a-f-]{36}}/remove': request =>
      actByForm(
        request,
        operations.removeCiRule,
        { id: request.params.id },
        { path, done: 'removed', again: (_, status, errors) => showBuilds(request, status, { errors }) },
      ),
  },
  done: { added: buildWords.added, removed: buildWords.removed },
}

type Shown = Pick<BuildsPageProps, 'errors' | 'values'>

async function showBuilds(request: PageRequest, status = 200, shown: Shown = {}): Promise<void> {
  const { data: rules } = await performed(request, operations.listCiRules, {})
  const issuers = request.pageContext.site.context.ciIssuers
  sendDashboard(request, status, buildsPage({ frame: frameOf(request), rules, issuers, ...shown }))
}

/** Scopes that a build can use; the others are for people. */
const offered: readonly Scope[] = [
  'artifacts:write',
  'artifacts:delete',
  'comments:read',
  'comments:write',
  'sharing:write',
]

/** `POST /app/builds`: each scope and each audience is a field of its own. */
async function addRule(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const { issuer = '', repositoryId = '' } = fields
  const scopes = offered.filter(scope => fields[scope] === 'on')
  const visibilities = ruleVisibilities.filter(visibility => fields[visibility] === 'on')
  const pullRequests = fields.pullRequests === 'on'
  const [ref, environment] = [fields.ref?.trim() || null, fields.environment?.trim() || null]
  const input = {
    issuer,
    repositoryId: repositoryId.trim(),
    ref,
    environment,
    pullRequests,
    scopes,
    visibilities,
  }
  const outcome = await attempt(request, operations.makeCiRule, input)
  if ('value' in outcome) return finish(request, path, 'added')
  const { status, errors } = outcome.refused
  await showBuilds(request, status, { errors, values: input })
}

type Rule = RowOf<typeof operations.listCiRules>

export interface BuildsPageProps {
  frame: Frame
  rules: readonly Rule[]
  /** Issuers that the operator accepts. */
  issuers: readonly string[]
  errors?: readonly FieldError[]
  /** Values that the form held when it was refused. */
  values?: Partial<Omit<Rule, 'repositoryId'>> & { repositoryId: string }
}

export const buildsPage = (props: BuildsPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: buildWords.title,
    width: 'list',
    children: <Builds {...props} />,
  })

const Builds = (props: BuildsPageProps): JSX.Element => (
  <>
    <h1>{buildWords.title}</h1>
    <p>{buildWords.intro}</p>
    <ErrorSummary errors={props.errors} />
    {props.rules.length > 0 ? (
      <Entries label={buildWords.rules}>
        {props.rules.map(rule => (
          <RuleEntry key={rule.id} rule={rule} now={props.frame.now} />
        ))}
      </Entries>
    ) : (
      <EmptyState title={buildWords.none}>
        <p>{buildWords.noneHint}</p>
      </EmptyState>
    )}
    <h2>{buildWords.organization}</h2>
    <CopyField text={props.frame.organization?.id ?? ''} label={buildWords.organization} />
    {props.issuers.length > 0 ? <NewRule {...props} /> : <p class="aside">{buildWords.off}</p>}
  </>
)

const RuleEntry = ({ rule, now }: { rule: Rule; now: Date }): JSX.Element => {
  const name = rule.repository ?? buildWords.repository(rule.repositoryId)
  return (
    <Entry
      mark={<Tile icon="terminal" />}
      name={<UserText text={name} />}
      beside={rule.pullRequests && <Badge tone="warn">{buildWords.pullRequests}</Badge>}
      below={
        <>
          <Admitted rule={rule} />
          <span class="below">{rule.scopes.map(scopeWords).join('; ')}</span>
          <span class="below">{rule.visibilities.map(visibility => buildWords[visibility]).join(', ')}</span>
        </>
      }
      fact={
        rule.lastUsedAt ? (
          <>
            {buildWords.lastUsed} <RelativeTime at={new Date(rule.lastUsedAt)} now={now} />
          </>
        ) : (
          buildWords.neverUsed
        )
      }
    >
      <Remove id={rule.id} name={name} />
    </Entry>
  )
}

const issuerName = (issuer: string): string => issuerNames[issuer] ?? issuer

/** Which builds: where they run, the number that counts, the ref and the environment. */
const Admitted = ({ rule }: { rule: Rule }): JSX.Element => (
  <>
    <UserText text={issuerName(rule.issuer)} />, {buildWords.number(rule.repositoryId)},{' '}
    {rule.ref ? <code>{plain(rule.ref)}</code> : buildWords.anyRef}
    {rule.environment && (
      <>
        , <UserText text={buildWords.environment(rule.environment)} />
      </>
    )}
  </>
)

const Remove = ({ id, name }: { id: string; name: string }): JSX.Element => (
  <Question
    id={`remove-${id}`}
    opens={buildWords.remove}
    label={buildWords.removeRule(plain(name))}
    title={buildWords.removeTitle}
    action={`${path}/${id}/remove`}
    confirm={buildWords.confirm}
    kind="danger"
  >
    {buildWords.removeHint}
  </Question>
)

const NewRule = ({ issuers, errors, values }: BuildsPageProps): JSX.Element => (
  <section class="new" aria-labelledby="new-rule">
    <h2 id="new-rule">{buildWords.add}</h2>
    <Form action={path} errors={errors} class="form">
      <Select
        name="issuer"
        label={buildWords.issuer}
        value={values?.issuer}
        options={issuers.map(issuer => ({ value: issuer, label: issuerName(issuer) }))}
      />
      <Field
        name="repositoryId"
        label={buildWords.repositoryId}
        hint={buildWords.repositoryIdHint}
        value={values?.repositoryId}
        inputMode="numeric"
        maxLength={15}
        required
      />
      <Field
        name="ref"
        label={buildWords.ref}
        hint={buildWords.refHint}
        value={values?.ref ?? undefined}
        maxLength={300}
      />
      <Field
        name="environment"
        label={buildWords.environmentField}
        hint={buildWords.environmentHint}
        value={values?.environment ?? undefined}
        maxLength={255}
      />
      <Check name="pullRequests" label={buildWords.admitPullRequests} checked={values?.pullRequests ?? false}>
        {buildWords.admitPullRequestsHint}
      </Check>
      <Checks id="scopes" legend={buildWords.scopes}>
        {offered.map(scope => (
          <Check
            key={scope}
            name={scope}
            label={scopeWords(scope)}
            checked={values?.scopes?.includes(scope) ?? scope === 'artifacts:write'}
          />
        ))}
      </Checks>
      <Checks id="visibilities" legend={buildWords.visibilities}>
        {ruleVisibilities.map(visibility => (
          <Check
            key={visibility}
            name={visibility}
            label={buildWords[visibility]}
            checked={values?.visibilities?.includes(visibility) ?? visibility === 'company'}
          />
        ))}
      </Checks>
      <Button kind="primary">{buildWords.save}</Button>
    </Form>
  </section>
)

interface ChecksProps {
  id: string
  legend: string
  children: ComponentChildren
}

const Checks = ({ id, legend, children }: ChecksProps): JSX.Element => (
  <fieldset class="choice" id={id}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
)
