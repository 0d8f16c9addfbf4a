// A problem, for people: what happened, what to do next, and the id to name when asking for help.

import { problemWords } from '../words/problem-page.ts'
import type { Assets } from './assets.ts'
import { editorHtml } from './own-page-layout.tsx'
import { plain } from './text.ts'

export interface ProblemPageProps {
  assets: Assets
  status: number
  title: string
  detail?: string | undefined
  code: string
  requestId: string
  /** Link that leads on; the front page unless something is nearer. */
  back?: { href: string; label: string }
  reader?: string
}

export const problemPage = ({ assets, back, reader, ...problem }: ProblemPageProps): string => {
  const { href, label } = back ?? { href: '/', label: problemWords.home }
  return editorHtml({
    assets,
    title: plain(problem.title),
    reader,
    children: (
      <>
        <h1>{plain(problem.title)}</h1>
        {problem.detail && <p dir="auto">{plain(problem.detail)}</p>}
        <p class="actions">
          <a class="button primary" href={href}>
            {plain(label)}
          </a>
        </p>
        <p class="aside">
          {problemWords.status(problem.status)}, <code>{plain(problem.code)}</code>, {problemWords.request}{' '}
          <code>{plain(problem.requestId)}</code>
        </p>
      </>
    ),
  })
}
