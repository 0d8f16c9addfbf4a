// Says to the server that somebody is in front of this editor, until they leave.

import { request } from '../layout/call.ts'
import { type EditorPage, editPath } from './editor-page.ts'

/** Milliseconds between two words; the server believes each for forty seconds. */
const EVERY = 15_000

export function sayEditing(page: EditorPage): void {
  const say = (stop: boolean) =>
    request(`${editPath(page)}/here`, {
      method: 'POST',
      keepalive: true,
      body: JSON.stringify({ organization: page.organization ?? '', ...(stop && { stop: 'yes' }) }),
    }).catch(() => undefined)
  const here = () => void say(false)
  here()
  setInterval(here, EVERY)
  // A page that goes is hidden after it said so.
  document.addEventListener('visibilitychange', () => document.hidden || here())
  addEventListener('pageshow', ({ persisted }) => persisted && here())
  addEventListener('pagehide', () => void say(true))
}
