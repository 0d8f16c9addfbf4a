// The organization itself: its name, its plan, and its end.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { counted, plain, titled } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { generalWords as words } from '../words/general.ts'

const path = '/app/general'

export const general: Section = {
  href: path,
  label: common.general,
  group: 'organization',
  isFor: actor => mayCall(operations.readOrganization, actor),
  routes: {
    'GET /app/general': request => showGeneral(request),
    'GET /app/general/:form{name|end}': async request => finish(request, path),
    'POST /app/general/name': rename,
    'POST /app/general/end': endOrganization,
  },
  done: { renamed: words.renamed, restored: words.restored },
}

type Shown = Pick<GeneralPageProps, 'errors' | 'values'>

async function showGeneral(request: PageRequest, status = 200, shown: Shown = {}): Promise<void> {
  const organization = await performed(request, operations.readOrganization, {})
  const ends = mayCall(operations.deleteOrganization, request.actor) ? await endsWith(request) : null
  sendDashboard(request, status, generalPage({ frame: frameOf(request), organization, ends, ...shown }))
}

async function endsWith(request: PageRequest): Promise<Ends> {
  const [{ members }, { gated, public: open, trashed }] = await Promise.all([
    performed(request, operations.policyReach, {}),
    performed(request, operations.usage, { limit: 1 }),
  ])
  return { members, pages: gated.count + open.count + trashed.count }
}

/** `POST /app/general/name` */
async function rename(request: PageRequest): Promise<void> {
  const { name = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.changeOrganization, { name })
  if ('value' in outcome) return finish(request, path, 'renamed')
  const { status, errors } = outcome.refused
  await showGeneral(request, status, { errors, values: { name } })
}

/** `POST /app/general/end`: from then on the session acts nowhere, so that what follows is the page to bring it back. */
async function endOrganization(request: PageRequest): Promise<void> {
  const { confirm = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.deleteOrganization, { confirm })
  if ('value' in outcome) return finish(request, '/app/restore', 'ended')
  const { status, errors } = outcome.refused
  await showGeneral(request, status, { errors, values: { confirm } })
}

/** How much nobody reaches any more once the organization is deleted. */
interface Ends {
  pages: number
  members: number
}

export interface GeneralPageProps {
  frame: Frame
  organization: Pick<OutputOf<typeof operations.readOrganization>, 'name' | 'plan'>
  /** Null for those who may only read. */
  ends: Ends | null
  errors?: readonly FieldError[]
  values?: { name?: string; confirm?: string }
}

export const generalPage = (props: GeneralPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'form', children: <General {...props} /> })

const General = ({ ends, ...props }: GeneralPageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      {!ends && <p class="soft">{words.readOnly(plain(props.organization.name))}</p>}
    </div>
    <ErrorSummary errors={props.errors} />
    <SettingsGroup id="organization" title={words.organization}>
      {ends ? <Name {...props} /> : <NameToRead {...props.organization} />}
      <Plan {...props.organization} />
    </SettingsGroup>
    {ends && <End {...props} ends={ends} />}
  </>
)

type NameProps = Omit<GeneralPageProps, 'ends'>

const Name = ({ organization, errors, values }: NameProps): JSX.Element => (
  <Form action={`${path}/name`} errors={errors} class="padded-form">
    <div class="ask-line two">
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={values?.name ?? organization.name}
        maxLength={200}
        required
      />
      <Button>{words.rename}</Button>
    </div>
  </Form>
)

const NameToRead = ({ name }: GeneralPageProps['organization']): JSX.Element => (
  <Setting label={words.name}>
    <UserText text={name} />
  </Setting>
)

const Plan = ({ plan }: GeneralPageProps['organization']): JSX.Element => (
  <Setting label={words.plan} hint={titled(plan)}>
    <LinkButton href="/app/usage">{words.usage}</LinkButton>
  </Setting>
)

const End = ({ organization, ends, errors, values }: NameProps & { ends: Ends }): JSX.Element => (
  <SettingsGroup id="end" title={words.end(plain(organization.name))}>
    <Form action={`${path}/end`} errors={errors} class="form padded-form">
      <p class="soft">{words.endHint(counted(ends.pages, 'page'), counted(ends.members, 'member'))}</p>
      <Field
        name="confirm"
        label={words.endConfirm}
        hint={<UserText text={organization.name} />}
        value={values?.confirm}
        maxLength={400}
        required
      />
      <Button kind="danger">{words.endButton}</Button>
    </Form>
  </SettingsGroup>
)
