// The outbox: mail written with the change that caused it, sent after, at least once.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter, TransportOptions } from 'nodemailer'
import { withoutMarks } from '../operations/feed/mail.ts'
import type { Context } from '../operations/kernel/context.ts'
import type { Mail } from '../storage/records.ts'
import { mailHtml } from './mail-html.ts'

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** Milliseconds that one mail may take: less than its lease, so that nobody else sends it meanwhile. */
const SEND_LIMIT = 45_000

/** Facts of the server for every mail: the sender, and the app's own address, to which alone a mail leads. */
export interface MailSender {
  from: string
  url: string
}

/** Sends through an SMTP server. Timeouts are in milliseconds; `limit` ends the talk with a server that never stops talking. */
export function smtpMailer(smtpUrl: string, sender: MailSender, limit = SEND_LIMIT): Mailer {
  const { opened, close } = transport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send(mail) {
      const message = { ...messageOf(mail, sender), signal: AbortSignal.timeout(limit) }
      await (await opened()).sendMail(message)
    },
    close,
  }
}

/** Writes `.eml` files into a folder, for development and machines without mail. */
export function folderMailer(folder: string, sender: MailSender): Mailer {
  const { opened, close } = transport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await (await opened()).sendMail(messageOf(mail, sender))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close,
  }
}

/** Makes the transporter with the first mail: a server at rest does without its code. */
function transport(options: TransportOptions & { [option: string]: unknown }) {
  let transporter: Promise<Transporter> | undefined
  return {
    opened: () => {
      transporter ??= import('nodemailer').then(({ default: { createTransport } }) =>
        createTransport(options),
      )
      return transporter
    },
    close: () => {
      // One that could not be loaded has nothing open.
      transporter?.then(opened => opened.close()).catch(() => undefined)
    },
  }
}

const messageOf = (mail: Mail, { from, url }: MailSender) => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: withoutMarks(mail.text),
  html: mailHtml(mail, url) ?? undefined,
  messageId: `<${mail.id}@recto>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.stopUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(mail.stopUrl && { list: { unsubscribe: mail.stopUrl } }),
})

export interface MailLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

const leaseMs = 60_000
const attempts = 8

/** Sends what is due; what fails is tried again, later each time, for about two hours. */
export async function deliverMail(
  context: Pick<Context, 'records' | 'clock'>,
  mailer: Mailer,
  log: MailLog,
): Promise<number> {
  const now = context.clock()
  const due = await context.records.transaction(rows => rows.outbox.take(20, now, now + leaseMs))
  await Promise.all(due.map(mail => deliverOne(context, mailer, mail, log)))
  return due.length
}

async function deliverOne(
  context: Pick<Context, 'records' | 'clock'>,
  mailer: Mailer,
  mail: Mail & { attempts: number },
  log: MailLog,
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    const wait = 60_000 * 2 ** Math.max(0, mail.attempts - 1)
    const retryAt = mail.attempts >= attempts ? null : context.clock() + wait
    tell(log, mail, error, retryAt)
    await context.records.transaction(rows => rows.outbox.failed(mail.id, retryAt))
    return
  }
  await context.records.transaction(rows => rows.outbox.sent(mail.id))
}

/** Only what concerns the way: neither whom a mail is for nor what it says goes into the log. */
function tell(
  log: MailLog,
  { id, attempts }: { id: string; attempts: number },
  error: unknown,
  retryAt: number | null,
): void {
  const { responseCode, code } = (error ?? {}) as { responseCode?: number; code?: string }
  const facts = { mail: id, attempt: attempts, smtpCode: responseCode ?? null, code: code ?? null }
  if (retryAt === null) log.error(facts, 'mail given up')
  else log.warn(facts, 'mail not sent, to be tried again')
}
