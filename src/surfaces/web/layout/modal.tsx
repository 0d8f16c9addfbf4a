// A modal dialog at the end of the page, drawn anew whenever it opens; a click beside it closes it.

import { type ComponentChildren, Fragment, render } from 'preact'

export interface Modal {
  readonly element: HTMLDialogElement
  /** Draws this in place of what it showed before, and opens it. */
  open(content: ComponentChildren): void
}

/** `name` is its label, or the id of its heading behind `#`. */
export function modal(className: string, name: string): Modal {
  const element = document.createElement('dialog')
  element.className = className
  if (name.startsWith('#')) element.setAttribute('aria-labelledby', name.slice(1))
  else element.ariaLabel = name
  element.addEventListener('click', ({ target }) => {
    if (target === element) element.close()
  })
  document.body.append(element)
  let opened = 0
  return {
    element,
    open(content) {
      render(<Fragment key={++opened}>{content}</Fragment>, element)
      if (!element.open) element.showModal()
    },
  }
}
