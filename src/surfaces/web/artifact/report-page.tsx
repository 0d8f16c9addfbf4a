// Reporting abuse: one field, one button, and a word of thanks.

import type { Assets } from '../layout/assets.ts'
import { Button, ErrorSummary, Field, type FieldError } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { reportWords as words } from '../words/report.ts'

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
    title: words.title,
    children: (
      <>
        <h1>{words.title}</h1>
        <p>
          {words.goesTo} <a href={page}>{page}</a> {words.and}
        </p>
        <ErrorSummary errors={errors} />
        <form method="post" action={path} class="form">
          <Field name="reason" label={words.reason} errors={errors} maxLength={4000} required />
          <Button kind="primary">{words.send}</Button>
        </form>
      </>
    ),
  })

export const reportedPage = (assets: Assets): string =>
  editorHtml({
    assets,
    title: words.reported,
    children: (
      <>
        <h1>{words.reported}</h1>
        <p>{words.thanks}</p>
      </>
    ),
  })
