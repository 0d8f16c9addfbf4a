// The list of pages as a shelf: each drawn large, with its name, who can open it, open comments and when it changed.

import type { JSX } from 'preact'
import { DrawnLeaf } from '../layout/drawn-leaf.tsx'
import { Icon } from '../layout/icon.tsx'
import { MarkedText } from '../layout/marked-text.tsx'
import { plain } from '../layout/text.ts'
import { audienceOf, RelativeTime } from '../layout/words.tsx'
import { pages } from '../words/pages.ts'
import { type ArtifactRow, OpenThreads } from './artifact-rows.tsx'

interface ArtifactLeavesProps {
  rows: readonly ArtifactRow[]
  now: Date
  /** Words that were searched for: they are marked. */
  query?: string | undefined
}

export const ArtifactLeaves = ({ rows, now, query = '' }: ArtifactLeavesProps): JSX.Element => (
  <ul class="shelf" aria-label={pages.title}>
    {rows.map(artifact => (
      <li key={artifact.shortId}>
        <div class="plate">
          <DrawnLeaf {...artifact} />
        </div>
        <div class="cut">
          <a class="row-link cut" href={`/${artifact.shortId}`} title={plain(artifact.name)}>
            <MarkedText text={artifact.name} query={query} />
          </a>
          <p class="line small muted">
            <Audience artifact={artifact} />
            <RelativeTime at={new Date(artifact.updatedAt)} now={now} />
            <OpenThreads artifact={artifact} />
          </p>
        </div>
      </li>
    ))}
  </ul>
)

function Audience({ artifact }: { artifact: ArtifactRow }): JSX.Element {
  const { icon, meaning } = audienceOf(artifact)
  return (
    <span title={meaning}>
      <Icon name={icon} />
      <span class="visually-hidden">{meaning}</span>
    </span>
  )
}
