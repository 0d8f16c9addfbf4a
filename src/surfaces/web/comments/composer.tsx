// The form in which a comment is written: its draft is kept in this browser until it is sent.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Refused } from '../layout/call.ts'
import { commentWords as words } from '../words/comments.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { NameField } from './name-field.tsx'

/** One way to send what was written. */
interface Sending<Sent> {
  /** Word of the button. */
  action: string
  send(text: string): Promise<Sent>
  /** Called with what `send` brought, once the draft is gone. */
  sent(result: Sent): Promise<void>
}

export interface ComposerProps<Sent> extends Sending<Sent> {
  label: string
  /** Stands in the empty field; the label is then for screen readers. */
  placeholder?: string
  /** Key under which the draft is kept; it names the reader, as people share browsers. */
  draft: string
  text?: string
  /** Takes the keyboard when it comes. */
  isAsked?: boolean
  /** Another way to send it. */
  second?: Sending<unknown>
  cancel?: () => void
  /** The page: who may be named with @ is asked there. */
  shortId: string
  /** Members whom the text names already. */
  mentions?: readonly string[]
}

const longest = 10_000
let made = 0

/** `send` empties the field; an error that it throws is shown at the field. */
export function Composer<Sent>(props: ComposerProps<Sent>): JSX.Element {
  const { label, placeholder, action, draft, second, cancel } = props
  const [id] = useState(() => `comment-field-${++made}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  useLayoutEffect(() => {
    const area = field.current!
    if (!props.isAsked) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [])
  const submit = async <Result,>(way: Sending<Result>) => {
    const text = field.current!.value.trim()
    const objection = objectionTo(text)
    setError(objection ?? '')
    if (objection) return field.current!.focus()
    if (isSending) return
    setSending(true)
    try {
      await deliver(draft, way, text, field.current!)
    } catch (problem) {
      setError(notSent(problem))
      field.current?.focus()
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      ref={form}
      class="composer"
      noValidate
      onKeyDown={event => onKey(event, form.current!, cancel)}
      onSubmit={event => {
        event.preventDefault()
        submit(props).catch(reportError)
      }}
    >
      <div class="field">
        <label for={id} class={placeholder && 'visually-hidden'}>
          {label}
        </label>
        <NameField
          id={id}
          field={field}
          text={draftOf(draft) ?? props.text ?? ''}
          placeholder={placeholder}
          shortId={props.shortId}
          mentions={props.mentions ?? []}
          describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          isInvalid={error !== ''}
          onText={text => keepDraft(draft, text)}
        />
        <p id={`${id}-error`} class="field-error" role="alert" hidden={!error}>
          {error || null}
        </p>
      </div>
      <p class="actions">
        {cancel && <Cancel draft={draft} cancel={cancel} />}
        <span id={`${id}-hint`} class={second ? 'visually-hidden' : 'hint'}>
          {words.markdown}
        </span>
        {second && (
          <button type="button" class="button small" onClick={() => void submit(second).catch(reportError)}>
            {second.action}
          </button>
        )}
        <button
          type="submit"
          class="button primary small"
          title={`${action} (Ctrl+Enter)`}
          aria-disabled={isSending ? 'true' : undefined}
        >
          {action}
        </button>
      </p>
    </form>
  )
}

const Cancel = ({ draft, cancel }: { draft: string; cancel(): void }): JSX.Element => (
  <button
    type="button"
    class="button quiet small"
    onClick={() => {
      keepDraft(draft, '')
      cancel()
    }}
  >
    {words.cancel}
  </button>
)

/** The field keeps what was not sent. */
function notSent(problem: unknown): string {
  if (!(problem instanceof Refused)) return words.notSent
  if (problem.status === 0) return words.offline
  return problem.status === 401 ? words.signedOut : problem.message
}

/** The draft goes once the words are sent. */
async function deliver<Sent>(
  draft: string,
  { send, sent }: Sending<Sent>,
  text: string,
  field: HTMLTextAreaElement,
): Promise<void> {
  const result = await send(text)
  keepDraft(draft, '')
  field.value = ''
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await sent(result)
}

/** The field takes more than can be sent: what is pasted would be cut without a word. */
function objectionTo(text: string): string | null {
  if (!text) return words.writeFirst
  const { length } = [...text]
  if (length <= longest) return null
  return words.tooLong(length.toLocaleString('en'), longest.toLocaleString('en'))
}

function onKey(event: KeyboardEvent, form: HTMLFormElement, cancel?: () => void): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  else if (event.key === 'Escape' && cancel) cancel()
  else return
  event.preventDefault()
  event.stopPropagation()
}
