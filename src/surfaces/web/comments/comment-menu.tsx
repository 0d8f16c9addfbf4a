// The menu of a comment: its link, and for who wrote it what changes and deletes it.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon, type IconName } from '../layout/icon.tsx'
import { commentWords as text } from '../words/comments.ts'

interface MenuProps {
  /** Id of the comment. */
  id: string
  /** Address of the thread; null in the menu of a reply. */
  link: string | null
  /** Opens the form that changes or deletes the comment; null for who did not write it. */
  own: ((form: 'edit' | 'delete') => void) | null
}

/** Its entries are made when it opens: there may be a thousand menus. */
export const CommentMenu = ({ id, link, own }: MenuProps): JSX.Element => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class="tool at-end"
        popovertarget={`menu-${id}`}
        aria-label={text.moreFor}
        data-tip={text.moreFor}
      >
        <Icon name="more" />
      </button>
      <div
        id={`menu-${id}`}
        popover="auto"
        class="menu beside-button"
        onBeforeToggle={event => setOpen(event.newState === 'open')}
      >
        {isOpen && link && (
          <button type="button" class="menu-item" data-copy={link}>
            <Icon name="link" /> <span data-copy-label>{text.copyLink}</span>
          </button>
        )}
        {isOpen && own && (
          <>
            <Item icon="pen" label={text.edit} onClick={() => own('edit')} />
            <Item icon="bin" label={text.remove} onClick={() => own('delete')} />
          </>
        )}
      </div>
    </>
  )
}

interface ItemProps {
  icon: IconName
  label: string
  onClick(): void
}

const Item = ({ icon, label, onClick }: ItemProps): JSX.Element => (
  <button type="button" class="menu-item" onClick={onClick}>
    <Icon name={icon} /> <span>{label}</span>
  </button>
)
