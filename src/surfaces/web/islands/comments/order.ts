// The order of the threads in the panel: as they were started, the other way round, or as the page's text goes.

import type { Outline } from './outline.ts'
import { isHeld } from './take-over.ts'
import type { Order } from './wire.ts'

const idOf = (article: HTMLElement): string => article.id.slice('comment-'.length)

const placeOf = (article: HTMLElement, outline: Outline): number =>
  outline.find(idOf(article))?.current?.textStart ?? Number.POSITIVE_INFINITY

/** Whether the first stands behind the other. */
export function isBehind(one: HTMLElement, other: HTMLElement, order: Order, outline: Outline): boolean {
  const [mine, yours] = order === 'place' ? [placeOf(one, outline), placeOf(other, outline)] : [0, 0]
  if (mine !== yours) return mine > yours
  const [first, second] = order === 'desc' ? [other, one] : [one, other]
  return (first.dataset.created ?? '') > (second.dataset.created ?? '')
}

export const inOrder = (articles: readonly HTMLElement[], order: Order, outline: Outline): HTMLElement[] =>
  articles.toSorted((one, other) => (isBehind(one, other, order, outline) ? 1 : -1))

/** Puts the children in this order by moving the others around the one the reader is in, which keeps its focus. */
export function rearrange(box: HTMLElement, wanted: readonly HTMLElement[]): void {
  const held = wanted.findIndex(isHeld)
  const pivot = wanted[held]
  for (const article of wanted.slice(0, Math.max(0, held))) pivot!.before(article)
  for (const article of wanted.slice(held + 1)) box.append(article)
}
