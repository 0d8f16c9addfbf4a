// Members of the organization: who they are, what role they have, and how they leave.
import { z } from 'zod'
import type { Role } from '../../domain/actor.ts'
import { address } from '../../domain/audience.ts'
import {
  givenRoles,
  grantable,
  isOwners,
  memberRights,
  memberRightsOf,
  requireGrant,
  requireOwnerLeft,
} from '../../domain/membership.ts'
import { asMember, isAdmin, requireAdmin, requireRecentProof } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import type { MemberRow } from '../../storage/records.ts'
import { postMail } from '../feed/mail.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { type AnyTask, operation, type Task } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { type LockedOrganization, lockOrganization } from './lock-organization.ts'

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  joinedAt: z.iso.datetime(),
  lastSeenAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('When a session or key of theirs was last used here; only for owners and admins'),
})

const presentMember = ({ person, role, joinedAt }: MemberRow): z.output<typeof memberSchema> => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role,
  joinedAt: iso(joinedAt),
})

export const listMembers = operation({
  name: 'listMembers',
  summary: 'List the people of the organization with their roles, in the order they joined.',
  input: z.object({
    query: z.string().max(200).optional().describe('Parts of a name or an address, in any order'),
    limit: fields.limit,
    cursor: fields.cursor.optional(),
  }),
  output: pageOf(memberSchema),
  effect: 'read',
  access: { organization: 'full', scope: 'org:read' },
  fails: [],
  rest: { method: 'GET', path: '/v1/organization/members', success: 200 },
  mcp: {
    tool: 'list_members',
    title: 'List members',
    description: 'Lists the people of the organization with name, email and role.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  },
  cli: fields.inDashboard,
  async run({ context, actor, rows, input }) {
    const text = input.query?.trim() || null
    const kind = `members ${text ?? ''}`
    const found = await rows.members.page({
      organizationId: asMember(actor).organizationId,
      text,
      after: unpackCursor(context, kind, input.cursor),
      limit: input.limit + 1,
    })
    const seen = isAdmin(actor) ? await lastSeen(rows, actor, found) : null
    return page(context, kind, found, input.limit, {
      show: row => ({ ...presentMember(row), ...(seen && { lastSeenAt: seen(row) }) }),
      position: ({ joinedAt, person }) => ({ joinedAt, id: person.id }),
    })
  },
})

/** Answers, for each of the members, when they were last seen. */
async function lastSeen(
  rows: AnyTask['rows'],
  actor: AnyTask['actor'],
  members: readonly MemberRow[],
): Promise<(row: MemberRow) => string | null> {
  const { organizationId } = asMember(actor)
  const seen = await rows.members.lastSeen(
    organizationId,
    members.map(({ person }) => person.id),
  )
  return ({ person }) => (seen.has(person.id) ? iso(seen.get(person.id)!) : null)
}

export const inspectMember = operation({
  name: 'inspectMember',
  summary: 'See one member, what you may do about them, and what would pass on or end if they left.',
  input: z.object({ id: z.uuid() }),
  output: memberSchema.extend({
    artifacts: z.int(),
    keys: z.int(),
    isSelf: z.boolean(),
    can: z.array(z.enum(memberRights)).describe('What the caller may do about the member now'),
    grants: z.array(z.enum(givenRoles)).describe('Roles that the caller may give'),
    heirs: z
      .array(memberSchema)
      .nullable()
      .describe(
        'Who may take over what the member owns, first who does without a word; null past 100 members',
      ),
  }),
  effect: 'read',
  access: { organization: 'member', scope: 'org:read' },
  fails: ['not_found', 'forbidden'],
  rest: { gap: 'GET /v1/organization/members lists them' },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run({ actor, rows, input }) {
    if (!isSelf(actor, input.id)) requireAdmin(actor)
    const { organizationId } = asMember(actor)
    const member = await rows.members.find(organizationId, input.id)
    if (!member) throw notFound()
    const seen = await lastSeen(rows, actor, [member])
    const self = isSelf(actor, input.id)
    const by = roleOf(actor)
    const isLastOwner = member.role === 'owner' && (await rows.members.countOwners(organizationId)) === 1
    return {
      ...presentMember(member),
      lastSeenAt: seen(member),
      ...(await rows.members.holdings(organizationId, input.id)),
      isSelf: self,
      can: memberRightsOf({ by, role: member.role, isSelf: self, isLastOwner }),
      grants: grantable(by),
      heirs: await heirsOf(rows, actor, member),
    }
  },
})

/** Owners where somebody leaves; else whoever removes, and then every other member. */
async function heirsOf(
  rows: AnyTask['rows'],
  actor: AnyTask['actor'],
  { person: { id: leaving } }: MemberRow,
): Promise<z.output<typeof memberSchema>[] | null> {
  const { organizationId } = asMember(actor)
  const all = await rows.members.page({ organizationId, text: null, after: null, limit: 101 })
  if (all.length > 100) return null
  const leaves = isSelf(actor, leaving)
  const fit = all.filter(
    ({ person, role }) => person.id !== leaving && (leaves ? role === 'owner' : role !== 'viewer'),
  )
  return fit
    .sort((one, other) => Number(isSelf(actor, other.person.id)) - Number(isSelf(actor, one.person.id)))
    .map(presentMember)
}

export const changeMember = operation({
  name: 'changeMember',
  summary: 'Give a member another role; only an owner makes or unmakes owners.',
  input: z.strictObject({ id: z.uuid(), role: z.enum(givenRoles) }),
  output: memberSchema,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  fails: ['last_owner', 'not_found', 'reauthentication_required'],
  rest: { method: 'PATCH', path: '/v1/organization/members/{id}', success: 200, body: 'json' },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, addAuditDetails } = task
    const target = await rows.members.lock(asMember(task.actor).organizationId, input.id, 'change')
    const { organization, actor } = await lockOrganization(task, ({ ...who }) =>
      mayTurn(who, target, input.role),
    )
    if (!target) throw notFound()
    if (isOwners(target.role, input.role)) requireRecentProof(actor, task.now)
    if (target.role === 'owner' && input.role !== 'owner')
      requireOwnerLeft(await rows.members.countOwners(organization.id))
    await rows.members.changeRole(organization.id, input.id, input.role)
    await withdrawOffers(task, organization.id, input.id, input.role)
    addAuditDetails(input.id, {
      email: target.person.email,
      role: { from: target.role, to: input.role },
      by: actor.role,
    })
    return presentMember({ ...target, role: input.role })
  },
})

const roleOf = (actor: AnyTask['actor']): Role => (actor.kind === 'person' ? actor.role : 'viewer')

const mayTurn = (actor: AnyTask['actor'], target: MemberRow | null, role: Role | null): void =>
  requireGrant(roleOf(actor), target?.role ?? null, role)

/** Withdraws the invitations that the person offered and could not offer any more. */
function withdrawOffers(
  { rows }: Pick<AnyTask, 'rows'>,
  organizationId: string,
  personId: string,
  role: Role | null,
): Promise<void> {
  const still = role === null ? [] : grantable(role)
  const lost = givenRoles.filter(given => !still.includes(given))
  return lost.length === 0 ? Promise.resolve() : rows.invitations.withdraw(organizationId, personId, lost)
}

export const removeMember = operation({
  name: 'removeMember',
  summary: 'Remove a member, or leave: sessions and keys end at once, the artifacts pass to an heir.',
  input: z.object({
    id: z.uuid().describe('The member; your own id to leave'),
    heir: z
      .string()
      .max(400)
      .optional()
      .describe(
        'Address or id of the member who takes over the artifacts; without it you, or an owner where you leave',
      ),
  }),
  output: null,
  effect: 'write',
  access: { organization: 'member', scope: 'org:write' },
  fails: ['last_owner', 'not_found', 'malformed_address', 'reauthentication_required'],
  rest: { method: 'DELETE', path: '/v1/organization/members/{id}', success: 204 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input } = task
    const target = await rows.members.lock(asMember(task.actor).organizationId, input.id, 'removal')
    const governed = await lockOrganization(task, actor => {
      if (!isSelf(actor, input.id)) mayTurn(actor, target, null)
    })
    if (!target) throw notFound()
    if (isOwners(target.role)) requireRecentProof(governed.actor, task.now)
    const { organization } = governed
    if (target.role === 'owner') requireOwnerLeft(await rows.members.countOwners(organization.id))
    const heir = await heirOf(task, governed, input.id)
    const artifacts = await rows.artifacts.transferOwnership(organization.id, input.id, heir.person.id)
    const passed = { heir: heir.person.id, artifacts }
    const ended = await endMembership(task, organization.id, target, passed)
    const unnamed = await rows.artifacts.removeRecipient(organization.id, target.person.email)
    await rows.members.markLeft(organization.id, target.person.email, task.now)
    task.addAuditDetails(input.id, {
      email: target.person.email,
      role: target.role,
      ...passed,
      ...ended,
      unnamed,
    })
    if (!isSelf(governed.actor, input.id)) await tellRemoved(task, governed, target, heir, artifacts)
    return undefined
  },
})

const isSelf = (actor: AnyTask['actor'], id: string): boolean =>
  actor.kind === 'person' && actor.personId === id

/** Finds the member who takes over: the one named, else the remover; where somebody leaves, an owner. */
async function heirOf(
  { rows, input }: Task<{ heir?: string | undefined }>,
  { organization, actor }: LockedOrganization,
  leaving: string,
): Promise<MemberRow> {
  const leaves = actor.personId === leaving
  const id =
    input.heir === undefined
      ? await heirByDefault(rows, organization.id, actor.personId, leaves)
      : await personNamed(rows, input.heir)
  const heir = id === null || id === leaving ? null : await rows.members.find(organization.id, id)
  if (heir && (leaves ? heir.role === 'owner' : heir.role !== 'viewer')) return heir
  return fields.refuse(
    'heir',
    leaves
      ? 'must be the address or id of another owner of the organization'
      : 'must be the address or id of another member of the organization, not a viewer',
  )
}

async function heirByDefault(
  rows: AnyTask['rows'],
  organizationId: string,
  self: string,
  leaves: boolean,
): Promise<string | null> {
  if (!leaves) return self
  const owners = await rows.people.owners(organizationId)
  return owners.find(({ id }) => id !== self)?.id ?? null
}

async function personNamed(rows: AnyTask['rows'], heir: string): Promise<string | null> {
  if (!heir.includes('@')) return heir
  return (await rows.people.personByEmail(address(heir)))?.id ?? null
}

/** Ends a membership with all that acts for it: sessions, keys and the invitations it offered. Answers how many keys. */
export async function endMembership(
  task: Pick<AnyTask, 'rows' | 'now' | 'emitOrganizationEvent'>,
  organizationId: string,
  { person, role }: Pick<MemberRow, 'person' | 'role'>,
  facts: Record<string, unknown>,
): Promise<{ keys: number }> {
  const { rows, now, emitOrganizationEvent } = task
  const keys = await rows.credentials.endMembership(person.id, organizationId, now)
  await withdrawOffers(task, organizationId, person.id, null)
  await rows.members.remove(organizationId, person.id)
  emitOrganizationEvent('member.removed', organizationId, {
    id: person.id,
    name: person.name,
    role,
    ...facts,
  })
  for (const key of keys) emitOrganizationEvent('key.revoked', organizationId, { id: key.id, name: key.name })
  return { keys: keys.length }
}

const tellRemoved = (
  task: AnyTask,
  { organization, actor }: LockedOrganization,
  { person }: MemberRow,
  heir: MemberRow,
  artifacts: number,
): Promise<void> =>
  postMail(task, person.email, {
    subject: `You are no longer in ${organization.name}`,
    lines: [
      `${actor.name} (${actor.email}) removed you from the organization ${organization.name} on ${task.context.url}.`,
      'Your sessions and keys of it have ended.',
      ...(artifacts > 0
        ? [
            `What you own there, ${artifacts === 1 ? '1 page' : `${artifacts} pages`}, belongs to ${heir.person.name} (${heir.person.email}) now.`,
          ]
        : []),
    ],
  })
