// Reads the threads of one page.

import { listComments } from '../../../operations/comments/comments.ts'
import type { InputOf } from '../../../operations/kernel/operation.ts'
import { callAt } from '../layout/call.ts'
import type { Thread } from './thread.ts'

/** Milliseconds between the clocks of two servers that are made up for. */
export const SLACK = 10_000

/** Oldest first, newest first, or as the page's text goes. */
export type Order = 'asc' | 'desc' | 'place'

export type Filter = 'open' | 'resolved' | 'detached' | 'mine'

type Asked = InputOf<typeof listComments>

const filters: Record<Filter | 'all', Omit<Asked, 'id'>> = {
  open: { status: 'open' },
  resolved: { status: 'resolved' },
  detached: { status: 'all', anchorState: 'orphaned' },
  mine: { status: 'all', mine: true },
  all: { status: 'all' },
}

export interface Listed {
  data: Thread[]
  nextCursor: string | null
  /** When the server answered, by its own clock, in milliseconds. */
  at: number
}

interface Wanted extends Pick<Asked, 'cursor' | 'since' | 'holding' | 'limit'> {
  order?: Order
}

/** @throws Refused */
export async function listThreads(
  id: string,
  filter: Filter | 'all',
  { order = 'asc', ...wanted }: Wanted = {},
): Promise<Listed> {
  const sorted = order === 'place' ? { sort: order } : { order }
  const { answer, at } = await callAt(listComments, {
    id,
    limit: 50,
    ...filters[filter],
    ...sorted,
    ...wanted,
  })
  return { ...answer, at }
}
