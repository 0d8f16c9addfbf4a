// A modal dialog at the end of the page, drawn anew whenever it opens; a click beside it closes it.

import { type ComponentChildren, Fragment, render } from 'preact'

export interface Modal {
  readonly dialog: HTMLDialogElement
  /** Draws this in place of what it showed before, and opens it. */
  open(content: ComponentChildren): void
}

/** `name` is its label, or the id of its heading behind `#`. */
export function modal(className: string, name: string): Modal {
  const dialog = document.createElement('dialog')
  dialog.className = className
  if (name.startsWith('#')) dialog.setAttribute('aria-labelledby', name.slice(1))
  else dialog.ariaLabel = name
  closeBeside(dialog)
  document.body.append(dialog)
  let opened = 0
  return {
    dialog,
    open(content) {
      render(<Fragment key={++opened}>{content}</Fragment>, dialog)
      if (!dialog.open) dialog.showModal()
    },
  }
}

/** Closes it by a press that begins and ends beside it: one that selects words may end there too, and its own edge is part of it. */
function closeBeside(dialog: HTMLDialogElement): void {
  const isBeside = ({ clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return clientX < left || clientX > right || clientY < top || clientY > bottom
  }
  let beganBeside = false
  dialog.addEventListener('pointerdown', event => {
    beganBeside = isBeside(event)
  })
  dialog.addEventListener('click', event => {
    if (beganBeside && event.target === dialog && isBeside(event)) dialog.close()
  })
}
