// Keeps what is ours in a page that opens its document anew to write another into it: the browser drops every listener then.

import { apply, listenAgain, replaceMethod, write } from './natives.ts'

const { prototype } = Document

/** Call it before the page's first script; `rooted` hears of each new root element. */
export function surviveRewriting(rooted: () => void): void {
  replaceMethod(prototype, 'open', (native, target, given) => {
    if (target !== document) return apply(native, target, given)
    // The method has two meanings (HTML Standard, section 8.4.1).
    if (given.length > 2) return window.open(...given)
    apply(native, document, [])
    listenAgain()
    return document
  })
  for (const name of ['write', 'writeln'] as const)
    replaceMethod(prototype, name, (native, target, given) => {
      // An empty text opens a document anew that is not being parsed, before a listener in the written text is there.
      if (target === document) apply(write, document, [''])
      const isAnew = target === document && !document.documentElement
      if (isAnew) listenAgain()
      apply(native, target, given)
      if (isAnew) rooted()
    })
}
