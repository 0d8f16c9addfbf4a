// Somebody's private page as owners and admins see it: name, size and owner, and the two steps that are theirs.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Address } from '../layout/people.tsx'
import { Card, Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { fileSize } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  performed,
  sendDashboard,
} from '../page/dashboard.ts'
import { trail } from '../words/common.ts'
import { usageWords, governedWords as words } from '../words/usage.ts'

const usage = '/app/usage'

/** `GET /app/usage/{shortId}` */
export async function showGoverned(
  request: PageRequest,
  status = 200,
  shown: Pick<GovernedPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const artifact = await performed(request, operations.inspectGoverned, { id: request.params.shortId })
  sendDashboard(request, status, governedPage({ frame: frameOf(request), artifact, ...shown }))
}

/** `POST /app/usage/{shortId}/owner` */
export async function transferGoverned(request: PageRequest): Promise<void> {
  const { owner = '' } = await fieldsOf(request)
  const input = { id: request.params.shortId, owner }
  const outcome = await attempt(request, operations.change, input, { malformed_address: 'owner' })
  if ('value' in outcome) return finish(request, usage, 'handed')
  await showGoverned(request, outcome.refused.status, { errors: outcome.refused.errors, values: { owner } })
}

/** `POST /app/usage/{shortId}/delete` */
export async function deleteGoverned(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.remove, { id: request.params.shortId })
  finish(request, usage, 'deleted')
}

export interface GovernedPageProps {
  frame: Frame
  artifact: OutputOf<typeof operations.inspectGoverned>
  errors?: readonly FieldError[]
  values?: { owner: string }
}

export const governedPage = (props: GovernedPageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'form', children: <Governed {...props} /> })

const Governed = (props: GovernedPageProps): JSX.Element => (
  <>
    <nav class="trail" aria-label={trail}>
      <a href={usage}>{usageWords.title}</a>
    </nav>
    <div class="stack tight">
      <h1>
        <UserText text={props.artifact.name} />
      </h1>
      <p class="soft">{words.hint}</p>
    </div>
    <ErrorSummary errors={props.errors} />
    <Facts {...props.artifact} />
    <Steps {...props} />
  </>
)

const Facts = ({ owner, size }: GovernedPageProps['artifact']): JSX.Element => (
  <Card>
    <Setting label={words.owner} hint={<Address email={owner.email} />} kept>
      <UserText text={owner.name} />
    </Setting>
    <Setting label={words.size} kept>
      <span>{fileSize(size)}</span>
    </Setting>
  </Card>
)

const Steps = ({ artifact, errors, values }: GovernedPageProps): JSX.Element => (
  <SettingsGroup id="steps" title={words.steps}>
    <Form action={`/app/usage/${artifact.shortId}/owner`} errors={errors} class="form padded-form">
      <Field
        name="owner"
        label={words.newOwner}
        hint={words.newOwnerHint}
        type="email"
        inputMode="email"
        value={values?.owner}
        maxLength={254}
        required
      />
      <Button>{words.transfer}</Button>
    </Form>
    <Setting label={words.delete} hint={words.deleteHint}>
      <Form action={`/app/usage/${artifact.shortId}/delete`}>
        <Button kind="danger">{words.deleteButton}</Button>
      </Form>
    </Setting>
  </SettingsGroup>
)
