// Somebody in a browser without script: reads pages of the dashboard and sends their forms.
import { type Received, send } from './http.ts'

export interface Visitor {
  get(path: string): Promise<Received>
  /** Sends a form as a page of ours does, unless `headers` say otherwise. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Received>
}

/** `cookie` is a session as the browser sends it; null is nobody. */
export function visitorOn(url: string, cookie: string | null): Visitor {
  const own = { accept: 'text/html', ...(cookie && { cookie }) }
  return {
    get: path => send(url + path, { headers: own }),
    post: async (path, fields = {}, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(url + path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(await madeFor(url, own, fields)).toString(),
      }),
  }
}

/** The fields with the organization that the form's page is made for, as every form of the dashboard has it; given ones stay. */
export async function madeFor(
  url: string,
  { cookie }: { cookie?: string },
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const me = cookie ? await send(`${url}/v1/me`, { headers: { cookie } }) : null
  return { organization: me?.json?.organization?.id ?? '', ...fields }
}

/** Returns the text that people read on a page: no tags, one space between words. */
export const readable = (html: string): string =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
