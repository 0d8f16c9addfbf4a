// The field that an event belongs to, wherever on the page that stands.

/** Milliseconds without a letter before the server is asked for what is typed. */
export const TYPING_PAUSE = 120

/** The field an event was written, pasted or dropped into, if any: the source editor stands in a shadow tree, which `event.target` does not tell. */
export const fieldOf = (event: Event): Element | null =>
  event
    .composedPath()
    .find(target => target instanceof Element)
    ?.closest('input, textarea, select, [role=textbox], [contenteditable]:not([contenteditable=false])') ??
  null
