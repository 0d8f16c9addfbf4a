// Artifacts as rows of a list: name, audience, version, who changed it when, size, and a menu of what can be done.

import type { JSX } from 'preact'
import type { Authorship } from '../../../domain/author-words.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { counted, daysLeft, fileSize, plain } from '../text.ts'
import { type Column, Table } from './blocks.tsx'
import { Icon } from './icon.tsx'
import { AudienceMark, AuthorName, audienceWords, RelativeTime, UserText } from './words.tsx'

export interface ArtifactRow extends PresentedArtifact {
  /** Where a search found its words. */
  snippet?: string
}

export interface ArtifactRowsProps {
  rows: readonly ArtifactRow[]
  now: Date
}

export type ArtifactPath = `/app/artifacts/${string}`

/** Path of the page of an artifact's settings. */
export const settingsPath = (shortId: string): ArtifactPath => `/app/artifacts/${encodeURIComponent(shortId)}`

/** Path of the page with all its versions. */
export const historyPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/history`

/** The comments of an artifact, as a page that needs no script. */
export const commentsPath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/comments`

/** Path of the page on which it is shared. */
export const sharePath = (shortId: string): ArtifactPath => `${settingsPath(shortId)}/share`

export const ArtifactRows = ({ rows, now }: ArtifactRowsProps): JSX.Element => (
  <Table caption="Artifacts" columns={columnsAt(now)} rows={rows} rowKey={({ shortId }) => shortId} whole />
)

const columnsAt = (now: Date): Column<ArtifactRow>[] => [
  { name: 'Name', heading: true, cell: row => <Title row={row} now={now} /> },
  { name: 'Audience', bare: true, tight: true, cell: row => <AudienceMark {...audienceOf(row)} /> },
  {
    name: 'Changed',
    bare: true,
    cell: ({ updatedAt, updatedBy }) => (
      <>
        <RelativeTime at={new Date(updatedAt)} now={now} />
        {updatedBy && <By {...updatedBy} />}
      </>
    ),
  },
  { name: 'Version', bare: true, tight: true, cell: ({ version }) => `v${version}` },
  { name: 'Size', bare: true, tight: true, cell: ({ size }) => fileSize(size) },
  { name: 'More', right: true, cell: row => <RowMenu row={row} /> },
]

export const audienceOf = (artifact: PresentedArtifact) =>
  audienceWords({
    visibility: artifact.visibility,
    ...(artifact.sharedWith && { sharedCount: artifact.sharedWith.length }),
    ...(artifact.organization && { organization: artifact.organization.name }),
  })

export const By = (by: Authorship): JSX.Element => (
  <span class="by">
    {' by '}
    <AuthorName {...by} />
  </span>
)

const Title = ({ row, now }: { row: ArtifactRow; now: Date }): JSX.Element => (
  <>
    <a class="row-link" href={`/${row.shortId}`}>
      <UserText text={row.name} />
    </a>
    <span class="row-facts">
      <code>{row.shortId}</code>
      {row.labels?.map(label => (
        <a key={label} class="label" href={`/app?label=${encodeURIComponent(label.toWellFormed())}`}>
          <UserText text={label} />
        </a>
      ))}
      {row.expiresAt && <span>ends in {counted(daysLeft(new Date(row.expiresAt), now), 'day')}</span>}
    </span>
    {row.snippet && (
      <span class="snippet">
        <UserText text={row.snippet} />
      </span>
    )}
  </>
)

function RowMenu({ row }: { row: ArtifactRow }): JSX.Element {
  const path = settingsPath(row.shortId)
  const id = `row-${row.shortId}`
  return (
    <>
      <button
        type="button"
        class="tool"
        popovertarget={id}
        aria-label={`More for ${plain(row.name)}`}
        title="More"
      >
        <Icon name="more" size={18} />
      </button>
      <div id={id} popover="auto" class="menu row-menu">
        <a class="menu-item" href={`/${row.shortId}`}>
          <Icon name="open" /> Open
        </a>
        <button type="button" class="menu-item" data-copy={row.url}>
          <Icon name="link" /> <span data-copy-label>Copy link</span>
        </button>
        <Managing path={path} can={row.can} />
      </div>
    </>
  )
}

const About = ({ path }: { path: string }): JSX.Element => (
  <a class="menu-item" href={path}>
    <Icon name="contents" /> About it
  </a>
)

/** What the reader may do with it; its facts alone where it is nothing. */
const Managing = ({ path, can }: { path: string; can: PresentedArtifact['can'] }): JSX.Element => (
  <>
    {can.includes('share') ? (
      <a class="menu-item" href={`${path}#sharing`}>
        <Icon name="people" /> Who can open it
      </a>
    ) : (
      <About path={path} />
    )}
    {can.includes('settings') && (
      <a class="menu-item" href={`${path}#settings`}>
        <Icon name="pen" /> Name, labels, look, end
      </a>
    )}
    {can.includes('history') && (
      <a class="menu-item" href={`${path}/history`}>
        <Icon name="history" /> History
      </a>
    )}
    {can.includes('delete') && (
      <a class="menu-item" href={`${path}#delete`}>
        <Icon name="bin" /> Delete
      </a>
    )}
  </>
)
