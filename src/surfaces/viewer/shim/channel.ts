// The port to the shell, kept where the page cannot reach it: originals are saved before the page's first script runs.

import type { FrameMessage, ShellMessage } from '../protocol.ts'
import { apply, forEach, getterOf } from './natives.ts'

type Listener<T extends ShellMessage['type']> = (message: Extract<ShellMessage, { type: T }>) => void

export interface Channel {
  send(message: FrameMessage): void
  on<T extends ShellMessage['type']>(type: T, listener: Listener<T>): void
}

const post = MessagePort.prototype.postMessage
const dataOf = getterOf(MessageEvent.prototype, 'data')

/** Announces to the shell at `app` where this document is, and calls back with the port that only the shell sends. */
export function awaitShell(app: string, begin: (channel: Channel) => void): void {
  const listener = (event: MessageEvent) => {
    const port = event.ports[0]
    if (event.source !== parent || event.origin !== app || !port) return
    removeEventListener('message', listener)
    begin(openChannel(port))
  }
  addEventListener('message', listener)
  parent.postMessage(`ready${location.pathname}${location.search}${location.hash}`, app)
}

function openChannel(port: MessagePort): Channel {
  const listeners: Record<string, ((message: never) => void)[]> = { __proto__: null as never }
  port.onmessage = event => {
    const message = apply(dataOf, event, []) as ShellMessage
    // A page may have replaced the iterator of arrays, and would be cut off from the rest of itself.
    apply(forEach, listeners[message.type] ?? [], [listener => listener(message as never)])
  }
  return {
    send: message => apply(post, port, [message]),
    on: (type, listener) => {
      listeners[type] ??= []
      listeners[type].push(listener as never)
    },
  }
}
