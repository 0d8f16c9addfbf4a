// One frame element and its port: the handshake, the fallback host, and a guard on everything that comes back.

import type { FrameElement } from '../../viewer/frame.ts'
import { rateLimit } from '../../viewer/message-rate.ts'
import type { FrameMessage, ShellMessage } from '../../viewer/protocol.ts'
import { isAddress, readFrameMessage } from '../../viewer/read-frame-message.ts'
import { pressedInside } from './focus-guard.ts'
import { guardAgainstFloods } from './message-flood-guard.ts'

export type FrameProblem = 'unreachable' | 'left'

/** Why the page is there no more. */
type Departure =
  /** It flooded the window with messages. */
  | { how: 'loud' }
  /** The browser kept it from showing `to`, an origin or a scheme. */
  | { how: 'left'; to: string }
  /** It loaded itself again; `address` is the query and fragment it has now, null where that is not known. */
  | { how: 'reloaded'; address: string | null }

export interface PageFrame {
  readonly element: HTMLIFrameElement
  /** Resolves when the beginning of the page was painted, or there is nothing to paint. What can wait is asked for after it. */
  readonly painted: Promise<void>
  send(message: ShellMessage): void
  /** A script of ours that comes later than `loaded` is told of it at once. */
  on<T extends FrameMessage['type']>(
    type: T,
    listener: (message: Extract<FrameMessage, { type: T }>) => void,
  ): void
  /** Called when the page is there no more, and never after that; nothing is ever sent into what the frame shows then. */
  onLeft(listener: (how: Departure) => void): void
  /** Called when the browser kept the page from opening or saving something. It is still there. */
  onRefused(listener: () => void): void
  /** Removes the element; nothing is heard from it again. */
  close(): void
}

export interface FrameOptions extends FrameElement {
  title: string
  into: Element
  className?: string
  /** How long the first host may take before the other one is asked, in milliseconds. */
  patience?: number
}

/** A frame document is small: a host that has not brought it by then is hardly there. */
const soon = 3000

/** Nobody else is asked after the last host: a busy machine or a slow line may take that long. */
const atLast = 30_000

/** Resolves when the frame waits for its page; rejects with `unreachable` when neither host answers. */
export async function openFrame(options: FrameOptions): Promise<PageFrame> {
  keepTabOpen()
  const addresses = [...new Set([options.src, options.fallback])]
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1
    const patience = isLast ? atLast : (options.patience ?? soon)
    const element = frameThatCame(options.into, address) ?? frameElement(options)
    if (await arrives(element, { address, patience, into: options.into })) return connect(element)
  }
  throw new Error('unreachable' satisfies FrameProblem)
}

/**
 * A tab with one entry in its history may be closed by any script in it (HTML Standard, `window.close()`): by the page in
 * the frame, where a link of a mail opened the tab. Firefox lets it.
 */
function keepTabOpen(): void {
  if (history.length === 1) history.pushState(history.state, '')
}

/**
 * The element that the document brought, where it shows what is wanted. It serves once, and not where the reader comes back or
 * reloads: the browser may restore in it a document of the page's own making, which can say whatever ours does.
 */
function frameThatCame(into: Element, address: string): HTMLIFrameElement | null {
  const came = into.querySelector<HTMLIFrameElement>('iframe[data-came]')
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (came?.src === address && navigation?.type === 'navigate') return came
  came?.remove()
  return null
}

function frameElement(options: FrameOptions): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', options.sandbox)
  element.setAttribute('allow', options.allow)
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.title = options.title
  element.className = options.className ?? 'page-frame'
  return element
}

/** Loads `address` unless the element is at it already; an element that does not get ready is removed. */
async function arrives(
  element: HTMLIFrameElement,
  { address, patience, into }: { address: string; patience: number; into: Element },
): Promise<boolean> {
  const arrived = whenArrived(element, `ready${new URL(address).pathname}`, patience)
  if (!element.isConnected) {
    element.src = address
    into.append(element)
  }
  const isReady = await arrived
  if (!isReady) element.remove()
  return isReady
}

/** True when the frame document has both loaded and said `word` first; a frame that does only one of the two is not ours. */
function whenArrived(element: HTMLIFrameElement, word: string, patience: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { came, loaded, said } = element.dataset
  let missing = 2
  const one = () => {
    missing -= 1
    if (missing === 0) finish(true)
  }
  const hear = (words: unknown) => {
    removeEventListener('message', heard)
    if (words === word) one()
    else finish(false)
  }
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source === element.contentWindow && origin === 'null') hear(data)
  }
  const timer = setTimeout(() => finish(false), patience)
  const finish = (isReady: boolean) => {
    clearTimeout(timer)
    removeEventListener('message', heard)
    resolve(isReady)
  }
  if (came !== undefined) delete element.dataset.came
  addEventListener('message', heard)
  if (said !== undefined) hear(said)
  if (loaded === undefined) element.addEventListener('load', one, { once: true })
  else one()
  return promise
}

/** The frame has drawn; the picture of both is on the screen two of our own frames later. Nobody sees a hidden tab. */
function whenSeen(then: () => void): void {
  if (document.hidden) then()
  else requestAnimationFrame(() => requestAnimationFrame(then))
}

/** Ends `grace` after the first words of the page were sent, whether it says that it showed them or not. */
function watchPaint() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  const begin = () => {
    if (!hasBegun) setTimeout(resolve, grace)
    hasBegun = true
  }
  return { promise, resolve, begin }
}

function connect(element: HTMLIFrameElement): PageFrame {
  const { port1: port, port2 } = new MessageChannel()
  const listeners = new Map<string, ((message: never) => void)[]>()
  const allow = rateLimit(performance.now())
  const watch = watchLeaving(element)
  let chunks = 0
  const paint = watchPaint()
  port.onmessage = ({ data }) => {
    const message = readFrameMessage(data)
    const expected = message?.type === 'wrote' && chunks-- > 0
    if (!expected && !allow(performance.now())) return port.close()
    if (!message) return
    if (message.type === 'wrote' || message.type === 'loaded') whenSeen(paint.resolve)
    if (message.type === 'loaded') watch.announceLoad()
    if (message.type === 'leaving') watch.noteLeaving()
    if (message.type === 'pressed') pressedInside()
    for (const listener of listeners.get(message.type) ?? []) listener(message as never)
  }
  element.contentWindow!.postMessage('shell', '*', [port2])
  return {
    element,
    painted: paint.promise,
    send: message => {
      if (message.type === 'chunk') chunks = Math.max(0, chunks) + 1
      if (message.type === 'chunk' || message.type === 'end') paint.begin()
      port.postMessage(message)
    },
    on: (type, listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener as never])
      if (type === 'loaded' && watch.hasLoaded()) listener({ type } as never)
    },
    onLeft: watch.onLeft,
    onRefused: watch.onRefused,
    close: () => {
      port.close()
      watch.stop()
      element.remove()
    },
  }
}

/** Reads what a document of ours says when the page loaded it; a page that says the same leads only itself astray. */
function addressIn(said: unknown): string | null {
  const [, address] = (typeof said === 'string' && /^(?:at|ready[^?#]*(?=[?#]))(.*)$/s.exec(said)) || []
  return isAddress(address) ? address : null
}

/**
 * How much later than its `load` event the frame's own word may come, in milliseconds. A page that says that it leaves is given as
 * long to show what follows.
 */
const grace = 2000

/**
 * How much later than the load of the document that follows the browser may say what it blocked, or that document its address, in
 * milliseconds.
 */
const afterword = 250

/**
 * A page announces its load through the port, and again where it wrote its document anew. A load that is not announced means
 * that the frame shows something else: its own host, unless the browser says that it blocked where the page wanted to go.
 * The document there tells its address.
 */
function watchLeaving(element: HTMLIFrameElement) {
  let loads = 0
  let announced = 0
  let address: string | null = null
  let spoke = false
  let hasSaidLeaving = false
  const timers: number[] = []
  let blocked: string | null = null
  let report: ((how: Departure) => void) | null = null
  let reportRefusal: (() => void) | null = null
  const end = (how: Departure) => {
    stop()
    report?.(how)
    report = null
  }
  const quiet = guardAgainstFloods(() => end({ how: 'loud' }))
  const isGone = () => announced < loads && element.isConnected
  /**
   * The document that followed has loaded. The port brings every announcement of the page before its leaving, which counts as one
   * load, so any more loads than that are not the page's.
   */
  const isReplaced = () => spoke || (hasSaidLeaving && loads - announced > 1)
  /** Hides a document that may be foreign. The word that says where the page went may come a little later than its load. */
  const watchLoad = () => {
    if (!isGone()) return
    if (blocked !== null) return end({ how: 'left', to: blocked })
    if (loads > 1) element.style.visibility = 'hidden'
    const pause = isReplaced() ? afterword : grace
    timers.push(window.setTimeout(() => isGone() && end({ how: 'reloaded', address }), pause))
  }
  const heard = ({ source, origin, data }: MessageEvent) => {
    if (source !== element.contentWindow || origin !== 'null') return
    const said = addressIn(data)
    if (said === null) return
    address = said
    spoke = true
    watchLoad()
  }
  const countLoad = () => {
    loads += 1
    watchLoad()
  }
  const noteLeaving = () => {
    hasSaidLeaving = true
    countLoad()
  }
  const announceLoad = () => {
    announced += 1
    if (isGone()) return
    for (const timer of timers.splice(0)) clearTimeout(timer)
    element.style.visibility = ''
  }
  const noteBlocked = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective !== 'frame-src') return
    blocked = event.blockedURI
    if (/^https?:/.test(blocked)) return end({ how: 'left', to: blocked })
    watchLoad()
    setTimeout(forgetBlocked, afterword)
  }
  /** A browser that loads nothing in place of what it blocked leaves the page as it was. */
  const forgetBlocked = () => {
    if (blocked === null || !element.isConnected) return
    blocked = null
    reportRefusal?.()
  }
  const stop = () => {
    quiet()
    element.removeEventListener('load', countLoad)
    removeEventListener('message', heard)
    document.removeEventListener('securitypolicyviolation', noteBlocked)
  }
  element.addEventListener('load', countLoad)
  addEventListener('message', heard)
  document.addEventListener('securitypolicyviolation', noteBlocked)
  return {
    stop,
    noteLeaving,
    announceLoad,
    hasLoaded: () => announced > 0,
    onLeft: (listener: (how: Departure) => void) => {
      report = listener
    },
    onRefused: (listener: () => void) => {
      reportRefusal = listener
    },
  }
}
