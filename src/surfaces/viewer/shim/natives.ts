// What the browser itself gave, kept once for all parts before the page's first script runs: a page may overwrite every name.

export const { apply } = Reflect
export const later = setTimeout
export const clear = clearTimeout
export const onFrame = requestAnimationFrame
export const { reportError } = globalThis
export const now = performance.now.bind(performance)
export const find = document.querySelector.bind(document)
export const findAll = document.querySelectorAll.bind(document)

const scrolls = Element.prototype.scrollIntoView

/** Scrolls no more than is needed for it to be seen. */
export const bringNear = (element: Element): void =>
  apply(scrolls, element, [{ block: 'nearest', inline: 'nearest' }])
