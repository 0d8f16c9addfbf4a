// The versions of an artifact, each to open and to go back to.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/present.ts'
import { fileSize, plain } from '../text.ts'
import { By, settingsPath } from './artifact-rows.tsx'
import { type Column, Table } from './blocks.tsx'
import { Pages, type PagesProps } from './dashboard.tsx'
import { RelativeTime, UserText } from './words.tsx'

export interface VersionRow {
  version: number
  current: boolean
  author: { name: string }
  actorType: 'human' | 'agent' | 'service' | 'system'
  actorName: string | null
  note: string | null
  size: number
  restoredFrom: number | null
  createdAt: string
}

export interface HistoryProps {
  artifact: PresentedArtifact
  rows: readonly VersionRow[]
  pages: PagesProps
  mayEdit: boolean
  now: Date
}

/** Going back makes a new version: `POST {path}/versions/{n}/restore` with `base`, the current one. */
export const History = ({ artifact, rows, pages, mayEdit, now }: HistoryProps): JSX.Element => {
  const columns: Column<VersionRow>[] = [
    {
      name: 'Version',
      heading: true,
      cell: ({ version, current }) => (
        <>
          <a class="row-link" href={`/${artifact.shortId}${current ? '' : `@${version}`}`}>
            v{version}
          </a>
          {current && <span class="label">current</span>}
        </>
      ),
    },
    {
      name: 'Saved',
      bare: true,
      cell: row => (
        <>
          <RelativeTime at={new Date(row.createdAt)} now={now} />
          <By name={row.author.name} actorType={row.actorType} actorName={row.actorName} />
        </>
      ),
    },
    {
      name: 'Note',
      bare: true,
      cell: ({ note, restoredFrom }) => (
        <>
          {note && <UserText text={note} />}
          {restoredFrom !== null && <span class="by"> from v{restoredFrom}</span>}
        </>
      ),
    },
    { name: 'Size', bare: true, tight: true, cell: ({ size }) => fileSize(size) },
    ...(mayEdit ? [restoreColumn(artifact)] : []),
  ]
  return (
    <section id="history" class="broad" aria-labelledby="history-title">
      <h2 id="history-title">Versions</h2>
      <Table caption="Versions" columns={columns} rows={rows} rowKey={({ version }) => `${version}`} />
      <Pages {...pages} />
    </section>
  )
}

const restoreColumn = (artifact: PresentedArtifact): Column<VersionRow> => ({
  name: 'Restore',
  right: true,
  cell: ({ version, current }) =>
    !current && (
      <form method="post" action={`${settingsPath(artifact.shortId)}/versions/${version}/restore`}>
        <input type="hidden" name="base" value={artifact.version} />
        <button
          type="submit"
          class="button"
          aria-label={`Restore version ${version} of ${plain(artifact.name)}`}
        >
          Restore
        </button>
      </form>
    ),
})
