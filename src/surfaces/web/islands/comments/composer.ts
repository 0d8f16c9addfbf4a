// The form in which a comment is written: its draft is kept in this browser until it is sent.

import { element } from '../viewer/notice.ts'
import { Refused } from './comment-requests.ts'
import { type Names, offerNames } from './naming.ts'

export interface Composer {
  label: string
  /** Word of the button. */
  action: string
  /** Key under which the draft is kept; it names the reader, as people share browsers. */
  draft: string
  text?: string
  /** May be sent without words. */
  optional?: boolean
  send(text: string): Promise<unknown>
  /** Called with what `send` brought, once the draft is gone. */
  sent(result: unknown): Promise<void>
  cancel?: () => void
  /** Who may be named with @ here. */
  names: Names
}

const longest = 10_000
let made = 0

/** A form; `send` empties it, and what it throws is said at the field. */
export function composer(options: Composer): HTMLFormElement {
  const id = `comment-field-${++made}`
  const field = element('textarea', { id, rows: 3, dir: 'auto' })
  field.value = kept(options.draft) ?? options.text ?? ''
  const error = element('p', { id: `${id}-error`, className: 'field-error', hidden: true })
  error.setAttribute('role', 'alert')
  const send = element('button', {
    className: 'button primary',
    textContent: options.action,
    title: `${options.action} (Ctrl+Enter)`,
  })
  const hint = element('span', { id: `${id}-hint`, className: 'hint', textContent: 'Markdown' })
  field.setAttribute('aria-describedby', hint.id)
  const label = element('label', { htmlFor: id, textContent: options.label })
  const form = element('form', { className: 'composer', noValidate: true }, [
    element('div', { className: 'field' }, [label, field, error]),
    element('p', { className: 'actions' }, [send, ...cancelButton(options), hint]),
  ])
  offerNames(field, options.names)
  field.addEventListener('input', () => keep(options.draft, field.value))
  form.addEventListener('keydown', event => onKey(event, form, options))
  form.addEventListener('submit', event => {
    event.preventDefault()
    void submit({ options, form, field, error, send })
  })
  return form
}

function cancelButton({ cancel, draft }: Composer): HTMLElement[] {
  if (!cancel) return []
  const button = element('button', { type: 'button', className: 'button', textContent: 'Cancel' })
  button.addEventListener('click', () => {
    keep(draft, '')
    cancel()
  })
  return [button]
}

function onKey(event: KeyboardEvent, form: HTMLFormElement, { cancel }: Composer): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  else if (event.key === 'Escape' && cancel) cancel()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** The field takes more than can be sent: what is pasted would be cut without a word. */
const tooLong = (length: number): string =>
  `This has ${length.toLocaleString('en')} characters, and a comment at most ${longest.toLocaleString('en')}. Shorten it.`

interface Parts {
  options: Composer
  form: HTMLFormElement
  field: HTMLTextAreaElement
  error: HTMLElement
  send: HTMLButtonElement
}

async function submit({ options, form, field, error, send }: Parts): Promise<void> {
  const text = field.value.trim()
  if (!text && !options.optional) return say(field, error, 'Write something first.')
  const { length } = [...text]
  if (length > longest) return say(field, error, tooLong(length))
  if (send.getAttribute('aria-disabled') === 'true') return
  send.setAttribute('aria-disabled', 'true')
  say(field, error, '')
  try {
    const result = await options.send(text)
    keep(options.draft, '')
    field.value = ''
    if (options.cancel) form.remove()
    await options.sent(result)
  } catch (problem) {
    say(field, error, problem instanceof Refused ? problem.message : 'It could not be sent. Try again.')
  } finally {
    send.removeAttribute('aria-disabled')
  }
}

function say(field: HTMLTextAreaElement, error: HTMLElement, text: string): void {
  error.textContent = text
  error.hidden = !text
  const hint = `${field.id}-hint`
  field.setAttribute('aria-describedby', text ? `${error.id} ${hint}` : hint)
  if (text) {
    field.setAttribute('aria-invalid', 'true')
    field.focus()
  } else field.removeAttribute('aria-invalid')
}

const place = (draft: string) => `recto-draft-${draft}`

/** A browser that keeps nothing still lets people write. */
function kept(draft: string): string | null {
  try {
    return localStorage.getItem(place(draft))
  } catch {
    return null
  }
}

function keep(draft: string, text: string): void {
  try {
    if (text) localStorage.setItem(place(draft), text)
    else localStorage.removeItem(place(draft))
  } catch {
    // The words stay in the field.
  }
}
