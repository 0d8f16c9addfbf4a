// The effect of a change of audience: who gains and who loses access, found by asking the policy before and after.
import { z } from 'zod'
import type { Actor, Role } from '../../domain/actor.ts'
import { guestWith, memberWith } from '../../domain/actor.ts'
import type { Artifact, Organization } from '../../domain/artifact.ts'
import { canOpen } from '../../domain/explain-access.ts'
import type { Rows } from '../../storage/records.ts'

const changeSchema = z.object({
  kind: z.enum(['everyone', 'members', 'viewers', 'domain', 'person']),
  text: z.string().describe('For people to read, such as "members of Acme (12)"'),
  count: z.int().optional().describe('How many people, where that is known'),
  addresses: z.array(z.string()).optional().describe('Who they are, where they are few'),
})

export const audiencePreviewSchema = z.object({
  gains: z.array(changeSchema).describe('Who could open it after the change and cannot now'),
  loses: z.array(changeSchema).describe('Who can open it now and could not after the change'),
})

export type AudiencePreview = z.output<typeof audiencePreviewSchema>
type Change = z.output<typeof changeSchema>

/** Groups up to this size are named one by one. */
const few = 20

/** Members read at once. */
const pageSize = 1000

/** Somebody or some group that the change may concern. */
interface Party {
  actor: Actor
  kind: Change['kind']
  address?: string
  text?: string
}

/** Compares who can open the artifact before and after. */
export async function previewAudience(
  rows: Rows,
  before: Artifact,
  after: Artifact,
): Promise<AudiencePreview> {
  const { organization } = before
  const parties = organization ? await partiesOf(rows, organization, before, after) : []
  const moved = (from: Artifact, to: Artifact) =>
    parties.filter(({ actor }) => !canOpen(actor, from) && canOpen(actor, to))
  return {
    gains: summed(moved(before, after), organization),
    loses: summed(moved(after, before), organization),
  }
}

async function partiesOf(
  rows: Rows,
  organization: Organization,
  before: Artifact,
  after: Artifact,
): Promise<Party[]> {
  const members = await membersOf(rows, organization.id)
  const domains = (await rows.domains.list(organization.id)).filter(domain => domain.verifiedAt !== null)
  const known = new Set(members.map(({ address }) => address))
  const named = [...new Set([...before.sharedWith, ...after.sharedWith])].filter(email => !known.has(email))
  return [
    { actor: { kind: 'anonymous', credential: '' }, kind: 'everyone', text: 'everyone' },
    ...members,
    ...domains.map(({ name }) => atDomain(organization.id, name)),
    ...named.map(email => outsider(organization.id, email, domains)),
  ]
}

async function membersOf({ members }: Rows, organizationId: string): Promise<Party[]> {
  const all: Party[] = []
  let after: { joinedAt: number; id: string } | null = null
  for (;;) {
    const page = await members.page({ organizationId, text: null, after, limit: pageSize })
    for (const { person, role } of page) {
      const actor = memberWith({ ...person, personId: person.id }, organizationId, role)
      all.push({ actor, kind: kindOf(role), address: person.email })
    }
    const last = page.at(-1)
    if (page.length < pageSize || !last) return all
    after = { joinedAt: last.joinedAt, id: last.person.id }
  }
}

const kindOf = (role: Role): Change['kind'] => (role === 'viewer' ? 'viewers' : 'members')

/** Everybody at a verified domain who has not signed in yet. */
const atDomain = (organizationId: string, name: string): Party => ({
  actor: viewerWith(organizationId, `@${name}`),
  kind: 'domain',
  text: `everyone with an address at ${name}`,
})

const viewerWith = (organizationId: string, email: string): Actor =>
  memberWith({ personId: '', email, name: '' }, organizationId, 'viewer')

function outsider(organizationId: string, email: string, domains: readonly { name: string }[]): Party {
  const inside = domains.some(({ name }) => email.endsWith(`@${name}`))
  const actor = inside ? viewerWith(organizationId, email) : guestWith(email)
  return { actor, kind: 'person', address: email, text: email }
}

/** Members and viewers as one line each, everybody else by themselves. */
function summed(parties: readonly Party[], organization: Organization | null): Change[] {
  const groups = (['members', 'viewers'] as const).flatMap(kind => {
    const addresses = parties.flatMap(party => (party.kind === kind ? [party.address!] : [])).sort()
    const count = addresses.length
    if (count === 0) return []
    const text = `${kind} of ${organization?.name} (${count})`
    return [{ kind, text, count, ...(count <= few && { addresses }) }]
  })
  const alone = parties.flatMap(({ kind, text, address }): Change[] =>
    text === undefined ? [] : [{ kind, text, ...(address && { count: 1, addresses: [address] }) }],
  )
  return [...alone.filter(({ kind }) => kind === 'everyone'), ...groups, ...alone.filter(notEveryone)]
}

const notEveryone = ({ kind }: Change): boolean => kind !== 'everyone'
