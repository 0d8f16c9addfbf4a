// What an event was typed, pasted or dropped into, wherever on the page that stands.

/** The innermost element of an event: the source editor stands in a shadow tree, which `event.target` does not tell. */
const innermost = (event: Event): Element | undefined =>
  event.composedPath().find(target => target instanceof Element)

/** The field an event was written, pasted or dropped into, if any. */
export const fieldOf = (event: Event): Element | null =>
  innermost(event)?.closest(
    'input, textarea, select, [role=textbox], [contenteditable]:not([contenteditable=false])',
  ) ?? null

/** The editor of the source takes what is dropped on any part of it. */
export const isInSourceEditor = (event: Event): boolean => innermost(event)?.closest('.cm-editor') != null
