// Puts what floats over the page into the top layer, where no filter or clip of what is around it can move or cut it.

/** Puts it above all that floats there by now. Styles say when it is seen. */
export function raise(element: HTMLElement): void {
  element.popover = 'manual'
  element.hidePopover()
  element.showPopover()
}

for (const floating of document.querySelectorAll<HTMLElement>('.toast, .bulk')) raise(floating)
