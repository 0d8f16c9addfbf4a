// Asking for access to an artifact: the same answer and the same work whatever is there; a job looks and mails (contract section 3).
import { z } from 'zod'
import { DAY } from '../../domain/artifact.ts'
import { parseArtifactAddress } from '../../domain/artifact-address.ts'
import { requireProvenAddress } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { refuseVersion } from '../kernel/addressed-version.ts'
import * as fields from '../kernel/fields.ts'
import { countUse } from '../kernel/limits.ts'
import { operation } from '../kernel/operation.ts'
import { uuid } from '../kernel/uuid.ts'

const forPeople = { gap: 'asking is for people, signed in, in the browser' }

/** Requests that one address may make in a day, for whatever it is. */
const DAILY_LIMIT = 5

export const requestAccess = operation({
  name: 'requestAccess',
  summary: 'Ask the owner of an artifact for access; the answer does not tell whether there is one.',
  input: z.strictObject({
    id: fields.id,
    message: fields.message.describe('Why you ask: plain text, up to 500 characters'),
  }),
  output: z.object({ status: z.literal('accepted') }),
  effect: 'write',
  access: 'address',
  unrecorded: true,
  replayAnswer: 'plain',
  fails: ['not_found', 'rate_limited'],
  rest: { method: 'POST', path: '/v1/artifacts/{id}/access-requests', success: 202, body: 'json' },
  mcp: forPeople,
  cli: forPeople,
  async run({ actor, context, input, now, rows }) {
    requireProvenAddress(actor)
    const address = parseArtifactAddress(input.id, context.url)
    if (!address) throw notFound()
    refuseVersion('id', address.version)
    const { email } = actor
    if (context.rateLimits)
      await countUse(
        rows,
        { what: 'requests for access', name: email, limit: DAILY_LIMIT, windowMs: DAY },
        now,
      )
    const { shortId } = address
    await rows.accessRequests.insert({
      ...{ id: uuid(now), shortId, email },
      message: input.message || null,
      createdAt: now,
    })
    return { status: 'accepted' as const }
  },
})
