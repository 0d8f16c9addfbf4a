// Reporting abuse: anybody can report a page to the operator, and enough reports put a preview into quarantine.

import { z } from 'zod'
import { hmac } from '../../crypto.ts'
import { cleanName, DAY } from '../../domain/artifact.ts'
import { neighbourhood } from '../../domain/network.ts'
import { invalidInput } from '../../domain/problem.ts'
import { postMail } from '../feed/mail.ts'
import * as fields from '../kernel/fields.ts'
import { countUse } from '../kernel/limits.ts'
import { operation, type SubjectTask } from '../kernel/operation.ts'

const byPage = { gap: 'the page of the artifact leads to it' }

/** Networks whose reports hide an unclaimed preview until the operator has looked. */
const enough = 3

const input = z.strictObject({
  id: fields.id,
  reason: z.string().max(4000).describe('What is wrong with the page'),
})

type Report = SubjectTask<z.output<typeof input>>

export const report = operation({
  name: 'report',
  summary: 'Tell the operator that a page is abusive.',
  input,
  output: null,
  effect: 'write',
  access: { artifact: 'read' },
  fails: ['rate_limited'],
  rest: byPage,
  mcp: byPage,
  cli: byPage,
  async run(task) {
    const { context, rows, artifact, call, now, addAuditDetails } = task
    const reason = cleanName(task.input.reason)
    if (reason === null)
      throw invalidInput([{ field: 'reason', message: 'Say what is wrong with the page.' }])
    if (context.rateLimits)
      await countUse(rows, { what: 'reports', name: call.network, limit: 10, windowMs: DAY }, now)
    const network = hmac(context, 'report', neighbourhood(call.network) ?? call.network)
    const networks = await rows.moderation.report(artifact.id, network, now)
    const quarantined = artifact.organization === null && networks >= enough
    if (quarantined) await rows.moderation.hide(artifact.id, 'quarantined', now)
    addAuditDetails(artifact.shortId, { reason, networks, quarantined })
    await tellOperator(task, reason, quarantined)
    return undefined
  },
})

async function tellOperator(
  { rows, context, artifact, now }: Report,
  reason: string,
  quarantined: boolean,
): Promise<void> {
  const operator = await rows.people.operatorOrganization()
  const owners = operator ? await rows.people.owners(operator.id) : []
  const subject = quarantined ? 'A reported preview is in quarantine' : 'A page was reported'
  const lines = [
    `Somebody reports ${context.url}/${artifact.shortId}:`,
    '',
    reason,
    '',
    ...(quarantined ? ['Several networks reported it, so nobody can open it until you decide.', ''] : []),
    'Where the server runs:',
    `  recto admin takedown ${artifact.shortId}`,
    ...(quarantined ? [`  recto admin takedown ${artifact.shortId} --restore`] : []),
  ]
  for (const { email } of owners) await postMail({ rows, now }, email, { subject, lines })
}
