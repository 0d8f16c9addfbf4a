// Mail domains of the organization: anybody can name one, a TXT record verifies it, and one organization has it.

import { z } from 'zod'
import { randomToken } from '../../crypto.ts'
import { mailDomain } from '../../domain/audience.ts'
import { asMember, requireAdmin } from '../../domain/policy.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import type { DomainRow, Rows } from '../../storage/records.ts'
import { pageOf } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { countUse } from '../kernel/limits.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { lockOrganization } from './lock-organization.ts'
import { endMembership } from './members.ts'
import { isPublicMail } from './public-mail.ts'

const HOUR = 3_600_000
const mostDomains = 100

const domainSchema = z.object({
  id: z.string(),
  name: z.string(),
  verified: z.boolean(),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .describe('The DNS record that proves the domain'),
  createdAt: z.iso.datetime(),
  verifiedAt: z.iso.datetime().nullable(),
})

const presentDomain = (row: DomainRow): z.output<typeof domainSchema> => ({
  id: row.id,
  name: row.name,
  verified: row.verifiedAt !== null,
  record: { type: 'TXT', name: row.name, value: recordOf(row) },
  createdAt: iso(row.createdAt),
  verifiedAt: row.verifiedAt === null ? null : iso(row.verifiedAt),
})

const recordOf = ({ token }: Pick<DomainRow, 'token'>): string => `recto-verification=${token}`

export const listDomains = operation({
  name: 'listDomains',
  summary: 'List the mail domains of the organization, with the DNS record that proves each.',
  input: z.object({}),
  output: pageOf(domainSchema),
  effect: 'read',
  access: { organization: 'governor', scope: 'org:read' },
  fails: [],
  rest: { method: 'GET', path: '/v1/organization/domains', success: 200 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run({ actor, rows }) {
    const domains = await rows.domains.list(asMember(actor).organizationId)
    return { data: domains.map(presentDomain), nextCursor: null }
  },
})

export const inspectDomain = operation({
  name: 'inspectDomain',
  summary: 'See one mail domain, and how many people are viewers by it.',
  input: z.object({ id: z.uuid() }),
  output: domainSchema.extend({ viewers: z.int() }),
  effect: 'read',
  access: { organization: 'governor', scope: 'org:read' },
  fails: ['not_found'],
  rest: { gap: 'GET /v1/organization/domains lists them' },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run({ actor, rows, input }) {
    const { organizationId } = asMember(actor)
    const row = await rows.domains.find(organizationId, input.id)
    if (!row) throw notFound()
    const viewers = row.verifiedAt === null ? [] : await rows.members.viewersAt(organizationId, row.name)
    return { ...presentDomain(row), viewers: viewers.length }
  },
})

export const addDomain = operation({
  name: 'addDomain',
  summary: 'Name a mail domain of the organization and get the DNS record that proves it.',
  input: z.strictObject({ name: z.string().max(400).describe('The domain, for example acme.example') }),
  output: domainSchema,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  replayAnswer: 'plain',
  fails: ['domain_taken', 'public_mail_domain'],
  rest: {
    method: 'POST',
    path: '/v1/organization/domains',
    success: 201,
    body: 'json',
    location: '/v1/organization/domains/{id}',
  },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, now, addAuditDetails } = task
    const name = mailDomain(input.name) ?? fields.refuse('name', 'must be a domain, for example acme.example')
    if (isPublicMail(name)) throw openToEverybody(name)
    const { organization } = await lockOrganization(task, requireAdmin)
    const standing = await rows.domains.list(organization.id)
    const known = standing.find(row => row.name === name)
    if (known) return presentDomain(known)
    if (standing.length >= mostDomains)
      fields.refuse('name', `is one too many: an organization has at most ${mostDomains} domains`)
    if (await rows.domains.holder(name)) throw taken(name)
    const row: DomainRow = {
      ...{ id: uuid(now), organizationId: organization.id, name, token: randomToken(32) },
      ...{ createdAt: now, verifiedAt: null },
    }
    await rows.domains.insert(row)
    addAuditDetails(row.id, { name })
    return presentDomain(row)
  },
})

const openToEverybody = (name: string): Problem =>
  new Problem(
    'public_mail_domain',
    `Anybody can get an address at ${name}, so no organization can own it. Invite people by their address instead.`,
  )

const taken = (name: string): Problem =>
  new Problem(
    'domain_taken',
    `${name} is proven to belong to another organization here. One of its owners can release it.`,
  )

export const verifyDomain = operation({
  name: 'verifyDomain',
  summary:
    'Look for the DNS record; once it is there, everybody with an address at the domain becomes a viewer at sign-in.',
  input: z.object({ id: z.uuid() }),
  output: domainSchema,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  replayAnswer: 'plain',
  fails: ['domain_unverified', 'domain_taken', 'rate_limited', 'not_found'],
  rest: { method: 'POST', path: '/v1/organization/domains/{id}/verify', success: 200 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async beforeTransaction({ context, actor, rows, input, now }) {
    const { organizationId } = asMember(actor)
    const row = await rows.domains.find(organizationId, input.id)
    if (!row || row.verifiedAt !== null) return []
    if (context.rateLimits)
      await context.records.transaction(written => countLooks(written, organizationId, now))
    return context.resolveTxt(row.name)
  },
  async run(task) {
    const { rows, input, now, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    const row = await rows.domains.find(organization.id, input.id)
    if (!row) throw notFound()
    if (row.verifiedAt !== null) return presentDomain(row)
    if (await rows.domains.holder(row.name)) throw taken(row.name)
    requireRecord(row, task.beforehand)
    await rows.domains.markVerified(row.id, now)
    addAuditDetails(row.id, { name: row.name })
    return presentDomain({ ...row, verifiedAt: now })
  },
})

const countLooks = (rows: Rows, organizationId: string, now: number): Promise<unknown> =>
  countUse(rows, { what: 'looks at DNS', name: organizationId, limit: 60, windowMs: HOUR }, now)

/** `found` is null if the DNS did not answer. */
function requireRecord(row: DomainRow, found: readonly string[] | null): void {
  if (found?.some(text => text.trim() === recordOf(row))) return
  throw new Problem(
    'domain_unverified',
    found === null
      ? `The DNS of ${row.name} did not answer. Try again in a moment.`
      : `${row.name} has no TXT record "${recordOf(row)}" yet. Add it at your DNS provider; it can take an hour until it is seen.`,
  )
}

export const removeDomain = operation({
  name: 'removeDomain',
  summary: 'Give up a domain; those who were viewers by it are viewers no more.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: { organization: 'governor', scope: 'org:write' },
  fails: ['not_found'],
  rest: { method: 'DELETE', path: '/v1/organization/domains/{id}', success: 204 },
  mcp: fields.inDashboard,
  cli: fields.inDashboard,
  async run(task) {
    const { rows, input, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    const row = await rows.domains.find(organization.id, input.id)
    if (!row) throw notFound()
    await rows.domains.remove(row.id)
    const viewers = row.verifiedAt === null ? [] : await rows.members.viewersAt(organization.id, row.name)
    for (const person of viewers)
      await endMembership(task, organization.id, { person, role: 'viewer' }, { domain: row.name })
    addAuditDetails(row.id, { name: row.name, viewers: viewers.length })
    return undefined
  },
})
