// Keeps what is ours in a page that opens its document anew to write another into it: the browser drops every listener then.

import { apply, listenAgain } from './natives.ts'

const { prototype } = Document
const { open, write } = prototype
const rootOf = Object.getOwnPropertyDescriptor(prototype, 'documentElement')!.get!

/** Call it before the page's first script; `rooted` hears of each new root element. */
export function surviveRewriting(rooted: () => void): void {
  const replace = (name: 'open' | 'write' | 'writeln') => {
    const call = (real: typeof write, target: unknown, given: string[]) => {
      if (target !== document) return apply(real, target, given)
      if (name === 'open' && given.length > 2) return window.open(...given)
      // Where nothing is being parsed, an empty text opens the document anew, before a listener in what is written.
      const answer = name === 'open' ? apply(open, document, []) : apply(write, document, [''])
      if (apply(rootOf, document, [])) return name === 'open' ? answer : apply(real, document, given)
      listenAgain()
      if (name === 'open') return answer
      apply(real, document, given)
      rooted()
    }
    prototype[name] = new Proxy(prototype[name], { __proto__: null, apply: call } as object) as never
  }
  replace('open')
  replace('write')
  replace('writeln')
}
