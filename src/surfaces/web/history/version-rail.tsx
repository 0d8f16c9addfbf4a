// The versions of a page beside it: who saved what when and why, grouped by day; one click shows a version with its changes.

import type { JSX } from 'preact'
import { authorWords } from '../../../domain/author-words.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { Answered, type AnsweredThread } from '../comments/answered-threads.tsx'
import { historyPath } from '../layout/artifact-paths.ts'
import { Check } from '../layout/choices.tsx'
import { Avatar, Badge } from '../layout/controls.tsx'
import { Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, type FieldError, Form } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { counted, day, fileSize } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'
import { historyWords as words } from '../words/history.ts'

export interface VersionRow {
  version: number
  current: boolean
  author: { name: string; color: number }
  actorType: 'human' | 'agent' | 'service' | 'system'
  actorName: string | null
  note: string | null
  size: number
  restoredFrom: number | null
  createdAt: string
}

export interface HistoryRow extends VersionRow {
  /** Bytes of the version before; null for the first. */
  sizeBefore: number | null
  /** Threads resolved on it, as far as the reader may see comments. */
  answered: readonly AnsweredThread[]
}

export interface VersionRailProps {
  artifact: PresentedArtifact
  rows: readonly HistoryRow[]
  pages: PagesProps
  /** The versions that are compared. */
  from: number
  to: number
  /** Threads resolved after the earlier version and up to the later one. */
  answered: readonly AnsweredThread[]
  errors?: readonly FieldError[] | undefined
  now: Date
}

export const VersionRail = (props: VersionRailProps): JSX.Element => (
  <aside class="rail" aria-labelledby="rail-title">
    <div class="rail-head">
      <h2 id="rail-title">{words.versions}</h2>
      {props.artifact.version > 1 && <CompareWith {...props} />}
    </div>
    <ErrorSummary errors={props.errors} />
    {daysOf(props).map(([name, rows]) => (
      <section key={name} aria-label={name}>
        <h3 class="rail-day">{name}</h3>
        <ol>
          {rows.map(row => (
            <Version key={row.version} row={row} {...props} />
          ))}
        </ol>
      </section>
    ))}
    <Pages {...props.pages} />
    {props.artifact.can.includes('settings') && <Visible {...props} />}
  </aside>
)

function daysOf({ rows, now }: VersionRailProps): [string, HistoryRow[]][] {
  const days = new Map<string, HistoryRow[]>()
  for (const row of rows) {
    const name = dayName(new Date(row.createdAt), now)
    days.set(name, [...(days.get(name) ?? []), row])
  }
  return [...days]
}

/** In UTC, as everywhere. */
function dayName(at: Date, now: Date): string {
  const name = day(at)
  if (name === day(now)) return words.today
  return name === day(new Date(now.getTime() - 86_400_000)) ? words.yesterday : name
}

interface VersionProps extends VersionRailProps {
  row: HistoryRow
}

const Version = ({ row, artifact, to, answered, now }: VersionProps): JSX.Element => {
  const isShown = row.version === to
  const name = authorWords({ ...row, name: row.author.name })
  return (
    <li>
      <a
        class="version-row"
        href={`${historyPath(artifact.shortId)}?version=${row.version}`}
        aria-current={isShown ? 'true' : undefined}
      >
        <span class="knot" aria-hidden="true" />
        <span class="version-words">
          <span class="version-line">
            <strong class="num">v{row.version}</strong>
            {row.current && <Badge tone="done">{words.current}</Badge>}
            <span class="small muted">
              <RelativeTime at={new Date(row.createdAt)} now={now} />
            </span>
          </span>
          <Note row={row} />
          <span class="version-line small muted">
            <Avatar
              name={name}
              color={row.author.color}
              kind={row.actorType === 'human' ? 'person' : 'agent'}
              size="small"
              silent
            />
            <span class="cut">
              <UserText text={name} />
            </span>
            <span>{isShown ? sizeOf(row) : changeOf(row)}</span>
          </span>
        </span>
      </a>
      {isShown && answered.length > 0 && (
        <details class="answered">
          <summary>{words.answered(counted(answered.length, 'comment'))}</summary>
          <Answered threads={answered} />
        </details>
      )}
    </li>
  )
}

const Note = ({ row: { note, restoredFrom } }: { row: HistoryRow }): JSX.Element => (
  <span class={note ? 'cut' : 'cut muted'}>
    {note ? (
      <UserText text={note} />
    ) : restoredFrom === null ? (
      words.noNote
    ) : (
      words.restoredFrom(restoredFrom)
    )}
  </span>
)

/** `1 comment answered`, or else how the size changed; below the version that is shown its comments are listed. */
const changeOf = (row: HistoryRow): string =>
  row.answered.length > 0 ? words.answered(counted(row.answered.length, 'comment')) : sizeOf(row)

/** `+1.2 KB`, `−300 bytes`, `same size`. */
function sizeOf({ size, sizeBefore }: HistoryRow): string {
  if (sizeBefore === null) return fileSize(size)
  const bytes = size - sizeBefore
  return bytes === 0 ? words.sameSize : `${bytes > 0 ? '+' : '−'}${fileSize(Math.abs(bytes))}`
}

/** Without a script its button sends it. */
const CompareWith = ({ artifact, rows, from, to }: VersionRailProps): JSX.Element => {
  const others = new Set([from, to - 1, ...rows.map(({ version }) => version)])
  const choices = [...others].filter(each => each > 0 && (each !== to || each === from)).sort((a, b) => b - a)
  return (
    <form method="get" action={historyPath(artifact.shortId)} class="compare-with" data-save>
      <input type="hidden" name="version" value={to} />
      <label class="small muted" for="compare-from">
        {words.compareWith}
      </label>
      <span class="select bare">
        <select id="compare-from" name="from">
          {choices.map(version => (
            <option key={version} value={version} selected={version === from}>
              {version === to - 1 ? words.before(version) : words.version(version)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <Button size="small">{words.compare}</Button>
    </form>
  )
}

/** `POST {path}/history`: whether all readers see this page. */
const Visible = ({ artifact }: VersionRailProps): JSX.Element => (
  <Form action={historyPath(artifact.shortId)} class="rail-visible" data-save>
    <Check name="historyVisible" label={words.visible} checked={artifact.historyVisible}>
      {words.visibleHint}
    </Check>
    <Button size="small">{words.save}</Button>
  </Form>
)
