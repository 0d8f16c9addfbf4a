// The artifacts one can open: searched, filtered, sorted, page by page.

import type { JSX } from 'preact'
import { type ArtifactRow, ArtifactRows } from '../components/artifact-rows.tsx'
import { CopyField, EmptyState } from '../components/blocks.tsx'
import { Select } from '../components/choices.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../components/dashboard.tsx'
import { Button, Field } from '../components/form.tsx'
import { UserText } from '../components/words.tsx'

export interface Filters {
  owner?: string
  visibility?: string
  format?: string
  label?: string
  sort?: string
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
}

/** `GET /app?q=` searches; `GET /app` with filters lists. */
export const artifactsPage = (props: ArtifactsPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Artifacts', children: <Artifacts {...props} /> })

const Artifacts = (props: ArtifactsPageProps): JSX.Element => (
  <>
    <div class="title-line">
      <h1>Artifacts</h1>
      {props.mayPublish && (
        <a class="button primary" href="/app/new">
          Publish
        </a>
      )}
    </div>
    <div class="list-tools">
      <Search q={props.q} />
      {!props.q && <FilterForm {...props.filters} />}
    </div>
    {props.q && <Found count={props.rows.length} q={props.q} />}
    {props.rows.length > 0 ? (
      <ArtifactRows rows={props.rows} now={props.frame.now} />
    ) : (
      <Nothing {...props} />
    )}
    <Pages {...props.pages} />
  </>
)

const Search = ({ q }: { q?: string | undefined }): JSX.Element => (
  <search>
    <form method="get" action="/app" class="search">
      <Field name="q" label="Words in names and texts" type="search" value={q} maxLength={500} />
      <Button>Search</Button>
    </form>
  </search>
)

const Found = ({ count, q }: { count: number; q: string }): JSX.Element => (
  <p>
    {count === 0 ? 'Nothing' : 'What'} holds “<UserText text={q} />”{count > 0 && ', the best first'}.{' '}
    <a href="/app">Show everything</a>
  </p>
)

const options = {
  owner: [
    { value: '', label: 'Everything open to you' },
    { value: 'me', label: 'Yours' },
  ],
  visibility: [
    { value: '', label: 'Any audience' },
    { value: 'public', label: 'Public' },
    { value: 'company', label: 'Company' },
    { value: 'private', label: 'Private' },
  ],
  format: [
    { value: '', label: 'HTML and Markdown' },
    { value: 'html', label: 'HTML' },
    { value: 'markdown', label: 'Markdown' },
  ],
  sort: [
    { value: 'updatedAt', label: 'Last changed' },
    { value: 'createdAt', label: 'Newest' },
    { value: 'name', label: 'Name' },
  ],
} as const

/** The filters a list may have, by the values they may take; a label may be any text. */
export const filterValues: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(options).map(([name, all]) => [name, all.map(({ value }) => value).filter(Boolean)]),
)

function FilterForm(filters: Filters): JSX.Element {
  const active = Object.values(filters).some(value => value !== undefined)
  return (
    <details class="sift" open={active}>
      <summary>Filter and sort</summary>
      <form method="get" action="/app" class="filters">
        <Select name="owner" label="Whose" options={options.owner} value={filters.owner} />
        <Select name="visibility" label="Audience" options={options.visibility} value={filters.visibility} />
        <Select name="format" label="Format" options={options.format} value={filters.format} />
        <Field name="label" label="Label" value={filters.label} maxLength={40} />
        <Select name="sort" label="Order" options={options.sort} value={filters.sort} />
        <p class="actions">
          <Button>Show</Button>
          {active && (
            <a class="button" href="/app">
              Show everything
            </a>
          )}
        </p>
      </form>
    </details>
  )
}

function Nothing({ frame, filters, q, mayPublish }: ArtifactsPageProps): JSX.Element | null {
  if (q) return null
  if (Object.values(filters).some(value => value !== undefined))
    return (
      <EmptyState title="Nothing fits">
        <p>
          No artifact open to you has all of that. <a href="/app">Show everything</a>
        </p>
      </EmptyState>
    )
  if (!mayPublish)
    return (
      <EmptyState title="Nothing is open to you yet">
        <p>What is published for the company, or for you by name, is listed here.</p>
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing published yet">
      <p>
        What you and your colleagues publish is listed here. <a href="/app/new">Drop a file</a>, or with a{' '}
        <a href="/app/keys">key</a>:
      </p>
      <CopyField
        label="Command to publish"
        text={`curl -H "Authorization: Bearer $RECTO_API_KEY" -F file=@page.html ${frame.url}/v1/artifacts`}
      />
    </EmptyState>
  )
}
