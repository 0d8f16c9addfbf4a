// The page's own part of the shell's address: its query and fragment go into the frame, and come back when they change.

import { isAddress } from '../../viewer/read-frame-message.ts'
import { paced } from '../../viewer/shim/paced.ts'
import type { PageFrame } from './page-frame.ts'
import { leavePlace } from './reading-position.ts'

/** Names in the query that mean something to the shell: a page that could set `share` would fill the owner's form. */
const ours = new Set(['done', 'share', 'thread', 'version'])

/** Milliseconds between two changes of the address. */
const PAUSE = 500

const partsOf = (search: string): string[] => search.slice(1).split('&').filter(Boolean)
const isOurs = (part: string): boolean => [...new URLSearchParams(part).keys()].some(name => ours.has(name))
const isPages = (part: string): boolean => !isOurs(part)
const queryOf = (parts: string[]): string => (parts.length > 0 ? `?${parts.join('&')}` : '')
const pagesFragment = (hash: string): string => (hash.startsWith('#comment-') ? '' : hash)

/** Query and fragment of the page that is shown, without what is ours. */
export function pageAddress(): string {
  const query = queryOf(partsOf(location.search).filter(isPages))
  return [query + pagesFragment(location.hash), query, ''].find(isAddress)!
}

/** The page's address: as the page said last, or as the reader led it since. */
let current = pageAddress()

/** Counts how often the reader led the frame that is shown to a fragment. */
let turn = 0

/** Shows where the page is now, beside what is ours; the browser's history keeps its entry. */
export function setPageAddress(address: string): void {
  const { search, hash } = new URL(address, location.origin)
  const parts = [...partsOf(location.search).filter(isOurs), ...partsOf(search).filter(isPages)]
  const kept = pagesFragment(location.hash) ? '' : location.hash
  const shown = location.pathname + queryOf(parts) + (pagesFragment(hash) || kept)
  history.replaceState(history.state, '', shown)
  current = pageAddress()
}

const showCurrent = paced(() => setPageAddress(current), PAUSE)

/** Follows the page's own address, at most twice a second whatever it says. */
export function followAddress(frame: PageFrame): void {
  turn = 0
  frame.on('address', message => {
    // It does not know yet where the reader led it.
    if (message.turn !== turn) return
    current = message.address
    showCurrent()
  })
}

const queryIn = (address: string): string => address.split('#', 1)[0]!

/** The page follows the address bar: to another fragment where it is, to another query by `showAnew`. */
export function leadByAddress(shown: () => PageFrame | undefined, showAnew: () => void): void {
  addEventListener('popstate', () => {
    const { hash } = location
    if (hash && !pagesFragment(hash)) return
    const before = queryIn(current)
    current = pageAddress()
    const [query, frame] = [queryIn(current), shown()]
    if (!frame) return
    leavePlace()
    if (query !== before) return showAnew()
    turn += 1
    frame.send({ type: 'fragment', hash: current.slice(query.length) })
  })
}

/** Shows the fragment of a place that the reader chose from the list of contents, and that the page is scrolled to. */
export const showPlace = (hash: string): void => setPageAddress(queryIn(current) + hash)

/** Returns a function that says yes at most so many times within 10 seconds, and begins anew once it said no. */
function atMost(most: number): () => boolean {
  let times: number[] = []
  return () => {
    const now = performance.now()
    times = [...times.filter(at => now - at < 10_000), now]
    if (times.length <= most) return true
    times = []
    return false
  }
}

const mostReloads = 3

/** Tells whether the page may be shown again without a press of the reader. */
export const mayReload = atMost(mostReloads)

/**
 * Tells whether a link or form may show the page again while the reader is active, though no press was seen: they may use keys. In
 * Firefox each frame that opens meanwhile keeps the reader active, so a page that loads itself again and again would never stop.
 */
export const mayFollow = atMost(10)
