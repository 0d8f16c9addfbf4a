// Organizations that wait to be deleted, and one button each that restores them.

import type { JSX } from 'preact'
import { operations } from '../../../operations/index.ts'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { ErrorSummary, type FieldError, Form } from '../layout/form.tsx'
import { counted, day, daysLeft, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import {
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
import { common } from '../words/common.ts'
import { restoreWords as words } from '../words/restore.ts'

const path = '/app/restore'

export const restore: Section = {
  href: path,
  label: common.restore,
  group: 'you',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/restore': async request => sendWaiting(request, 200),
    'POST /app/restore': restoreByForm,
  },
  done: { ended: words.ended },
}

function sendWaiting(request: PageRequest, status: number, errors?: readonly FieldError[]): void {
  const waiting = request.me.deletedOrganizations
  sendDashboard(request, status, restorePage({ frame: frameOf(request), waiting, ...(errors && { errors }) }))
}

/** `POST /app/restore` with `organizationId`: goes on in the organization that is back. */
async function restoreByForm(request: PageRequest): Promise<void> {
  const { organizationId = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.restoreOrganization, { organizationId })
  if ('refused' in outcome) return sendWaiting(request, outcome.refused.status, outcome.refused.errors)
  if (isPerson(request.actor))
    await performed(request, operations.changeMe, { organizationId: outcome.value.id })
  finish(request, '/app/general', 'restored')
}

export interface RestorePageProps {
  frame: Frame
  waiting: PageRequest['me']['deletedOrganizations']
  errors?: readonly FieldError[]
}

export const restorePage = (props: RestorePageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'form', children: <Restore {...props} /> })

const Restore = ({ waiting, errors, frame: { now } }: RestorePageProps): JSX.Element => (
  <>
    <h1>{waiting.length === 0 ? words.none : words.title}</h1>
    <ErrorSummary errors={errors} />
    {waiting.length === 0 ? (
      <p>
        {words.noneHint} <a href="/app">{words.toPages}</a>
      </p>
    ) : (
      <p>{words.hint}</p>
    )}
    {waiting.map(organization => (
      <Waiting key={organization.id} organization={organization} now={now} />
    ))}
  </>
)

interface WaitingProps {
  organization: RestorePageProps['waiting'][number]
  now: Date
}

const Waiting = ({ organization: { id, name, deletesAt }, now }: WaitingProps): JSX.Element => (
  <section class="entry" aria-labelledby={`waiting-${id}`}>
    <h2 id={`waiting-${id}`}>
      <UserText text={name} />
    </h2>
    <p>{words.gone(counted(daysLeft(new Date(deletesAt), now), 'day'), day(new Date(deletesAt)))}</p>
    <Form action={path}>
      <input type="hidden" name="organizationId" value={id} />
      <button type="submit" class="button primary" aria-label={words.restoreNamed(plain(name))}>
        {words.restore}
      </button>
    </Form>
  </section>
)
