// Many readers who are signed in, each with a page of their own to open.
import path from 'node:path'
import { openOutbox } from '../../test/support/outbox.ts'
import type { Product } from '../../test/support/product.ts'
import { publish } from './content.ts'

export interface Reader {
  /** Their session, as a Cookie header. */
  cookie: string
  /** The page they read. */
  shortId: string
}

/** So many members of the owner's organization, each signed in by a code; each reads another page, open to the company. */
export async function openReaders(product: Product, count: number, html: string): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let n = 0; n < count; n += 1) {
    const cookie = await join(product, `reader-${n}@example.com`)
    readers.push({ cookie, shortId: await publish(product, html, { visibility: 'company' }) })
  }
  return readers
}

const json = { 'Content-Type': 'application/json', Accept: 'application/json' }

const cookieOf = (answer: Response): string | undefined => answer.headers.getSetCookie()[0]?.split(';')[0]

async function post(url: string, headers: Record<string, string>, fields: object): Promise<Response> {
  const body = JSON.stringify(fields)
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Invites the address, signs it in and accepts; answers its session. */
async function join({ url, data, cookie: owner }: Product, email: string): Promise<string> {
  const outbox = openOutbox(path.join(data, 'outbox'), async () => undefined)
  const ours = { ...json, Cookie: owner, Origin: url }
  await post(`${url}/v1/organization/invitations`, ours, { email, role: 'member' })
  const [invitation] = await outbox.wait(email, 1)
  const [link = ''] = /https?:\S+\/invite\/\S+/.exec(invitation!.text) ?? []
  await post(`${url}/auth/code`, json, { email })
  const code = await outbox.code(email)
  const answer = await post(`${url}/auth/code/verify`, json, { email, code })
  const guest = { ...json, Cookie: cookieOf(answer)!, Origin: url }
  const accepted = await post(link, guest, {})
  return cookieOf(accepted) ?? guest.Cookie
}
