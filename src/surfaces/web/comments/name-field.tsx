// A field in which members are named after @: a list to choose from by keyboard, by touch and with a screen reader; without one, plain text.

import type { JSX, RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { commentWords as words } from '../words/comments.ts'
import { begunIn, type Nameable, type Names, nameSearch, nameText } from './name-search.ts'

interface NameFieldProps {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** What stands in it at first. */
  text: string
  placeholder?: string | undefined
  names: Names
  describedBy: string
  isInvalid: boolean
  onText(text: string): void
}

interface Choice {
  found: readonly Nameable[]
  active: number
}

export const NameField = (props: NameFieldProps): JSX.Element => {
  const { id, field, text, placeholder, names, describedBy, isInvalid, onText } = props
  const [{ found, active }, setChoice] = useState<Choice>({ found: [], active: 0 })
  const [search] = useState(() => nameSearch(names, all => setChoice({ found: all, active: 0 })))
  const [first] = useState(text)
  const list = `${id}-names`
  const choose = (chosen: Nameable) => {
    const area = field.current!
    const start = area.selectionStart - (begunIn(area)?.length ?? 0)
    area.setRangeText(`${nameText(chosen, found)} `, start, area.selectionStart, 'end')
    search.close()
    onText(area.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0 || event.isComposing || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (key === 'ArrowDown') setChoice({ found, active: (active + 1) % found.length })
    else if (key === 'ArrowUp') setChoice({ found, active: (active - 1 + found.length) % found.length })
    else if (key === 'Enter' || key === 'Tab') choose(found[active]!)
    else if (key === 'Escape') search.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <textarea
        id={id}
        ref={field}
        rows={2}
        placeholder={placeholder}
        dir="auto"
        defaultValue={first}
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid ? 'true' : undefined}
        onInput={event => {
          search.look(event.currentTarget)
          onText(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={search.close}
      />
      <div
        id={list}
        class="names"
        role="listbox"
        aria-label={words.members}
        hidden={found.length === 0}
        onPointerDown={event => event.preventDefault()}
      >
        {found.map((each, index) => (
          <Option
            key={each.email}
            id={`${list}-${index}`}
            of={each}
            isActive={index === active}
            choose={choose}
          />
        ))}
      </div>
    </>
  )
}

interface OptionProps {
  id: string
  of: Nameable
  isActive: boolean
  choose(chosen: Nameable): void
}

const Option = ({ id, of, isActive, choose }: OptionProps): JSX.Element => {
  useLayoutEffect(() => {
    if (isActive) document.getElementById(id)!.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which has the keys
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} onClick={() => choose(of)}>
      <span dir="auto">{of.name}</span>
      <span class="address">{of.email}</span>
    </div>
  )
}
