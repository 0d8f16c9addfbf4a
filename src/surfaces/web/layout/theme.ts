// Light, dark or auto: the reader's choice stands in the first tag of every document, so that nothing is painted in another one.

import { cookieValue } from '../../../auth/sessions.ts'
import { send } from '../../http/encode.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import type { HeaderSet } from '../../viewer/headers.ts'

type Theme = 'light' | 'dark' | 'auto'

const chosen: readonly string[] = ['light', 'dark'] satisfies Theme[]

/** Set by `theme-choice.ts`; it holds no secret, and whatever else it says means auto. */
const cookie = 'recto-theme'

/** How a document begins. */
export const opening = (theme: Theme = 'auto'): string =>
  `<!doctype html>\n<html lang="en" data-theme="${theme}">`

/** Writes a document of ours in the theme that its reader chose. */
export const sendDocument = (
  exchange: HttpExchange,
  status: number,
  headers: HeaderSet,
  html: string | Uint8Array,
): void => send(exchange, status, headers, inTheme(exchange.request.headers.cookie, html))

/** `html`, which begins as `opening` says, in the theme that the Cookie header names. */
export function inTheme(cookies: string | undefined, html: string | Uint8Array): string | Uint8Array {
  const theme = cookieValue(cookies, cookie) ?? ''
  if (!chosen.includes(theme)) return html
  const from = opening().length
  const begins = opening(theme as Theme)
  return typeof html === 'string'
    ? begins + html.slice(from)
    : Buffer.concat([Buffer.from(begins), html.subarray(from)])
}
