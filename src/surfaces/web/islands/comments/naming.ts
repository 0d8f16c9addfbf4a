// Names after @ in a field: a list to choose from by keyboard, by touch and with a screen reader; without one, plain text.

import { element } from '../viewer/notice.ts'

export interface Nameable {
  name: string
  email: string
}

/** Who fits these letters; an empty answer leaves the field a plain one. */
export type Names = (query: string) => Promise<Nameable[]>

const begun = /(?<![\p{L}\p{N}_@.\\])@([\p{L}\p{N}][^\n@,;:!?()[\]]{0,40}|)$/u

/** Milliseconds without a letter before the server is asked. */
const PAUSE = 120

/** Puts the list after `field`, which is a combo box while the list is open. */
export function offerNames(field: HTMLTextAreaElement, names: Names): void {
  const list = element('ul', { id: `${field.id}-names`, className: 'names', hidden: true })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Members')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', list.id)
  field.after(list)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  /** Letters that nobody's name begins with; more of them are not asked for. */
  let nobody: string | null = null

  const close = () => {
    clearTimeout(timer)
    asked += 1
    list.hidden = true
    field.removeAttribute('aria-activedescendant')
  }
  const choose = (option: HTMLElement) => {
    const start = field.selectionStart - (begunIn(field)?.length ?? 0)
    field.setRangeText(`${option.dataset.text} `, start, field.selectionStart, 'end')
    close()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const show = (found: readonly Nameable[]) => {
    list.replaceChildren(...found.map((each, index) => optionOf(each, `${list.id}-${index}`, found)))
    list.hidden = found.length === 0
    if (found.length > 0) activate(field, list, 0)
    else field.removeAttribute('aria-activedescendant')
  }
  const look = async () => {
    const query = begunIn(field)
    if (query === null) return close()
    asked += 1
    const mine = asked
    if (nobody !== null && query.startsWith(nobody)) return close()
    const found = await names(query.slice(1)).catch(() => [])
    nobody = found.length === 0 ? query : null
    if (mine === asked && document.activeElement === field) show(found)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    if (begunIn(field) === null) close()
    else timer = setTimeout(() => void look(), PAUSE)
  })
  field.addEventListener('keydown', event => onKey(event, { field, list, choose, close }))
  field.addEventListener('blur', close)
  list.addEventListener('pointerdown', event => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (option) choose(option)
  })
}

/** The @ and what follows it up to the caret. */
const begunIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string | null =>
  selectionStart === selectionEnd ? (begun.exec(value.slice(0, selectionStart))?.[0] ?? null) : null

/** Two of one name are told apart by their addresses, here and in the text. */
function optionOf({ name, email }: Nameable, id: string, all: readonly Nameable[]): HTMLElement {
  const isTwin = all.filter(other => other.name.toLowerCase() === name.toLowerCase()).length > 1
  const words = element('span', { textContent: name, dir: 'auto' })
  const address = element('span', { className: 'address', textContent: email })
  const option = element('li', { id }, [words, address])
  option.setAttribute('role', 'option')
  option.dataset.text = isTwin || /[[\]@\n]/.test(name) ? `@${email}` : `@[${name}]`
  return option
}

interface Open {
  field: HTMLTextAreaElement
  list: HTMLElement
  choose(option: HTMLElement): void
  close(): void
}

function onKey(event: KeyboardEvent, { field, list, choose, close }: Open): void {
  if (list.hidden || event.isComposing || event.ctrlKey || event.metaKey) return
  const options = [...list.children] as HTMLElement[]
  const at = options.findIndex(option => option.id === field.getAttribute('aria-activedescendant'))
  const { key } = event
  if (key === 'ArrowDown') activate(field, list, (at + 1) % options.length)
  else if (key === 'ArrowUp') activate(field, list, (at - 1 + options.length) % options.length)
  else if ((key === 'Enter' || key === 'Tab') && options[at]) choose(options[at])
  else if (key === 'Escape') close()
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function activate(field: HTMLElement, list: HTMLElement, at: number): void {
  for (const [index, option] of [...list.children].entries())
    option.setAttribute('aria-selected', String(index === at))
  field.setAttribute('aria-activedescendant', list.children[at]!.id)
  list.children[at]!.scrollIntoView({ block: 'nearest' })
}
