// Pages as rows of a list: drawing and name, who can open it, open comments, owner, when it changed, and a menu.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { openCommentsPath, settingsPath, sharePath } from '../layout/artifact-paths.ts'
import { Avatar } from '../layout/controls.tsx'
import { DrawnLeaf } from '../layout/drawn-leaf.tsx'
import { Icon, type IconName } from '../layout/icon.tsx'
import { MarkedText } from '../layout/marked-text.tsx'
import { Row, Rows, type RowsColumn } from '../layout/surfaces.tsx'
import { counted, daysLeft, plain } from '../layout/text.ts'
import { audienceOf, RelativeTime, UserText } from '../layout/words.tsx'
import { pages } from '../words/pages.ts'

export interface ArtifactRow extends PresentedArtifact {
  /** As `DrawnLeaf` takes it. */
  drawing?: string | null
  /** First sentences of the page. */
  opening?: string | null
  /** Passage in which a search found its words. */
  snippet?: string
}

export interface ArtifactRowsProps {
  rows: readonly ArtifactRow[]
  now: Date
  /** Address of the signed-in reader. */
  reader: string
  /** Id of the form that acts on what is selected; absent where nothing can be done with several. */
  selects?: string | undefined
  /** Words that were searched for: they are marked. */
  query?: string | undefined
  /** Links to the list in another order; absent where the order is not the reader's choice. */
  order?: { sort: string; href(sort: string): string }
}

export const ArtifactRows = ({ rows, order, selects, ...row }: ArtifactRowsProps): JSX.Element => (
  <Rows label={pages.title} columns={columns(order)} selectable={selects !== undefined}>
    {rows.map(each => (
      <ArtifactLine key={each.shortId} artifact={each} selects={selects} {...row} />
    ))}
  </Rows>
)

const columns = (order: ArtifactRowsProps['order']): RowsColumn[] => {
  const sortable = (sort: string) => order && { href: order.href(sort), sorted: order.sort === sort }
  return [
    { name: pages.name, ...sortable('name') },
    { name: pages.who, level: 'second' },
    { name: pages.comments, level: 'third' },
    { name: pages.owner, level: 'second' },
    { name: pages.changed, level: 'third', ...sortable('updatedAt') },
    { name: '' },
  ]
}

interface LineProps extends Pick<ArtifactRowsProps, 'now' | 'reader' | 'selects' | 'query'> {
  artifact: ArtifactRow
}

const ArtifactLine = ({ artifact, now, reader, selects, query }: LineProps): JSX.Element => (
  <Row
    select={selects === undefined ? undefined : <Select artifact={artifact} form={selects} />}
    lead={
      <>
        <DrawnLeaf {...artifact} />
        <Title artifact={artifact} now={now} query={query} />
      </>
    }
  >
    <span class="second small cut">
      <Audience artifact={artifact} reader={reader} />
    </span>
    <span class="third">
      <OpenThreads artifact={artifact} />
    </span>
    <span class="second">
      <Owner {...artifact.owner} />
    </span>
    <span class="third small muted">
      <RelativeTime at={new Date(artifact.updatedAt)} now={now} />
    </span>
    <RowMenu artifact={artifact} />
  </Row>
)

/** The box of a row; it is disabled on a page that the reader may not delete, with which nothing can be done. */
const Select = ({ artifact, form }: { artifact: ArtifactRow; form: string }): JSX.Element => (
  <input
    type="checkbox"
    form={form}
    name={`page-${artifact.shortId}`}
    aria-label={pages.select(plain(artifact.name))}
    disabled={!artifact.can.includes('delete')}
  />
)

const Title = ({ artifact, now, query = '' }: Omit<LineProps, 'reader' | 'selects'>): JSX.Element => (
  <div class="cut">
    <a class="row-link" href={`/${artifact.shortId}`} title={plain(artifact.name)}>
      <MarkedText text={artifact.name} query={query} />
    </a>
    <p class="row-facts small muted">
      <Opening {...artifact} />
      <span class="cut">
        {artifact.format === 'html' ? pages.html : pages.markdown} · v{artifact.version}
        {artifact.expiresAt &&
          ` · ${pages.expires(counted(daysLeft(new Date(artifact.expiresAt), now), 'day'))}`}
        <span class="phone-only">
          {' · '}
          <RelativeTime at={new Date(artifact.updatedAt)} now={now} /> <OpenThreads artifact={artifact} />
        </span>
        {artifact.labels?.map(label => (
          <a key={label} class="label" href={`/app?label=${encodeURIComponent(label.toWellFormed())}`}>
            <UserText text={label} />
          </a>
        ))}
      </span>
    </p>
    {artifact.snippet && (
      <p class="cut small soft">
        <MarkedText text={artifact.snippet} query={query} />
      </p>
    )}
  </div>
)

/** The first words of the page, which give way to the facts after them; a row with a search snippet shows that instead. */
const Opening = ({ opening, snippet }: ArtifactRow): JSX.Element | null =>
  opening && !snippet ? (
    <>
      <span class="cut wide-only">
        <UserText text={opening} />
      </span>
      <span class="wide-only"> · </span>
    </>
  ) : null

export const Audience = ({ artifact, reader }: { artifact: ArtifactRow; reader: string }): JSX.Element => {
  const { icon, meaning } = audienceOf(artifact)
  return (
    <span class="audience" title={meaning}>
      <Icon name={icon} />
      <span class="cut">
        <AudienceWord artifact={artifact} reader={reader} />
      </span>
    </span>
  )
}

function AudienceWord({ artifact, reader }: { artifact: ArtifactRow; reader: string }): JSX.Element {
  const { visibility, sharedWith = [], organization, owner } = artifact
  if (visibility === 'public') return <>{pages.public}</>
  if (visibility === 'company') return <UserText text={organization?.name ?? pages.company} />
  if (sharedWith.length > 0) return <>{pages.people(sharedWith.length)}</>
  return <>{owner.email === reader ? pages.onlyYou : pages.private}</>
}

export const OpenThreads = ({ artifact }: { artifact: ArtifactRow }): JSX.Element | null =>
  artifact.openThreadCount ? (
    <a
      class="badge mark"
      href={openCommentsPath(artifact.shortId)}
      aria-label={pages.openComments(artifact.openThreadCount, plain(artifact.name))}
    >
      <Icon name="comment" size={12} />
      <span>{artifact.openThreadCount}</span>
    </a>
  ) : null

const Owner = ({ kind, name, color }: PresentedArtifact['owner']): JSX.Element => (
  <Avatar name={name} color={color} kind={kind === 'person' ? 'person' : 'organization'} />
)

function RowMenu({ artifact }: { artifact: ArtifactRow }): JSX.Element {
  const { shortId, name, url, can } = artifact
  const path = settingsPath(shortId)
  const id = `row-${shortId}`
  return (
    <span>
      <button
        type="button"
        class="tool"
        popovertarget={id}
        aria-label={pages.moreFor(plain(name))}
        title={pages.more}
      >
        <Icon name="more" />
      </button>
      <div id={id} popover="auto" class="menu row-menu">
        <Entry href={`/${shortId}`} icon="open" word={pages.open} />
        <button type="button" class="menu-item" data-copy={url}>
          <Icon name="link" /> <span data-copy-label>{pages.copyLink}</span>
        </button>
        {can.includes('share') && <Entry href={sharePath(shortId)} icon="people" word={pages.share} />}
        <Entry href={path} icon="settings" word={pages.details} />
        {can.includes('history') && <Entry href={`${path}/history`} icon="history" word={pages.history} />}
        {can.includes('delete') && (
          <>
            <hr />
            <Entry href={`${path}#delete`} icon="bin" word={pages.delete} danger />
          </>
        )}
      </div>
    </span>
  )
}

interface EntryProps {
  href: string
  icon: IconName
  word: string
  danger?: boolean
}

const Entry = ({ href, icon, word, danger }: EntryProps): JSX.Element => (
  <a class={danger ? 'menu-item danger' : 'menu-item'} href={href}>
    <Icon name={icon} /> {word}
  </a>
)
