// Forms of the page: those that lead elsewhere open beside, its own address shows it again, and what is not there goes nowhere.

import { ownAddress } from './address.ts'
import type { Channel } from './channel.ts'
import { isFrameName, leadsBeside, says, stayWithin, windowOf } from './links.ts'
import { add, apply, getRootNode, later, listen, replaceMethod, setAttribute } from './natives.ts'
import { onRoot } from './shadow-roots.ts'

/** The `nodeType` of shadow roots. */
const rootType = 11

type Teller = Pick<Channel, 'send'>

/**
 * Guards forms of the page now in this document, also those whose `submit` event never leaves a shadow root. `isClosed`: the browser
 * sends nothing by itself, so that those whose event the page stops are followed here.
 */
export function guardForms(channel: Teller, isClosed = false): void {
  const guard = (event: Event) => {
    const { target, submitter, isTrusted, eventPhase } = event as SubmitEvent
    const handle = (teller: Teller | false) => {
      if (!event.defaultPrevented && handleForm(target as HTMLFormElement, submitter, teller))
        event.preventDefault()
    }
    // No form is sent at an event that the page made, but in Firefox.
    if (!isTrusted) return
    // The page may stop the event after its first phase: the window is set then, and what the page left is followed once it is over.
    handle(eventPhase > 1 && channel)
    if (isClosed) later(handle, 0, channel)
  }
  const watch = (part: EventTarget) => {
    if ((part as Node).nodeType !== rootType) return
    apply(add, part, ['submit', guard, true])
    apply(add, part, ['submit', guard])
  }
  // A root that the file declares is met on the way of what makes the browser send a form in it.
  const meet = (event: Event) => event.composedPath().forEach(watch)
  listen('submit', guard, true)
  listen('submit', guard)
  onRoot(watch)
  listen('click', meet, true)
  listen('keydown', meet, true)
  replaceMethod(HTMLFormElement.prototype, 'requestSubmit', (native, form, given) => {
    watch(apply(getRootNode, form, []))
    apply(native, form, given)
  })
  replaceMethod(HTMLFormElement.prototype, 'submit', (native, form) => {
    if (!handleForm(form, null, channel)) apply(native, form, [])
  })
}

/**
 * Has a form that is sent open beside or stay; what the button says goes before what the form says. With a channel it is sent now: true
 * where the browser is not to send it, as one at the page's own address shows the page again, and one at a neighbour of the file does nothing.
 */
function handleForm(form: HTMLFormElement, submitter: HTMLElement | null, channel: Teller | false): boolean {
  const action = says(form, submitter, 'action') ?? ''
  const method = says(form, submitter, 'method')?.toLowerCase()
  if (!form.isConnected || method === 'dialog' || isFrameName(windowOf(form, submitter))) return false
  const target = leadsBeside(action) ? '_blank' : '_self'
  apply(setAttribute, form, ['target', target])
  submitter?.setAttribute('formtarget', target)
  if (!channel) return false
  const isOwn = ownAddress(action) !== null
  return (isOwn && method === 'post') || stayWithin(isOwn ? `?${queryOf(form, submitter)}` : action, channel)
}

/** Of a file that was chosen only the name, as a browser sends it with GET. */
const queryOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, value]) => [name, (value as File).name ?? value]),
  )
