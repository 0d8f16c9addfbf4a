// Forms of a closed page whose `submit` event never reaches the window: the page stops it, or the file declares the shadow root around them.

import type { Channel } from './channel.ts'
import { handleForm } from './links.ts'
import { add, apply, getRootNode, later, listen, replaceMethod } from './natives.ts'
import { onRoot } from './shadow-roots.ts'

/** The `nodeType` of shadow roots. */
const rootType = 11

/** Sees to the forms that `guardForms` does not hear of. The browser itself sends none of a closed page. */
export function guardHiddenForms(channel: Pick<Channel, 'send'>): void {
  const begin = (event: Event) => {
    const { target, submitter, isTrusted } = event as SubmitEvent
    if (!isTrusted) return
    const handle = (teller: typeof channel | false) =>
      handleForm(target as HTMLFormElement, submitter, teller)
    // Another site has to be told before the browser acts; for the page's own address, what the page does with the event comes first.
    handle(false)
    later(() => event.defaultPrevented || handle(channel), 0)
  }
  const watch = (part: EventTarget) =>
    (part as Node).nodeType === rootType && apply(add, part, ['submit', begin, true])
  const meet = (event: Event) => {
    for (const part of event.composedPath()) watch(part)
  }
  onRoot(watch)
  listen('submit', begin, true)
  listen('click', meet, true)
  listen('keydown', meet, true)
  replaceMethod(HTMLFormElement.prototype, 'requestSubmit', (native, form, given) => {
    watch(apply(getRootNode, form, []))
    apply(native, form, given)
  })
}
