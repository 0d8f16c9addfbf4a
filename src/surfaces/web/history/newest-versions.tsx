// The newest versions of an artifact, and the way to all of them.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { historyPath } from '../layout/artifact-paths.ts'
import { type Column, Table } from '../layout/blocks.tsx'
import { fileSize } from '../layout/text.ts'
import { By, RelativeTime, UserText } from '../layout/words.tsx'
import { newestWords as words } from '../words/history.ts'

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

export interface HistoryProps {
  artifact: PresentedArtifact
  rows: readonly VersionRow[]
  now: Date
}

/** The newest; all of them stand on a page of their own. */
export const History = ({ artifact, rows, now }: HistoryProps): JSX.Element => {
  const columns: Column<VersionRow>[] = [
    {
      name: words.version,
      heading: true,
      cell: ({ version, current }) => (
        <>
          <a class="row-link" href={`/${artifact.shortId}${current ? '' : `@${version}`}`}>
            v{version}
          </a>
          {current && <span class="label">{words.current}</span>}
        </>
      ),
    },
    {
      name: words.saved,
      bare: true,
      cell: row => (
        <>
          <RelativeTime at={new Date(row.createdAt)} now={now} />
          <By {...row} name={row.author.name} />
        </>
      ),
    },
    {
      name: words.note,
      bare: true,
      cell: ({ note, restoredFrom }) => (
        <>
          {note && <UserText text={note} />}
          {restoredFrom !== null && <span class="by"> {words.restoredFrom(restoredFrom)}</span>}
        </>
      ),
    },
    { name: words.size, bare: true, tight: true, cell: ({ size }) => fileSize(size) },
  ]
  return (
    <section id="history" class="broad" aria-labelledby="history-title">
      <h2 id="history-title">{words.title}</h2>
      <Table caption={words.caption} columns={columns} rows={rows} rowKey={({ version }) => `${version}`} />
      <p class="actions">
        <a class="button" href={historyPath(artifact.shortId)}>
          {words.all}
        </a>
      </p>
    </section>
  )
}
