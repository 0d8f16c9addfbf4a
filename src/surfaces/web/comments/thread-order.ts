// The order of the threads in the panel: as they were started, the other way round, or as the page's text goes.

import type { Order } from './listed-threads.ts'
import type { Outline } from './picking/outline.ts'
import type { Thread } from './thread.ts'

type OrderedThread = Pick<Thread, 'id' | 'createdAt'>

const placeOf = ({ id }: OrderedThread, outline: Outline): number =>
  outline.find(id)?.current?.textStart ?? Number.POSITIVE_INFINITY

/** Tells whether the first stands behind the other. */
export function isBehind(one: OrderedThread, other: OrderedThread, order: Order, outline: Outline): boolean {
  const [mine, yours] = order === 'place' ? [placeOf(one, outline), placeOf(other, outline)] : [0, 0]
  if (mine !== yours) return mine > yours
  const [first, second] = order === 'desc' ? [other, one] : [one, other]
  return first.createdAt > second.createdAt
}
