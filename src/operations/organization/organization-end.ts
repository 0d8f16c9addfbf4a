// Deleting an organization: a waiting time in which it can be brought back, then everything of it is gone.
import { z } from 'zod'
import { cleanName, DAY, type Organization } from '../../domain/artifact.ts'
import { requireOwner, requireRecentProof, requireSession } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import { requireAccount } from '../account/require-account.ts'
import { postMail } from '../feed/mail.ts'
import * as fields from '../kernel/fields.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { lockOrganization } from './lock-organization.ts'
import { organizationSchema, presentOrganization } from './organization.ts'

const waitingDays = 14

export const deleteOrganization = operation({
  name: 'deleteOrganization',
  summary:
    'Delete the organization: at once nobody reaches anything of it, after 14 days it is gone for good.',
  input: z.strictObject({
    confirm: z.string().max(2000).describe('The name of the organization, typed again'),
  }),
  output: z.object({ id: z.string(), name: z.string(), deletesAt: z.iso.datetime() }),
  effect: 'write',
  access: { organization: 'owner', scope: 'org:write', recent: true },
  fails: ['session_required', 'not_found'],
  rest: { method: 'DELETE', path: '/v1/organization', success: 200 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { actor, rows, input, now, addAuditDetails } = task
    requireSession(actor)
    const { organization } = await lockOrganization(task, requireOwner)
    await requireDeletable(task, organization, input.confirm)
    const deleteAt = now + waitingDays * DAY
    await rows.people.endOrganization(organization.id, deleteAt)
    await tellOwners(task, organization, deleteAt)
    addAuditDetails(organization.id, { name: organization.name, deletesAt: iso(deleteAt) })
    return { id: organization.id, name: organization.name, deletesAt: iso(deleteAt) }
  },
})

async function requireDeletable(
  { rows }: AnyTask,
  organization: Organization,
  confirm: string,
): Promise<void> {
  if ((await rows.people.operatorOrganization())?.id === organization.id)
    throw new Problem(
      'forbidden',
      'The organization of the operator cannot be deleted: the server belongs to it.',
    )
  if (cleanName(confirm) !== organization.name)
    fields.refuse('confirm', 'must be the name of the organization, letter by letter')
}

async function tellOwners(task: AnyTask, { id, name }: Organization, deleteAt: number): Promise<void> {
  for (const { email } of await task.rows.people.owners(id)) {
    await postMail(task, email, {
      subject: `${name} will be deleted`,
      lines: [
        `${task.author.name} deleted the organization ${name}. Nobody reaches anything of it now.`,
        '',
        `Until ${iso(deleteAt).slice(0, 10)} any of its owners can restore it: sign in at`,
        `${task.context.url}/app/restore`,
        '',
        'After that day its pages, members and keys are gone for good.',
      ],
    })
  }
}

export const restoreOrganization = operation({
  name: 'restoreOrganization',
  summary: 'Bring back an organization that waits to be deleted; everything works again as before.',
  input: z.strictObject({
    organizationId: z.uuid().optional().describe('Which one, where several of yours wait'),
  }),
  output: organizationSchema,
  effect: 'write',
  access: 'credential',
  replayAnswer: 'plain',
  fails: ['session_required', 'reauthentication_required', 'not_found'],
  rest: { method: 'POST', path: '/v1/organization/restore', success: 200, body: 'json' },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, addAuditDetails } = task
    const person = await requireAccount(task)
    requireRecentProof(task.actor, task.now)
    const ending = await rows.members.ending(person.id)
    const wanted = ending.filter(
      ({ id }) => input.organizationId === undefined || id === input.organizationId,
    )
    if (wanted.length > 1) fields.refuse('organizationId', 'several of your organizations wait; name one')
    const organization = wanted[0] && (await rows.people.lockOrganization(wanted[0].id))
    const role = organization && (await rows.members.find(organization.id, person.id))?.role
    if (!organization || organization.deleteAt === undefined || role !== 'owner') throw notFound()
    await rows.people.endOrganization(organization.id, null)
    addAuditDetails(organization.id, { name: organization.name }, organization.id)
    return presentOrganization(organization, role)
  },
})
