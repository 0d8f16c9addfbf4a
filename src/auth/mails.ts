// The mails of sign-in: plain text, one purpose each.
import type { Context } from '../operations/context.ts'

/** The code is the mail's only six-digit number and does not stand in the subject, which lock screens show. */
export function codeMail(context: Pick<Context, 'url'>, code: string): { subject: string; text: string } {
  const host = new URL(context.url).host.replace(/\d{6,}/g, '')
  return {
    subject: 'Your sign-in code',
    text: [
      `Your code for Recto at ${host}:`,
      '',
      code,
      '',
      'It works once, within ten minutes, in the browser that asked for it.',
      'If you did not ask for it, you can ignore this mail: nobody gets in without the code.',
      '',
    ].join('\n'),
  }
}
