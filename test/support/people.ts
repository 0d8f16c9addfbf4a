// People and organizations for tests, made as sign-up makes them, with a session and a key each.

import { authenticateVisitor } from '../../src/auth/credentials.ts'
import { openPolicy } from '../../src/auth/resolve-account.ts'
import { cookieName, startSession } from '../../src/auth/sessions.ts'
import { randomToken } from '../../src/crypto.ts'
import type { Role, Scope } from '../../src/domain/actor.ts'
import type { OrganizationPolicy } from '../../src/domain/artifact.ts'
import type { PlanName } from '../../src/domain/plan.ts'
import { makeKey } from '../../src/operations/account/keys.ts'
import type { Context } from '../../src/operations/kernel/context.ts'
import type { Operation } from '../../src/operations/kernel/operation.ts'
import { perform } from '../../src/operations/kernel/perform.ts'
import { uuid } from '../../src/operations/kernel/uuid.ts'

/** The proof that a caller shows: a key, a session, the edit token of a preview, or nothing. */
export type Credential = { key: string } | { cookie: string } | { editToken: string } | 'nobody'

export interface Member {
  id: string
  email: string
  name: string
  /** A user key of the person; `session` is the same person in a browser. */
  key: string
  session: { cookie: string }
}

export interface Company {
  id: string
  name: string
  owner: Member
  /** One more person in it. */
  join(role: Role, email?: string): Promise<Member>
  /** A key of the owner, or of the organization. */
  newKey(kind: 'user' | 'service', options?: KeyOptions): Promise<{ id: string; key: string }>
  setPolicy(policy: Partial<OrganizationPolicy>): Promise<void>
  setPlan(plan: PlanName): Promise<void>
}

export interface KeyOptions {
  scopes?: readonly Scope[]
  expiresAt?: string
  by?: Member
}

export interface Organization {
  make(plan?: PlanName): Promise<Company>
}

/** An address nobody had before. */
export const freshAddress = (name = 'person'): string => `${name}-${randomToken(8).toLowerCase()}@example.com`

export function openOrganization(context: Context): Organization {
  return {
    async make(plan = 'enterprise') {
      const now = context.clock()
      const id = uuid(now)
      const name = `Company ${randomToken(6)}`
      await context.records.transaction(rows =>
        rows.people.insertOrganization({
          id,
          name,
          plan,
          policy: openPolicy,
          createdAt: now,
          operator: false,
        }),
      )
      const join = (role: Role, email = freshAddress(role)) => joinOrganization(context, id, role, email)
      const owner = await join('owner')
      return {
        id,
        name,
        owner,
        join,
        newKey: (kind, options = {}) => newKey(context, kind, options.by ?? owner, options),
        setPolicy: policy =>
          context.records.transaction(rows => rows.people.changePolicy(id, { ...openPolicy, ...policy })),
        setPlan: chosen => context.records.transaction(rows => rows.people.changePlan(id, chosen)),
      }
    },
  }
}

const origin = { client: null, network: null }

/** One more person in an organization. */
export async function joinOrganization(
  context: Context,
  organizationId: string,
  role: Role,
  email: string,
): Promise<Member> {
  const now = context.clock()
  const token = await context.records.transaction(async rows => {
    const known = await rows.people.personByEmail(email)
    const person = known ?? { id: uuid(now), email, name: nameOf(email), createdAt: now }
    if (!known) await rows.people.insertPerson(person)
    await rows.people.insertMembership(person.id, organizationId, role, now)
    return {
      person,
      token: await startSession(rows, { personId: person.id, organizationId, email, origin }, now),
    }
  })
  const { id, name } = token.person
  const member = { id, email, name, session: { cookie: `${cookieName(context)}=${token.token}` } }
  return { ...member, key: (await newKey(context, 'user', member, {})).key }
}

const nameOf = (email: string): string => `Name of ${email.split('@')[0]}`

/** A session of somebody who has no account and was let in because an artifact names the address. */
export async function guestSession(context: Context, email: string): Promise<{ cookie: string }> {
  const now = context.clock()
  const owner = { personId: null, organizationId: null, email, origin }
  const token = await context.records.transaction(rows => startSession(rows, owner, now))
  return { cookie: `${cookieName(context)}=${token}` }
}

async function newKey(
  context: Context,
  kind: 'user' | 'service',
  by: Pick<Member, 'session'>,
  { scopes, expiresAt }: KeyOptions,
): Promise<{ id: string; key: string }> {
  const actor = await authenticateVisitor(context, by.session.cookie)
  if (!actor) throw new Error('the session has ended')
  const input = { name: `A ${kind} key`, kind, ...(scopes && { scopes }), ...(expiresAt && { expiresAt }) }
  const call = {
    actor,
    surface: 'core' as const,
    requestId: 'test',
    network: 'test',
    claim: { actorType: null, actorName: null },
    client: null,
    input,
  }
  const { value } = await perform(context, makeKey as unknown as Operation, call)
  return value as { id: string; key: string }
}
