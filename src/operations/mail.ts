// Plain mail that goes out with the change that caused it.
import type { AnyTask } from './operation.ts'
import { uuid } from './uuid.ts'

/** Writes a mail into the outbox of the unit. */
export const postMail = (
  { rows, now }: Pick<AnyTask, 'rows' | 'now'>,
  to: string,
  { subject, lines }: { subject: string; lines: readonly string[] },
): Promise<void> =>
  rows.outbox.post({ id: uuid(now), to, subject, text: [...lines, ''].join('\n'), createdAt: now })
