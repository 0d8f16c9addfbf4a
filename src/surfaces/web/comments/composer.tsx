// The form in which a comment is written: its draft is kept in this browser until it is sent.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Refused } from './comment-requests.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { NameField } from './name-field.tsx'
import type { Names } from './name-search.ts'

export interface ComposerProps<Sent> {
  label: string
  /** Word of the button. */
  action: string
  /** Key under which the draft is kept; it names the reader, as people share browsers. */
  draft: string
  text?: string
  /** May be sent without words. */
  optional?: boolean
  /** Takes the keyboard when it comes. */
  isAsked?: boolean
  send(text: string): Promise<Sent>
  /** Called with what `send` brought, once the draft is gone. */
  sent(result: Sent): Promise<void>
  cancel?: () => void
  /** Who may be named with @ here. */
  names: Names
}

const longest = 10_000
let made = 0

/** `send` empties it, and what it throws is said at the field. */
export function Composer<Sent>(props: ComposerProps<Sent>): JSX.Element {
  const { label, action, draft, cancel } = props
  const [id] = useState(() => `comment-field-${++made}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  useLayoutEffect(() => {
    if (props.isAsked) field.current!.focus()
  }, [])
  const submit = async () => {
    const text = field.current!.value.trim()
    const objection = objectionTo(text, props.optional)
    setError(objection ?? '')
    if (objection) return field.current!.focus()
    if (isSending) return
    setSending(true)
    try {
      await deliver(props, text, field.current!)
    } catch (problem) {
      setError(problem instanceof Refused ? problem.message : 'It could not be sent. Try again.')
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
        void submit()
      }}
    >
      <div class="field">
        <label for={id}>{label}</label>
        <NameField
          id={id}
          field={field}
          text={draftOf(draft) ?? props.text ?? ''}
          names={props.names}
          describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          isInvalid={error !== ''}
          onText={text => keepDraft(draft, text)}
        />
        <p id={`${id}-error`} class="field-error" role="alert" hidden={!error}>
          {error || null}
        </p>
      </div>
      <p class="actions">
        <button
          type="submit"
          class="button primary"
          title={`${action} (Ctrl+Enter)`}
          aria-disabled={isSending ? 'true' : undefined}
        >
          {action}
        </button>
        {cancel && <Cancel draft={draft} cancel={cancel} />}
        <span id={`${id}-hint`} class="hint">
          Markdown
        </span>
      </p>
    </form>
  )
}

const Cancel = ({ draft, cancel }: { draft: string; cancel(): void }): JSX.Element => (
  <button
    type="button"
    class="button"
    onClick={() => {
      keepDraft(draft, '')
      cancel()
    }}
  >
    Cancel
  </button>
)

/** The draft goes once the words are sent. */
async function deliver<Sent>(
  { draft, send, sent }: ComposerProps<Sent>,
  text: string,
  field: HTMLTextAreaElement,
): Promise<void> {
  const result = await send(text)
  keepDraft(draft, '')
  field.value = ''
  await sent(result)
}

/** The field takes more than can be sent: what is pasted would be cut without a word. */
function objectionTo(text: string, isOptional = false): string | null {
  if (!text && !isOptional) return 'Write something first.'
  const { length } = [...text]
  if (length <= longest) return null
  return `This has ${length.toLocaleString('en')} characters, and a comment at most ${longest.toLocaleString('en')}. Shorten it.`
}

function onKey(event: KeyboardEvent, form: HTMLFormElement, cancel?: () => void): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  else if (event.key === 'Escape' && cancel) cancel()
  else return
  event.preventDefault()
  event.stopPropagation()
}
