// Members offered while somebody types whom to invite: a list to choose from by keyboard, by touch and with a screen reader.

import { element } from '../artifact-viewer/notice.ts'
import { shareWords as words } from '../words/share.ts'

interface Member {
  name: string
  email: string
}

/** Milliseconds without a letter before the server is asked. */
const PAUSE = 120

/** Where the piece that is being typed begins, behind the last separator. */
const beginOf = (value: string): number => Math.max(value.lastIndexOf(','), value.lastIndexOf(';')) + 1

/** Offers members below `field`, except those who have access already; a field of earlier answers may be gone. */
export function offerMembers(field: HTMLInputElement): void {
  const list = element('ul', { id: 'members-found' })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', words.suggestions)
  const card = element('div', { className: 'menu members-found', hidden: true }, [
    list,
    element('p', { className: 'small', textContent: words.keepTyping }),
  ])
  field.closest('.field')!.append(card)
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ])
    field.setAttribute(name!, value!)

  let found: Member[] = []
  let active = -1
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (members: Member[]) => {
    found = members
    active = members.length > 0 ? 0 : -1
    list.replaceChildren(...members.map(option))
    card.hidden = members.length === 0
    field.setAttribute('aria-expanded', String(!card.hidden))
    mark()
  }
  const mark = () => {
    for (const [index, each] of [...list.children].entries())
      each.setAttribute('aria-selected', String(index === active))
    if (active < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `member-${active}`)
  }
  const close = () => {
    clearTimeout(timer)
    asked += 1
    show([])
  }
  const choose = (member: Member) => {
    const before = field.value.slice(0, beginOf(field.value))
    field.value = `${before}${before && ' '}${member.email}, `
    close()
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const search = async (letters: string) => {
    const mine = ++asked
    const members = await membersLike(letters).catch(() => [])
    if (mine === asked && document.activeElement === field)
      show(members.filter(({ email }) => !hasAccess(field, email)))
  }

  field.addEventListener('input', () => {
    const letters = field.value.slice(beginOf(field.value)).trim()
    if (letters === '') return close()
    clearTimeout(timer)
    timer = setTimeout(() => void search(letters).catch(reportError), PAUSE)
  })
  field.addEventListener('keydown', event => {
    if (found.length === 0 || event.isComposing) return
    if (event.key === 'ArrowDown') active = (active + 1) % found.length
    else if (event.key === 'ArrowUp') active = (active - 1 + found.length) % found.length
    else if (event.key === 'Enter') choose(found[active]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    mark()
  })
  field.addEventListener('blur', close)
  card.addEventListener('pointerdown', event => event.preventDefault())
  list.addEventListener('click', event => {
    const at = [...list.children].findIndex(each => each.contains(event.target as Node))
    if (at >= 0) choose(found[at]!)
  })
}

function option({ name, email }: Member, index: number): HTMLElement {
  const made = element('li', { className: 'menu-item', id: `member-${index}` }, [
    element('bdi', { className: 'strong', textContent: name }),
    element('span', { className: 'muted cut', textContent: email }),
  ])
  made.setAttribute('role', 'option')
  return made
}

const hasAccess = (field: HTMLInputElement, email: string): boolean =>
  [...(field.closest('#share')?.querySelectorAll<HTMLElement>('[data-address]') ?? [])].some(
    ({ dataset }) => dataset.address === email,
  )

async function membersLike(query: string): Promise<Member[]> {
  const answer = await fetch(`/v1/organization/members?limit=6&query=${encodeURIComponent(query)}`)
  return answer.ok ? (await answer.json()).data : []
}
