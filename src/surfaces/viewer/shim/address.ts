// The page's query and fragment: in its address before its first script, and told to the shell whenever they change.

import type { Limits } from '../protocol.ts'
import type { Channel } from './channel.ts'
import { apply, listen, replaceMethod } from './natives.ts'
import { paced } from './paced.ts'

const longestAddress: Limits['address'] = 2000

/** Milliseconds between two reports. */
const PAUSE = 500

const { parse } = URL
const { replaceState } = History.prototype

/** Query and fragment that the shell knows. */
let told: string | null = ''

const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0]!
const queryAndFragment = (): string => location.search + location.hash

/** A host of its own lets a page's router begin at `/`; on the app's host that path would lead to the app, so it stays. */
export function takeAddress(address: string, app: string): void {
  const path = location.origin === app ? location.pathname : '/'
  try {
    apply(replaceState, history, [null, '', path + address])
    told = queryAndFragment()
  } catch {
    // The page is shown all the same, at the address of its frame.
  }
}

/**
 * Tells every change of `location`, however the page made it, at most twice a second. Goes to a fragment that the shell names, and
 * tells the address anew then: the shell passes over what was said before.
 */
export function keepAddress(channel: Channel): void {
  let turn = 0
  const changed = paced(() => {
    const address = queryAndFragment()
    if (address === told || address.length > longestAddress) return
    told = address
    channel.send({ type: 'address', address, turn })
  }, PAUSE)
  for (const name of ['pushState', 'replaceState'] as const)
    replaceMethod(History.prototype, name, (native, target, given) => {
      apply(native, target, given)
      changed()
    })
  listen('popstate', changed)
  listen('hashchange', changed)
  channel.on('fragment', ({ hash }) => {
    turn++
    told = null
    if (hash || location.hash) showFragment(hash)
    changed()
  })
}

/** An address in the page as the browser reads it; empty where it is none. */
export const parsed = (href: string): string => parse(href, document.URL)?.href ?? ''

/** Query and fragment of a link or form that shows this page; null where `href` leads elsewhere. */
export function ownAddress(href: string): string | null {
  const to = parsed(href)
  const path = withoutQuery(document.URL)
  return withoutQuery(to) === path ? to.slice(path.length) : null
}

/** The address differs from the page's own in the fragment alone. */
export const isFragment = (address: string | null): boolean | undefined =>
  address?.startsWith(`${location.search}#`)

/** Scrolls there, whatever base the page has. The tab's history gets no entry, so that Back leaves the page at once. */
export const showFragment = (hash: string): void =>
  location.replace(document.URL.split('#', 1) + (hash || '#'))

/** Scrolls to a fragment; for any other address the shell loads the page again. */
export function goTo(address: string, channel: Pick<Channel, 'send'>): void {
  if (isFragment(address)) location.hash = address.slice(location.search.length)
  else channel.send({ type: 'reload', address })
}
