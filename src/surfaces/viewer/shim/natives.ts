// The browser's own functions, kept for all parts before the page's first script runs: a page may overwrite every name.

export const { apply, deleteProperty } = Reflect
export const later = setTimeout
export const clear = clearTimeout
export const onFrame = requestAnimationFrame
export const { reportError, print } = globalThis
export const now = performance.now.bind(performance)
export const find = document.querySelector.bind(document)
export const findAll = document.querySelectorAll.bind(document)
export const make = document.createElement.bind(document)
export const { appendChild: append, getRootNode } = Node.prototype
export const { closest, getAttribute, getBoundingClientRect, remove, scrollIntoView, setAttribute } =
  Element.prototype
export const { open, write, close } = Document.prototype
const parser = new DOMParser()

/** A document in which nothing runs. */
export const parseHtml = (html: string): Document => parser.parseFromString(html, 'text/html')

/** Returns the function that reads the property. */
export const getterOf = <Owner, Name extends keyof Owner & string>(
  owner: Owner,
  name: Name,
): ((this: Owner) => Owner[Name]) => Object.getOwnPropertyDescriptor(owner, name)!.get!

/** Calls with each of a list, whatever a page made of the iterator of arrays. */
export const { forEach } = Array.prototype
export const add = addEventListener
export const unlisten = removeEventListener
const kept: unknown[][] = []

/** Listens for as long as the frame lives, even where the page opens its document anew. */
export function listen<T extends string>(
  type: T,
  listener: (event: T extends keyof WindowEventMap ? WindowEventMap[T] : Event) => void,
  capture?: boolean,
): void {
  kept.push([type, listener, capture])
  listenAgain()
}

/** The browser ignores a listener that is there already. */
export function listenAgain(): void {
  apply(forEach, kept, [(given: never) => apply(add, window, given)])
}

interface LastListener {
  (event: never): void
  /** The event for which it was moved. */
  at?: Event
}

/** Has the listener hear the event at this part after all that the page has there now: it knows what they left. */
export function listenLast(part: EventTarget, event: Event, listener: LastListener, capture?: boolean): void {
  const given = [event.type, listener as EventListener, capture] as [string, EventListener, boolean?]
  // Moved at an event that a listener of the page makes, it would miss the one which that listener hears.
  if (!listener.at?.eventPhase || listener.at === event) {
    apply(unlisten, part, given)
    listener.at = event
  }
  apply(add, part, given)
}

type Method = (...given: never[]) => unknown

/** Has `call` answer for a method of the browser's, which it gets; to the page the method looks as native as before. */
export function replaceMethod<Owner extends Record<Name, Method>, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  call: (native: Owner[Name], target: Owner, given: Parameters<Owner[Name]>) => unknown,
): void {
  owner[name] = new Proxy(owner[name], { __proto__: null, apply: call } as object)
}

/** Scrolls no more than is needed for it to be seen. */
export const bringNear = (element: Element): void =>
  apply(scrollIntoView, element, [{ block: 'nearest', inline: 'nearest' }])
