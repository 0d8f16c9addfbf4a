// A real SMTP server that keeps what it is given, and refuses when a test wants it to.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { extendTimeout } from './patience.ts'

export interface Mail {
  /** The envelope's recipients, lower case. */
  to: string[]
  /** The envelope's sender. */
  from: string
  subject: string
  text: string
  html: string
  /** Header names in lower case. */
  headers: Record<string, string>
  raw: string
}

export interface Smtp {
  /** The value for SMTP_URL. */
  url: string
  /** All that arrived, oldest first. */
  messages: Mail[]
  /** The oldest mail to this address that no earlier call answered; waits for it, at most `timeout` milliseconds, on a busy machine longer. */
  waitFor(address: string, timeout?: number): Promise<Mail>
  /** From now on every recipient is answered with this code, for example 451; `undefined` accepts again. */
  refuse(code: number | undefined): void
  /** How many recipients were refused until now. */
  readonly refusals: number
  stop(): Promise<void>
}

export async function startSmtp(): Promise<Smtp> {
  const messages: Mail[] = []
  const taken = new Set<Mail>()
  let refusal: number | undefined
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (refusal) refusals += 1
      done(refusal ? refused(refusal, address) : null)
    },
    onData: (stream, session, done) => {
      received(stream, session.envelope)
        .then(mail => messages.push(mail))
        .then(() => done(), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages,
    waitFor: (address, timeout) => nextTo(address.toLowerCase(), messages, taken, timeout),
    refuse: code => {
      refusal = code
    },
    get refusals() {
      return refusals
    },
    stop: () => new Promise(done => server.close(() => done())),
  }
}

/** Servers repeat in a refusal whom the mail was for. */
const refused = (code: number, address: string) =>
  Object.assign(new Error(`<${address}> refused by the test`), { responseCode: code })

interface Envelope {
  mailFrom: { address: string } | false
  rcptTo: { address: string }[]
}

async function received(stream: Readable, envelope: Envelope): Promise<Mail> {
  const raw = await buffer(stream)
  const mail = await PostalMime.parse(raw)
  return {
    to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    raw: raw.toString(),
  }
}

async function nextTo(address: string, messages: Mail[], taken: Set<Mail>, timeout = 20_000): Promise<Mail> {
  const end = performance.now() + extendTimeout(timeout)
  while (performance.now() < end) {
    const mail = messages.find(each => each.to.includes(address) && !taken.has(each))
    if (mail) {
      taken.add(mail)
      return mail
    }
    await sleep(10)
  }
  throw new Error(
    `no mail to ${address} within ${extendTimeout(timeout)} ms; ${messages.length} arrived for others or were taken`,
  )
}
