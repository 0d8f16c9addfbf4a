// Whom to give access: names of members are offered while somebody types, addresses are taken as they are.

import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { colorOf } from '../../../domain/person-color.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { listMembers } from '../../../operations/organization/members.ts'
import { call, Refused, reasonOf } from '../layout/call.ts'
import { Avatar } from '../layout/controls.tsx'
import { Button, type FieldError, Labelled, TextArea } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { shareWords as words } from '../words/share.ts'
import { useShareContext } from './use-sharing.ts'

type Member = RowOf<typeof listMembers>

/** Milliseconds without a letter before the server is asked. */
const PAUSE = 120

/** Offered at once. */
const MOST = 6

/** The note shows once there is somebody to write to. */
export const Invite = (): JSX.Element => {
  const { now, invite } = useShareContext()
  const [error, setError] = useState<FieldError | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const errors = error ? [error] : undefined
  const refuse = (message: string, field = 'share-add') => {
    setError({ field, message })
    form.current!.querySelector<HTMLElement>(`#${field}`)!.focus()
  }
  const send = async (fields: FormData) => {
    const addresses = addressesIn(String(fields.get('share-add')))
    if (addresses.length === 0) return refuse(words.inviteFirst)
    await invite(addresses, String(fields.get('share-note')))
    setError(null)
    form.current!.reset()
  }
  return (
    <form
      ref={form}
      class="share-invite"
      onSubmit={event => {
        event.preventDefault()
        send(new FormData(event.currentTarget)).catch(problem => refuse(reasonOf(problem), fieldOf(problem)))
      }}
    >
      <Labelled
        name="share-add"
        label={words.invitePeople}
        hint={now.limits.allowExternalSharing ? undefined : words.insideOnly}
        errors={errors}
        control={described => <MemberField described={described} />}
      />
      <TextArea name="share-note" label={words.note} hint={words.noteHint} errors={errors} rows={2} />
    </form>
  )
}

/** Returns the field that shows an error: one about the message stands at the note, any other at the people. */
const fieldOf = (problem: unknown): string | undefined =>
  problem instanceof Refused && problem.facts.errors?.[0]?.field === 'message' ? 'share-note' : undefined

/** A combobox that offers members for the text behind the last separator; members who have access are left out. */
const MemberField = ({ described }: { described: Record<string, string | undefined> }): JSX.Element => {
  const { now } = useShareContext()
  const field = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<readonly Member[]>([])
  const [active, setActive] = useState(0)
  const search = useRef({ timer: undefined as ReturnType<typeof setTimeout> | undefined, asked: 0 })

  const show = (members: readonly Member[]) => {
    setFound(members)
    setActive(0)
  }
  const close = () => {
    clearTimeout(search.current.timer)
    search.current.asked += 1
    show([])
  }
  const ask = async (query: string) => {
    const mine = ++search.current.asked
    const { data } = await call(listMembers, { limit: MOST, query }).catch(() => ({ data: [] }))
    if (mine !== search.current.asked || document.activeElement !== field.current) return
    show(data.filter(({ email }) => !now.artifact.sharedWith.includes(email)))
  }
  const look = (value: string) => {
    const letters = value.slice(beginOf(value)).trim()
    if (letters === '') return close()
    clearTimeout(search.current.timer)
    search.current.timer = setTimeout(() => void ask(letters).catch(reportError), PAUSE)
  }
  const choose = ({ email }: Member) => {
    const { value } = field.current!
    const before = value.slice(0, beginOf(value))
    field.current!.value = `${before}${before && ' '}${email}, `
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0 || event.isComposing) return
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % found.length)
    else if (event.key === 'Enter') choose(found[active]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div class="input-box">
        <input
          id="share-add"
          name="share-add"
          ref={field}
          type="text"
          inputMode="email"
          autocomplete="off"
          placeholder={words.placeholder}
          dir="auto"
          role="combobox"
          aria-autocomplete="list"
          aria-controls="members-found"
          aria-expanded={found.length > 0}
          aria-activedescendant={found.length > 0 ? `member-${active}` : undefined}
          onInput={event => look(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
          {...described}
        />
        <Button size="small">{words.invite}</Button>
      </div>
      <div
        class="menu members-found"
        hidden={found.length === 0}
        onPointerDown={event => event.preventDefault()}
      >
        <div id="members-found" role="listbox" aria-label={words.suggestions}>
          {found.map((member, index) => (
            <button
              type="button"
              key={member.email}
              id={`member-${index}`}
              class="menu-item"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => choose(member)}
            >
              <Avatar name={member.name} color={colorOf(member.id)} silent />
              <bdi class="strong">{member.name}</bdi>
              <span class="muted cut">{member.email}</span>
            </button>
          ))}
        </div>
        <p class="small">
          <Icon name="mail" />
          {words.keepTyping}
        </p>
      </div>
    </>
  )
}

/** Returns where the piece that is being typed begins: behind the last separator. */
const beginOf = (value: string): number => Math.max(value.lastIndexOf(','), value.lastIndexOf(';')) + 1
