// The comments of an artifact to read without a script, with a form for a comment on the whole page.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { commentsPath } from '../layout/artifact-paths.ts'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, type FieldError, Form, TextArea } from '../layout/form.tsx'
import { counted } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { commentWords } from '../words/comments.ts'
import { ReadThreads } from './read-threads.tsx'
import type { Thread } from './thread.ts'

export const statuses = ['open', 'resolved', 'all'] as const
export type Status = (typeof statuses)[number]

export interface CommentsPageProps {
  frame: Frame
  artifact: PresentedArtifact
  status: Status
  threads: readonly Thread[]
  /** Threads of this status, on all pages. */
  total: number
  pages: PagesProps
  errors?: readonly FieldError[]
  /** What was written and not taken. */
  body?: string
}

export const commentsPage = (props: CommentsPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: `${commentWords.onNamed} ${props.artifact.name}`,
    children: <CommentsOn {...props} />,
  })

const words: Record<Status, { tab: string; none: string }> = {
  open: { tab: commentWords.open, none: commentWords.noOpen },
  resolved: { tab: commentWords.resolved, none: commentWords.noResolved },
  all: { tab: commentWords.all, none: commentWords.none },
}

const CommentsOn = (props: CommentsPageProps): JSX.Element => {
  const { artifact, errors, threads, total, status, pages, frame } = props
  return (
    <>
      <div class="title-line">
        <h1>
          {commentWords.onNamed} <UserText text={artifact.name} />
        </h1>
        <p class="actions">
          <a class="button" href={`/${artifact.shortId}`}>
            {commentWords.openPage}
          </a>
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <nav class="segmented" aria-label={commentWords.which}>
        {statuses.map(each => (
          <a
            key={each}
            href={`${commentsPath(artifact.shortId)}?status=${each}`}
            aria-current={each === status ? 'page' : undefined}
          >
            {words[each].tab}
          </a>
        ))}
      </nav>
      {threads.length > 0 ? <p>{counted(total, 'thread')}</p> : <p>{words[status].none}</p>}
      <ReadThreads threads={threads} now={frame.now} />
      <Pages {...pages} />
      {props.artifact.can.includes('comment') && <NewComment {...props} />}
    </>
  )
}

const NewComment = ({ artifact, errors, body }: CommentsPageProps): JSX.Element => (
  <section id="new" aria-labelledby="new-title">
    <h2 id="new-title">{commentWords.add}</h2>
    <Form action={commentsPath(artifact.shortId)} class="form">
      <TextArea
        name="body"
        label={commentWords.yourComment}
        hint={commentWords.markdown}
        value={body}
        errors={errors}
      />
      <Button kind="primary">{commentWords.comment}</Button>
    </Form>
  </section>
)
