// Rules that admit builds: which repository, ref or environment gets a key without a stored secret, and what it may do.

import { z } from 'zod'
import { scopes } from '../../domain/actor.ts'
import { cleanName } from '../../domain/artifact.ts'
import { rulePattern, ruleVisibilities } from '../../domain/ci-rule.ts'
import { asMember, requireAdmin } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import type { CiRuleRow } from '../../storage/records.ts'
import { pageOf } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { lockOrganization } from './lock-organization.ts'

const mostRules = 100

const ruleSchema = z.object({
  id: z.string(),
  issuer: z.string(),
  repositoryId: z.int(),
  ref: z.string().nullable(),
  environment: z.string().nullable(),
  pullRequests: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  visibilities: z.array(z.enum(ruleVisibilities)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  repository: z.string().nullable().describe('The name of the repository when the rule was last used'),
})

const presentRule = (rule: CiRuleRow): z.output<typeof ruleSchema> => ({
  id: rule.id,
  issuer: rule.issuer,
  repositoryId: rule.repositoryId,
  ref: rule.ref,
  environment: rule.environment,
  pullRequests: rule.pullRequests,
  scopes: [...rule.scopes],
  visibilities: [...rule.visibilities],
  createdAt: iso(rule.createdAt),
  lastUsedAt: rule.lastUsedAt === null ? null : iso(rule.lastUsedAt),
  repository: rule.repository,
})

/** Returns the facts of a rule that the audit keeps. */
const detailsOf = (rule: CiRuleRow) => {
  const { id: _, createdAt: __, lastUsedAt: ___, ...details } = presentRule(rule)
  return details
}

const sessionOnly = { gap: 'rules of builds are made signed in, in the dashboard' }

export const listCiRules = operation({
  name: 'listCiRules',
  summary: 'List the rules by which builds get a key without a stored secret.',
  input: z.object({}),
  output: pageOf(ruleSchema),
  effect: 'read',
  access: 'session',
  fails: ['session_required', 'forbidden'],
  rest: { method: 'GET', path: '/v1/ci-rules', success: 200 },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run({ actor, rows }) {
    requireAdmin(actor)
    const rules = await rows.ciRules.list(asMember(actor).organizationId)
    return { data: rules.map(presentRule), nextCursor: null }
  },
})

const ref = z
  .string()
  .max(300)
  .describe('Branch, or full ref such as refs/tags/v1; a * stands for characters other than /')
  .transform((text, context) => {
    const pattern = rulePattern(text)
    if (pattern !== null) return pattern
    context.addIssue({ code: 'custom', message: 'must be a branch or a full ref such as refs/heads/main' })
    return z.NEVER
  })

const environment = z
  .string()
  .max(255)
  .refine(text => text.trim() === text && cleanName(text) === text, 'must be the name of an environment')
  .describe('Name of the environment that the job is for')

const aNumber = 'must be a number, such as 1296269'

const repositoryId = z
  .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,14}$/, aNumber)], aNumber)
  .describe('Number of the repository or project; names can be given to others, numbers cannot')
  .transform(Number)

export const makeCiRule = operation({
  name: 'makeCiRule',
  summary: 'Let the builds of a repository have keys that live 15 minutes.',
  input: z.strictObject({
    issuer: z.string().max(500).describe('Issuer of the build tokens, such as https://gitlab.com'),
    repositoryId,
    ref: ref.nullable().optional(),
    environment: environment.nullable().optional(),
    pullRequests: z.boolean().default(false).describe('Admit builds of pull requests and merge requests too'),
    scopes: z.array(z.enum(scopes)).min(1).describe('What the keys may do'),
    visibilities: z.array(z.enum(ruleVisibilities)).min(1).describe('Audiences that the keys reach'),
  }),
  output: ruleSchema,
  effect: 'write',
  access: 'session',
  replayAnswer: 'plain',
  fails: ['session_required', 'forbidden'],
  rest: {
    method: 'POST',
    path: '/v1/ci-rules',
    success: 201,
    body: 'json',
    location: '/v1/ci-rules/{id}',
  },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run(task) {
    const { context, rows, input, now, addAuditDetails } = task
    const { organization } = await lockOrganization(task, requireAdmin)
    const { ref = null, environment = null } = input
    if (!context.ciIssuers.includes(input.issuer))
      fields.refuse(
        'issuer',
        `must be one of ${context.ciIssuers.join(', ') || 'none: they are switched off'}`,
      )
    if (ref === null && environment === null)
      fields.refuse('ref', 'is missing: a rule names a ref, an environment, or both')
    if ((await rows.ciRules.list(organization.id)).length >= mostRules)
      fields.refuse('repositoryId', `is one too many: an organization has at most ${mostRules} rules`)
    const rule: CiRuleRow = {
      ...{ ...input, ref, environment },
      ...{ scopes: [...new Set(input.scopes)], visibilities: [...new Set(input.visibilities)] },
      ...{ id: uuid(now), organizationId: organization.id },
      ...{ createdAt: now, lastUsedAt: null, repository: null },
    }
    await rows.ciRules.insert(rule)
    addAuditDetails(rule.id, detailsOf(rule))
    return presentRule(rule)
  },
})

export const removeCiRule = operation({
  name: 'removeCiRule',
  summary: 'Remove a rule; the keys that builds got by it stop working at once.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: 'session',
  fails: ['session_required', 'forbidden', 'not_found'],
  rest: { method: 'DELETE', path: '/v1/ci-rules/{id}', success: 204 },
  mcp: sessionOnly,
  cli: sessionOnly,
  async run({ actor, rows, input, addAuditDetails }) {
    requireAdmin(actor)
    const rule = await rows.ciRules.remove(asMember(actor).organizationId, input.id)
    if (!rule) throw notFound()
    addAuditDetails(rule.id, detailsOf(rule))
    return undefined
  },
})
