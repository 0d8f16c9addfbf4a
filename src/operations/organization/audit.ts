// The audit of an organization: who did what, with which client, and on Pro and above who read what is not public.
import { z } from 'zod'
import { parseArtifactAddress } from '../../domain/artifact-address.ts'
import { addressOrNull } from '../../domain/audience.ts'
import { asMember, may } from '../../domain/policy.ts'
import type { AuditEntry, AuditQuery } from '../../storage/records.ts'
import { refuseVersion } from '../kernel/addressed-version.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation, type Task } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'
import { csv } from './csv.ts'

const actorTypes = ['human', 'agent', 'service', 'system'] as const

const moment = z.iso.datetime({ offset: true })

const rowSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  action: z.string().describe('Name of the operation; view for a read of what is not public'),
  subject: z.string().nullable().describe('Short ID or id of what it was done to'),
  subjectName: z
    .string()
    .nullable()
    .describe('Name of the page it was done to, as it is now; null for anything else'),
  actor: z.object({
    id: z.string().nullable(),
    name: z.string().describe('Name at that moment'),
    email: z.string().nullable(),
  }),
  credential: z.string().describe('Id of the session, key or grant'),
  actorType: z.enum(actorTypes),
  actorName: z.string().nullable().describe('Name the caller claimed'),
  surface: z.string(),
  client: z.string().nullable().describe('Program that called'),
  details: z.record(z.string(), z.unknown()),
})

type Row = z.output<typeof rowSchema>

const input = z.object({
  actor: z.string().max(400).optional().describe('Email address or id of a person, or id of a credential'),
  actorType: z.enum(actorTypes).optional(),
  action: z.string().max(80).optional().describe('Name of an operation, or view'),
  subject: z.string().max(2048).optional().describe('Short ID, address, or id of what it was done to'),
  surface: z
    .string()
    .max(20)
    .optional()
    .describe('rest, mcp, web, admin, oauth, or sweep for what happens by itself'),
  from: moment.optional().describe('Not before this moment'),
  to: moment.optional().describe('Before this moment'),
  format: z.enum(['json', 'csv']).optional().describe('csv is the same as Accept: text/csv'),
  limit: z.int().min(1).max(1000).default(25).describe('Rows in a page, 1 to 1,000'),
  cursor: fields.cursor.optional(),
})

type Asked = z.output<typeof input>

export const audit = operation({
  name: 'audit',
  summary: 'Read who did what in the organization, newest first; as JSON or CSV.',
  input,
  output: pageOf(rowSchema),
  effect: 'read',
  access: { organization: 'governor', scope: 'org:read' },
  fails: [],
  rest: {
    method: 'GET',
    path: '/v1/organization/audit',
    success: 200,
    alternates: { 'text/csv': (value: { data: Row[] }) => auditCsv(value.data, { head: true }) },
  },
  mcp: { gap: 'the audit is for owners and admins, in the dashboard and over REST' },
  cli: { gap: 'the audit is for owners and admins, in the dashboard and over REST' },
  async run(task) {
    const { context, rows } = task
    const { limit, cursor, format: _, ...filters } = task.input
    const kind = `audit ${JSON.stringify(filters)}`
    const actor = await actorIn(task)
    if (actor === null) return { data: [], nextCursor: null }
    const after = unpackCursor<AuditQuery['after'] & object>(context, kind, cursor)
    const found = await rows.journal.audits({ ...queryOf(task), ...(actor && { actor }), after })
    const names = await namesOf(task, found)
    return page(context, kind, found, limit, {
      show: row => presentRow(row, names),
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

/** The id to look for; null for an address that nobody has. */
async function actorIn({ input, rows }: Task<Asked>): Promise<string | null | undefined> {
  if (!input.actor?.includes('@')) return input.actor
  const email = addressOrNull(input.actor)
  return email && ((await rows.people.personByEmail(email))?.id ?? null)
}

function queryOf({ actor, input }: Task<Asked>): AuditQuery {
  const { actorType, action, subject, surface, from, to, limit } = input
  return {
    organizationId: asMember(actor).organizationId,
    ...(actorType && { actorType }),
    ...(action && { action }),
    ...(subject && { subject: subjectIn(subject) }),
    ...(surface && { surface }),
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) }),
    limit: limit + 1,
  }
}

/** The short ID where the text is one, or an artifact's address; else the text itself. */
function subjectIn(text: string): string {
  const address = parseArtifactAddress(text)
  refuseVersion('subject', address?.version ?? null)
  return address?.shortId ?? text
}

/** Of the pages among the subjects that are the organization's own; of the trash only what the reader of the audit could read. */
async function namesOf(
  { actor, rows }: Task<Asked>,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = new Set(entries.flatMap(({ subject }) => (isShortId(subject) ? [subject] : [])))
  const names = new Map<string, string>()
  for (const shortId of subjects) {
    const artifact = await rows.artifacts.find(shortId)
    if (artifact?.organization?.id !== asMember(actor).organizationId) continue
    if (artifact.trashedAt === null || may(actor, 'read', artifact)) names.set(shortId, artifact.name)
  }
  return names
}

const isShortId = (subject: string | null): subject is string =>
  subject !== null && parseArtifactAddress(subject)?.shortId === subject

const presentRow = (row: AuditEntry, names: ReadonlyMap<string, string>): Row => ({
  id: row.id,
  createdAt: iso(row.createdAt),
  action: row.action,
  subject: row.subject,
  subjectName: (row.subject && names.get(row.subject)) ?? null,
  actor: { id: row.personId, name: row.authorName, email: row.email },
  credential: row.credential,
  actorType: row.actorType,
  actorName: row.actorName,
  surface: row.surface,
  client: row.client,
  details: row.data,
})

const columns: readonly (readonly [string, (row: Row) => string | null])[] = [
  ['createdAt', row => row.createdAt],
  ['action', row => row.action],
  ['subject', row => row.subject],
  ['actor', row => row.actor.name],
  ['email', row => row.actor.email],
  ['actorType', row => row.actorType],
  ['actorName', row => row.actorName],
  ['surface', row => row.surface],
  ['client', row => row.client],
  ['credential', row => row.credential],
  ['details', row => JSON.stringify(row.details)],
  ['id', row => row.id],
]

/** Rows of the audit as lines of a table, with its head or without. */
export const auditCsv = (rows: readonly Row[], { head }: { head: boolean }): string =>
  csv(
    head ? columns.map(([name]) => name) : null,
    rows.map(row => columns.map(([, value]) => value(row))),
  )
