// Organizations that wait to be deleted, and one button each that brings them back.

import type { JSX } from 'preact'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { ErrorSummary, type FieldError, Form } from '../layout/form.tsx'
import { counted, day, daysLeft, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'

export interface RestorePageProps {
  frame: Frame
  waiting: readonly { id: string; name: string; deletesAt: Date }[]
  errors?: readonly FieldError[]
}

/** `POST /app/restore` with `organizationId`. */
export const restorePage = (props: RestorePageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Bring back', width: 'form', children: <Restore {...props} /> })

const Restore = ({ waiting, errors, frame: { now } }: RestorePageProps): JSX.Element => (
  <>
    <h1>{waiting.length === 0 ? 'Nothing to bring back' : 'Bring an organization back'}</h1>
    <ErrorSummary errors={errors} />
    {waiting.length === 0 ? (
      <p>
        No organization that you own waits to be deleted. <a href="/app">To your pages</a>
      </p>
    ) : (
      <p>Pages, members, keys and links work again as before. Nothing was changed or moved.</p>
    )}
    {waiting.map(organization => (
      <section key={organization.id} class="entry" aria-labelledby={`waiting-${organization.id}`}>
        <h2 id={`waiting-${organization.id}`}>
          <UserText text={organization.name} />
        </h2>
        <p>
          Gone for good in {counted(daysLeft(organization.deletesAt, now), 'day')}, on{' '}
          {day(organization.deletesAt)}.
        </p>
        <Form action="/app/restore">
          <input type="hidden" name="organizationId" value={organization.id} />
          <button
            type="submit"
            class="button primary"
            aria-label={`Bring it back: ${plain(organization.name)}`}
          >
            Bring it back
          </button>
        </Form>
      </section>
    ))}
  </>
)
