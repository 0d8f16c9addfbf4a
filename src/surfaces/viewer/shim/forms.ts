// Forms of the page: those that lead elsewhere open beside, its own address shows it again, and what is not there goes nowhere.

import { ownAddress } from './address.ts'
import type { Channel } from './channel.ts'
import { isFrameName, leadsBeside, says, stayWithin, windowOf } from './links.ts'
import { add, apply, getRootNode, later, listen, listenLast, replaceMethod, setAttribute } from './natives.ts'
import { onRoot } from './shadow-roots.ts'

/** The `nodeType` of shadow roots. */
const rootType = 11

type Teller = Pick<Channel, 'send'>

/**
 * Guards forms of the page now in this document, also those whose `submit` event never leaves a shadow root. `isClosed`: the browser
 * sends nothing by itself, so that those whose event the page stops are followed here.
 */
export function guardForms(channel: Teller, isClosed?: boolean): void {
  const handle = (event: SubmitEvent, teller?: Teller | false, form = event.target) => {
    if ((form as Element).localName !== 'form' || event.defaultPrevented) return
    if (handleForm(form as HTMLFormElement, event.submitter, teller)) event.preventDefault()
  }
  // Nothing is sent at an event that the page made, but in Firefox: there the window alone is set.
  const end = (event: SubmitEvent, form?: EventTarget | null) =>
    handle(event, event.isTrusted && channel, form)
  const begin = (event: SubmitEvent) => {
    handle(event)
    listenLast(event.currentTarget!, event, end)
    // On a closed page the browser sends nothing: what the page stopped is followed once the event is over.
    if (isClosed) later(end, 0, event, event.target)
    // Any listener of the page's may change the form, and stop the event there.
    event.composedPath().forEach(part => {
      listenLast(part, event, handle)
      listenLast(part, event, handle, true)
    })
  }
  const watch = (part: EventTarget) => {
    if ((part as Node).nodeType === rootType) apply(add, part, ['submit', begin as EventListener, true])
  }
  // A root that the file declares is met on the way of what makes the browser send a form in it.
  const meet = (event: Event) => event.composedPath().forEach(watch)
  listen('submit', begin, true)
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
function handleForm(form: HTMLFormElement, submitter: HTMLElement | null, channel?: Teller | false): boolean {
  const action = says(form, submitter, 'action') || document.URL
  const method = says(form, submitter, 'method')?.toLowerCase()
  if (!form.isConnected || method === 'dialog' || isFrameName(windowOf(form, submitter))) return false
  const target = leadsBeside(action) ? '_blank' : '_self'
  apply(setAttribute, form, ['target', target])
  submitter?.setAttribute('formtarget', target)
  if (!channel) return false
  const own = ownAddress(action)
  if (own === null) return stayWithin(action, channel)
  return method === 'post' || stayWithin(own.replace(/[^#]*/, `?${queryOf(form, submitter)}`), channel)
}

/** Of a file that was chosen only the name, as a browser sends it with GET; nothing of a button that is no more in the form. */
function queryOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const button = (submitter as HTMLButtonElement | null)?.form === form ? submitter : null
  return new URLSearchParams(
    [...new FormData(form, button)].map(([name, value]) => [name, (value as File).name ?? value]),
  )
}
