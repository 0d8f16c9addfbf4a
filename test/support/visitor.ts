// A browser as far as sign-in needs one: it keeps cookies by host, follows redirects, and says where a request came from.
import { type Received, send } from './http.ts'

export interface Step extends Received {
  /** The address that gave the answer. */
  at: string
}

export interface Visitor {
  /** Cookies by origin and name. */
  cookies: Map<string, Map<string, string>>
  /** Opens an address and follows where it leads; `until` stops before an address is opened. */
  open(address: string, options?: { referer?: string; until?: string }): Promise<Step>
  /** Sends a form of a page of ours; as above. */
  post(address: string, fields: Record<string, string>, referer?: string, until?: string): Promise<Step>
  /** The Cookie header for an address. */
  cookie(address: string): string
}

/** `lead` says where an address really stands, for names that are not this machine's; `always` are headers of every request. */
export function newVisitor(
  lead: (address: string) => string = address => address,
  always: Record<string, string> = {},
): Visitor {
  const cookies: Visitor['cookies'] = new Map()
  const jar = (address: string): Map<string, string> => {
    const { origin } = new URL(address)
    if (!cookies.has(origin)) cookies.set(origin, new Map())
    return cookies.get(origin)!
  }
  const cookie = (address: string) => [...jar(address)].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (address: string, { headers }: Received): void => {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b/i.test(line)) jar(address).delete(name)
      else jar(address).set(name, value)
    }
  }
  const ask = async (address: string, sent: Parameters<typeof send>[1] & object): Promise<Step> => {
    const own = cookie(address)
    const headers = { accept: 'text/html', ...always, ...sent.headers, ...(own && { cookie: own }) }
    const answer = await send(lead(address), { ...sent, headers })
    keep(address, answer)
    return { ...answer, at: address }
  }
  const follow = async (from: Step, until?: string): Promise<Step> => {
    let step = from
    for (let hops = 0; step.headers.location !== undefined; hops++) {
      if (hops > 12) throw new Error(`too many redirects at ${step.at}`)
      const next = new URL(step.headers.location, step.at).href
      if (until !== undefined && next.startsWith(until)) return { ...step, at: next }
      step = await ask(next, {})
    }
    return step
  }
  return {
    cookies,
    cookie,
    open: async (address, { referer, until } = {}) =>
      follow(await ask(address, { headers: referer === undefined ? {} : { referer } }), until),
    async post(address, fields, referer, until) {
      const { origin } = new URL(address)
      const headers = {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        ...(referer !== undefined && { referer }),
      }
      return follow(
        await ask(address, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }),
        until,
      )
    },
  }
}
