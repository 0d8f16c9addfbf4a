// A field in which members are named after @, and their names shown as such: a list to choose from by keyboard, by touch and with a screen reader; without one, plain text.

import type { ComponentChild, JSX, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { comparable, mentionAt, namesOf } from '../../../domain/mentions.ts'
import { commentWords as words } from '../words/comments.ts'
import { begunIn, type Nameable, nameSearch, nameText } from './name-search.ts'

interface NameFieldProps {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Text with which the field begins. */
  text: string
  placeholder?: string | undefined
  shortId: string
  /** The words that name members in the text. */
  mentions: readonly string[]
  describedBy: string
  isInvalid: boolean
  onText(text: string): void
}

interface Choice {
  found: readonly Nameable[]
  active: number
}

export const NameField = (props: NameFieldProps): JSX.Element => {
  const { id, field, placeholder, shortId, describedBy, isInvalid, onText } = props
  const [text, setText] = useState(props.text)
  const [known] = useState(() => new Set(props.mentions.map(comparable)))
  const marks = useRef<HTMLDivElement>(null)
  const [{ found, active }, setChoice] = useState<Choice>({ found: [], active: 0 })
  const [search] = useState(() => nameSearch(shortId, all => offer(all)))
  const [first] = useState(text)
  const list = `${id}-names`
  const offer = (all: readonly Nameable[]) => {
    for (const name of all.flatMap(namesOf)) known.add(name)
    setChoice({ found: all, active: 0 })
  }
  const changed = (area: HTMLTextAreaElement) => {
    setText(area.value)
    onText(area.value)
  }
  const choose = (chosen: Nameable) => {
    const area = field.current!
    const start = area.selectionStart - (begunIn(area)?.length ?? 0)
    area.setRangeText(`${nameText(chosen, found)} `, start, area.selectionStart, 'end')
    search.close()
    changed(area)
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
      <div class="name-field">
        <div class="name-marks" ref={marks} dir="auto" aria-hidden="true">
          {marked(text, [...known])}
        </div>
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
            changed(event.currentTarget)
          }}
          onKeyDown={onKeyDown}
          onBlur={search.close}
          onScroll={event => {
            marks.current!.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
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

/**
 * The text with its names marked, and room for a line that was just begun; nothing where it names nobody. Names in code and
 * addresses are marked too: only the parser knows those, and this is a hint.
 */
function marked(text: string, names: readonly string[]): ComponentChild[] {
  const parts: ComponentChild[] = []
  let at = 0
  for (const { index } of text.matchAll(/@/g)) {
    const end = index + (mentionAt(text, index, names)?.length ?? 0)
    if (end === index || index < at) continue
    parts.push(text.slice(at, index), <mark>{text.slice(index, end)}</mark>)
    at = end
  }
  return at === 0 ? [] : [...parts, text.slice(at), '\u200b']
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
