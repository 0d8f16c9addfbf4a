// The page that asks before many pages open to others or close: who gains and loses access to each, and a second yes.

import type { JSX } from 'preact'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, Form, Hidden } from '../layout/form.tsx'
import { UserText } from '../layout/words.tsx'
import { Effects } from '../share/audience-form.tsx'
import { parts } from '../words/common.ts'
import { bulk } from '../words/pages.ts'

export interface AudienceQuestion {
  visibility: 'private' | 'company' | 'public'
  /** Name of the reader's organization. */
  organization: string
  pages: readonly {
    id: string
    name: string
    effects: AudiencePreview
    /** Reason that the page cannot have that audience; null where it can. */
    refused: string | null
  }[]
}

interface AudienceQuestionProps {
  frame: Frame
  question: AudienceQuestion
  /** Path of the list in which the pages were selected. */
  list: string
}

/** `POST /app/audience`; the form sends the same again with `confirmed`. */
export const audienceQuestionPage = ({ frame, question, list }: AudienceQuestionProps): string =>
  dashboardHtml({ frame, title: titleOf(question), children: <Question question={question} list={list} /> })

const titleOf = ({ visibility, organization, pages }: AudienceQuestion): string =>
  bulk.asks[visibility](pages.length, organization)

const Question = ({ question, list }: Omit<AudienceQuestionProps, 'frame'>): JSX.Element => {
  const { pages, visibility, organization } = question
  const open = pages.filter(({ refused }) => refused === null)
  return (
    <>
      <h1>
        <UserText text={titleOf(question)} />
      </h1>
      {pages.map(page => (
        <section key={page.id} aria-label={page.name}>
          <h2>
            <UserText text={page.name} />
          </h2>
          {page.refused === null ? <Effects foreseen={page.effects} /> : <p class="small">{page.refused}</p>}
        </section>
      ))}
      <Form action="/app/audience" class="actions">
        <Hidden
          values={{
            ...Object.fromEntries(open.map(({ id }) => [`page-${id}`, 'on'])),
            ...{ audience: visibility, confirmed: visibility, list },
          }}
        />
        <LinkButton href={list}>{parts.cancel}</LinkButton>
        {open.length > 0 && (
          <Button kind={visibility === 'private' ? 'stop' : 'primary'}>
            <UserText text={bulk.confirm[visibility](organization)} />
          </Button>
        )}
      </Form>
    </>
  )
}
