// Sends messages to webhooks: signed as Standard Webhooks says, to the internet alone, once a try.
import type { Messenger, OutgoingMessage } from '../operations/kernel/messenger.ts'
import { OutboundError, type outbound, outboundAddress } from '../outbound.ts'

/** Milliseconds until the whole answer must be there, and the bytes of it that are read. */
const most = { patience: 10_000, size: 262_144 }

/** @param reach how addresses are asked; tests lead names to servers of theirs */
export function webhookMessenger(reach: typeof outbound): Messenger {
  return {
    refusal: url => problemOf(() => void outboundAddress(url)),
    async send(message) {
      try {
        const { status, headers } = await reach(message.url, await requestOf(message), most)
        if (status >= 200 && status < 300) return { status, error: null }
        const retryAt = retryTime(headers.get('retry-after'), message.now)
        return { status, error: errorOf(status), ...(retryAt !== null && { retryAt }) }
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        return { status: null, error: error.message }
      }
    },
  }
}

/** Retry-After is seconds or a date (RFC 9110 section 10.2.3); null for anything else. */
function retryTime(text: string | null, now: number): number | null {
  if (text === null) return null
  const time = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function problemOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}

/** A redirect is not followed: whoever moved says so here. */
const errorOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the receiver answered ${status}, and redirects are not followed`
    : `the receiver answered ${status}`

/** The library is loaded with the first message: a server without webhooks does without its code. */
async function requestOf({ id, body, secrets, now }: OutgoingMessage) {
  const { Webhook } = await import('standardwebhooks')
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Recto-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, new Date(now), body)).join(' '),
    },
    body,
  }
}
