// The palette: one field for pages, comments, people and commands. `open-palette.ts` opens it.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { folded } from '../../../domain/search-text.ts'
import { search } from '../../../operations/artifacts/search.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { listMembers } from '../../../operations/organization/members.ts'
import { common } from '../words/common.ts'
import { palette as words } from '../words/palette.ts'
import { call, Refused, reasonOf } from './call.ts'
import type { Command } from './commands.ts'
import { KeyCap } from './controls.tsx'
import { TYPING_PAUSE } from './event-field.ts'
import { excerptOf } from './excerpt.ts'
import { Icon } from './icon.tsx'
import { MarkedText } from './marked-text.tsx'
import { modal } from './modal.tsx'
import type { Typed } from './open-palette.ts'

const { dialog, open } = modal('palette', words.title)

/** Opens the palette, which looks for what was typed already and goes there if Enter was pressed, or closes it. */
export function togglePalette(commands: readonly Command[], { text, isEntered }: Typed): void {
  if (dialog.open) {
    dialog.close()
    return
  }
  open(<Palette commands={commands} begin={text} />)
  const field = dialog.querySelector('input')!
  field.setSelectionRange(text.length, text.length)
  if (!isEntered) return
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(enter)) field.form!.requestSubmit()
}

type Hit = RowOf<typeof search>
type Member = RowOf<typeof listMembers>

interface Found {
  /** The words that were searched for. */
  q: string
  pages: readonly Hit[]
  comments: readonly Hit[]
  people: readonly Member[]
  /** Reason that there was no answer. */
  problem: string | null
}

const nothing: Found = { q: '', pages: [], comments: [], people: [], problem: null }

function useFound(q: string): Found {
  const [found, setFound] = useState(nothing)
  useLayoutEffect(() => {
    if (q === '') return setFound(nothing)
    const asking = new AbortController()
    const find = async () => {
      const next = await ask(q, asking.signal)
      if (!asking.signal.aborted) setFound(next)
    }
    const timer = setTimeout(() => void find().catch(reportError), TYPING_PAUSE)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q])
  return found
}

/** Gives what was found even where one of the searches fails. */
async function ask(q: string, signal: AbortSignal): Promise<Found> {
  let problem: string | null = null
  const rowsOf = <Row,>(answer: Promise<{ data: readonly Row[] }>): Promise<readonly Row[]> =>
    answer.then(
      ({ data }) => data,
      error => {
        problem = reasonOf(error)
        return []
      },
    )
  const [pages, comments, people] = await Promise.all([
    rowsOf(call(search, { q, in: 'artifacts', limit: 6 }, { signal })),
    rowsOf(call(search, { q, in: 'comments', limit: 3 }, { signal })),
    rowsOf(call(listMembers, { query: q.slice(0, 200), limit: 4 }, { signal }).catch(noneWhereForbidden)),
  ])
  return { q, pages, comments, people, problem }
}

/** Shows no people to a reader who may not list the members. */
function noneWhereForbidden(error: unknown): { data: Member[] } {
  if (error instanceof Refused && error.status === 403) return { data: [] }
  throw error
}

interface Option {
  href: string
  view: JSX.Element
  /** True where the option answers the search, so that Enter may take it. */
  isWanted: boolean
  chooses?: boolean | undefined
}

interface Group {
  title: string
  options: readonly Option[]
}

function Palette({ commands, begin }: { commands: readonly Command[]; begin: string }): JSX.Element {
  const [typed, setTyped] = useState(begin)
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const q = typed.trim()
  const found = useFound(q)
  const groups = groupsOf(q, found, commands)
  const options = groups.flatMap(group => group.options)
  const active = options.find(({ href }) => href === chosen) ?? options.find(({ isWanted }) => isWanted)
  const at = active ? options.indexOf(active) : -1
  useLayoutEffect(() => {
    list.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.href])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1
      setChosen(options.at(next % options.length)?.href ?? null)
    } else if (event.key === 'Enter' && active)
      list.current!.querySelector<HTMLElement>('[aria-selected=true]')!.click()
    else return
    event.preventDefault()
  }
  return (
    <>
      <form method="get" action="/app" class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          name="q"
          role="combobox"
          aria-label={words.field}
          aria-expanded="true"
          aria-controls="palette-found"
          aria-autocomplete="list"
          aria-activedescendant={active && `palette-${at}`}
          placeholder={words.field}
          autocomplete="off"
          maxLength={500}
          dir="auto"
          defaultValue={begin}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={onKeyDown}
        />
        <KeyCap>esc</KeyCap>
      </form>
      <div id="palette-found" role="listbox" aria-label={words.results} class="palette-found" ref={list}>
        {groups.map(({ title, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box stand in a group
          <div key={title} role="group" aria-label={title}>
            <p class="menu-head" aria-hidden="true">
              {title}
            </p>
            {own.map(option => (
              <Line key={option.href} {...option} id={options.indexOf(option)} isActive={option === active} />
            ))}
          </div>
        ))}
      </div>
      <p
        class="palette-none small muted"
        role="status"
        hidden={!found.problem && (q === '' || options.some(({ isWanted }) => isWanted))}
      >
        {found.problem ?? words.none}
      </p>
    </>
  )
}

const Line = ({ href, view, chooses, id, isActive }: Option & { id: number; isActive: boolean }) => (
  <a
    id={`palette-${id}`}
    class="menu-item"
    role="option"
    aria-selected={isActive}
    href={href}
    tabIndex={-1}
    data-choose={chooses}
  >
    {view}
    {isActive && (
      <span class="palette-open" aria-hidden="true">
        {words.open} <KeyCap>↵</KeyCap>
      </span>
    )}
  </a>
)

/** Returns the groups that have something to show. */
function groupsOf(
  q: string,
  { q: asked, pages, comments, people }: Found,
  commands: readonly Command[],
): Group[] {
  const fits = (text: string) =>
    folded(q)
      .split(/\s+/)
      .every(word => folded(text).includes(word))
  const groups: Group[] = [
    { title: common.pages, options: pages.map(hit => hitOption(hit, `/${hit.shortId}`, q, asked === q)) },
    { title: words.comments, options: comments.map(hit => hitOption(hit, new URL(hit.url), q, asked === q)) },
    { title: words.people, options: people.map(person => personOption(person, q, asked === q)) },
    {
      title: words.commands,
      options: commands
        .map(command => ({ ...command, isWanted: q !== '' && fits(command.label) }))
        .filter(({ always, isWanted }) => always || isWanted || q === '')
        .map(commandOption),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** An option of the search. Those of earlier words stay in sight until the answer comes; Enter takes none of them. */
const hitOption = (
  { shortId, kind, name, snippet }: Hit,
  href: string | URL,
  q: string,
  isWanted: boolean,
): Option => ({
  href: String(href),
  isWanted,
  view: (
    <>
      {kind === 'artifact' ? (
        <img class="leaf-drawing" alt="" width={36} height={46} src={`/v1/artifacts/${shortId}/drawing`} />
      ) : (
        <Icon name="comment" />
      )}
      <TwoLines above={name} below={kind === 'artifact' ? excerptOf({ name, snippet }) : snippet} q={q} />
    </>
  ),
})

const personOption = ({ name, email }: Member, q: string, isWanted: boolean): Option => ({
  href: `/app?owner=${encodeURIComponent(email)}`,
  isWanted,
  view: <TwoLines above={words.pagesOf(name)} below={email} q={q} />,
})

const commandOption = ({
  href,
  label,
  icon,
  chooses,
  isWanted,
}: Command & { isWanted: boolean }): Option => ({
  href,
  isWanted,
  chooses,
  view: (
    <>
      <Icon name={icon} />
      <span class="cut">{label}</span>
    </>
  ),
})

const TwoLines = ({ above, below, q }: { above: string; below: string; q: string }): JSX.Element => (
  <span class="two-lines">
    <MarkedText text={above} query={q} />
    <MarkedText text={below} query={q} />
  </span>
)
