// Reporting abuse: one field, one button, and a word of thanks.

import type { Assets } from '../layout/assets.ts'
import { Button, ErrorSummary, Field, type FieldError } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'

interface ReportPageProps {
  assets: Assets
  /** Path of the form and of the page that is reported. */
  path: string
  page: string
  errors?: readonly FieldError[]
}

export const reportPage = ({ assets, path, page, errors }: ReportPageProps): string =>
  editorHtml({
    assets,
    title: 'Report a page',
    children: (
      <>
        <h1>Report a page</h1>
        <p>
          This goes to the people who run this server. They see the page <a href={page}>{page}</a> and what
          you write.
        </p>
        <ErrorSummary errors={errors} />
        <form method="post" action={path} class="form">
          <Field name="reason" label="What is wrong with it" errors={errors} maxLength={4000} required />
          <Button kind="primary">Send the report</Button>
        </form>
      </>
    ),
  })

export const reportedPage = (assets: Assets): string =>
  editorHtml({
    assets,
    title: 'Reported',
    children: (
      <>
        <h1>Thank you</h1>
        <p>The people who run this server were told. You need not do anything else.</p>
      </>
    ),
  })
