// Two versions of an artifact compared: who made which, what changed in the source, and what the newer one answered.

import type { JSX } from 'preact'
import type { Comparison } from '../../../content/diff/comparison.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { Answered, type AnsweredThread } from '../comments/answered-threads.tsx'
import { historyPath, settingsPath } from '../layout/artifact-paths.ts'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { counted, fileSize } from '../layout/text.ts'
import { By, RelativeTime, UserText } from '../layout/words.tsx'
import type { RenderedCompare } from './compare-marks.ts'
import { ComparedPages } from './compare-rendered.tsx'
import { ComparisonTable } from './comparison.tsx'
import { CompareForm } from './history-page.tsx'
import type { VersionRow } from './newest-versions.tsx'

export interface ComparePageProps {
  frame: Frame
  artifact: PresentedArtifact
  from: VersionRow
  to: VersionRow
  view: 'source' | 'rendered'
  /** Why there is none: the files are too large, or comparing them took too long. */
  comparison: Shown | 'large' | 'slow'
  /** Threads resolved after the earlier version and up to the later one. */
  answered: readonly AnsweredThread[]
}

/** The source as lines, or both pages as readers see them. */
type Shown = { source: Comparison } | { rendered: RenderedCompare; unshown: number }

export const comparePage = (props: ComparePageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: `v${props.from.version} and v${props.to.version} of ${props.artifact.name}`,
    width: 'whole',
    scripts: typeof props.comparison !== 'string' && 'rendered' in props.comparison ? [islands.compare] : [],
    children: <Compare {...props} />,
  })

const Compare = (props: ComparePageProps): JSX.Element => {
  const { artifact, from, to, answered } = props
  return (
    <>
      <div class="title-line">
        <h1>
          v{from.version} and v{to.version} of <UserText text={artifact.name} />
        </h1>
        <p class="actions">
          <a class="button" href={historyPath(artifact.shortId)}>
            History
          </a>
          <a class="button primary" href={`/${artifact.shortId}`}>
            Open
          </a>
        </p>
      </div>
      <dl class="facts-list">
        <Side {...props} row={from} />
        <Side {...props} row={to} />
      </dl>
      <CompareForm artifact={artifact} from={from.version} to={to.version} />
      <Steps {...props} />
      {answered.length > 0 && (
        <section id="answered" aria-labelledby="answered-title">
          <h2 id="answered-title">{counted(answered.length, 'comment')} answered</h2>
          <Answered threads={answered} />
        </section>
      )}
      <section id="source" class="broad" aria-labelledby="source-title">
        <h2 id="source-title">What changed</h2>
        <Views {...props} />
        <What {...props} />
      </section>
    </>
  )
}

const pathOf = ({ artifact, from, to }: ComparePageProps): string =>
  `${settingsPath(artifact.shortId)}/compare?from=${from.version}&to=${to.version}`

/** The two ways to look at it. */
const Views = (props: ComparePageProps): JSX.Element => (
  <nav class="actions views" aria-label="Ways to compare">
    <a class="button" href={pathOf(props)} aria-current={props.view === 'source' ? 'page' : undefined}>
      Source
    </a>
    <a
      class="button"
      href={`${pathOf(props)}&view=rendered`}
      aria-current={props.view === 'rendered' ? 'page' : undefined}
    >
      Pages
    </a>
  </nav>
)

function What(props: ComparePageProps): JSX.Element {
  const { comparison, from, to } = props
  const versions = { from: from.version, to: to.version }
  if (typeof comparison === 'string') return <Unable {...props} why={comparison} />
  if ('source' in comparison) return <Changes comparison={comparison.source} {...versions} />
  const { rendered: page, unshown } = comparison
  return <ComparedPages {...versions} page={page} unshown={unshown} source={pathOf(props)} />
}

const Side = ({ row, artifact, frame }: ComparePageProps & { row: VersionRow }): JSX.Element => (
  <>
    <dt>
      <a href={`/${artifact.shortId}@${row.version}`}>v{row.version}</a>
    </dt>
    <dd>
      <RelativeTime at={new Date(row.createdAt)} now={frame.now} />
      <By {...row} name={row.author.name} />, {fileSize(row.size)}
      {row.note && (
        <>
          {': '}
          <UserText text={row.note} />
        </>
      )}
    </dd>
  </>
)

/** To what changed before, and after. */
const Steps = ({ artifact, from, to }: ComparePageProps): JSX.Element | null => {
  const [low, high] = [Math.min(from.version, to.version), Math.max(from.version, to.version)]
  const path = `${settingsPath(artifact.shortId)}/compare`
  if (low === 1 && high === artifact.version) return null
  return (
    <nav class="actions" aria-label="Neighbouring changes">
      {low > 1 && (
        <a class="button" href={`${path}?from=${low - 1}&to=${low}`}>
          Change before: v{low - 1} to v{low}
        </a>
      )}
      {high < artifact.version && (
        <a class="button" href={`${path}?from=${high}&to=${high + 1}`}>
          Change after: v{high} to v{high + 1}
        </a>
      )}
    </nav>
  )
}

const Changes = ({
  comparison,
  from,
  to,
}: {
  comparison: Comparison
  from: number
  to: number
}): JSX.Element =>
  comparison.changes === 0 ? (
    <p>
      {from === to ? 'This is one and the same version. Pick another one above.' : 'Both hold the same file.'}
    </p>
  ) : (
    <>
      <p>
        {counted(comparison.changes, 'change')}: {counted(comparison.removed, 'line')} gone,{' '}
        {counted(comparison.added, 'line')} new.
      </p>
      <ComparisonTable comparison={comparison} from={from} to={to} />
    </>
  )

const reasons = {
  large: 'Files above 10 MB are not compared here: your browser would have to hold both.',
  slow: 'Comparing these two took too long just now. Try again in a moment.',
}

const Unable = ({ why, artifact, from, to }: ComparePageProps & { why: 'large' | 'slow' }): JSX.Element => (
  <p>
    {reasons[why]} You can save both and compare them on your machine:{' '}
    {[from, to].map(({ version }, index) => (
      <span key={version}>
        {index > 0 && ' and '}
        <a href={`/${artifact.shortId}/content?version=${version}`} download>
          v{version}
        </a>
      </span>
    ))}
    .
  </p>
)
