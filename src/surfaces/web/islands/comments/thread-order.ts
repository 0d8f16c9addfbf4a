// The order of the threads in the panel: as they were started, the other way round, or as the page's text goes.

import type { Order } from './comment-requests.ts'
import { isHeld } from './hydrate.ts'
import type { Outline } from './outline.ts'

/** What the order of a thread depends on. */
export interface OrderedThread {
  id: string
  /** When it was started, ISO 8601. */
  created: string
}

export const orderedThreadOf = (article: HTMLElement): OrderedThread => ({
  id: article.id.slice('comment-'.length),
  created: article.dataset.created ?? '',
})

const placeOf = ({ id }: OrderedThread, outline: Outline): number =>
  outline.find(id)?.current?.textStart ?? Number.POSITIVE_INFINITY

/** Whether the first stands behind the other. */
export function isBehind(one: OrderedThread, other: OrderedThread, order: Order, outline: Outline): boolean {
  const [mine, yours] = order === 'place' ? [placeOf(one, outline), placeOf(other, outline)] : [0, 0]
  if (mine !== yours) return mine > yours
  const [first, second] = order === 'desc' ? [other, one] : [one, other]
  return first.created > second.created
}

export const inOrder = (articles: readonly HTMLElement[], order: Order, outline: Outline): HTMLElement[] =>
  articles.toSorted((one, other) =>
    isBehind(orderedThreadOf(one), orderedThreadOf(other), order, outline) ? 1 : -1,
  )

/** Puts the children in this order by moving the others around the one the reader is in, which keeps its focus. */
export function rearrange(box: HTMLElement, wanted: readonly HTMLElement[]): void {
  const held = wanted.findIndex(isHeld)
  const pivot = wanted[held]
  for (const article of wanted.slice(0, Math.max(0, held))) pivot!.before(article)
  for (const article of wanted.slice(held + 1)) box.append(article)
}
