// Somebody with a browser but without a screen: pages are opened and forms are sent, with a session or without.
import { madeFor } from '../../support/dashboard.ts'
import { type Received, send } from '../../support/http.ts'
import type { Member } from '../../support/people.ts'

export interface Visitor {
  open(path: string): Promise<Received>
  /** Sends a form as one of our own pages does. */
  submit(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Received>
}

/** A visitor with the session; without one, nobody. */
export function visitor(url: string, session?: Member | { cookie: string }): Visitor {
  const cookie = session && ('session' in session ? session.session.cookie : session.cookie)
  const own = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }) }
  return {
    open: path => send(url + path, { headers: own }),
    submit: async (path, fields = {}, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(url + path, {
        method: 'POST',
        body: new URLSearchParams(await madeFor(url, own, fields)).toString(),
        headers: { ...own, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  }
}
