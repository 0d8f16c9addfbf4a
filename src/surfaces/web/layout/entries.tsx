// Things of a settings list as rows: who or what stands there, a fact, a word, and what can be done about it.

import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface EntriesProps {
  label: string
  children: ComponentChildren
}

export const Entries = ({ label, children }: EntriesProps): JSX.Element => (
  <ul class="entries" aria-label={label}>
    {children}
  </ul>
)

interface EntryProps {
  /** An avatar, or a tile with an icon. */
  mark: JSX.Element
  name: ComponentChildren
  /** The name leads there, and answers for the whole row. */
  href?: string | undefined
  /** Content beside the name, such as a badge. */
  beside?: ComponentChildren
  below?: ComponentChildren
  /** Such as when somebody was last there; below the name on a phone. */
  fact?: ComponentChildren
  /** Such as a role. */
  word?: ComponentChildren
  /** The controls that act on the entry. */
  children?: ComponentChildren
}

export const Entry = ({ mark, name, href, beside, below, fact, word, children }: EntryProps): JSX.Element => (
  <li class="entry-row">
    {mark}
    <div class="entry-words">
      <div class="entry-name">
        {href ? (
          <a class="row-link" href={href}>
            {name}
          </a>
        ) : (
          <strong>{name}</strong>
        )}{' '}
        {beside}
      </div>
      {below && <div class="small muted">{below}</div>}
    </div>
    {fact && <div class="entry-fact small muted">{fact}</div>}
    {word && <span class="entry-word small soft">{word}</span>}
    {children ? <div class="entry-actions">{children}</div> : href && <Icon name="next" />}
  </li>
)

/** An icon where a person has an avatar. */
export const Tile = ({ icon }: { icon: IconName }): JSX.Element => (
  <span class="avatar agent large" aria-hidden="true">
    <Icon name={icon} />
  </span>
)
