// A real server that webhooks are sent to, under names that lead to this machine.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { outbound } from '../../src/outbound.ts'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  /** Leads `https://receiver.example/…` here, `https://gone.example/…` to a port where nobody listens. */
  reach: typeof outbound
  /** Everything that came to the path, oldest first. */
  at(path: string): Received[]
  /** Sets the answer of the path from now on; 200 where nothing was set. */
  answer(path: string, how: (response: ServerResponse) => void): void
  /** From now on that path of `https://gone.example` leads here too. */
  comeBack(path: string): void
  stop(): Promise<void>
}

/** Returns the message if the library takes it as its receiver would: signed by the secret, a moment ago. Throws otherwise. */
export const verified = ({ headers, body }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

/** Returns the message if it is signed by the secret; the service's clock may have been turned meanwhile. Throws otherwise. */
export function signed({ headers, body }: Received, secret: string): unknown {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), sentAt, body)
  assert.ok(String(headers['webhook-signature']).split(' ').includes(signature), 'the secret did not sign')
  return JSON.parse(body)
}

/** @param otherwise how other addresses are reached */
export async function startWebhookReceiver(otherwise: typeof outbound): Promise<WebhookReceiver> {
  const received: Received[] = []
  const answers = new Map<string, (response: ServerResponse) => void>()
  const server = createServer(
    answering(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const path = request.url!
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const answer = answers.get(path)
      if (answer) answer(response)
      else response.writeHead(200).end('ok')
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nobody = `http://127.0.0.1:${await freePort()}`
  const leads = new Map([
    ['https://receiver.example', origin],
    ['https://gone.example', nobody],
  ])
  return {
    reach(address, sent, limits) {
      const { origin: from } = new URL(address)
      const trusted = leads.get(address) ?? leads.get(from)
      return trusted === undefined
        ? otherwise(address, sent, limits)
        : outbound(address.replace(from, trusted), sent, { ...limits, trusted })
    },
    at: path => received.filter(each => each.path === path),
    answer: (path, how) => void answers.set(path, how),
    comeBack: path => void leads.set(`https://gone.example${path}`, origin),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
