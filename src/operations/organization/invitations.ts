// Invitations: a link by mail that makes one address a member, once.

import { z } from 'zod'
import { randomToken, sha256Hex } from '../../crypto.ts'
import { DAY, type Organization } from '../../domain/artifact.ts'
import { address } from '../../domain/audience.ts'
import { type GivenRole, givenRoles, isOwners, requireGrant } from '../../domain/membership.ts'
import { asMember, requireRecentProof } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import type { InvitationRow } from '../../storage/records.ts'
import { newPerson } from '../account/create-person.ts'
import { requireAddress } from '../account/require-account.ts'
import { moveSession } from '../account/session.ts'
import { postMail } from '../feed/mail.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { countUse } from '../kernel/limits.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { type LockedOrganization, lockOrganization } from './lock-organization.ts'

const lifetimeDays = 14

const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(givenRoles),
  invitedBy: z.object({ name: z.string() }),
  expired: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

const presentInvitation = (row: InvitationRow, now: number): z.output<typeof invitationSchema> => ({
  id: row.id,
  email: row.email,
  role: row.role as GivenRole,
  invitedBy: { name: row.inviter.name },
  expired: row.expiresAt <= now,
  createdAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
})

export const listInvitations = operation({
  name: 'listInvitations',
  summary: 'List the invitations that nobody accepted yet, newest first.',
  input: z.object({ limit: fields.limit, cursor: fields.cursor.optional() }),
  output: pageOf(invitationSchema),
  effect: 'read',
  access: { organization: 'governor', scope: 'org:read' },
  fails: [],
  rest: { method: 'GET', path: '/v1/organization/invitations', success: 200 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run({ context, actor, rows, input, now }) {
    const found = await rows.invitations.page({
      organizationId: asMember(actor).organizationId,
      after: unpackCursor(context, 'invitations', input.cursor),
      limit: input.limit + 1,
    })
    return page(context, 'invitations', found, input.limit, {
      show: row => presentInvitation(row, now),
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

export const invite = operation({
  name: 'invite',
  summary: 'Invite an address by mail; inviting it again replaces the link it has.',
  input: z.strictObject({
    email: z.string().max(400).describe('Address to invite'),
    role: z.enum(givenRoles).describe('Role to invite as; only an owner invites owners'),
  }),
  output: invitationSchema,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  replayAnswer: 'plain',
  fails: ['already_member', 'malformed_address', 'rate_limited', 'reauthentication_required'],
  rest: {
    method: 'POST',
    path: '/v1/organization/invitations',
    success: 201,
    body: 'json',
    location: '/v1/organization/invitations/{id}',
  },
  mcp: {
    tool: 'invite_member',
    title: 'Invite a member',
    description:
      'Invites an address by mail to become a member of the organization (role member, admin or owner). The link works once, for 14 days, for that address only. Do it only when the person asked for it.',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  },
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, now, context, addAuditDetails } = task
    const email = address(input.email)
    const governed = await lockOrganization(task, actor =>
      requireGrant(actor.kind === 'person' ? actor.role : 'viewer', null, input.role),
    )
    const { organization, actor } = governed
    if (isOwners(input.role)) requireRecentProof(actor, now)
    await requireOutside(task, organization.id, email)
    if (context.rateLimits) await countInvitations(task, organization.id, email)
    const code = randomToken(32)
    const inviter = { id: actor.personId, name: actor.name }
    const times = { createdAt: now, expiresAt: now + lifetimeDays * DAY }
    const row = { id: uuid(now), organizationId: organization.id, email, role: input.role, ...times }
    await rows.invitations.insert({ ...row, inviterId: inviter.id, codeHash: sha256Hex(code) })
    await postMail(task, email, invitationMail(task, governed, row, code))
    addAuditDetails(row.id, { email, role: input.role })
    return presentInvitation({ ...row, inviter, acceptedAt: null }, now)
  },
})

async function requireOutside({ rows }: AnyTask, organizationId: string, email: string): Promise<void> {
  const person = await rows.people.personByEmail(email)
  const member = person && (await rows.members.find(organizationId, person.id))
  if (!member || member.role === 'viewer') return
  throw new Problem(
    'already_member',
    `This address belongs to a member of the organization already (${member.role}). Change the role instead.`,
  )
}

async function countInvitations(
  { rows, now }: AnyTask,
  organizationId: string,
  email: string,
): Promise<void> {
  await countUse(rows, { what: 'invitations', name: organizationId, limit: 200, windowMs: DAY }, now)
  await countUse(rows, { what: 'invitations', name: email, limit: 10, windowMs: DAY }, now)
}

const invitationMail = (
  { context }: AnyTask,
  { organization, actor }: LockedOrganization,
  { email, role }: { email: string; role: string },
  code: string,
) => ({
  subject: `Invitation to ${organization.name}`,
  lines: [
    `${actor.name} (${actor.email}) invites you to the organization ${organization.name} on Recto, as ${role === 'member' ? 'a member' : `an ${role}`}.`,
    '',
    `${context.url}/invite/${code}`,
    '',
    `The link works once, within ${lifetimeDays} days, for somebody signed in as ${email}. Opening it changes nothing yet.`,
    'If you did not expect this mail, you can ignore it.',
  ],
})

export const revokeInvitation = operation({
  name: 'revokeInvitation',
  summary: 'Withdraw an invitation; its link stops working at once.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  fails: ['not_found'],
  rest: { method: 'DELETE', path: '/v1/organization/invitations/{id}', success: 204 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run({ actor, rows, input, addAuditDetails }) {
    const withdrawn = await rows.invitations.remove(asMember(actor).organizationId, input.id)
    if (!withdrawn) throw notFound()
    addAuditDetails(input.id, { email: withdrawn.email })
    return undefined
  },
})

const codeInput = z.string().min(1).max(500).describe('Code of the invitation, or the whole link')

type Offer = InvitationRow & { organization: Organization }

/** The invitation of a code: 404 unknown or withdrawn, 409 accepted, 410 expired. */
async function offered(rows: AnyTask['rows'], code: string, now: number): Promise<Offer> {
  const offer = await rows.invitations.findByCode(sha256Hex(code.trim().split('/').at(-1) ?? ''))
  if (!offer || offer.organization.deleteAt !== undefined) throw notFound()
  if (offer.acceptedAt !== null) throw accepted()
  if (offer.expiresAt > now) return offer
  throw new Problem(
    'invitation_expired',
    `This invitation was good for ${lifetimeDays} days, which are over. Ask ${offer.inviter.name} for another one.`,
  )
}

const accepted = (): Problem =>
  new Problem('already_accepted', 'This invitation was accepted already. Sign in to go on.')

export const inspectInvitation = operation({
  name: 'inspectInvitation',
  summary: 'See what an invitation offers, without accepting it.',
  input: z.object({ code: codeInput }),
  output: z.object({
    organization: z.object({ name: z.string() }),
    email: z.string(),
    role: z.enum(givenRoles),
    invitedBy: z.object({ name: z.string() }),
    expiresAt: z.iso.datetime(),
  }),
  effect: 'read',
  access: 'anyone',
  fails: ['not_found', 'already_accepted', 'invitation_expired'],
  rest: { gap: 'the page of the invitation shows it to a person' },
  mcp: { gap: 'the page of the invitation shows it to a person' },
  cli: { gap: 'the page of the invitation shows it to a person' },
  async run({ rows, input, now }) {
    const { organization, email, role, inviter, expiresAt } = await offered(rows, input.code, now)
    const invitedBy = { name: inviter.name }
    const offer = { organization: { name: organization.name }, email, role: role as GivenRole, invitedBy }
    return { ...offer, expiresAt: iso(expiresAt) }
  },
})

export const acceptInvitation = operation({
  name: 'acceptInvitation',
  summary: 'Accept an invitation, signed in as the address it was sent to.',
  input: z.strictObject({ code: codeInput }),
  output: z.object({
    organization: z.object({ id: z.string(), name: z.string() }),
    role: z.enum(givenRoles),
  }),
  effect: 'write',
  access: 'credential',
  replayAnswer: 'plain',
  fails: [
    'session_required',
    'sign_in_provider_required',
    'plan_limit',
    'forbidden',
    'not_found',
    'already_accepted',
    'invitation_expired',
  ],
  rest: { method: 'POST', path: '/v1/invitations/accept', success: 200, body: 'json' },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, now, actor } = task
    const email = requireAddress(task)
    const { organization, ...offer } = await offered(rows, input.code, now)
    if (offer.email !== email) throw otherAddress()
    const person = (await rows.people.personByEmail(email)) ?? (await newPerson(rows, email, now))
    const before = await rows.members.lock(organization.id, person.id, 'change')
    const live = await rows.people.lockOrganization(organization.id)
    if (!live || live.deleteAt !== undefined) throw notFound()
    if (!(await rows.invitations.accept(offer.id, now))) throw accepted()
    const role = before && before.role !== 'viewer' ? before.role : (offer.role as GivenRole)
    if (role !== before?.role) await enter(task, live.id, { ...person, role, isNew: before === null })
    if (actor.kind === 'guest') await moveSession(task, { personId: person.id, organizationId: live.id })
    task.addAuditDetails(person.id, { email, role, invitation: offer.id }, live.id)
    return { organization: { id: live.id, name: live.name }, role }
  },
})

const otherAddress = (): Problem =>
  new Problem(
    'forbidden',
    'This invitation was sent to another address. Sign in with the address that the mail came to.',
  )

async function enter(
  { rows, now, emitOrganizationEvent }: AnyTask,
  organizationId: string,
  {
    id,
    name,
    email,
    role,
    isNew,
  }: { id: string; name: string; email: string; role: GivenRole; isNew: boolean },
): Promise<void> {
  if (isNew) await rows.people.insertMembership(id, organizationId, role, now)
  else await rows.members.changeRole(organizationId, id, role)
  await rows.members.unmarkLeft(organizationId, email)
  emitOrganizationEvent('member.joined', organizationId, { id, name, role })
}
