// Forms of a closed page whose `submit` event never reaches the window: the page stops it, or the file declares the shadow root around them.

import type { Channel } from './channel.ts'
import { formSays, handleForm, leadsBeside } from './links.ts'
import { apply, later, listen, replaceMethod } from './natives.ts'

const { getRootNode } = Node.prototype

/** Sees to the forms that `guardForms` does not hear of. The browser itself sends none of a closed page. */
export function guardHiddenForms(channel: Pick<Channel, 'send'>): void {
  const begin = (event: Event) => {
    const { target, submitter } = event as SubmitEvent
    if (!(target instanceof HTMLFormElement)) return
    const handle = () => handleForm(target, submitter, channel)
    // Another site has to be told before the browser acts; for the page's own address, what the page does with the event comes first.
    if (leadsBeside(formSays(target, submitter, 'action') ?? '')) handle()
    else later(() => event.defaultPrevented || handle(), 0)
  }
  const watch = (part: EventTarget) =>
    part instanceof ShadowRoot && part.addEventListener('submit', begin, true)
  const meet = (event: Event) => event.composedPath().forEach(watch)
  listen('submit', begin, true)
  listen('click', meet, true)
  listen('keydown', meet, true)
  replaceMethod(HTMLFormElement.prototype, 'requestSubmit', (native, form, given) => {
    watch(apply(getRootNode, form, []))
    apply(native, form, given)
  })
}
