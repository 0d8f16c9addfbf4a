// The page's own part of the shell's address: its query and fragment go into the frame, and come back when they change.

import { isAddress } from '../../viewer/protocol.ts'
import { paced } from '../../viewer/shim/paced.ts'
import type { PageFrame } from './page-frame.ts'

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
  const address = queryOf(partsOf(location.search).filter(isPages)) + pagesFragment(location.hash)
  return isAddress(address) ? address : ''
}

/** The address at which the page was last known to be. */
let current = pageAddress()

/** Shows where the page is now, beside what is ours; the browser's history keeps its entry. */
export function setPageAddress(address: string): void {
  const { search, hash } = new URL(address, location.origin)
  const parts = [...partsOf(location.search).filter(isOurs), ...partsOf(search).filter(isPages)]
  const kept = pagesFragment(location.hash) ? '' : location.hash
  const shown = location.pathname + queryOf(parts) + (pagesFragment(hash) || kept)
  history.replaceState(history.state, '', shown)
  current = pageAddress()
}

/** Follows the page's own address, at most twice a second whatever it says. */
export function followAddress(frame: PageFrame): void {
  let latest = ''
  // What a frame that is gone said last would undo what the page has been shown at since.
  const show = paced(() => frame.element.isConnected && setPageAddress(latest), PAUSE)
  frame.on('address', ({ address }) => {
    latest = address
    show()
  })
}

/** Calls back when the reader leads the page to another address, and whether it differs in more than the fragment; what has an id in the shell is ours. */
export function onOtherAddress(listener: (hasOtherQuery: boolean) => void): void {
  addEventListener('popstate', () => {
    const { hash } = location
    if (hash && (!pagesFragment(hash) || document.getElementById(hash.slice(1)))) return
    const before = current
    current = pageAddress()
    if (current !== before) listener(current.split('#', 1)[0] !== before.split('#', 1)[0])
  })
}

/** When the page was shown again of late, in milliseconds. */
let times: number[] = []

/** Whether the page may be shown again now, without a press of the reader; a page that does so more than three times in ten seconds does nothing else. */
export function mayReload(): boolean {
  const now = performance.now()
  times = [...times.filter(at => now - at < 10_000), now]
  if (times.length <= 3) return true
  times = []
  return false
}
