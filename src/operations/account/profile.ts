// A person's own settings: their name, the organization their session acts in, and who waits for them.
import { z } from 'zod'
import { noticePaces } from '../../domain/notification.ts'
import { notFound } from '../../domain/problem.ts'
import * as fields from '../kernel/fields.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { describeMe, meSchema } from './account.ts'
import { requireAccount, requireAddress } from './require-account.ts'
import { moveSession } from './session.ts'

export const changeMe = operation({
  name: 'changeMe',
  summary:
    'Change your name, how often you get mail about comments, or the organization your session acts in.',
  input: z.strictObject({
    name: fields.name.describe('Your name, 1 to 200 characters').optional(),
    notices: z
      .enum(noticePaces)
      .optional()
      .describe('Mail about threads that concern you: each, daily (all of a day in one), or none'),
    organizationId: z.uuid().optional().describe('One of your organizations; the session gets a new token'),
  }),
  output: meSchema,
  effect: 'write',
  access: 'credential',
  fails: ['session_required', 'sign_in_provider_required', 'plan_limit', 'not_found'],
  rest: { method: 'PATCH', path: '/v1/me', success: 200, body: 'json' },
  mcp: { gap: 'a grant acts in the organization that was picked for it' },
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, addAuditDetails } = task
    const person = await requireAccount(task)
    const { name = person.name, notices, organizationId } = input
    if (name !== person.name) await rows.people.renamePerson(person.id, name)
    if (notices !== undefined) await rows.notices.changePace(person.id, notices)
    addAuditDetails(person.id, { ...input }, organizationId)
    const actor = organizationId === undefined ? task.actor : await entered(task, person, organizationId)
    return describeMe({ rows, actor: 'name' in actor ? { ...actor, name } : actor })
  },
})

/** The actor after the switch; 404 for an organization the person does not belong to. */
async function entered(
  task: AnyTask,
  { id: personId, email, name }: { id: string; email: string; name: string },
  organizationId: string,
): Promise<AnyTask['actor']> {
  const role = await task.rows.members.hold(organizationId, personId)
  if (role === null) throw notFound()
  const { actor } = task
  const here = actor.kind === 'person' && actor.organizationId === organizationId
  if (!here) await moveSession(task, { personId, organizationId })
  const { credential } = actor
  const scopes = null
  const who = { personId, email, name, organizationId, role, scopes }
  const began = 'byProvider' in actor && { byProvider: true as const }
  return { kind: 'person', proof: 'session', credential, ...who, ...began }
}

const onAccountPage = { gap: 'the account page shows it to a person; the mail holds the link' }

export const ownInvitations = operation({
  name: 'ownInvitations',
  summary: 'See which organizations wait for you to open the invitation in your mail.',
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ organization: z.object({ name: z.string() }) })) }),
  effect: 'read',
  access: 'credential',
  fails: ['session_required'],
  rest: onAccountPage,
  mcp: onAccountPage,
  cli: onAccountPage,
  async run(task) {
    const { rows, now } = task
    const ids = await rows.invitations.open(requireAddress(task), now)
    const found = await Promise.all(ids.map(id => rows.people.organization(id)))
    return { data: found.flatMap(each => (each ? [{ organization: { name: each.name } }] : [])) }
  },
})
