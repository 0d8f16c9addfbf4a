// Found passages of the documentation: below the field while one types, and on a page of their own where no script runs.

import { type JSX, render } from 'preact'
import { docs } from '../words/docs.ts'
import { excerptOf, type SearchEntry } from './docs-search.ts'

export interface Found {
  query: string
  results: readonly SearchEntry[]
}

/** The address of a page or of one of its passages. */
export const docPath = (path: string): string => (/^(?:#|$)/.test(path) ? `/docs${path}` : `/docs/${path}`)

export const Passages = ({ query, results }: Found): JSX.Element => (
  <>
    {results.map(result => (
      <li key={result.path}>
        <a href={docPath(result.path)}>
          <strong>{result.heading || result.page}</strong>
          {result.heading && <span class="muted"> {result.page}</span>}
          <span class="doc-excerpt">{excerptOf(result, query)}</span>
        </a>
      </li>
    ))}
  </>
)

/** Fills the list below the field; null where there was no answer. */
export function showFound(list: HTMLElement, found: Found | null): void {
  const isEmpty = found?.results.length === 0
  const said = found === null ? docs.failed : isEmpty ? docs.nothing : null
  render(said === null ? <Passages {...found!} /> : <li class="doc-nothing">{said}</li>, list)
  list.hidden = false
}
