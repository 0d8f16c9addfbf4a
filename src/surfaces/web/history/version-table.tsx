// The versions of an artifact as a table: who saved what and why, what it answered, and what can be done with each.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { Answered, type AnsweredThread } from '../comments/answered-threads.tsx'
import { settingsPath } from '../layout/artifact-paths.ts'
import { type Column, Dialog, Table } from '../layout/blocks.tsx'
import { Button, Form } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { counted, fileSize } from '../layout/text.ts'
import { By, momentOf, RelativeTime, UserText } from '../layout/words.tsx'
import type { VersionRow } from './newest-versions.tsx'

export interface HistoryRow extends VersionRow {
  /** Bytes of the version before; null for the first. */
  sizeBefore: number | null
  /** Threads resolved on it, as far as the reader may see comments. */
  answered: readonly AnsweredThread[]
}

export interface VersionTableProps {
  artifact: PresentedArtifact
  rows: readonly HistoryRow[]
  now: Date
}

export const VersionTable = ({ rows, ...page }: VersionTableProps): JSX.Element => (
  <Table
    caption="Versions, newest first"
    columns={columnsOf(page)}
    rows={rows}
    rowKey={({ version }) => `${version}`}
  />
)

type Facts = Omit<VersionTableProps, 'rows'>

const columnsOf = (page: Facts): Column<HistoryRow>[] => [
  {
    name: 'Version',
    heading: true,
    cell: row => (
      <>
        <a class="row-link" href={`/${page.artifact.shortId}@${row.version}`}>
          v{row.version}
        </a>
        {row.current && <span class="label">current</span>}
      </>
    ),
  },
  {
    name: 'Saved',
    bare: true,
    cell: row => (
      <>
        <RelativeTime at={new Date(row.createdAt)} now={page.now} />
        <By {...row} name={row.author.name} />
      </>
    ),
  },
  { name: 'Note', bare: true, cell: row => <Note row={row} /> },
  { name: 'Size', bare: true, tight: true, cell: row => <Size {...row} /> },
  { name: 'Actions', right: true, cell: row => <Actions {...page} row={row} /> },
]

const Note = ({ row: { note, restoredFrom, answered } }: { row: HistoryRow }): JSX.Element => (
  <>
    {note && <UserText text={note} />}
    {restoredFrom !== null && <span class="by"> from v{restoredFrom}</span>}
    {answered.length > 0 && (
      <details class="answered">
        <summary>Answered {counted(answered.length, 'comment')}</summary>
        <Answered threads={answered} />
      </details>
    )}
  </>
)

const Size = ({ size, sizeBefore }: HistoryRow): JSX.Element => (
  <>
    {fileSize(size)}
    {sizeBefore !== null && <span class="by size-change"> {sizeChange(size - sizeBefore)}</span>}
  </>
)

/** `+1.2 KB`, `−300 bytes`, `same size`. */
function sizeChange(bytes: number): string {
  if (bytes === 0) return 'same size'
  return `${bytes > 0 ? '+' : '−'}${fileSize(Math.abs(bytes))}`
}

interface RowProps extends Facts {
  row: HistoryRow
}

const Actions = (props: RowProps): JSX.Element => {
  const { artifact, row } = props
  const path = settingsPath(artifact.shortId)
  return (
    <span class="row-actions">
      {row.version > 1 && (
        <a
          class="button"
          href={`${path}/compare?from=${row.version - 1}&to=${row.version}`}
          aria-label={`Compare version ${row.version} with the one before`}
        >
          Compare
        </a>
      )}
      <VersionMenu {...props} />
      {isRestorable(props) && <RestoreDialog {...props} />}
    </span>
  )
}

/** The current version is there already. */
const isRestorable = ({ artifact, row }: RowProps): boolean => !row.current && artifact.can.includes('edit')

function VersionMenu(props: RowProps): JSX.Element {
  const { artifact, row } = props
  const { version, current } = row
  const id = `version-${version}`
  return (
    <>
      <button
        type="button"
        class="tool"
        popovertarget={id}
        aria-label={`More for version ${version}`}
        title="More"
      >
        <Icon name="more" size={18} />
      </button>
      <div id={id} popover="auto" class="menu row-menu">
        <a class="menu-item" href={`/${artifact.shortId}@${version}`}>
          <Icon name="open" /> View
        </a>
        {!current && (
          <a
            class="menu-item"
            href={`${settingsPath(artifact.shortId)}/compare?from=${version}&to=${artifact.version}`}
          >
            <Icon name="compare" /> Compare with the current one
          </a>
        )}
        <button type="button" class="menu-item" data-copy={`${artifact.url}@${version}`}>
          <Icon name="link" /> <span data-copy-label>Copy link</span>
        </button>
        <a class="menu-item" href={`/${artifact.shortId}/content?version=${version}`} download>
          <Icon name="download" /> Download
        </a>
        {isRestorable(props) && (
          <button type="button" class="menu-item" popovertarget={`restore-${version}`}>
            <Icon name="history" /> Restore
          </button>
        )}
      </div>
    </>
  )
}

/** `POST {path}/versions/{n}/restore` with `base`, the version that is current here. */
const RestoreDialog = ({ artifact, row, now }: RowProps): JSX.Element => {
  const { version, createdAt } = row
  const id = `restore-${version}`
  return (
    <Dialog id={id} title={`Restore version ${version}?`}>
      <p>
        The file that was saved {momentOf(new Date(createdAt), now).exact} becomes version{' '}
        {artifact.version + 1} of{' '}
        <strong>
          <UserText text={artifact.name} />
        </strong>
        , and everyone who can open it sees it. Nothing is lost: version {artifact.version} stays in the
        history.
      </p>
      <Form action={`${settingsPath(artifact.shortId)}/versions/${version}/restore`}>
        <input type="hidden" name="base" value={artifact.version} />
        <p class="actions">
          <Button kind="primary">Restore version {version}</Button>
          <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
            Keep the current one
          </button>
        </p>
      </Form>
    </Dialog>
  )
}
