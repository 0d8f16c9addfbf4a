// Refuses what a frame asks for outside /frame/: nothing of ours is shown in a frame but the frames of pages themselves.
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../domain/problem.ts'
import { header } from './http-exchange.ts'

const framed = /^(iframe|frame|embed|object|fencedframe)$/

/**
 * The refusal of a request that a frame or plug-in makes, null for any other. Firefox lets a page in a frame on the app's own
 * host rewrite the frame's address and reload it, and sends that with the reader's cookies as from our own page.
 */
export function framedRefusal(request: IncomingMessage): Problem | null {
  if (!framed.test(header(request, 'sec-fetch-dest') ?? '')) return null
  return new Problem(
    'cross_site_request',
    'This address is not shown in a frame. Open it in a window of its own.',
  )
}
