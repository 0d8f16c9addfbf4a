// Reporting abuse: anybody tells the operator about a public page, without an account.
import { z } from 'zod'
import { cleanName, DAY } from '../domain/artifact.ts'
import { invalidInput } from '../domain/problem.ts'
import * as fields from './fields.ts'
import { countUse } from './limits.ts'
import { operation } from './operation.ts'
import { uuid } from './uuid.ts'

const byPage = { gap: 'the page of the artifact leads to it' }

export const report = operation({
  name: 'report',
  summary: 'Tell the operator that a page is abusive.',
  input: z.strictObject({
    id: fields.id,
    reason: z.string().max(4000).describe('What is wrong with the page'),
  }),
  output: null,
  effect: 'write',
  access: { artifact: 'read' },
  fails: ['rate_limited'],
  rest: byPage,
  mcp: byPage,
  cli: byPage,
  async run({ context, rows, artifact, call, input, now, note }) {
    const reason = cleanName(input.reason)
    if (reason === null)
      throw invalidInput([{ field: 'reason', message: 'Say what is wrong with the page.' }])
    if (context.rateLimits)
      await countUse(rows, { what: 'reports', name: call.network, limit: 10, windowMs: DAY }, now)
    note(artifact.shortId, { reason })
    const operator = await rows.people.operatorOrganization()
    const owners = operator ? await rows.people.owners(operator.id) : []
    for (const { email } of owners) {
      const text = [`Somebody reports ${context.url}/${artifact.shortId}:`, '', reason, ''].join('\n')
      await rows.outbox.post({
        id: uuid(now),
        to: email,
        subject: 'A page was reported',
        text,
        createdAt: now,
      })
    }
    return undefined
  },
})
