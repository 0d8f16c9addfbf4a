// Connected apps: programs that a person lets act for them in one organization, listed and ended by that person.
import { z } from 'zod'
import { type Scope, scopes } from '../../domain/actor.ts'
import { DAY } from '../../domain/artifact.ts'
import { grantableScopes, grantDays } from '../../domain/grant.ts'
import { plain } from '../../domain/plain-text.ts'
import { type Member, requireRecentProof } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { requireAllowedSignIn } from '../../domain/sign-in.ts'
import type { ConnectedApp, GrantRow } from '../../storage/records.ts'
import { postMail } from '../feed/mail.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type Task } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'
import { answerDevice, granted } from './device-answer.ts'

type Signed = Member & { kind: 'person' }

const inBrowser = { gap: 'a person agrees on a page, and looks at connected apps in the dashboard' }

const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

const presentApp = (grant: ConnectedApp): z.output<typeof appSchema> => ({
  id: grant.id,
  name: grant.clientName,
  host: grant.clientHost,
  organization: { id: grant.organizationId, name: grant.organizationName },
  scopes: [...grant.scopes],
  createdAt: iso(grant.createdAt),
  expiresAt: iso(grant.expiresAt),
  lastUsedAt: grant.lastUsedAt === null ? null : iso(grant.lastUsedAt),
})

export const connectApp = operation({
  name: 'connectApp',
  summary: 'Let a program act for you in the organization, within scopes, for some days.',
  input: z.object({
    clientId: z.string().max(2000),
    clientName: z.string().max(200),
    clientHost: z.string().max(300),
    resources: z.array(z.string()).min(1).max(2),
    scopes: z.array(z.enum(scopes)).min(1, 'choose what the app may do'),
    days: z.literal([...grantDays]),
    /** A device that waits for it with a code. */
    device: z.string().optional(),
  }),
  output: z.object({ id: z.string() }),
  effect: 'write',
  access: 'session',
  replayAnswer: 'plain',
  fails: [
    'session_required',
    'reauthentication_required',
    'invalid_input',
    'sign_in_provider_required',
    'code_invalid',
  ],
  rest: inBrowser,
  mcp: inBrowser,
  cli: inBrowser,
  async run(task) {
    const { rows, input, now, addAuditDetails } = task
    const person = task.actor as Signed
    const organization = await rows.people.organization(person.organizationId)
    if (!organization) throw notFound()
    requireAllowedSignIn(organization, 'byProvider' in person)
    const allowed = requireGrantable(input.scopes, person)
    if (person.role === 'owner' && allowed.includes('org:write')) requireRecentProof(person, now)
    const grant = newGrant(input, allowed, person, now)
    await rows.oauth.insertGrant(grant)
    if (input.device) await answerDevice(rows, input.device, granted(grant), now)
    await rows.oauth.keepClient(grant.clientId, now + clientLife)
    await tell(task, grant, organization.name)
    const { clientName: name, clientHost: host, clientId, expiresAt } = grant
    addAuditDetails(grant.id, { name, host, clientId, scopes: allowed, expiresAt: iso(expiresAt) })
    return { id: grant.id }
  },
})

/** Milliseconds that a registered program is kept after somebody let it in. */
const clientLife = 90 * DAY

function requireGrantable(asked: readonly Scope[], { role }: Signed): Scope[] {
  const granted = grantableScopes(asked, role)
  if (granted.length > 0) return granted
  return fields.refuse('scopes', 'viewers can let an app read pages and write comments, and nothing else')
}

function newGrant(
  input: { clientId: string; clientName: string; clientHost: string; resources: string[]; days: number },
  allowed: Scope[],
  { personId, organizationId }: Signed,
  now: number,
): GrantRow {
  const { days, ...client } = input
  return {
    id: uuid(now),
    clientId: client.clientId,
    clientName: client.clientName,
    clientHost: client.clientHost,
    personId,
    organizationId,
    scopes: allowed,
    resources: client.resources,
    createdAt: now,
    expiresAt: now + days * DAY,
    lastUsedAt: null,
  }
}

function tell(
  task: Task<{ device?: string | undefined }>,
  { clientName, clientHost }: GrantRow,
  organization: string,
): Promise<void> {
  const way = task.input.device ? 'with a code that a device showed' : `and were taken back to ${clientHost}`
  return postMail(task, (task.actor as Signed).email, {
    subject: 'An app was connected to your account',
    lines: [
      `An app that calls itself “${plain(clientName)}” may now act for you in ${plain(organization)} at ${task.context.url}. You let it in ${way}.`,
      '',
      `If that was not you, disconnect it at ${task.context.url}/app/apps and end all other sessions at ${task.context.url}/app/security.`,
    ],
  })
}

export const listApps = operation({
  name: 'listApps',
  summary: 'List the apps that may act for you, in every organization, newest first.',
  input: z.object({ limit: fields.limit, cursor: fields.cursor.optional() }),
  output: pageOf(appSchema),
  effect: 'read',
  access: 'session',
  fails: ['session_required'],
  rest: inBrowser,
  mcp: inBrowser,
  cli: inBrowser,
  async run({ context, rows, actor, input, now }) {
    const found = await rows.oauth.grants({
      personId: (actor as Signed).personId,
      now,
      limit: input.limit + 1,
      after: unpackCursor(context, 'apps', input.cursor),
    })
    return page(context, 'apps', found, input.limit, {
      show: presentApp,
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

export const disconnectApp = operation({
  name: 'disconnectApp',
  summary: 'End what an app may do for you; all its tokens stop working at once.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: 'session',
  fails: ['session_required', 'not_found'],
  rest: inBrowser,
  mcp: inBrowser,
  cli: inBrowser,
  async run({ rows, actor, input, addAuditDetails }) {
    const grant = await rows.oauth.revokeGrant({ id: input.id, personId: (actor as Signed).personId })
    if (!grant) throw notFound()
    addAuditDetails(grant.id, { name: grant.clientName, host: grant.clientHost }, grant.organizationId)
    return undefined
  },
})
