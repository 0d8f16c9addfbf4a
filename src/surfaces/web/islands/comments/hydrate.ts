// Brings a part of the page up to date without disturbing who is in it: forms, focus and what did not change stay.

/** Children of `shown` become those of `fresh`; a form stays with its draft, and what holds the focus stays itself. */
export function hydrate(shown: Element, fresh: Element): void {
  const known = new Map([...shown.children].map(child => [keyOf(child), child]))
  const next = [...fresh.children].map(child => kept(known.get(keyOf(child)), child))
  for (const child of [...shown.children])
    if (!next.includes(child)) {
      if (isHeld(child)) next.splice([...shown.children].indexOf(child), 0, child)
      else child.remove()
    }
  next.forEach((child, index) => {
    if (shown.children[index] !== child) shown.insertBefore(child, shown.children[index] ?? null)
  })
}

/** The child as it stands from now on: the old one where nothing changed or somebody is in it. */
function kept(old: Element | undefined, fresh: Element): Element {
  if (!old) return fresh
  if (old.isEqualNode(fresh)) return old
  if (!isHeld(old)) return fresh
  if (!(old instanceof HTMLFormElement) && fresh.childElementCount > 0) hydrate(old, fresh)
  return old
}

/** Somebody writes in it or stands on it. */
export const isHeld = (part: Element): boolean =>
  part.matches('form') || part.querySelector('form') !== null || part.contains(document.activeElement)

const keyOf = (part: Element): string =>
  part.id || part.getAttribute('data-part') || `${part.tagName}.${part.className}`
