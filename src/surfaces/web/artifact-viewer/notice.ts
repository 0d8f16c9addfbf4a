// The card that takes the place of a page that cannot be shown: what happened, what it means, what to do.

import { element } from '../layout/element.ts'

export interface NoticeAction {
  label: string
  href?: string
  onClick?: () => void
}

export interface Notice {
  title: string
  text: string
  actions: NoticeAction[]
}

/** Shows `notice` on the sheet in place of any other; null takes it away. Everything in it is text. */
export function showNotice(sheet: HTMLElement, notice: Notice | null): void {
  sheet.querySelector('.notice')?.remove()
  if (!notice) return
  const card = element('section', { className: 'notice', tabIndex: -1 })
  card.setAttribute('role', 'alert')
  card.append(
    element('h2', { textContent: notice.title }),
    element('p', { textContent: notice.text }),
    element('p', { className: 'actions' }, notice.actions.map(button)),
  )
  sheet.append(card)
}

function button(action: NoticeAction, index: number): HTMLElement {
  const className = index === 0 ? 'button primary' : 'button'
  if (!action.href) {
    const made = element('button', { className, type: 'button', textContent: action.label })
    made.addEventListener('click', () => action.onClick?.())
    return made
  }
  const beside = !action.href.startsWith('/')
  const link = element('a', { className, href: action.href, textContent: action.label })
  if (beside) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
  return link
}
