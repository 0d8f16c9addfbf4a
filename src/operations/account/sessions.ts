// A person's sessions: where they are signed in, and how to end that.
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/problem.ts'
import { signInWays } from '../../domain/sign-in.ts'
import type { OpenSession } from '../../storage/records.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { iso } from '../kernel/time.ts'

const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  client: z.string().nullable().describe('Browser and system, or the program'),
  network: z.string().nullable().describe('The network without its last part'),
  signedInBy: z.enum(signInWays).describe('The way it began'),
  current: z.boolean().describe('The session of this very request'),
})

const signedInOnly = { gap: 'sessions are looked at and ended signed in, in the dashboard' }

type Signed = Actor & { kind: 'person' }

const presentSession = (session: OpenSession, current: string): z.output<typeof sessionSchema> => ({
  id: session.id,
  createdAt: iso(session.createdAt),
  lastSeenAt: iso(session.lastSeenAt),
  expiresAt: iso(session.expiresAt),
  client: session.client,
  network: session.network,
  signedInBy: session.way,
  current: session.id === current,
})

export const listSessions = operation({
  name: 'listSessions',
  summary: 'List where you are signed in, newest first.',
  input: z.object({ limit: fields.limit, cursor: fields.cursor.optional() }),
  output: pageOf(sessionSchema),
  effect: 'read',
  access: 'session',
  fails: [],
  rest: { method: 'GET', path: '/v1/sessions', success: 200 },
  mcp: signedInOnly,
  cli: signedInOnly,
  async run({ context, rows, actor, input, now }) {
    const { personId, credential } = actor as Signed
    const found = await rows.credentials.sessions({
      personId,
      now,
      limit: input.limit + 1,
      after: unpackCursor(context, 'sessions', input.cursor),
    })
    return page(context, 'sessions', found, input.limit, {
      show: session => presentSession(session, credential),
      position: ({ createdAt, id }) => ({ createdAt, id }),
    })
  },
})

export const endSession = operation({
  name: 'endSession',
  summary: 'End one of your sessions at once; your own is signed out.',
  input: z.object({ id: z.uuid() }),
  output: null,
  effect: 'write',
  access: 'session',
  fails: ['not_found'],
  rest: { method: 'DELETE', path: '/v1/sessions/{id}', success: 204 },
  mcp: signedInOnly,
  cli: signedInOnly,
  async run({ rows, actor, input, addAuditDetails, renewSession }) {
    const { personId, credential } = actor as Signed
    if (!(await rows.credentials.endSessionOf(personId, input.id))) throw notFound()
    if (input.id === credential) renewSession('')
    addAuditDetails(input.id)
    return undefined
  },
})

export const endOtherSessions = operation({
  name: 'endOtherSessions',
  summary: 'End all your sessions but this one.',
  input: z.object({}),
  output: z.object({ ended: z.int().describe('How many there were') }),
  effect: 'write',
  access: 'session',
  fails: [],
  rest: { method: 'DELETE', path: '/v1/sessions', success: 200 },
  mcp: signedInOnly,
  cli: signedInOnly,
  async run({ rows, actor, addAuditDetails }) {
    const { personId, credential } = actor as Signed
    const ended = await rows.credentials.endOtherSessions(personId, credential)
    addAuditDetails(personId, { ended })
    return { ended }
  },
})
