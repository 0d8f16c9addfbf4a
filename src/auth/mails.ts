// The mails of sign-in: plain text, one purpose each.

import type { Context } from '../operations/kernel/context.ts'
import type { LastCode } from './code-limits.ts'

/** The code is the mail's only six-digit number and does not stand in the subject, which lock screens show. */
export function codeMail(
  context: Pick<Context, 'url'>,
  code: string,
  last: LastCode | null = null,
): { subject: string; text: string } {
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
      ...(last ? lastCode(last) : []),
      '',
    ].join('\n'),
  }
}

/** Says who gets no more codes for a while, and what that means to the reader of the mail. */
function lastCode({ of, freeAt }: LastCode): string[] {
  const after = `${new Date(freeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const next = `Ask for the next one after ${after}.`
  if (of === 'own') return ['', 'It is the last one for this browser for now.', next]
  return [
    '',
    of === 'network'
      ? 'It is the last one for now for the network that asked for it.'
      : 'It is the last one for now: many were asked for with your address.',
    next,
    '',
    'If it was not you who asked, somebody tries to sign in as you. A browser',
    'in which you signed in before still gets codes, whatever they ask for.',
  ]
}
