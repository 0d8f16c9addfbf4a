// The server's answer about a thread, as pages and panel show it.

import type { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'

export type Thread = RowOf<typeof operations.listComments>

/** The comment that began a thread, or an answer in it. */
export type Words = Thread | Thread['replies'][number]

/** A thread without what is said in it. */
export type ThreadAnchor = RowOf<typeof operations.listPlaces>
