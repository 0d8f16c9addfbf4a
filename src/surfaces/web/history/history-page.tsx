// The history of a page: one version with its changes marked, or its source beside the other, and all versions in a rail beside it.

import type { JSX } from 'preact'
import type { Comparison } from '../../../content/diff/comparison.ts'
import { historyPath, settingsPath } from '../layout/artifact-paths.ts'
import { Segmented } from '../layout/controls.tsx'
import type { Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { Button, Form } from '../layout/form.tsx'
import { fullWindowHtml } from '../layout/full-window.tsx'
import { Icon } from '../layout/icon.tsx'
import { counted } from '../layout/text.ts'
import { AuthorName, RelativeTime } from '../layout/words.tsx'
import { historyWords as words } from '../words/history.ts'
import { ComparisonTable } from './comparison.tsx'
import { MarkedPage, type MarkedPageProps } from './marked-page.tsx'
import type { VersionRow } from './version-rail.tsx'
import { VersionRail, type VersionRailProps } from './version-rail.tsx'

export type HistoryView = 'page' | 'split' | 'unified'

export interface HistoryPageProps extends Omit<VersionRailProps, 'from' | 'to' | 'now'> {
  frame: Frame
  from: VersionRow
  to: VersionRow
  view: HistoryView
  /** The comparison, or the reason that there is none: the files are too large, or comparing them took too long. */
  comparison: Shown | 'large' | 'slow'
  /** An old version has just become the current one. */
  isRestored?: boolean
}

/** The source as lines, or the later page as readers see it. */
type Shown = { source: Comparison } | { marked: MarkedPageProps }

export const historyPage = (props: HistoryPageProps): string =>
  fullWindowHtml({
    frame: props.frame,
    title: words.title(props.artifact.name),
    name: props.artifact.name,
    back: { href: `/${props.artifact.shortId}`, label: words.back },
    facts: <Facts {...props} />,
    tools: <Tools {...props} />,
    scripts: [islands.compare],
    children: (
      <div class="full-body">
        <main id="main" tabIndex={-1} class={props.view === 'page' ? 'compared-sheet' : 'source-sheet'}>
          <Done {...props} />
          <What {...props} />
        </main>
        <VersionRail {...props} from={props.from.version} to={props.to.version} now={props.frame.now} />
      </div>
    ),
  })

const Facts = ({ to, frame }: HistoryPageProps): JSX.Element => (
  <p class="cut">
    {words.saved(to.version)} <RelativeTime at={new Date(to.createdAt)} now={frame.now} /> {words.by}{' '}
    <AuthorName {...to} name={to.author.name} />
  </p>
)

const pathOf = (
  { artifact, from, to }: Pick<HistoryPageProps, 'artifact' | 'from' | 'to'>,
  view: HistoryView,
): string =>
  `${historyPath(artifact.shortId)}?version=${to.version}&from=${from.version}${view === 'page' ? '' : `&view=${view}`}`

const Tools = (props: HistoryPageProps): JSX.Element => (
  <>
    <Segmented
      label={words.views}
      segments={[
        { href: pathOf(props, 'page'), label: words.page, current: props.view === 'page' },
        { href: pathOf(props, 'split'), label: words.source, current: props.view !== 'page' },
      ]}
    />
    <VersionMenu {...props} />
    {isRestorable(props) && (
      <Restore artifact={props.artifact} version={props.to.version}>
        {words.restore(props.to.version)}
      </Restore>
    )}
  </>
)

/** The current version is there already. */
const isRestorable = ({ artifact, to }: HistoryPageProps): boolean =>
  !to.current && artifact.can.includes('edit')

/** `POST {path}/versions/{n}/restore` with `base`, the version that is current here. */
const Restore = ({
  artifact,
  version,
  children,
}: Pick<HistoryPageProps, 'artifact'> & { version: number; children: string }): JSX.Element => (
  <Form action={`${settingsPath(artifact.shortId)}/versions/${version}/restore`}>
    <input type="hidden" name="base" value={artifact.version} />
    <Button kind="primary" size="small">
      {children}
    </Button>
  </Form>
)

const VersionMenu = ({ artifact, to: { version } }: HistoryPageProps): JSX.Element => (
  <>
    <button
      type="button"
      class="tool"
      popovertarget="version-menu"
      aria-label={words.more}
      title={words.more}
    >
      <Icon name="more" />
    </button>
    <div id="version-menu" popover="auto" class="menu">
      <a class="menu-item" href={`/${artifact.shortId}@${version}`}>
        <Icon name="open" /> {words.open}
      </a>
      <button type="button" class="menu-item" data-copy={`${artifact.url}@${version}`}>
        <Icon name="link" /> <span data-copy-label>{words.copyLink}</span>
      </button>
      <a class="menu-item" href={`/${artifact.shortId}/content?version=${version}`} download>
        <Icon name="download" /> {words.download}
      </a>
    </div>
  </>
)

/** Says what a form did, with a button that undoes it. */
function Done({ artifact, to, frame, isRestored }: HistoryPageProps): JSX.Element | null {
  if (isRestored && to.current && to.restoredFrom !== null)
    return (
      <div class="full-done">
        <p role="status">
          <Icon name="check" /> <span data-done>{words.restored(to.restoredFrom, to.version)}</span>
        </p>
        {artifact.can.includes('edit') && (
          <Form action={`${settingsPath(artifact.shortId)}/versions/${to.version - 1}/restore`}>
            <input type="hidden" name="base" value={artifact.version} />
            <Button size="small">{words.undo}</Button>
          </Form>
        )}
      </div>
    )
  return frame.done === undefined ? null : (
    <div class="full-done">
      <p role="status">
        <Icon name="check" /> <span data-done>{frame.done}</span>
      </p>
    </div>
  )
}

function What(props: HistoryPageProps): JSX.Element {
  const { comparison } = props
  if (typeof comparison === 'string') return <Unable {...props} why={comparison} />
  if ('source' in comparison) return <Source {...props} comparison={comparison.source} />
  return (
    <div data-marked-page={JSON.stringify(comparison.marked)}>
      <MarkedPage {...comparison.marked} />
    </div>
  )
}

const Source = (props: Omit<HistoryPageProps, 'comparison'> & { comparison: Comparison }): JSX.Element => {
  const { comparison, from, to, view } = props
  if (comparison.changes === 0)
    return <p class="source-note">{from.version === to.version ? words.same : words.sameFile}</p>
  return (
    <section class="source-changes" aria-label={words.source}>
      <div class="source-tools">
        <p class="muted">
          {words.lineCounts(
            counted(comparison.changes, 'change'),
            counted(comparison.removed, 'line'),
            counted(comparison.added, 'line'),
          )}
        </p>
        <Segmented
          label={words.lines}
          segments={[
            { href: pathOf(props, 'unified'), label: words.unified, current: view === 'unified' },
            { href: pathOf(props, 'split'), label: words.split, current: view === 'split' },
          ]}
        />
      </div>
      <ComparisonTable
        comparison={comparison}
        from={from.version}
        to={to.version}
        isSplit={view === 'split'}
      />
    </section>
  )
}

const Unable = ({ why, artifact, from, to }: HistoryPageProps & { why: 'large' | 'slow' }): JSX.Element => (
  <p class="source-note">
    {words[why]} {words.compareYourself}{' '}
    {[from, to].map(({ version }, index) => (
      <span key={version}>
        {index > 0 && ` ${words.and} `}
        <a href={`/${artifact.shortId}/content?version=${version}`} download>
          v{version}
        </a>
      </span>
    ))}
    .
  </p>
)
