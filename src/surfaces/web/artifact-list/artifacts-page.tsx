// The pages one can open: one bar to search and filter, then rows; the first visit is one large place to drop a file.

import type { JSX } from 'preact'
import { EmptyState } from '../layout/blocks.tsx'
import { Chip, IconButton, KeyCap, LinkButton, Segmented } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, Form, Hidden } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { ChooseButton, PasteButton } from '../layout/publish-buttons.tsx'
import { Popover, Toast } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { common, parts } from '../words/common.ts'
import { pages, publishing } from '../words/pages.ts'
import { ArtifactLeaves } from './artifact-leaves.tsx'
import { type ArtifactRow, ArtifactRows } from './artifact-rows.tsx'
import { FirstPage } from './first-page.tsx'
import { SELECTION, SelectionBar } from './selection-bar.tsx'

export interface Filters {
  owner?: string
  visibility?: string
  format?: string
  label?: string
  sort?: string
  /** `leaves` shows the same list as a shelf. */
  view?: string
}

export interface ArtifactsPageProps {
  frame: Frame
  rows: readonly ArtifactRow[]
  pages?: PagesProps
  filters: Filters
  /** Words that were searched for. */
  q?: string
  /** Viewers read; everybody else publishes too. */
  mayPublish: boolean
  /** Numbers of all pages, of the reader's own, and of those that others shared. */
  counts?: Counts
  /** True for the list of what others shared with the reader. */
  shared?: boolean
  /** Pages that were just moved to the trash and can come back. */
  trashed?: readonly string[]
  /** Bytes of the largest file. */
  largest?: number
}

export type Counts = Readonly<Record<'all' | 'mine' | 'shared', number>>

/** `GET /app?q=` searches; `GET /app` with filters lists; `GET /app/shared` holds what others shared. */
export const artifactsPage = (props: ArtifactsPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: props.shared ? pages.shared : pages.title,
    children: isFirst(props) ? <FirstPage largest={props.largest ?? 0} /> : <Artifacts {...props} />,
  })

/** The order and the look of a list leave out nothing. */
const isFiltered = ({ sort: _, view: __, ...filters }: Filters): boolean =>
  Object.values(filters).some(value => value !== undefined)

/** True where somebody who may publish sees nothing yet. */
const isFirst = ({ rows, q, filters, mayPublish, shared, pages: at, trashed }: ArtifactsPageProps): boolean =>
  rows.length === 0 && !q && !isFiltered(filters) && mayPublish && !shared && !at?.first && !trashed?.length

const Artifacts = (props: ArtifactsPageProps): JSX.Element => (
  <>
    <div class="page-head">
      <h1>{props.shared ? pages.shared : pages.title}</h1>
      {props.mayPublish && <Publishing />}
    </div>
    <Bar {...props} />
    <div id="list" class="stack tight" data-live>
      <ActiveFilters {...props} />
      {props.rows.length > 0 ? <List {...props} /> : <Nothing {...props} />}
      <Pages {...props.pages} />
    </div>
    {props.trashed && props.trashed.length > 0 && <Undo ids={props.trashed} list={listHref(props)} />}
  </>
)

const Publishing = (): JSX.Element => (
  <>
    <span class="wide-only">
      <PasteButton />
    </span>
    <ChooseButton label={publishing.publishFile} />
  </>
)

/** The same list the other way. */
function viewHref({ q, filters, shared }: ArtifactsPageProps, view?: string): string {
  if (shared) return hrefWith({ view }, '/app/shared')
  return hrefWith(q ? { q, owner: filters.owner, view } : { ...filters, view })
}

const listHref = (props: ArtifactsPageProps): string => viewHref(props, props.filters.view)

const Bar = (props: ArtifactsPageProps): JSX.Element => {
  const { q, filters, shared } = props
  return (
    <div class="list-bar">
      <search class="grow">
        <form method="get" action="/app" class="input-box search">
          <Icon name="search" />
          <input
            id="search"
            type="search"
            name="q"
            value={q && plain(q)}
            maxLength={500}
            placeholder={pages.search}
            aria-label={pages.search}
            autocomplete="off"
            dir="auto"
          />
          <Hidden values={{ owner: filters.owner, view: filters.view }} />
          <span class="wide-only">
            <KeyCap>/</KeyCap>
          </span>
        </form>
        <p id="found" role="status" class="visually-hidden" />
      </search>
      <div id="list-ways" class="line" data-live>
        <Whose {...props} />
        {!shared && !q && <FilterMenu {...props} />}
        <Segmented
          label={pages.view}
          segments={[
            {
              href: viewHref(props),
              label: pages.rows,
              icon: 'list',
              current: filters.view === undefined,
            },
            {
              href: viewHref(props, 'leaves'),
              label: pages.leaves,
              icon: 'shelf',
              current: filters.view === 'leaves',
            },
          ]}
        />
      </div>
    </div>
  )
}

/** Links to all, own and shared pages. The search is kept, except for shared pages, which no search is limited to. */
const Whose = ({ q, filters, shared, counts }: ArtifactsPageProps): JSX.Element => {
  const { owner, view } = filters
  return (
    <Segmented
      label={pages.whose}
      segments={[
        { href: hrefWith({ q, view }), label: pages.all, current: !shared && !owner, count: counts?.all },
        {
          href: hrefWith({ q, owner: 'me', view }),
          label: pages.mine,
          current: owner === 'me',
          count: counts?.mine,
        },
        {
          href: hrefWith({ view }, '/app/shared'),
          label: pages.sharedShort,
          current: shared ?? false,
          count: counts?.shared,
        },
      ]}
    />
  )
}

const options = {
  owner: [{ value: 'me', label: pages.mine }],
  visibility: [
    { value: 'public', label: pages.public },
    { value: 'company', label: pages.company },
    { value: 'private', label: pages.private },
  ],
  format: [
    { value: 'html', label: pages.html },
    { value: 'markdown', label: pages.markdown },
  ],
  sort: [
    { value: 'updatedAt', label: pages.lastChanged },
    { value: 'createdAt', label: pages.newest },
    { value: 'name', label: pages.name },
  ],
  view: [{ value: 'leaves', label: pages.leaves }],
} as const

/** The filters a list may have, by the values they may take; a label may be any text. */
export const filterValues: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(options).map(([name, all]) => [name, all.map(({ value }) => value).filter(Boolean)]),
)

/** Each choice is a way to the list with it, or without it where it holds already. */
const FilterMenu = ({ filters, rows }: ArtifactsPageProps): JSX.Element => {
  const labels = [...new Set([filters.label ?? [], ...rows.map(row => row.labels ?? [])].flat())].slice(0, 12)
  const { label: _, ...others } = filters
  return (
    <div>
      <IconButton icon="filter" label={pages.filter} opens="filters" atEnd />
      <Popover id="filters" label={pages.filter}>
        <div class="stack">
          <FilterChips filters={filters} name="visibility" title={pages.who} options={options.visibility} />
          <FilterChips filters={filters} name="format" title={pages.format} options={options.format} />
          <FilterChips
            filters={filters}
            name="label"
            title={pages.label}
            options={labels.map(label => ({ value: label, label }))}
          >
            <form method="get" action="/app">
              <Hidden values={others} />
              <input
                name="label"
                class="chip"
                placeholder={pages.otherLabel}
                aria-label={pages.otherLabel}
                maxLength={40}
                required
                autocomplete="off"
                dir="auto"
              />
            </form>
          </FilterChips>
          <div class="stack tight">
            <span class="label-text">{pages.order}</span>
            <Segmented
              label={pages.order}
              segments={options.sort.map(({ value, label }) => ({
                href: hrefWith({ ...filters, sort: value }),
                label,
                current: value === (filters.sort ?? 'updatedAt'),
              }))}
            />
          </div>
        </div>
      </Popover>
    </div>
  )
}

interface FilterChipsProps {
  filters: Filters
  name: 'visibility' | 'format' | 'label'
  title: string
  options: readonly { value: string; label: string }[]
  /** Content beside the choices. */
  children?: JSX.Element
}

const FilterChips = ({ filters, name, title, options: all, children }: FilterChipsProps): JSX.Element => (
  <nav aria-label={title} class="stack tight">
    <span class="label-text">{title}</span>
    <span class="line wrap">
      {all.map(({ value, label }) => (
        <Chip
          key={value}
          href={hrefWith({ ...filters, [name]: filters[name] === value ? undefined : value })}
          on={filters[name] === value}
        >
          <UserText text={label} />
        </Chip>
      ))}
      {children}
    </span>
  </nav>
)

type Query = { [Name in keyof Filters | 'q']?: string | undefined }

const hrefWith = (query: Query, path = '/app'): string => {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Each filter that holds, with the way to the list without it; Mine is chosen elsewhere. */
function ActiveFilters({ filters }: ArtifactsPageProps): JSX.Element | null {
  const { sort, view, owner, ...others } = filters
  const [kept, narrowing] = owner === 'me' ? [{ owner }, others] : [{}, { owner, ...others }]
  const active = Object.entries(narrowing).filter(([, value]) => value !== undefined)
  if (active.length === 0) return null
  return (
    <p class="line wrap">
      {active.map(([name, value]) => (
        <Chip key={name} href={hrefWith({ ...filters, [name]: undefined })} on>
          <UserText text={wordOf(name, value!)} />
        </Chip>
      ))}
      <a class="small" href={hrefWith({ ...kept, sort, view })}>
        {pages.clear}
      </a>
    </p>
  )
}

function wordOf(name: string, value: string): string {
  const known: readonly { value: string; label: string }[] =
    name === 'visibility' ? options.visibility : name === 'format' ? options.format : []
  return known.find(option => option.value === value)?.label ?? value
}

const List = (props: ArtifactsPageProps): JSX.Element => {
  const { frame, rows, filters, q, shared, mayPublish } = props
  const { sort = 'updatedAt' } = filters
  const order = { sort, href: (next: string) => hrefWith({ ...filters, sort: next }) }
  const selects = mayPublish && rows.some(({ can }) => can.includes('delete')) ? SELECTION : undefined
  if (filters.view === 'leaves') return <ArtifactLeaves rows={rows} now={frame.now} query={q} />
  return (
    <div class="selectable">
      <ArtifactRows
        rows={rows}
        now={frame.now}
        reader={frame.reader.email}
        query={q}
        selects={selects}
        {...(!q && !shared && { order })}
      />
      {selects && (
        <SelectionBar organization={frame.organization?.name ?? pages.company} list={listHref(props)} />
      )}
    </div>
  )
}

const Undo = ({ ids, list }: { ids: readonly string[]; list: string }): JSX.Element => (
  <Toast
    undo={
      <Form action="/app/undelete">
        <Hidden values={{ ...Object.fromEntries(ids.map(id => [`page-${id}`, 'on'])), list }} />
        <Button size="small">{parts.undo}</Button>
      </Form>
    }
  >
    {pages.trashed(ids.length)}
  </Toast>
)

function Nothing({ q, shared, filters, mayPublish }: ArtifactsPageProps): JSX.Element {
  if (q)
    return (
      <EmptyState
        title={
          <>
            {pages.noMatch} “<UserText text={q} />”
          </>
        }
      >
        <p>{pages.noMatchHint}</p>
        <LinkButton href={hrefWith(filters)}>{pages.clearSearch}</LinkButton>
      </EmptyState>
    )
  if (!shared && mayPublish && isFiltered(filters))
    return (
      <EmptyState title={pages.noFit}>
        <LinkButton href={hrefWith({ sort: filters.sort, view: filters.view })}>{pages.clear}</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState title={pages.sharedNone}>
      <p>{pages.sharedNoneHint}</p>
      {isFiltered(filters) && <LinkButton href="/app">{common.pages}</LinkButton>}
    </EmptyState>
  )
}
